package bench

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	gourlpattern "github.com/dunglas/go-urlpattern"
	"github.com/go-chi/chi/v5"
	"github.com/julienschmidt/httprouter"

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
		p, err := urlpattern.New(x.pattern, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
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

// groups matches the variables of a route in testdata/github-routes.txt, which is written from the documentation of
// GitHub's REST API.
var groups = regexp.MustCompile(`\{(\w+)\}`)

// BenchmarkRoutes finds the route of a path, by routers, or of a whole URL, by a Set. It leaves out the routes that
// httprouter refuses, because they conflict with others.
func BenchmarkRoutes(b *testing.B) {
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
		mux.HandleFunc("GET "+route, func(http.ResponseWriter, *http.Request) {})
		chiMux.Get(route, func(http.ResponseWriter, *http.Request) {})
		p, err := urlpattern.New("https://api.github.com"+groups.ReplaceAllString(route, ":$1"), nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		patterns = append(patterns, p)
		path := groups.ReplaceAllString(route, "octo-$1")
		paths = append(paths, path)
		urls = append(urls, whatwg.MustParse("https://api.github.com"+path))
		requests = append(requests, &http.Request{Method: "GET", Host: "api.github.com", URL: &url.URL{Path: path}})
	}
	set := urlpattern.NewSet(patterns...)
	context := chi.NewRouteContext()
	var r urlpattern.Result
	var params httprouter.Params
	for _, x := range []struct {
		impl string
		find func(i int) bool
	}{
		{"set", func(i int) bool { return set.First(urls[i]) == i }},
		{"set-groups", func(i int) bool { n := set.First(urls[i]); return patterns[n].Match(urls[i], &r) && n == i }},
		{"httprouter", func(i int) bool {
			handle, p, _ := router.Lookup("GET", paths[i])
			params = p
			return handle != nil
		}},
		{"chi", func(i int) bool { context.Reset(); return chiMux.Match(context, "GET", paths[i]) }},
		{"servemux", func(i int) bool { _, pattern := mux.Handler(requests[i]); return pattern != "" }},
	} {
		b.Run(fmt.Sprintf("routes=github-%d/impl=%s", len(paths), x.impl), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i := range paths {
					if !x.find(i) {
						b.Fatal(paths[i])
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(paths)), "ns/uri")
		})
	}
	_ = params
}

// canRegister registers a route and reports whether the router accepts it.
func canRegister(router *httprouter.Router, route string) (ok bool) {
	defer func() { ok = recover() == nil }()
	router.GET(route, func(http.ResponseWriter, *http.Request, httprouter.Params) {})
	return true
}
