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

func mustNew(tb testing.TB, pattern string) *Pattern {
	p, err := New(pattern, nil, nil)
	if err != nil {
		tb.Fatalf("%s: %v", pattern, err)
	}
	return p
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
