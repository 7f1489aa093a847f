package bench

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	gourlpattern "github.com/dunglas/go-urlpattern"
	"github.com/go-chi/chi/v5"
	"github.com/julienschmidt/httprouter"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// BenchmarkPattern tests one pattern, with a URL that was parsed before, or with a string.
func BenchmarkPattern(b *testing.B) {
	for _, x := range []struct{ name, pattern, input string }{
		{"literal", "https://example.com/books/list", "https://example.com/books/list"},
		{"name", "https://example.com/books/:id", "https://example.com/books/8042?page=2"},
		{"names", "https://example.com/:shop/books/:id", "https://example.com/paper/books/8042?page=2"},
		{"wildcards", "https://*.example.com/*", "https://www.example.com/books/8042?page=2"},
		{"regexp", `https://example.com/books/:id(\d+)`, "https://example.com/books/8042?page=2"},
		{"none", "https://example.com/books/:id", "https://example.org/books/8042"},
	} {
		p := newPattern(b, x.pattern)
		other, err := gourlpattern.New(x.pattern, "", nil)
		if err != nil {
			b.Fatal(err)
		}
		want := x.name != "none"
		u := whatwg.MustParse(x.input)
		for _, impl := range []struct {
			name string
			test func() bool
		}{
			{"urlpattern", func() bool { return p.Test(u) }},
			{"urlpattern-string", func() bool { return p.TestString(x.input, nil) }},
			{"go-urlpattern", func() bool { return other.Test(x.input, "") }},
		} {
			b.Run("pattern="+x.name+"/impl="+impl.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if impl.test() != want {
						b.Fatal(!want)
					}
				}
			})
		}
	}
}

// A finder finds the route with number i for the address with number i.
type finder struct {
	impl string
	find func(i int) bool
}

// benchFinders measures the CPU time to find the routes of n addresses.
func benchFinders(b *testing.B, routes string, n int, finders []finder) {
	for _, f := range finders {
		b.Run("routes="+routes+"/impl="+f.impl, func(b *testing.B) {
			b.ReportAllocs()
			f.find(0) // may compile patterns
			took := hostile.CPUTime(func() {
				for b.Loop() {
					for i := range n {
						if !f.find(i) {
							b.Fatal(i)
						}
					}
				}
			})
			b.ReportMetric(float64(took.Nanoseconds())/float64(b.N)/float64(n), "ns/uri")
		})
	}
}

// BenchmarkRoutes finds the route of an address among many: by a Set, which reads whole URLs, and by routers, which
// read hosts and paths, or paths only.
func BenchmarkRoutes(b *testing.B) {
	benchGitHub(b)
	benchHosts(b)
	benchWildcards(b)
}

// groups matches the variables of a route in testdata/github-routes.txt, which is written from the documentation of
// GitHub's REST API.
var groups = regexp.MustCompile(`\{(\w+)\}`)

// benchGitHub leaves out the routes that httprouter refuses, because they conflict with others.
func benchGitHub(b *testing.B) {
	text, err := os.ReadFile("testdata/github-routes.txt")
	if err != nil {
		b.Fatal(err)
	}
	router, mux, chiMux := httprouter.New(), http.NewServeMux(), chi.NewRouter()
	var patterns []*urlpattern.Pattern
	var paths []string
	var urls []whatwg.URL
	var requests []*http.Request
	for route := range strings.FieldsSeq(string(text)) {
		if !canRegister(router, groups.ReplaceAllString(route, ":$1")) {
			continue
		}
		mux.HandleFunc("GET "+route, answer)
		chiMux.Get(route, answer)
		patterns = append(patterns, newPattern(b, "https://api.github.com"+groups.ReplaceAllString(route, ":$1")))
		path := groups.ReplaceAllString(route, "octo-$1")
		paths = append(paths, path)
		urls = append(urls, whatwg.MustParse("https://api.github.com"+path))
		requests = append(requests, &http.Request{Method: "GET", Host: "api.github.com", URL: &url.URL{Path: path}})
	}
	set := urlpattern.NewSet(patterns...)
	context := chi.NewRouteContext()
	var r urlpattern.Result
	var params httprouter.Params
	benchFinders(b, fmt.Sprintf("github-%d", len(paths)), len(paths), []finder{
		{"set", func(i int) bool { return set.First(urls[i]) == i }},
		{"set-groups", func(i int) bool { n := set.First(urls[i]); return patterns[n].Match(urls[i], &r) && n == i }},
		{"httprouter", func(i int) bool {
			handle, p, _ := router.Lookup("GET", paths[i])
			params = p
			return handle != nil
		}},
		{"chi", func(i int) bool { context.Reset(); return chiMux.Match(context, "GET", paths[i]) }},
		{"servemux", func(i int) bool { _, pattern := mux.Handler(requests[i]); return pattern != "" }},
	})
	_ = params
}

