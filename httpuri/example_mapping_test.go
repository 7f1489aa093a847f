package httpuri_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
)

// newProxy returns a reverse proxy from public to backend. The Rewrite function of an httputil.ReverseProxy cannot refuse
// a request, so the handler does.
func newProxy(public, backend uri.URI) (http.Handler, error) {
	m, err := httpuri.NewMapping(public, backend)
	if err != nil {
		return nil, err
	}
	type key struct{} // of the URI for the backend in the context
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			u := r.In.Context().Value(key{}).(uri.URI)
			query, hasQuery := u.Query()
			authority, _ := u.Authority()
			// net/http sends Opaque byte for byte. RawPath would be encoded again in some cases.
			r.Out.URL = &url.URL{Scheme: u.Scheme(), Host: authority, Opaque: u.Path(), RawQuery: query, ForceQuery: hasQuery}
			r.Out.Host = authority
			r.SetXForwarded()
		},
		ModifyResponse: func(r *http.Response) error {
			m.Header(r.Request.Context().Value(key{}).(uri.URI), r.Header)
			return nil
		},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect { // its target URI has no path
			http.Error(w, "no tunnels", http.StatusNotImplemented)
			return
		}
		u, err := nethttp.TargetURI(r)
		if err == nil {
			u, err = m.Target(u)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, u)))
	}), nil
}

// A reverse proxy for a backend with a path.
func Example_reverseProxy() {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/v2/next")
		w.Header().Set("Set-Cookie", "a=b; Path=/v2/")
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, r.RequestURI)
	}))
	defer backend.Close()
	proxy, err := newProxy(uri.MustParse("http://example.com/api/"), uri.MustParse(backend.URL+"/v2/"))
	if err != nil {
		log.Fatal(err)
	}
	for _, request := range [][2]string{
		{"GET", "/api/%2Fx?q"}, {"GET", "/api/../admin"}, {"GET", "/api%2Fx"}, {"CONNECT", "example.com:80"},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(request[0], "http://example.com/", nil)
		r.RequestURI = request[1]
		proxy.ServeHTTP(w, r)
		body, _ := io.ReadAll(w.Body)
		fmt.Printf("%d %s\n", w.Code, body)
		if w.Code == http.StatusCreated {
			fmt.Println(w.Header().Get("Location"), w.Header().Get("Set-Cookie"))
		}
	}
	// Output:
	// 201 /v2/%2Fx?q
	// http://example.com/api/next a=b; Path=/api/
	// 400 URI: ambiguous path at byte 23
	//
	// 400 URI: ambiguous path at byte 22
	//
	// 501 no tunnels
}
