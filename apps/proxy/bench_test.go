package main

import (
	"bufio"
	_ "embed"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
)

// targets are the targets of the load run: a third with queries, a few with percent-encodings, one with dot segments.
var targets = strings.Fields(targetsFile)

//go:embed load/targets.txt
var targetsFile string

func requestTo(target string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: example.com\r\nUser-Agent: bench\r\nAccept: */*\r\n" +
		"Accept-Encoding: gzip, deflate\r\nCookie: session=0123456789abcdef\r\n\r\n"
}

func forEachImpl(b *testing.B, run func(b *testing.B, plain bool)) {
	b.Run("impl=uri", func(b *testing.B) { run(b, false) })
	b.Run("impl=net-url", func(b *testing.B) { run(b, true) })
}

func benchProxy(b *testing.B, backend string, plain bool) *proxy {
	front, err := parseRoute("/=" + backend)
	if err != nil {
		b.Fatal(err)
	}
	api := front
	api.name = "/api/"
	p, err := newProxy(config{
		routes: []route{front, api}, scheme: "http", hosts: []string{"localhost", "127.0.0.1", "::1", "example.com"},
		ports: []uint16{80, 8080}, hidden: []string{"token", "access_token", "api_key", "password", "secret"},
		plain: plain, log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// BenchmarkDecide measures the decision about a request, before httputil gets it.
func BenchmarkDecide(b *testing.B) {
	forEachImpl(b, func(b *testing.B, plain bool) {
		p := benchProxy(b, "http://127.0.0.1:1", plain)
		requests := readRequests(b)
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			var x exchange
			if p.decide(&x, requests[i%len(requests)]); x.refused != nil || x.route == nil {
				b.Fatal(x.refused)
			}
			i++
		}
	})
}

func readRequests(b *testing.B) []*http.Request {
	var requests []*http.Request
	for _, target := range targets {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(requestTo(target))))
		if err != nil {
			b.Fatal(err)
		}
		requests = append(requests, r)
	}
	return requests
}

// BenchmarkServeHTTP measures the whole proxy without the sockets, and without the work of net/http on them.
func BenchmarkServeHTTP(b *testing.B) {
	forEachImpl(b, func(b *testing.B, plain bool) {
		p := benchProxy(b, "http://127.0.0.1:1", plain)
		w := new(nowhere)
		for i := range p.routes {
			p.routes[i].proxy.Transport = w
		}
		requests := readRequests(b)
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			*w = nowhere{header: http.Header{}}
			if p.ServeHTTP(w, requests[i%len(requests)]); w.status != 200 {
				b.Fatal(w.status)
			}
			i++
		}
	})
}

// BenchmarkProxy measures requests over loopback, on as many connections as there are processors. The client and the
// backend do almost nothing, and share the processors with the proxy.
func BenchmarkProxy(b *testing.B) {
	forEachImpl(b, func(b *testing.B, plain bool) {
		addr := benchServer(b, benchProxy(b, benchBackend(b), plain))
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
				io.WriteString(c, requestTo(targets[i%len(targets)]))
				if err := skipResponse(in); err != nil {
					b.Error(err)
					return
				}
			}
		})
	})
}

func benchServer(b *testing.B, p *proxy) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := newServer(p, p.log, 0)
	go s.Serve(l)
	b.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

const benchBody = 1024

func benchBackend(b *testing.B) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			go answerAll(c)
		}
	}()
	return "http://" + l.Addr().String()
}

// answerAll answers requests without a body.
func answerAll(c net.Conn) {
	defer c.Close()
	answer := []byte("HTTP/1.1 200 OK\r\nContent-Length: 1024\r\n\r\n" + strings.Repeat("x", benchBody))
	in := bufio.NewReader(c)
	for line, err := in.ReadSlice('\n'); err == nil; line, err = in.ReadSlice('\n') {
		if len(line) == len("\r\n") {
			c.Write(answer)
		}
	}
}

func skipResponse(in *bufio.Reader) error {
	line, err := in.ReadSlice('\n')
	if err == nil && string(line) != "HTTP/1.1 200 OK\r\n" {
		err = io.ErrUnexpectedEOF
	}
	for err == nil && len(line) > len("\r\n") {
		line, err = in.ReadSlice('\n')
	}
	if err != nil {
		return err
	}
	_, err = in.Discard(benchBody)
	return err
}