func answer(http.ResponseWriter, *http.Request) {}

func newPattern(b *testing.B, text string) *urlpattern.Pattern {
	p, err := urlpattern.New(text, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

var shelves = strings.Fields("books music films games toys garden sports health office tools pets shoes")

// benchHosts has 100 hosts with 100 paths each. For httprouter and chi, a map has a router for each host.
func benchHosts(b *testing.B) {
	const hosts, pages = 100, 100
	mux, routers, chiMuxes := http.NewServeMux(), map[string]*httprouter.Router{}, map[string]*chi.Mux{}
	var patterns []*urlpattern.Pattern
	var urls []whatwg.URL
	var requests []*http.Request
	for h := range hosts {
		host := fmt.Sprintf("h%d.example", h)
		routers[host], chiMuxes[host] = httprouter.New(), chi.NewRouter()
		for p := range pages {
			before, after := "/"+shelves[p%len(shelves)]+"/", fmt.Sprintf("/p%d", p)
			mux.HandleFunc("GET "+host+before+"{id}"+after, answer)
			routers[host].GET(before+":id"+after, func(http.ResponseWriter, *http.Request, httprouter.Params) {})
			chiMuxes[host].Get(before+"{id}"+after, answer)
			patterns = append(patterns, newPattern(b, "https://"+host+before+":id"+after))
			path := before + fmt.Sprint(h*p) + after
			urls = append(urls, whatwg.MustParse("https://"+host+path))
			requests = append(requests, &http.Request{Method: "GET", Host: host, URL: &url.URL{Path: path}})
		}
	}
	set := urlpattern.NewSet(patterns...)
	context := chi.NewRouteContext()
	var params httprouter.Params
	benchFinders(b, "hosts-10000", len(urls), []finder{
		{"set", func(i int) bool { return set.First(urls[i]) == i }},
		{"httprouter", func(i int) bool {
			handle, p, _ := routers[requests[i].Host].Lookup("GET", requests[i].URL.Path)
			params = p
			return handle != nil
		}},
		{"chi", func(i int) bool {
			context.Reset()
			return chiMuxes[requests[i].Host].Match(context, "GET", requests[i].URL.Path)
		}},
		{"servemux", func(i int) bool { _, pattern := mux.Handler(requests[i]); return pattern != "" }},
	})
	_ = params
}

// benchWildcards has 10,000 patterns with three wildcards, which no router supports: the others are loops over the
// patterns. The loops go through half of them for an address.
func benchWildcards(b *testing.B) {
	const size = 10_000
	var texts []string
	var patterns []*urlpattern.Pattern
	var hrefs []string
	var urls []whatwg.URL
	for i := range size {
		a, c := fmt.Sprintf("%s%d", shelves[i%len(shelves)], i), fmt.Sprintf("%s%d", shelves[i/7%len(shelves)], i%89)
		texts = append(texts, "https://*/*"+a+"*"+c+"*")
		patterns = append(patterns, newPattern(b, texts[i]))
		hrefs = append(hrefs, fmt.Sprintf("https://www.example.com/x/%s-/y-%s.html", a, c))
		urls = append(urls, whatwg.MustParse(hrefs[i]))
	}
	set := urlpattern.NewSet(patterns...)
	first := make([]int, size)
	for i := range urls {
		first[i] = set.First(urls[i])
	}
	benchFinders(b, "wildcards-10000", size, []finder{
		{"set", func(i int) bool { return set.First(urls[i]) == first[i] }},
	})
	const few = 4 // addresses for the loops
	at := func(i int) int { return (2*i + 1) * size / (2 * few) }
	benchFinders(b, "wildcards-10000", few, []finder{
		{"urlpattern-loop", func(i int) bool {
			i = at(i)
			return slices.IndexFunc(patterns, func(p *urlpattern.Pattern) bool { return p.Test(urls[i]) }) == first[i]
		}},
	})
	var others []*gourlpattern.URLPattern
	benchFinders(b, "wildcards-10000", few, []finder{
		{"go-urlpattern-loop", func(i int) bool {
			if others == nil {
				for _, text := range texts {
					p, err := gourlpattern.New(text, "", nil)
					if err != nil {
						b.Fatal(err)
					}
					others = append(others, p)
				}
			}
			i = at(i)
			return slices.IndexFunc(others, func(p *gourlpattern.URLPattern) bool { return p.Test(hrefs[i], "") }) == first[i]
		}},
	})
}

// canRegister registers a route and reports whether the router accepts it.
func canRegister(router *httprouter.Router, route string) (ok bool) {
	defer func() { ok = recover() == nil }()
	router.GET(route, func(http.ResponseWriter, *http.Request, httprouter.Params) {})
	return true
}
