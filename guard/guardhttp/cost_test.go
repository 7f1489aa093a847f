package guardhttp_test

import (
	"net/http"
	"testing"

	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
)

var sinkErr error

// TestAllocs checks how many allocations a round trip adds to those of the base.
func TestAllocs(t *testing.T) {
	resp := answer(200, nil)
	base := &roundTripper{roundTrip: func(*http.Request) (*http.Response, error) { return resp, nil }}
	transport := guardhttp.NewTransport(newPolicy(t, guard.FetchRules()), base)
	for _, test := range []struct {
		url, host string
		want      float64
	}{
		{"http://www.example.com/a?b=c#d", "", 2},
		{"http://www.example.com/a?b=c#d", "www.example.com", 2},
		{"http://www.example.com/a?b=c#d", "www.example.net", 3}, // a changed URL
		{"http://127.0.0.1/", "", 1},                             // refused
	} {
		r := &http.Request{Method: "GET", URL: mustParse(test.url), Host: test.host}
		got := testing.AllocsPerRun(100, func() { _, sinkErr = transport.RoundTrip(r) })
		if got != test.want {
			t.Errorf("%s with %q: %v allocations, want %v", test.url, test.host, got, test.want)
		}
	}
	resp.Body = http.NoBody
	r := &http.Request{Method: "GET", URL: mustParse("http://www.example.com/")}
	if got := testing.AllocsPerRun(100, func() { _, sinkErr = transport.RoundTrip(r) }); got != 1 {
		t.Errorf("without a body: %v allocations, want 1", got)
	}
}
