package urlpattern

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// BenchmarkParse is the unit of the other benchmarks: the time of whatwg.Parse for a URL of the corpus.
func BenchmarkParse(b *testing.B) {
	urls := normalURLs(b)
	for b.Loop() {
		for _, u := range urls {
			if _, err := whatwg.Parse(u.Href()); err != nil {
				b.Fatal(err)
			}
		}
	}
	perURL(b, len(urls))
}

func perURL(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/url")
}

// normalURLs returns the URLs of the corpus.
func normalURLs(tb testing.TB) (urls []whatwg.URL) {
	_, lines := kit.Web(tb, 2)
	for _, line := range lines {
		if u, err := whatwg.Parse(line); err == nil {
			u, _ = whatwg.Parse(u.Href())
			urls = append(urls, u)
		}
	}
	return urls
}

var benchmarks = []struct{ name, pattern, url string }{
	{"literal", "https://example.com/books/list", "https://example.com/books/list"},
	{"name", "https://example.com/books/:id", "https://example.com/books/8042?page=2"},
	{"names", "https://example.com/:shop/books/:id", "https://example.com/paper/books/8042?page=2"},
	{"wildcards", "https://*.example.com/*", "https://www.example.com/books/8042?page=2"},
	{"wildcards-2", "https://example.com/*/books/*", "https://example.com/a/b/books/8042?page=2"},
	{"digits", `https://example.com/books/:id(\d+)`, "https://example.com/books/8042?page=2"},
	{"regexp", `https://example.com/:lang(en|de|fr)/books/:id([a-z]+\d+)`, "https://example.com/fr/books/a8042?page=2"},
	{"look-ahead", `https://example.com/:path((?!api|_next).*)`, "https://example.com/books/8042?page=2"},
	{"no-match", "https://example.com/books/:id", "https://example.org/books/8042"},
}

func BenchmarkTest(b *testing.B) {
	for _, x := range benchmarks {
		b.Run(x.name, func(b *testing.B) {
			p, u := mustNew(b, x.pattern), whatwg.MustParse(x.url)
			want := x.name != "no-match"
			for b.Loop() {
				if p.Test(u) != want {
					b.Fatal(!want)
				}
			}
		})
	}
}

