package main

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// targets are request-targets of the clients of a shop: with queries, with percent-encodings, and with raw brackets.
var targets = []string{"/", "/index.html", "/api/v1/users/42", "/search?q=red+shoes&page=2", "/caf%C3%A9/menu?id[]=1",
	"/static/app.3f2a.js", "/cart/items?token=0123456789abcdef", "/a/b/c/d/e/f?x=1&y=2&z=%2F"}

// BenchmarkProxy measures requests over loopback, on as many connections as there are processors: with a log, without one,
// and with a bare httputil.ReverseProxy, which checks nothing. The client and the backend do almost nothing, and share the
// processors with the proxy.
func BenchmarkProxy(b *testing.B) {
	backend := benchServe(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(benchBody) }))
	to, err := url.Parse(backend)
	if err != nil {
		b.Fatal(err)
	}
	newProxy := func(log *slog.Logger) http.Handler {
		d := newDaemon(fileIn(b, "proxy.toml", "[[mapping]]\npublic = '//example.com/'\nbackend = '"+backend+"'\nkeep-host = true\n"), log)
		if _, err := d.load(nil); err != nil {
			b.Fatal(err)
		}
		return d
	}
	bare := &httputil.ReverseProxy{
		Rewrite:    func(q *httputil.ProxyRequest) { q.SetURL(to); q.SetXForwarded(); q.Out.Host = q.In.Host },
		Transport:  &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true},
		BufferPool: new(benchPool),
	}
	for _, impl := range []struct {
		name string
		h    http.Handler
	}{
		{"bare", bare},
		{"proxy/log=none", newProxy(slog.New(slog.DiscardHandler))},
		{"proxy/log=json", newProxy(slog.New(slog.NewJSONHandler(io.Discard, nil)))},
	} {
		b.Run("impl="+impl.name, func(b *testing.B) {
			addr := strings.TrimPrefix(benchServe(b, impl.h), "http://")
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				c, err := net.Dial("tcp", addr)
				if err != nil {
					b.Error(err)
					return
				}
				defer c.Close()
				in := bufio.NewReader(c)
				for i := 0; pb.Next(); i++ {
					io.WriteString(c, "GET "+targets[i%len(targets)]+" HTTP/1.1\r\nHost: example.com\r\nUser-Agent: bench\r\nAccept: */*\r\n"+
						"Accept-Encoding: gzip, deflate\r\nCookie: session=0123456789abcdef\r\n\r\n")
					response, err := http.ReadResponse(in, nil)
					if err != nil || response.StatusCode != 200 {
						b.Error(response, err)
						return
					}
					io.Copy(io.Discard, response.Body)
				}
			})
		})
	}
}

var benchBody = []byte(strings.Repeat("x", 1024))

func benchServe(b *testing.B, h http.Handler) (url string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := &http.Server{Handler: h}
	go s.Serve(l)
	b.Cleanup(func() { s.Close() })
	return "http://" + l.Addr().String()
}

type benchPool struct{ sync.Pool }

func (p *benchPool) Get() []byte {
	if b, ok := p.Pool.Get().(*[]byte); ok {
		return *b
	}
	return make([]byte, 32<<10)
}

func (p *benchPool) Put(b []byte) { p.Pool.Put(&b) }
