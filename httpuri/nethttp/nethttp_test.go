package nethttp_test

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
	"github.com/urispan/uri/internal/test/kit"
)

// refused is the answer of net/http to a request that no handler sees.
const refused = "net/http: 400"

// TestRequests sends requests over a connection. The result is the target URI, the part of the request that httpuri
// refuses, or refused.
func TestRequests(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u, err := nethttp.TargetURI(r)
		var e *httpuri.Error
		if errors.As(err, &e) {
			_, _ = fmt.Fprintf(w, "%v: %v", e.Part, e.Reason)
			return
		}
		_, _ = io.WriteString(w, u.String())
	}))
	server.Config.DisableGeneralOptionsHandler = true
	server.Start()
	defer server.Close()
	part := func(p httpuri.Part, r httpuri.Reason) string { return fmt.Sprintf("%v: %v", p, r) }
	badTarget := part(httpuri.PartTarget, httpuri.ReasonSyntax)
	badForm := part(httpuri.PartTarget, httpuri.ReasonForm)
	badHost := part(httpuri.PartHost, httpuri.ReasonSyntax)
	noHost := part(httpuri.PartHost, httpuri.ReasonNoHost)
	for _, test := range kit.Cases[struct{ request, want string }]("nethttp.txt", "TestRequests", map[string]any{
		"badForm":              badForm,
		"badHost":              badHost,
		"badTarget":            badTarget,
		"noHost":               noHost,
		"refused":              refused,
		"target-with-userinfo": part(httpuri.PartTarget, httpuri.ReasonUserinfo),
		"target-without-host":  part(httpuri.PartTarget, httpuri.ReasonNoHost),
		"target-without-port":  part(httpuri.PartTarget, httpuri.ReasonNoPort),
	}) {
		if got := send(t, server.Listener.Addr(), test.request); got != test.want {
			t.Errorf("%q: %q, want %q", test.request, got, test.want)
		}
	}
}

// send sends a request and returns the body of the response, or refused.
func send(t *testing.T, to net.Addr, request string) string {
	t.Helper()
	conn, err := net.Dial(to.Network(), to.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, strings.ReplaceAll(request, "\n", "\r\n")+"\r\nConnection: close\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusBadRequest {
		return refused
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestRequest checks the scheme and the requests that no server got.
func TestRequest(t *testing.T) {
	secured := httptest.NewRequest("GET", "/a", nil)
	secured.TLS = new(tls.ConnectionState)
	outgoing, err := http.NewRequest("GET", "http://h/", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		request *http.Request
		want    httpuri.Request
	}{
		"nil": {nil, httpuri.Request{}},
		"TLS": {secured, httpuri.Request{
			Scheme: "https", Method: "GET", Target: "/a", Host: []string{"example.com"},
		}},
		"outgoing": {outgoing, httpuri.Request{Scheme: "http", Method: "GET", Host: []string{""}}},
	} {
		if diff := cmp.Diff(test.want, nethttp.Request(test.request)); diff != "" {
			t.Errorf("%s, -want +got:\n%s", name, diff)
		}
		if u, err := nethttp.TargetURI(test.request); (err == nil) != (name == "TLS") {
			t.Errorf("%s: %v, %v", name, u, err)
		} else if e, _ := err.(*httpuri.Error); err != nil && e.Reason != httpuri.ReasonTargetMissing {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRequestIsCopy checks that a change of the Host of a Request does not change the http.Request, nor another Request.
func TestRequestIsCopy(t *testing.T) {
	for _, target := range []string{"/a", "http://h/a"} {
		r := httptest.NewRequest("GET", target, nil)
		r.RequestURI = target
		before, host := nethttp.Request(r), r.Host
		changed := nethttp.Request(r)
		changed.Host[0] = "evil.example"
		if diff := cmp.Diff(before, nethttp.Request(r)); diff != "" || r.Host != host {
			t.Errorf("%s: Host %q, -want +got:\n%s", target, r.Host, diff)
		}
	}
}

// TestStrippedPrefix checks that a handler that changes Request.URL does not change the target URI.
func TestStrippedPrefix(t *testing.T) {
	handler := http.StripPrefix("/a", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if u, err := nethttp.TargetURI(r); u.String() != "http://example.com/a/b" || err != nil || r.URL.Path != "/b" {
			t.Errorf("%v, %v, with the path %s", u, err, r.URL.Path)
		}
	}))
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/a/b", nil))
}

var (
	sinkURI     uri.URI
	sinkRequest httpuri.Request
)

func TestAllocs(t *testing.T) {
	origin, absolute := httptest.NewRequest("GET", "/a?b", nil), httptest.NewRequest("GET", "http://h/a?b", nil)
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Request", 1, func() { sinkRequest = nethttp.Request(origin) }},
		{"TargetURI", 1, func() { sinkURI, _ = nethttp.TargetURI(origin) }},
		{"TargetURI/absolute", 0, func() { sinkURI, _ = nethttp.TargetURI(absolute) }},
	} {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
}

func ExampleTargetURI() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		u, err := nethttp.TargetURI(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, u)
	}
	for _, target := range []string{"/where?q=now", "//example.net/", "/a|b"} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("GET", target, nil))
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 http://example.com/where?q=now
	// 200 http://example.com//example.net/
	// 400 request-target: illegal byte in path at byte 2
}

// A gateway before the server ends TLS.
func ExampleRequest() {
	request := nethttp.Request(httptest.NewRequest("GET", "/where?q=now", nil))
	request.Scheme = "https"
	fmt.Println(request.TargetURI())
	// Output: https://example.com/where?q=now <nil>
}
