package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

// TestSoak crawls a web without an end, with all kinds of responses. URI_SOAK is how long, such as 1h: then it needs
// -timeout 2h. Memory must not grow, and no goroutine is left at the end.
func TestSoak(t *testing.T) {
	kit.Soak(t, func(ctx context.Context) {
		server := httptest.NewServer(http.HandlerFunc(serveAnything))
		defer server.Close()
		dir := t.TempDir()
		o, err := parseFlags([]string{"-dir", dir, "-warc", filepath.Join(dir, "warc"), "-log", filepath.Join(dir, "log"),
			"-delay", "1s", "-backoff", "10ms", "-n", "8", "-depth", "250", "-timeout", "20s", "-body", "100000", "http://h0.test/0"}, t.Output())
		if err != nil {
			t.Error(err)
			return
		}
		o.dial = dialOnly(server.Listener.Addr().String())
		if err := o.run(ctx, t.Output(), os.Stderr); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// serveAnything responds to all paths of 12 hosts. The path decides the response.
func serveAnything(w http.ResponseWriter, r *http.Request) {
	hash := fnv.New32a()
	_, _ = io.WriteString(hash, r.Host+r.RequestURI)
	n := hash.Sum32()
	if r.URL.Path == "/robots.txt" {
		_, _ = io.WriteString(w, "User-agent: *\nDisallow: /*9$\n")
		return
	}
	var hrefs []string
	for i := range uint32(4) {
		hrefs = append(hrefs, fmt.Sprintf("//h%d.test/%d", (n+i*i)%12, n*(i+3)))
	}
	hrefs = append(hrefs, "/0", "../0", "//h1.test./0", "mailto:x@h0.test", "http://[", "/a b", "http://10.0.0.1/")
	page := anchors(hrefs...)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch n % 40 {
	case 0:
		w.WriteHeader(http.StatusInternalServerError)
	case 1:
		http.NotFound(w, r)
	case 2, 3:
		http.Redirect(w, r, hrefs[0], http.StatusFound)
	case 4:
		raw("garbage\r\n\r\n")(w, r)
	case 5:
		raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>")(w, r)
	case 6:
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(make([]byte, 50_000))
	case 7:
		_, _ = io.WriteString(w, page+strings.Repeat("<p>x", 50_000))
	case 8:
		select {
		case <-r.Context().Done():
		case <-time.After(5 * time.Second):
		}
		_, _ = io.WriteString(w, page)
	case 9:
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(w, page) // which it is not
	case 10, 11, 12, 13, 14, 15, 16, 17, 18, 19:
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, page)
		_ = z.Close()
	case 20, 21:
		w.Header().Set("Content-Type", "application/rss+xml")
		_, _ = io.WriteString(w, "<rss><channel><item><link>"+strings.Join(hrefs[:4], "</link></item><item><link>")+"</link></item>")
		if n%80 == 20 {
			_, _ = io.WriteString(w, "<description><![CDATA["+page+"]]></description></channel></rss>")
		}
	case 22, 23:
		w.Header()["Content-Type"] = nil
		w.Header().Set("Refresh", "0; url="+hrefs[0])
		_, _ = io.WriteString(w, page)
	default:
		_, _ = io.WriteString(w, page)
	}
}
