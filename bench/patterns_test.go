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

// BenchmarkPattern makes a pattern, tests it, and matches it with its groups, on the rows of go-urlpattern's own
// benchmarks. The inputs are a URL that was parsed before, or a string.
func BenchmarkPattern(b *testing.B) {
	for _, x := range []struct{ name, pattern, input string }{
		{"simple", "https://example.com/foo/bar", "https://example.com/foo/bar"},
		{"wildcard", "https://*.example.com/*", "https://api.example.com/users/42"},
		{"named", "https://example.com/users/:id/posts/:postId", "https://example.com/users/42/posts/7"},
		{"regex", `https://example.com/items/(\d+)`, "https://example.com/items/12345"},
		{"miss", "https://example.com/foo", "https://example.com/bar"},
		{"full", "https://user:pw@example.com:8080/path/:id?q=:v#:frag", ""},
	} {
		p := newPattern(b, x.pattern)
		other, err := gourlpattern.New(x.pattern, "", nil)
		if err != nil {
			b.Fatal(err)
		}
		run := func(op, impl string, f func() bool) {
			want := op == "new" || x.name != "miss"
			b.Run("op="+op+"/pattern="+x.name+"/impl="+impl, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if f() != want {
						b.Fatal(!want)
					}
				}
			})
		}
		run("new", "urlpattern", func() bool { return newPattern(b, x.pattern) != nil })
		run("new", "go-urlpattern", func() bool { p, err := gourlpattern.New(x.pattern, "", nil); return p != nil && err == nil })
		if x.input == "" {
			continue
		}
		u := whatwg.MustParse(x.input)
		var r urlpattern.Result
		run("test", "urlpattern", func() bool { return p.Test(u) })
		run("test", "urlpattern-string", func() bool { return p.MatchString(x.input, nil, nil) })
		run("test", "go-urlpattern", func() bool { return other.Test(x.input, "") })
		run("match", "urlpattern", func() bool { return p.Match(u, &r) })
		run("match", "urlpattern-string", func() bool { return p.MatchString(x.input, nil, &r) })
		run("match", "go-urlpattern", func() bool { return other.Exec(x.input, "") != nil })
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

// groups matches the variables of a route in testdata/github-routes.txt. These are routes of GitHub's REST API for GET,
// as its documentation has them.
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
	benchFinders(b, "github", len(paths), []finder{
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
	benchFinders(b, "hosts", len(urls), []finder{
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
	benchFinders(b, "wildcards", size, []finder{
		{"set", func(i int) bool { return set.First(urls[i]) == first[i] }},
	})
	const few = 4 // addresses for the loops
	at := func(i int) int { return (2*i + 1) * size / (2 * few) }
	benchFinders(b, "wildcards", few, []finder{
		{"urlpattern-loop", func(i int) bool {
			i = at(i)
			return slices.IndexFunc(patterns, func(p *urlpattern.Pattern) bool { return p.Test(urls[i]) }) == first[i]
		}},
	})
	var others []*gourlpattern.URLPattern
	benchFinders(b, "wildcards", few, []finder{
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
