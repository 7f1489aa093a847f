package nethttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/httpuri/nethttp"
)

// A router serves each request by the handler for its host. [hostKey] makes the keys.
type router map[string]http.Handler

// Handle sets the handler for a host, such as "Bücher.example".
func (rt router) Handle(name string, h http.Handler) error {
	key, err := hostKey(name)
	if err == nil {
		rt[key] = h
	}
	return err
}

// ServeHTTP answers 400 to a request with a bad target or Host, and 421 to one for another host.
func (rt router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u, err := nethttp.TargetURI(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	name, _ := u.Host() // without the port
	key, err := hostKey(name)
	if h, ok := rt[key]; ok && err == nil {
		h.ServeHTTP(w, r)
		return
	}
	http.Error(w, "no such host", http.StatusMisdirectedRequest)
}

// hostKey returns the one form of a name that may be percent-encoded, in upper case, in Unicode, or have a dot at its
// end: lower case and A-labels, without the dot.
func hostKey(name string) (string, error) {
	name, err := uri.Decode(name, 0)
	if err != nil {
		return "", err
	}
	name, _, err = idna.Lookup.Convert(name)
	return strings.TrimSuffix(name, "."), err
}

// A server has several hosts. Clients write their names in many ways.
func Example_router() {
	rt := router{}
	for _, name := range []string{"Bücher.example", "api.example.com"} {
		answer := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, name) }
		if err := rt.Handle(name, http.HandlerFunc(answer)); err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, name := range []string{
		"API.example.com", "api.example.com.", "api.example.com.:8080", "%61pi.example.com", "xn--BCHER-kva.example",
		"b%C3%BCcher.example", "example.com", "api.example.com..", "[::1]:80", "api.example.com:x", "",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = name
		w := httptest.NewRecorder()
		rt.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 api.example.com
	// 200 api.example.com
	// 200 api.example.com
	// 200 api.example.com
	// 200 Bücher.example
	// 200 Bücher.example
	// 421 no such host
	// 421 no such host
	// 421 no such host
	// 400 Host: bad port at byte 16
	// 400 Host: no host
}
