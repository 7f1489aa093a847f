package programs_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri/nethttp"
)

// shown hides the secrets of a URI in a log.
var shown = uri.Redactor{User: true, QueryKeys: []string{"token", "access_token", "api_key"}, Fragment: true}

// newProxyPolicy returns the policy of a proxy that forwards requests for some hosts and paths.
func newProxyPolicy(hosts, prefixes []string) (*guard.Policy, error) {
	return guard.NewPolicy(guard.Rules{
		Schemes:      []string{"http", "https"},
		Hosts:        hosts,
		PathPrefixes: prefixes,
		PathHazards: guard.HazardEncodedSlash | guard.HazardEncodedBackslash | guard.HazardEncodedNUL |
			guard.HazardDoubleEncoding | guard.HazardDoubleSlash,
	})
}

// admit returns the URI to forward, and its text for the log, or the reason to refuse the request.
func admit(policy *guard.Policy, r *http.Request) (u uri.URI, text string, err error) {
	u, err = nethttp.TargetURI(r)
	if err != nil {
		return uri.URI{}, "", err
	}
	return u, shown.Redacted(u), policy.Check(u)
}

// A proxy checks each request, and logs its URI without secrets.
func Example_proxy() {
	policy, err := newProxyPolicy([]string{"www.example.com"}, []string{"/api", "/static/"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, request := range [][2]string{
		{"www.example.com", "/api/v1?id=7&token=secret"},
		{"WWW.example.com:80", "/static/a.css?next=https%3A%2F%2Fexample.com"},
		{"www.example.com", "/admin"},
		{"www.example.com", "/api/..%2Fadmin"},
		{"evil.example", "/api"},
	} {
		r := httptest.NewRequest("GET", request[1], nil)
		r.Host = request[0]
		_, text, err := admit(policy, r)
		fmt.Println(text, err)
	}
	// Output:
	// http://www.example.com/api/v1?id=7&token=xxxxx <nil>
	// http://WWW.example.com:80/static/a.css?next=https%3A%2F%2Fexample.com <nil>
	// http://www.example.com/admin path not allowed
	// http://www.example.com/api/..%2Fadmin path not allowed
	// http://evil.example/api host not allowed
}
