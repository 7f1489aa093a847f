package recipes_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri/nethttp"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// A patternMux serves each request by the first of its routes that has the method and matches the URL. It is immutable.
type patternMux struct {
	routes []patternRoute
	set    *urlpattern.Set // of the routes
}

type patternRoute struct {
	method  string
	pattern *urlpattern.Pattern
	handler http.Handler
}

// newPatternMux returns the mux for pairs of a route, such as "GET http{s}?://:tenant.example.com/users/:id", and a
// handler.
func newPatternMux(pairs ...any) (*patternMux, error) {
	m := new(patternMux)
	var patterns []*urlpattern.Pattern
	for pair := range slices.Chunk(pairs, 2) {
		method, text, _ := strings.Cut(pair[0].(string), " ")
		p, err := urlpattern.New(text, nil, nil)
		if err != nil {
			return nil, fmt.Errorf("route %s: %w", pair[0], err)
		}
		m.routes = append(m.routes, patternRoute{method, p, pair[1].(http.Handler)})
		patterns = append(patterns, p)
	}
	m.set = urlpattern.NewSet(patterns...)
	return m, nil
}

// ServeHTTP calls a handler. The groups of host and path are the path values of its request, without percent-encoding.
// Like http.ServeMux, it serves HEAD by GET, and answers 404 or 405 if there is no route.
func (m *patternMux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target, err := nethttp.TargetURI(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	u, _, err := whatwg.FromURI(target)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var allowed []string
	for _, i := range m.set.AppendMatches(nil, u) {
		route := &m.routes[i]
		if route.method == r.Method || route.method == http.MethodGet && r.Method == http.MethodHead {
			setPathValues(r, route.pattern, u)
			route.handler.ServeHTTP(w, r)
			return
		}
		if !slices.Contains(allowed, route.method) {
			allowed = append(allowed, route.method)
		}
	}
	if len(allowed) == 0 {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	http.Error(w, "the methods are "+w.Header().Get("Allow"), http.StatusMethodNotAllowed)
}

// setPathValues sets the groups of host and path.
func setPathValues(r *http.Request, p *urlpattern.Pattern, u whatwg.URL) {
	var match urlpattern.Result
	p.Match(u, &match)
	for g := range match.Groups() {
		if g.Component == urlpattern.ComponentHostname || g.Component == urlpattern.ComponentPathname {
			value, _ := uri.Decode(g.Text, 0) // cannot fail: every URI has valid percent-encodings
			r.SetPathValue(g.Name, value)
		}
	}
}

// A server routes by host, path and method, with one look at all patterns.
func Example_patterns() {
	answer := func(format string, names ...string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var values []any
			for _, name := range names {
				values = append(values, r.PathValue(name))
			}
			fmt.Fprintf(w, format+"\n", values...)
		})
	}
	mux, err := newPatternMux(
		"GET http{s}?://:tenant.example.com/users/:id(\\d+)", answer("user %[2]s of %[1]s", "tenant", "id"),
		"PUT http{s}?://:tenant.example.com/users/:id(\\d+)", answer("new user %[2]s of %[1]s", "tenant", "id"),
		"GET http{s}?://{:tenant.}?example.com/files/:file+", answer("file %s", "file"),
		"GET http{s}?://*.example.com/*", answer("page %s", "0"),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, request := range [][2]string{
		{"GET", "http://Ann.example.com/users/7?page=2"},
		{"PUT", "http://ann.example.com/users/7"},
		{"DELETE", "http://ann.example.com/users/7"},
		{"GET", "http://example.com/files/a/b%20c.txt"},
		{"GET", "http://ann.example.com/x/%2e%2E/users/seven"},
		{"GET", "http://example.org/users/7"},
		{"GET", "http://ann.example.com:x/users/7"},
	} {
		r := httptest.NewRequest(request[0], "/", nil)
		r.RequestURI = request[1]
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 user 7 of ann
	// 200 new user 7 of ann
	// 405 the methods are GET, PUT
	// 200 file a/b c.txt
	// 200 page users/seven
	// 404 404 page not found
	// 400 request-target: bad port at byte 24
}
