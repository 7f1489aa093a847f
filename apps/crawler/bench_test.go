package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// If this variable is in its environment, the test binary serves pages with the given shape. So the profile of
// a benchmark does not include the server.
const serveEnv = "CRAWLER_BENCH_PAGE"

// A pageShape is the length of pages, their number of links, and whether they are compressed.
type pageShape struct {
	kb, links int
	gzip      bool
}

// BenchmarkCrawl fetches pages until 2000 are visited. They come from 16 hosts, and each host has many more. The README
// explains the profile.
func BenchmarkCrawl(b *testing.B) {
	for _, shape := range []pageShape{{30, 60, true}, {30, 60, false}, {10, 60, true}} {
		name := fmt.Sprintf("kb=%d/links=%d/gzip=%t", shape.kb, shape.links, shape.gzip)
		b.Run(name, func(b *testing.B) { benchmarkCrawl(b, shape, boltHome) })
	}
}

// BenchmarkCrawlCluster is like BenchmarkCrawl, but the frontier is in a cluster of three servers in other processes, with
// the usual number of partitions. It compares the CPU time of the servers with the time of the crawler, including the
// time of creating the streams.
func BenchmarkCrawlCluster(b *testing.B) {
	c, err := sharedCluster()
	if err != nil {
		b.Fatal(err)
	}
	servers, own := c.cpu(), cpuOf(os.Getpid())
	benchmarkCrawl(b, pageShape{30, 60, true}, func(testing.TB) home {
		return home{"-frontier", c.newAccount()}
	})
	if own = cpuOf(os.Getpid()) - own; own > 0 {
		b.ReportMetric(float64(c.cpu()-servers)/float64(own), "servers/crawler")
	}
}

func benchmarkCrawl(b *testing.B, shape pageShape, newHome func(testing.TB) home) {
	const pages = 2000
	server := startServer(b, shape)
	n := 0
	for b.Loop() {
		n++
		at := newHome(b)
		o, err := parseFlags(slices.Concat(at, []string{"-delay", "0", "-n", "16", "-per-host", "16",
			"-max", strconv.Itoa(pages), "http://h0.test/"}), io.Discard)
		if err != nil {
			b.Fatal(err)
		}
		o.dial = dialOnly(server)
		if err := o.run(context.Background(), io.Discard, os.Stderr); err != nil {
			b.Fatal(err)
		}
		if visits := openTally(b, at).outcomes[visited.String()]; visits != pages {
			b.Fatalf("%d pages visited, want %d", visits, pages)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n*pages), "us/page")
}

func startServer(b *testing.B, shape pageShape) (address string) {
	b.Helper()
	program, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := kit.Command(b, program)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %t", serveEnv, shape.kb, shape.links, shape.gzip))
	stdin, err := cmd.StdinPipe() // the server ends when this is closed, and so when this process ends
	if err != nil {
		b.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// servePages is the server's main.
func servePages(shape string) int {
	var s pageShape
	if _, err := fmt.Sscan(shape, &s.kb, &s.links, &s.gzip); err != nil {
		return 1
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 1
	}
	fmt.Println(listener.Addr())
	go func() { _ = http.Serve(listener, s) }()
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

func (s pageShape) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	page := s.page(r.Host + r.RequestURI)
	if !s.gzip || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		_, _ = io.WriteString(w, page)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	_, _ = io.WriteString(z, page)
	_ = z.Close()
}

// page returns the same page for a name every time. A third of its links are the navigation of the site, which is the
// same on all pages. Half lead to pages that other pages link to as well. The rest are new or lead to other hosts. The
// markup between them resembles articles.
func (s pageShape) page(name string) string {
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, name)
	rnd := rand.New(rand.NewPCG(hash.Sum64(), 0))
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>A page</title><style>" +
		strings.Repeat(".c{margin:0;padding:1px 2px}", 30) + "</style><script>" +
		strings.Repeat("window.q=window.q||[];", 40) + "</script></head><body>\n")
	size := s.kb << 10
	for i := range s.links {
		const item = `<li class="menu-item menu-item-%d"><a class="link" href="%s" title="A title">A link</a></li>`
		fmt.Fprintf(&b, item+"\n", i, reference(rnd, i, s.links))
		for b.Len() < size*(i+1)/s.links {
			b.WriteString("<p class=\"text\">It was a bright cold day in April, and the <em>clocks</em> were " +
				"striking; some &amp; others <span data-x=\"1\">looked</span> up from what they did.</p>\n")
		}
	}
	return b.String()
}

func reference(rnd *rand.Rand, i, of int) string {
	switch n := rnd.IntN(3000); {
	case i < of/3:
		return fmt.Sprintf("/section-%d/topics/", i)
	case i < of*5/6:
		return fmt.Sprintf(related[n%len(related)], n)
	case i%2 == 0:
		return fmt.Sprintf("http://h%d.test/articles/2026/%d-a-title-of-some-length.html", n%16, rnd.IntN(3000))
	default:
		return fmt.Sprintf("/view.php?id=%d&lang=en&sort=date", rnd.Uint32())
	}
}

var related = [...]string{"/articles/2026/%d-a-title-of-some-length.html", "/section-%d/", "/tag/name-%d?page=2",
	"/articles/2026/../2025/%d-another-title#comments"}

// BenchmarkLinks measures the work on the links of one page, which has the label "links" in profiles of a crawl.
func BenchmarkLinks(b *testing.B) {
	const n = 60
	var f refs
	f.scan([]byte(pageShape{kb: 30, links: n}.page("h0.test/")), "text/html; charset=utf-8")
	page := uri.MustParse("http://h0.test/articles/2026/")
	for _, strict := range []bool{false, true} {
		d := newTestFilter(b, (&config{strict: strict}).newResolver())
		b.Run(fmt.Sprintf("strict=%t", strict), func(b *testing.B) { benchmarkLinks(b, d, page, &f, n) })
	}
}

func benchmarkLinks(b *testing.B, d *linkFilter, page uri.URI, f *refs, n int) {
	b.ReportAllocs()
	for b.Loop() {
		if err := d.open(page, f); err != nil {
			b.Fatal(err)
		}
		if err := d.takeAll(f); err != nil {
			b.Fatal(err)
		}
		if len(d.found) < n/2 || len(d.refusals) > 0 {
			b.Fatalf("%d links", len(d.found))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/uri")
}
