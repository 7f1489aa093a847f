package guardhttp

import (
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/neturl"
)

// closer records whether it was closed.
type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error {
	c.closed = true
	return nil
}

// redirector answers every request with a redirect.
type redirector struct {
	location string
	body     closer
}

func (r *redirector) RoundTrip(*http.Request) (*http.Response, error) {
	r.body = closer{Reader: strings.NewReader("")}
	return &http.Response{StatusCode: 302, Header: http.Header{"Location": {r.location}}, Body: &r.body}, nil
}

// TestNothing sends a nil request, and one without a URL.
func TestNothing(t *testing.T) {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*http.Request{nil, {}, {Host: "example.com"}} {
		if resp, err := NewTransport(policy, nil).RoundTrip(r); resp != nil || err != neturl.ErrNil {
			t.Errorf("%+v: %v, %v", r, resp, err)
		}
	}
}

// fixed is a base that always returns the same.
type fixed struct{ resp *http.Response }

func (f fixed) RoundTrip(*http.Request) (*http.Response, error) { return f.resp, nil }

// TestNilBody checks responses of a base without a body, and a base without a response. An http.Client reads an empty
// body.
func TestNilBody(t *testing.T) {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		resp *http.Response
		want error
	}{
		{&http.Response{StatusCode: 200}, nil},
		{&http.Response{StatusCode: 101}, ErrUpgrade},
		{&http.Response{StatusCode: 302, Header: http.Header{"Location": {"http:x"}}}, ErrLocation},
		{nil, errNoResponse},
	} {
		resp, err := (&http.Client{Transport: NewTransport(policy, fixed{test.resp})}).Get("http://example.com/")
		if !errors.Is(err, test.want) {
			t.Errorf("%+v: %v, want %v", test.resp, err, test.want)
		}
		if err != nil {
			continue
		}
		if body, err := io.ReadAll(resp.Body); len(body) > 0 || err != nil {
			t.Errorf("%+v: %q, %v", test.resp, body, err)
		}
		resp.Body.Close()
	}
}

// TestBadLocation checks that a transport hides a bad Location field, and that it closes the body.
func TestBadLocation(t *testing.T) {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		t.Fatal(err)
	}
	base := &redirector{location: "http://[::1"}
	transport := NewTransport(policy, base)
	request := httptest.NewRequest("GET", "http://example.com/", nil)
	if resp, err := transport.RoundTrip(request); resp != nil || !errors.Is(err, ErrLocation) || !base.body.closed {
		t.Errorf("%v, %v, closed: %v", resp, err, base.body.closed)
	}
	base.location = "a"
	if resp, err := transport.RoundTrip(request); err != nil || resp.StatusCode != 302 || base.body.closed {
		t.Errorf("%v, %v", resp, err)
	}
}

// TestHTTP2 checks that the transport without a base speaks HTTP/2.
func TestHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	policy, err := guard.NewPolicy(guard.Rules{Addresses: host.ClassLoopback})
	if err != nil {
		t.Fatal(err)
	}
	transport := NewTransport(policy, nil)
	transport.base.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	client := &http.Client{Transport: transport}
	defer client.CloseIdleConnections()
	resp, err := client.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); string(body) != "HTTP/2.0" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
}
