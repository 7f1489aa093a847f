package programs_test

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

// A twin is a program by this library and by net/url. Each function makes one pass over the same input. It returns how
// many of the inputs pass, which is about the same.
type twin struct {
	name            string
	byURI, byNetURL func() int
}

// newTwins returns the four programs with the URLs of a corpus: the file that URI_CORPUS names, or that of the library.
// URI_LINKS names a file of pages and links, separated by a tab.
func newTwins(tb testing.TB) []twin {
	lines := readLines(tb, "URI_CORPUS")
	return []twin{proxyTwin(tb, lines), linksTwin(tb, lines), fetchTwin(tb, lines), storeTwin(lines)}
}

func readLines(tb testing.TB, variable string) []string {
	file := os.Getenv(variable)
	if file == "" {
		file = "../../../testdata/corpus.txt"
	}
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Split(string(bytes.TrimSuffix(text, []byte("\n"))), "\n")
}

func proxyTwin(tb testing.TB, lines []string) twin {
	var requests []*http.Request
	hosts := map[string]bool{}
	for _, line := range lines {
		u, err := uri.Parse(line)
		v, errNetURL := url.Parse(line)
		if err != nil || errNetURL != nil || v.Host == "" {
			continue
		}
		target, err := url.ParseRequestURI(v.RequestURI())
		if err != nil {
			continue
		}
		requests = append(requests, &http.Request{Method: "GET", URL: target, Host: v.Host, RequestURI: u.RequestURI()})
		_, err = newProxyPolicy([]string{v.Hostname()}, nil)
		if err == nil && len(hosts) < 1000 {
			hosts[hostOfNetURL(v)] = true
		}
	}
	list := make([]string, 0, len(hosts))
	for name := range hosts {
		list = append(list, name)
	}
	prefixes := []string{"/"}
	policy, err := newProxyPolicy(list, prefixes)
	if err != nil {
		tb.Fatal(err)
	}
	return twin{"proxy", func() (n int) {
		for _, r := range requests {
			_, text, err := admit(policy, r)
			n += passed(err)
			length += len(text)
		}
		return n
	}, func() (n int) {
		for _, r := range requests {
			text, err := admitNetURL(hosts, prefixes, r)
			n += passed(err)
			length += len(text)
		}
		return n
	}}
}

// length keeps the compiler from dropping calls.
var length int

func passed(err error) int {
	if err != nil {
		return 0
	}
	return 1
}

type page struct {
	base  string
	links []string
}

// pagesOf reads the pages of URI_LINKS. Without it, each URL of the corpus links to the next ones, by their path or as a
// whole.
func pagesOf(tb testing.TB, lines []string) (pages []page) {
	if os.Getenv("URI_LINKS") != "" {
		for _, line := range readLines(tb, "URI_LINKS") {
			base, link, _ := strings.Cut(line, "\t")
			if len(pages) == 0 || pages[len(pages)-1].base != base {
				pages = append(pages, page{base: base})
			}
			last := &pages[len(pages)-1]
			last.links = append(last.links, link)
		}
		return pages
	}
	for chunk := range slices.Chunk(lines, 50) {
		p := page{base: chunk[0]}
		for i, line := range chunk {
			if u, err := uri.Parse(line); err == nil && i%4 > 0 {
				line = u.RequestURI()
			}
			p.links = append(p.links, line)
		}
		pages = append(pages, p)
	}
	return pages
}

func linksTwin(tb testing.TB, lines []string) twin {
	pages := pagesOf(tb, lines)
	run := func(links func(string, []string) ([]string, error)) func() int {
		return func() (n int) {
			for _, p := range pages {
				found, _ := links(p.base, p.links)
				n += len(found)
			}
			return n
		}
	}
	return twin{"links", run(sameSite), run(sameSiteNetURL)}
}

func fetchTwin(tb testing.TB, lines []string) twin {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		tb.Fatal(err)
	}
	return twin{"fetch", func() (n int) {
		for _, line := range lines {
			_, err := checkAddress(policy, line)
			n += passed(err)
		}
		return n
	}, func() (n int) {
		for _, line := range lines {
			_, err := checkAddressNetURL(line)
			n += passed(err)
		}
		return n
	}}
}

func storeTwin(lines []string) twin {
	return twin{"store", func() int {
		s := pageStore{seen: map[uri.Key]bool{}, sites: map[string]int{}}
		for _, line := range lines {
			_ = s.add(line)
		}
		return len(s.seen)
	}, func() int {
		s := pageStoreNetURL{seen: map[string]bool{}, sites: map[string]int{}}
		for _, line := range lines {
			_ = s.add(line)
		}
		return len(s.seen)
	}}
}

// TestTwins checks that both programs of a twin do the same work: they agree on nearly all inputs.
func TestTwins(t *testing.T) {
	for _, twin := range newTwins(t) {
		n, m := twin.byURI(), twin.byNetURL()
		if n == 0 || 20*max(n-m, m-n) > m {
			t.Errorf("%s: %d, by net/url %d", twin.name, n, m)
		}
	}
}

// TestTwinsAllocs checks that the programs make no more allocations than those by net/url.
func TestTwinsAllocs(t *testing.T) {
	for _, twin := range newTwins(t) {
		n := testing.AllocsPerRun(1, func() { twin.byURI() })
		m := testing.AllocsPerRun(1, func() { twin.byNetURL() })
		if n > m {
			t.Errorf("%s: %.0f allocations, by net/url %.0f", twin.name, n, m)
		}
	}
}

// BenchmarkPrograms measures the programs. The metric ratio is the time by this library divided by the time by net/url,
// each the shortest of many passes that alternate.
func BenchmarkPrograms(b *testing.B) { benchTwins(b, newTwins(b)) }

// BenchmarkCalls measures single calls that programs make often, like BenchmarkPrograms.
func BenchmarkCalls(b *testing.B) { benchTwins(b, newCalls(b)) }

func benchTwins(b *testing.B, twins []twin) {
	for _, twin := range twins {
		b.Run(twin.name, func(b *testing.B) {
			runtime.GC()
			shortest, shortestNetURL := time.Duration(1<<62), time.Duration(1<<62)
			for b.Loop() {
				shortest = min(shortest, timeOf(twin.byURI))
				shortestNetURL = min(shortestNetURL, timeOf(twin.byNetURL))
			}
			b.ReportMetric(float64(shortest)/float64(shortestNetURL), "ratio")
			b.ReportMetric(testing.AllocsPerRun(1, func() { twin.byURI() }), "allocs-uri")
			b.ReportMetric(testing.AllocsPerRun(1, func() { twin.byNetURL() }), "allocs-net-url")
		})
	}
}

func timeOf(pass func() int) time.Duration {
	start := time.Now()
	pass()
	return time.Since(start)
}