func BenchmarkMatch(b *testing.B) {
	for _, x := range benchmarks {
		b.Run(x.name, func(b *testing.B) {
			p, u := mustNew(b, x.pattern), whatwg.MustParse(x.url)
			want := x.name != "no-match"
			var r Result
			for b.Loop() {
				if p.Match(u, &r) != want {
					b.Fatal(!want)
				}
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for _, x := range benchmarks {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				mustNew(b, x.pattern)
			}
		})
	}
}

func mustNew(tb testing.TB, pattern string) *Pattern {
	p, err := New(pattern, nil, nil)
	if err != nil {
		tb.Fatalf("%s: %v", pattern, err)
	}
	return p
}

// BenchmarkUnits compares the time of Test and Match with the unit, the time of whatwg.Parse for a line of the corpus. It
// interleaves short passes and reports the least time of each, so that a busy machine matters little.
func BenchmarkUnits(b *testing.B) {
	_, lines := kit.Web(b, 2)
	const repeats = 256
	least := make([]time.Duration, 1+2*len(benchmarks))
	measure := func(i int, f func()) {
		start := time.Now()
		f()
		if d := time.Since(start); least[i] == 0 || d < least[i] {
			least[i] = d
		}
	}
	patterns := make([]*Pattern, len(benchmarks))
	inputs := make([]whatwg.URL, len(benchmarks))
	for i, x := range benchmarks {
		patterns[i], inputs[i] = mustNew(b, x.pattern), whatwg.MustParse(x.url)
	}
	var r Result
	n := 0
	for b.Loop() {
		for range 20 {
			measure(0, func() {
				for _, line := range lines {
					if _, err := whatwg.Parse(line); err == nil {
						n++
					}
				}
			})
			for i, p := range patterns {
				measure(1+2*i, func() {
					for range repeats {
						if p.Test(inputs[i]) {
							n++
						}
					}
				})
				measure(2+2*i, func() {
					for range repeats {
						if p.Match(inputs[i], &r) {
							n++
						}
					}
				})
			}
		}
	}
	unit := float64(least[0].Nanoseconds()) / float64(len(lines))
	b.ReportMetric(unit, "ns/unit")
	for i, x := range benchmarks {
		b.ReportMetric(float64(least[1+2*i].Nanoseconds())/repeats/unit, x.name+"-test")
		b.ReportMetric(float64(least[2+2*i].Nanoseconds())/repeats/unit, x.name+"-match")
	}
}

// A setBenchmark is a set and URLs.
type setBenchmark struct {
	name     string
	patterns []string
	urls     []string
}

// setBenchmarks returns sets of 10,000 patterns, and URLs that match one of them, or none.
func setBenchmarks(tb testing.TB) []setBenchmark {
	web := setBenchmark{name: "web"}
	for i, u := range normalURLs(tb) {
		web.urls = append(web.urls, u.Href())
		if u.HostKind() != whatwg.HostDomain {
			continue
		}
		switch path := u.Pathname(); {
		case i%5 == 0:
			web.patterns = append(web.patterns, u.Scheme()+"://"+u.Hostname()+"/*")
		case i%5 == 1:
			web.patterns = append(web.patterns, u.Scheme()+"://*."+u.Hostname()+"/:name")
		case i%5 == 2 && strings.Count(path, "/") > 1:
			web.patterns = append(web.patterns, u.Scheme()+"://"+u.Hostname()+path[:strings.LastIndexByte(path, '/')+1]+":file")
		}
	}
	for i := len(web.patterns); i < 10_000; i++ {
		web.patterns = append(web.patterns, fmt.Sprintf("https://www.site%d.example/:section/articles-%d/*", i%3000, i))
	}
	hosts := setBenchmark{name: "hosts"}
	for host := range 100 {
		for path := range 100 {
			name := fmt.Sprintf("https://h%d.example", host)
			hosts.patterns = append(hosts.patterns, fmt.Sprintf("%s/%s/:id/p%d", name, words[path%len(words)], path))
			if (host+path)%10 == 0 {
				hosts.urls = append(hosts.urls, fmt.Sprintf("%s/%s/%d/p%d", name, words[path%len(words)], host*path, path))
			}
		}
	}
	wildcards := setBenchmark{name: "wildcards"}
	for i := range 10_000 {
		a, b := fmt.Sprintf("%s%d", words[i%len(words)], i%997), fmt.Sprintf("%s%d", words[i/7%len(words)], i%89)
		wildcards.patterns = append(wildcards.patterns, "https://*/*"+a+"*"+b+"*")
		if i%10 == 0 {
			wildcards.urls = append(wildcards.urls, fmt.Sprintf("https://www.example.com/x/%s/y-%s.html", a, b))
		}
	}
	wildcards.urls = append(wildcards.urls, web.urls[:1000]...)
	return []setBenchmark{web, hosts, wildcards}
}

var words = strings.Fields("books music films games toys garden sports health office tools pets shoes")

func (x *setBenchmark) compile(tb testing.TB) (patterns []*Pattern, urls []whatwg.URL) {
	for _, text := range x.patterns {
		patterns = append(patterns, mustNew(tb, text))
	}
	for _, text := range x.urls {
		urls = append(urls, whatwg.MustParse(text))
	}
	return patterns, urls
}

// BenchmarkSet finds all matches of a URL in a set of 10,000 patterns.
func BenchmarkSet(b *testing.B) {
	for _, x := range setBenchmarks(b) {
		b.Run(x.name, func(b *testing.B) {
			patterns, urls := x.compile(b)
			s := NewSet(patterns...)
			var matches []int
			n := 0
			least := time.Hour
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				for _, u := range urls {
					matches = s.AppendMatches(matches[:0], u)
					n += len(matches)
				}
				least = min(least, time.Since(start))
			}
			b.ReportMetric(float64(least.Nanoseconds())/float64(len(urls)), "least-ns/url")
			b.ReportMetric(float64(n)/float64(b.N)/float64(len(urls)), "matches/url")
		})
	}
}

// BenchmarkNewSet makes a set of 10,000 compiled patterns, and reports the memory that it keeps.
func BenchmarkNewSet(b *testing.B) {
	for _, x := range setBenchmarks(b) {
		b.Run(x.name, func(b *testing.B) {
			patterns, _ := x.compile(b)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			s := NewSet(patterns...)
			runtime.GC()
			runtime.ReadMemStats(&after)
			least := time.Hour
			for b.Loop() {
				start := time.Now()
				NewSet(patterns...)
				least = min(least, time.Since(start))
			}
			b.ReportMetric(least.Seconds()*1e3, "least-ms")
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
			runtime.KeepAlive(s)
		})
	}
}
