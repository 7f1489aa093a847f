package nethttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri/nethttp"
)

// checked returns a handler that refuses CONNECT, and requests with a bad target URI, or one that the policy refuses. It
// redirects GET and HEAD to the normal form of the target URI, and calls next for all other requests.
func checked(policy *guard.Policy, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect { // requests a tunnel: its URI has no path, and next would see "/"
			w.Header().Set("Connection", "close")
			http.Error(w, "no tunnels", http.StatusNotImplemented)
			return
		}
		u, err := nethttp.TargetURI(r)
		if err == nil {
			err = policy.Check(u)
		}
		if err != nil {
			w.Header().Set("Connection", "close") // more requests of this kind may follow
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		normal := u.Normalized()
		if normal != u && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			// The whole URI, because a client reads a host in a path that begins with "//".
			http.Redirect(w, r, normal.String(), http.StatusPermanentRedirect)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A handler that reads Request.URL, as the handlers of net/http do, gets only requests for its own host that net/url
// reads as RFC 3986 does. So a web page cannot reach it under another name, and no path means two files. A query may
// contain encoded slashes, as the URL of another page does.
func Example_handler() {
	policy, err := guard.NewPolicy(guard.Rules{
		Hosts:       []string{"www.example.com"},
		Hazards:     guard.HazardDiffersInNetURL | guard.HazardEncodedNUL,
		PathHazards: guard.HazardEncodedSlash | guard.HazardEncodedBackslash | guard.HazardDoubleSlash,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	h := checked(policy, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "served", r.URL.Path)
	}))
	for _, request := range [][3]string{
		{"GET", "www.example.com", "/a%20b?c=d"},
		{"GET", "WWW.example.com:80", "/b/../%7Ejoe"},
		{"GET", "www.example.com", "/login?next=https%3A%2F%2Fwww.example.com%2Fhome"},
		{"GET", "rebound.example", "/"},
		{"GET", "www.example.com", "/a|b"},
		{"GET", "www.example.com", "/a%2Fb"},
		{"GET", "www.example.com", "//evil.example/"},
		{"GET", "www.example.com@evil.example", "/"},
		{"CONNECT", "www.example.com:80", "www.example.com:80"},
	} {
		r := httptest.NewRequest(request[0], request[2], nil)
		r.Host = request[1]
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if location := w.Header().Get("Location"); location != "" {
			fmt.Println(w.Code, location)
			continue
		}
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 served /a b
	// 308 http://www.example.com/~joe
	// 200 served /login
	// 400 host not allowed
	// 400 request-target: illegal byte in path at byte 2
	// 400 URI has a hazard that is not allowed
	// 400 URI has a hazard that is not allowed
	// 400 Host: illegal byte in host at byte 15
	// 501 no tunnels
}
