package guardhttp_test

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"golang.org/x/net/http2"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/test/kit"
)

const secret = "Zq8.Xw7~Kv"

// get returns the body and the error of a GET request.
func get(t testing.TB, c *http.Client, url string) (body string, status int, err error) {
	t.Helper()
	resp, err := c.Get(url)
	if err != nil {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error shows the password: %v", err)
		}
		return "", 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), resp.StatusCode, err
}

// TestFirstRequest checks the rules of FetchRules for the first request. The server must not see it.
func TestFirstRequest(t *testing.T) {
	s := newSite(t)
	client := guardhttp.NewClient(newPolicy(t, guard.FetchRules()))
	for _, test := range kit.Cases[struct {
		url  string
		want error
	}]("guardhttp.txt", "TestFirstRequest", errorWords(), map[string]any{
		"long": "http://www.example.com/" + strings.Repeat("x", guard.MaxLength),
	}) {
		if _, _, err := get(t, client, s.fill(test.url)); !errors.Is(err, test.want) {
			t.Errorf("%.50s: %v, want %v", test.url, err, test.want)
		}
	}
	if got := s.requests(); got != nil {
		t.Errorf("the server was asked for %q", got)
	}
}

// TestRedirects checks Location fields of every kind. The result is a refusal, or the request-target of the next
// request.
func TestRedirects(t *testing.T) {
	s := newSite(t)
	client := guardhttp.NewClient(newPolicy(t, loopbackRules()))
	for _, test := range kit.Cases[struct {
		location, target string
		want             error
	}]("guardhttp.txt", "TestRedirects", errorWords(), map[string]any{"long": "/" + strings.Repeat("x", guard.MaxLength)}) {
		s.redirectTo(s.fill(test.location))
		body, _, err := get(t, client, s.URL+"/go")
		if !errors.Is(err, test.want) || body != test.target {
			t.Errorf("Location %.60q: %q, %v, want %q, %v", test.location, body, err, test.target, test.want)
		}
		if got := s.requests(); errors.Is(test.want, guard.RefusedHost) && len(got) > 1 {
			t.Errorf("Location %.60q: the server was asked for %q", test.location, got)
		}
	}
	s.redirectTo("")
	if _, status, err := get(t, client, s.URL+"/go"); err != nil || status != http.StatusFound {
		t.Errorf("without Location: %v, %v", status, err)
	}
}

// TestInvalidHosts checks hosts that net/url accepts but that no URI has.
func TestInvalidHosts(t *testing.T) {
	s := newSite(t)
	client := guardhttp.NewClient(newPolicy(t, loopbackRules()))
	for _, location := range []string{
		"http://[::1%25lo]" + s.port + "/", "http://\u00ad.example/", "http://a_\u00fc.example/",
	} {
		s.redirectTo(location)
		_, _, err := get(t, client, s.URL+"/go")
		isURI := errors.As(err, new(*uri.Error))
		isIDNA := errors.As(err, new(*idna.Error))
		if !isURI && !isIDNA && !errors.As(err, new(guard.Refusal)) {
			t.Errorf("Location %q: %v", location, err)
		}
	}
}

// TestRedirectLimit counts the requests of an endless redirect.
func TestRedirectLimit(t *testing.T) {
	s := newSite(t)
	for limit, want := range map[int]int{-1: 1, 0: 1, 3: 4, guardhttp.DefaultMaxRedirects: 11} {
		s.redirectTo("/go")
		client := guardhttp.NewClient(newPolicy(t, loopbackRules()))
		if limit != guardhttp.DefaultMaxRedirects {
			client.CheckRedirect = guardhttp.LimitRedirects(limit)
		}
		_, _, err := get(t, client, s.URL+"/go")
		if got := len(s.requests()); got != want || !errors.Is(err, guardhttp.ErrTooManyRedirects) {
			t.Errorf("limit %d: %d requests, %v, want %d", limit, got, err, want)
		}
	}
}

// TestCheckRedirectOfCaller checks that a CheckRedirect that allows everything does not weaken the policy.
func TestCheckRedirectOfCaller(t *testing.T) {
	s := newSite(t)
	client := guardhttp.NewClient(newPolicy(t, loopbackRules()))
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return nil }
	s.redirectTo("http://" + forbidden + s.port + "/")
	if _, _, err := get(t, client, s.URL+"/go"); !errors.Is(err, guard.RefusedHost) {
		t.Errorf("%v, want %v", err, guard.RefusedHost)
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if _, status, err := get(t, client, s.URL+"/go"); status != http.StatusFound || err != nil {
		t.Errorf("%d, %v", status, err)
	}
}

// TestALabels checks that a name that is not US-ASCII is looked up and sent as A-labels.
func TestALabels(t *testing.T) {
	s := newSite(t)
	setNames(t, func(name string) []string {
		if name == "xn--bcher-kva.example" {
			return []string{"127.0.0.1"}
		}
		return nil
	})
	client := guardhttp.NewClient(newPolicy(t, loopbackRules()))
	if body, _, err := get(t, client, "http://Bücher.example"+s.port+"/ü"); body != "/%C3%BC" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if got, want := s.lastHost(), "xn--bcher-kva.example"+s.port; got != want {
		t.Errorf("Host: %s, want %s", got, want)
	}
}

// TestRebinding checks a name that has an allowed address first and then a forbidden one, in a second request and in a
// redirect. The server with the forbidden address must see no connection.
func TestRebinding(t *testing.T) {
	s := newSite(t)
	accepted := listenForbidden(t, s.port)
	var lookups atomic.Int64
	setNames(t, func(name string) []string {
		switch n := lookups.Add(1); {
		case name == "both.example":
			return []string{forbidden, "127.0.0.1"}
		case n%2 == 1:
			return []string{"127.0.0.1"}
		}
		return []string{forbidden}
	})
	client := guardhttp.NewClient(newPolicy(t, loopbackRules()))
	if body, _, err := get(t, client, "http://rebind.example"+s.port+"/a"); body != "/a" || err != nil {
		t.Errorf("first request: %q, %v", body, err)
	}
	if _, _, err := get(t, client, "http://rebind.example"+s.port+"/a"); !errors.Is(err, guard.RefusedHost) {
		t.Errorf("second request: %v, want %v", err, guard.RefusedHost)
	}
	s.redirectTo("/b")
	if _, _, err := get(t, client, "http://rebind.example"+s.port+"/go"); !errors.Is(err, guard.RefusedHost) {
		t.Errorf("redirect: %v, want %v", err, guard.RefusedHost)
	}
	if got := s.requests(); len(got) != 1 || lookups.Load() != 4 {
		t.Errorf("requests %q after %d lookups", got, lookups.Load())
	}
	if body, _, err := get(t, client, "http://both.example"+s.port+"/c"); body != "/c" || err != nil {
		t.Errorf("a name with both addresses: %q, %v", body, err)
	}
	if n := accepted.Load(); n != 0 {
		t.Errorf("%d connections to the forbidden address", n)
	}
}

// TestHostAddresses checks an intranet: listed names may have loopback addresses, and nothing else may.
func TestHostAddresses(t *testing.T) {
	s := newSite(t)
	accepted := listenForbidden(t, s.port)
	setNames(t, func(name string) []string {
		if name == "moved.corp.example" {
			return []string{forbidden}
		}
		return []string{"127.0.0.1"}
	})
	rules := guard.FetchRules()
	rules.Ports = nil
	rules.Hosts = []string{"localhost", "wiki", "*.corp.example", "8.8.8.8"}
	rules.Deny = append(rules.Deny, forbidden)
	strict := guardhttp.NewClient(newPolicy(t, rules))
	rules.HostAddresses = host.ClassLoopback
	policy := newPolicy(t, rules)
	client := guardhttp.NewClient(policy)
	other := guardhttp.NewClient(policy)
	other.Transport = guardhttp.NewTransport(policy, struct{ http.RoundTripper }{
		&http.Transport{DialContext: guardhttp.DialContext(policy, nil)},
	})
	for _, name := range []string{"localhost", "wiki", "a.corp.example", "A.Corp.Example."} {
		for _, c := range []*http.Client{client, other} {
			if body, _, err := get(t, c, "http://"+name+s.port+"/a"); body != "/a" || err != nil {
				t.Errorf("%s: %q, %v", name, body, err)
			}
		}
		if _, _, err := get(t, strict, "http://"+name+s.port+"/a"); !errors.Is(err, guard.RefusedAddress) {
			t.Errorf("%s: %v, want %v", name, err, guard.RefusedAddress)
		}
	}
	for name, want := range map[string]error{
		"moved.corp.example": guard.RefusedHost, // its address is in Deny
		"corp.example":       guard.RefusedHost,
		"evil.example":       guard.RefusedHost,
		"a.localhost":        guard.RefusedAddress,
		"127.0.0.1":          guard.RefusedAddress,
		forbidden:            guard.RefusedHost,
	} {
		if _, _, err := get(t, client, "http://"+name+s.port+"/a"); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		s.redirectTo("http://" + name + s.port + "/b")
		if _, _, err := get(t, client, "http://wiki"+s.port+"/go"); !errors.Is(err, want) || len(s.requests()) != 1 {
			t.Errorf("redirect to %s: %v, want %v; requests %q", name, err, want, s.requests())
		}
		r, err := http.NewRequest(http.MethodGet, "http://"+name+s.port+"/a", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "wiki" // the name that is dialed decides
		if _, err := client.Do(r); !errors.Is(err, want) {
			t.Errorf("%s with another Host: %v, want %v", name, err, want)
		}
	}
	if n := accepted.Load(); n != 0 {
		t.Errorf("%d connections to the forbidden address", n)
	}
}

// TestAllowHosts makes requests to listed hosts and to others, and redirects from one to the other.
func TestAllowHosts(t *testing.T) {
	s := newSite(t)
	accepted := listenForbidden(t, s.port)
	setNames(t, func(name string) []string {
		switch strings.ToLower(name) {
		case "moved.lan":
			return []string{forbidden}
		case "xn--bcher-kva.lan", "n8n.lan", "public.example":
			return []string{"127.0.0.1"}
		}
		return nil
	})
	rules := guard.FetchRules()
	rules.AllowHosts = []string{"localhost" + s.port, "n8n.lan" + s.port, "moved.lan" + s.port}
	names := guardhttp.NewClient(newPolicy(t, rules))
	rules.AllowHosts = []string{"127.0.0.1" + s.port, "n8n.lan" + s.port, "xn--bcher-kva.lan" + s.port, "moved.lan" + s.port}
	addrs := guardhttp.NewClient(newPolicy(t, rules))
	rules.Ports = nil
	ports := guardhttp.NewClient(newPolicy(t, rules))
	for _, test := range kit.Cases[struct {
		client *http.Client
		url    string
		want   error
	}]("guardhttp.txt", "TestAllowHosts", errorWords(), map[string]any{"addrs": addrs, "names": names, "ports": ports}) {
		url := s.fill(test.url)
		body, _, err := get(t, test.client, url)
		if !errors.Is(err, test.want) || err == nil && body != "/a" {
			t.Errorf("%s: %q, %v, want %v", test.url, body, err, test.want)
		}
		first := "http://127.0.0.1" + s.port + "/go"
		if test.client == names {
			first = "http://localhost" + s.port + "/go"
		}
		s.redirectTo(url)
		if body, _, err = get(t, test.client, first); !errors.Is(err, test.want) || err == nil && body != "/a" {
			t.Errorf("redirect to %s: %q, %v, want %v", test.url, body, err, test.want)
		}
		if n := len(s.requests()); test.want != nil && n != 1 {
			t.Errorf("redirect to %s: %d requests", test.url, n)
		}
	}
	if n := accepted.Load(); n != 0 {
		t.Errorf("%d connections to the forbidden address", n)
	}
}

// TestDialContext checks that a dialer keeps its functions, and that they see only addresses that pass.
func TestDialContext(t *testing.T) {
	s := newSite(t)
	var seen []string
	control := func(_, address string, _ syscall.RawConn) error {
		seen = append(seen, address)
		return nil
	}
	failed := errors.New("failed")
	for _, test := range []struct {
		dialer  *net.Dialer
		policy  *guard.Policy
		address string
		want    error
		sees    int
	}{
		{&net.Dialer{Control: control}, newPolicy(t, loopbackRules()), "127.0.0.1" + s.port, nil, 1},
		{&net.Dialer{Control: control}, newPolicy(t, guard.FetchRules()), "127.0.0.1" + s.port, guard.RefusedAddress, 0},
		{&net.Dialer{Control: control}, nil, "127.0.0.1" + s.port, guard.RefusedZeroPolicy, 0},
		{&net.Dialer{Control: control}, newPolicy(t, loopbackRules()), forbidden + s.port, guard.RefusedHost, 0},
		{nil, newPolicy(t, loopbackRules()), "/run/x.sock", guard.RefusedAddress, 0},
		{&net.Dialer{Control: control, ControlContext: func(_ context.Context, n, a string, c syscall.RawConn) error {
			_ = control(n, a, c)
			return failed
		}}, newPolicy(t, loopbackRules()), "127.0.0.1" + s.port, failed, 1},
	} {
		seen = nil
		conn, err := guardhttp.DialContext(test.policy, test.dialer)(context.Background(), "tcp", test.address)
		if err == nil {
			_ = conn.Close()
		}
		if !errors.Is(err, test.want) || len(seen) != test.sees {
			t.Errorf("%s: %v, want %v; the dialer sees %q", test.address, err, test.want, seen)
		}
	}
}

// listenForbidden counts the connections to the forbidden address, if this machine has it.
func listenForbidden(t *testing.T, port string) *atomic.Int64 {
	accepted := new(atomic.Int64)
	l, err := net.Listen("tcp", forbidden+port)
	if err != nil {
		t.Log("nobody listens at the forbidden address: ", err)
		return accepted
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			accepted.Add(1)
			_ = conn.Close()
		}
	}()
	return accepted
}

// TestNoProxy checks that the proxy of the environment is not used. It is not there, so a request by it would fail.
func TestNoProxy(t *testing.T) {
	s := newSite(t)
	setNames(t, func(string) []string { return []string{"127.0.0.1"} })
	address := "http://www.example.com" + s.port + "/a"
	policy := newPolicy(t, loopbackRules())
	proxied := http.DefaultTransport.(*http.Transport).Clone()
	proxied.Proxy = http.ProxyURL(mustParse(unservedProxy))
	for name, client := range map[string]*http.Client{
		"NewClient":        guardhttp.NewClient(policy),
		"DefaultTransport": {Transport: guardhttp.NewTransport(policy, http.DefaultTransport)},
		"Proxy":            {Transport: guardhttp.NewTransport(policy, proxied)},
	} {
		if body, _, err := get(t, client, address); body != "/a" || err != nil {
			t.Errorf("%s: %q, %v", name, body, err)
		}
	}
	if _, _, err := get(t, &http.Client{Transport: http.DefaultTransport}, address); err == nil {
		t.Error("the environment names no proxy")
	}
}

func mustParse(s string) *url.URL {
	v, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return v
}

// TestBase checks that a base keeps its configuration for TLS, that its functions that dial are not called, and that it
// does not change.
func TestBase(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Proto)
	}))
	defer server.Close()
	base := server.Client().Transport.(*http.Transport).Clone()
	dial := func(context.Context, string, string) (net.Conn, error) {
		t.Error("the base dials")
		return nil, errors.ErrUnsupported
	}
	base.DialContext, base.DialTLSContext = dial, dial
	//lint:ignore SA1019 net/http calls it
	base.DialTLS = func(network, address string) (net.Conn, error) {
		return dial(context.Background(), network, address)
	}
	client := &http.Client{Transport: guardhttp.NewTransport(newPolicy(t, loopbackRules()), base)}
	if body, _, err := get(t, client, server.URL); body != "HTTP/1.1" && body != "HTTP/2.0" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	//lint:ignore SA1019 as above
	if base.DialContext == nil || base.DialTLSContext == nil || base.DialTLS == nil {
		t.Error("the base has changed")
	}
	strict := &http.Client{Transport: guardhttp.NewTransport(newPolicy(t, guard.FetchRules()), base)}
	if _, _, err := get(t, strict, server.URL); !errors.Is(err, guard.RefusedAddress) {
		t.Errorf("%v, want %v", err, guard.RefusedAddress)
	}
}

// newHTTP2Server returns a server that answers with its own address and the protocol of the request. It has the given
// address, or a free one if that is "".
func newHTTP2Server(t *testing.T, address string) *httptest.Server {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		local, _, _ := net.SplitHostPort(r.Context().Value(http.LocalAddrContextKey).(net.Addr).String())
		_, _ = io.WriteString(w, local+" "+r.Proto)
	}))
	if address != "" {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			t.Skip("this machine cannot listen there: ", err)
		}
		_ = server.Listener.Close()
		server.Listener = listener
	}
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// TestConnectionsNotShared checks that a transport uses no HTTP/2 connection that its base, or another transport with
// the same base, has made to an address that the policy refuses. The name of the server has that address at first.
func TestConnectionsNotShared(t *testing.T) {
	server := newHTTP2Server(t, "")
	port := server.URL[strings.LastIndex(server.URL, ":"):]
	newHTTP2Server(t, forbidden+port)
	var address atomic.Value
	setNames(t, func(string) []string { return []string{address.Load().(string)} })
	url := "https://example.com" + port // a name of the certificate
	open := loopbackRules()
	open.Deny = nil

	configure := func(base *http.Transport) {
		if err := http2.ConfigureTransport(base); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name      string
		configure func(*http.Transport)
		proto     string
	}{
		{"x/net/http2", configure, " HTTP/2.0"},
		{"x/net/http2, Protocols without HTTP/2", func(base *http.Transport) {
			configure(base)
			base.Protocols = new(http.Protocols)
			base.Protocols.SetHTTP1(true)
		}, " HTTP/2.0"},
		{"net/http", func(base *http.Transport) { base.ForceAttemptHTTP2 = true }, " HTTP/2.0"},
		{"empty TLSNextProto", func(base *http.Transport) {
			base.ForceAttemptHTTP2 = true
			base.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
		}, " HTTP/1.1"},
	} {
		base := &http.Transport{TLSClientConfig: server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()}
		base.TLSClientConfig.NextProtos = nil
		test.configure(base)
		for _, first := range []http.RoundTripper{base, guardhttp.NewTransport(newPolicy(t, open), base)} {
			address.Store(forbidden)
			if body, _, err := get(t, &http.Client{Transport: first}, url); body != forbidden+test.proto || err != nil {
				t.Errorf("%s, %T: %q, %v", test.name, first, body, err)
			}
			guarded := guardhttp.NewTransport(newPolicy(t, loopbackRules()), base)
			if _, _, err := get(t, &http.Client{Transport: guarded}, url); !errors.Is(err, guard.RefusedHost) {
				t.Errorf("%s, after a %T: %v, want %v", test.name, first, err, guard.RefusedHost)
			}
			address.Store("127.0.0.1")
			if body, _, err := get(t, &http.Client{Transport: guarded}, url); body != "127.0.0.1"+test.proto || err != nil {
				t.Errorf("%s, after a %T: %q, %v", test.name, first, body, err)
			}
			first.(interface{ CloseIdleConnections() }).CloseIdleConnections()
			guarded.CloseIdleConnections()
		}
	}
}

// roundTripper is a base that is not an http.Transport.
type roundTripper struct {
	roundTrip func(*http.Request) (*http.Response, error)
	closed    int
}

func (f *roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f.roundTrip(r) }
func (f *roundTripper) CloseIdleConnections()                             { f.closed++ }

// answer returns a response with a body.
func answer(status int, body io.Reader) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(body)}
}

// TestOtherBase checks what another base gets: a request that passes, with the URL and the Host that were checked.
func TestOtherBase(t *testing.T) {
	var got *http.Request
	base := &roundTripper{roundTrip: func(r *http.Request) (*http.Response, error) {
		got = r
		return answer(200, strings.NewReader("")), nil
	}}
	transport := guardhttp.NewTransport(newPolicy(t, guard.FetchRules()), base)
	type sent struct{ URL, Host string }
	for _, test := range []struct {
		url  *url.URL
		host string
		want sent
		err  error // nil for any error
	}{
		{mustParse("http://example.com/a%2fb?c#d"), "", sent{"http://example.com/a%2fb?c#d", ""}, nil},
		{mustParse("http://example.com/"), "example.com", sent{"http://example.com/", "example.com"}, nil},
		{mustParse("http://example.com/"), "example.net", sent{"http://example.com/", "example.net"}, nil},
		{mustParse("http://ü.example:80/"), "", sent{"http://xn--tda.example:80/", "xn--tda.example:80"}, nil},
		{mustParse("http://example.com/"), "Bücher.example", sent{"http://example.com/", "xn--bcher-kva.example"}, nil},
		{mustParse("http://example.com/?a b"), "example.com", sent{"http://example.com/?a%20b", "example.com"}, nil},
		{&url.URL{Scheme: "http", Host: "example.com", Path: "a"}, "",
			sent{"http://example.com/a", "example.com"}, nil},
		{&url.URL{Scheme: "HTTP", Host: "example.com", RawQuery: "<"}, "",
			sent{"http://example.com?%3C", "example.com"}, nil},
		{&url.URL{Scheme: "http", Host: "example.com", Path: "//a"}, "", sent{"http://example.com//a", ""}, nil},

		{mustParse("http://example.com/"), "localhost", sent{}, guard.RefusedAddress},
		{mustParse("http://example.com/"), "a.internal", sent{}, guard.RefusedHost},
		{mustParse("http://example.com/"), "example.com:22", sent{}, guard.RefusedPort},
		{mustParse("http://example.com/"), "example.com/a", sent{}, nil},
		{mustParse("http://example.com/"), "u@example.com", sent{}, nil},
		{&url.URL{Scheme: "http", Host: "example.com", Opaque: "//localhost/"}, "", sent{}, guardhttp.ErrAmbiguous},
		{&url.URL{Scheme: "http", Opaque: "//localhost/"}, "", sent{}, guard.RefusedAddress},
		{nil, "", sent{}, nil},
	} {
		got = nil
		request := &http.Request{Method: "GET", URL: test.url, Host: test.host}
		_, err := transport.RoundTrip(request)
		switch {
		case test.want == sent{}:
			if got != nil || err == nil || test.err != nil && !errors.Is(err, test.err) {
				t.Errorf("%v with %q: %v, want %v", test.url, test.host, err, test.err)
			}
		case err != nil:
			t.Errorf("%v with %q: %v", test.url, test.host, err)
		default:
			if diff := cmp.Diff(test.want, sent{got.URL.String(), got.Host}); diff != "" {
				t.Errorf("%v with %q, -want +got:\n%s", test.url, test.host, diff)
			}
		}
		if request.URL != test.url || request.Host != test.host {
			t.Errorf("%v with %q: the request has changed", test.url, test.host)
		}
	}
	transport.CloseIdleConnections()
	if base.closed != 1 {
		t.Errorf("CloseIdleConnections was called %d times", base.closed)
	}
}

// countingBody counts the calls of Close.
type countingBody struct {
	io.Reader
	closed int
}

func (c *countingBody) Close() error {
	c.closed++
	return nil
}

// TestRefusedBody checks that the body of a refused request is closed, as an http.RoundTripper must.
func TestRefusedBody(t *testing.T) {
	for _, transport := range []*guardhttp.Transport{
		nil, {}, guardhttp.NewTransport(nil, nil), guardhttp.NewTransport(new(guard.Policy), nil),
		guardhttp.NewTransport(new(guard.Policy), (*http.Transport)(nil)),
	} {
		body := &countingBody{Reader: strings.NewReader("a")}
		request := httptest.NewRequest("POST", "http://example.com/", body)
		if _, err := transport.RoundTrip(request); !errors.Is(err, guard.RefusedZeroPolicy) {
			t.Errorf("%v, want %v", err, guard.RefusedZeroPolicy)
		}
		if body.closed != 1 {
			t.Error("the body was not closed")
		}
		transport.CloseIdleConnections()
	}
	if _, err := new(guardhttp.Transport).RoundTrip(nil); !errors.Is(err, guard.RefusedZeroPolicy) {
		t.Errorf("no request: %v, want %v", err, guard.RefusedZeroPolicy)
	}
	if _, _, err := get(t, guardhttp.NewClient(nil), "http://example.com/"); !errors.Is(err, guard.RefusedZeroPolicy) {
		t.Errorf("%v, want %v", err, guard.RefusedZeroPolicy)
	}
}

// TestBodies reads bodies of about the length of the limit, plain and compressed.
func TestBodies(t *testing.T) {
	const limit = 1000
	var size int
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/gzip" {
			_, _ = io.WriteString(w, strings.Repeat("x", size))
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, strings.Repeat("x", size))
		_ = z.Close()
	}))
	defer server.Close()
	transport := guardhttp.NewTransport(newPolicy(t, loopbackRules()), nil)
	transport.MaxBody = limit
	client := &http.Client{Transport: transport}
	defer client.CloseIdleConnections()
	for _, path := range []string{"/", "/gzip"} {
		for _, size = range []int{0, 1, limit - 1, limit, limit + 1, 1 << 20} {
			body, _, err := get(t, client, server.URL+path)
			if len(body) != min(size, limit) || (size > limit) != errors.Is(err, guardhttp.ErrBodyTooLong) {
				t.Errorf("%s of %d bytes: %d bytes, %v", path, size, len(body), err)
			}
		}
	}
	unlimited := guardhttp.NewTransport(newPolicy(t, loopbackRules()), nil)
	unlimited.MaxBody = 0
	client = &http.Client{Transport: unlimited}
	defer client.CloseIdleConnections()
	if body, _, err := get(t, client, server.URL); len(body) != size || err != nil {
		t.Errorf("without limit: %d bytes, %v", len(body), err)
	}
}

// TestDefaults checks the limits of a new client.
func TestDefaults(t *testing.T) {
	client := guardhttp.NewClient(newPolicy(t, guard.FetchRules()))
	transport := client.Transport.(*guardhttp.Transport)
	if transport.MaxBody != 10<<20 || client.Timeout != 30*time.Second || client.Jar != nil {
		t.Errorf("%d bytes, %v, %v", transport.MaxBody, client.Timeout, client.Jar)
	}
}

// TestLongHeader checks that a header has a limit.
func TestLongHeader(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("A", strings.Repeat("x", 300<<10))
	}))
	defer server.Close()
	if _, _, err := get(t, guardhttp.NewClient(newPolicy(t, loopbackRules())), server.URL); err == nil {
		t.Error("a header of 300 KiB was read")
	}
}

// TestSwitchedProtocol checks that the body of a response 101 stays a connection if the request has an Upgrade field,
// and that other requests fail.
func TestSwitchedProtocol(t *testing.T) {
	type connection struct{ countingBody }
	for _, test := range []struct {
		header http.Header
		want   error
	}{
		{http.Header{"Connection": {"Upgrade"}, "Upgrade": {"x"}}, nil},
		{http.Header{"Connection": {"close", "keep-alive,\tuPGRADE "}, "Upgrade": {"x"}}, nil},
		{http.Header{"Connection": {"Upgrade"}, "Upgrade": {""}}, guardhttp.ErrUpgrade},
		{http.Header{"Connection": {"Upgrade"}}, guardhttp.ErrUpgrade},
		{http.Header{"Connection": {"Upgrades", "an upgrade"}, "Upgrade": {"x"}}, guardhttp.ErrUpgrade},
		{http.Header{"Upgrade": {"x"}}, guardhttp.ErrUpgrade},
		{nil, guardhttp.ErrUpgrade},
	} {
		body := &connection{countingBody{Reader: strings.NewReader("")}}
		transport := guardhttp.NewTransport(newPolicy(t, guard.FetchRules()), &roundTripper{
			roundTrip: func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: http.StatusSwitchingProtocols, Body: body}, nil
			},
		})
		r := &http.Request{Method: "GET", URL: mustParse("http://example.com/"), Header: test.header}
		resp, err := transport.RoundTrip(r)
		switch {
		case err != test.want || (err == nil) != (resp != nil):
			t.Errorf("%v: %v, %v, want %v", test.header, resp, err, test.want)
		case err != nil && body.closed != 1:
			t.Errorf("%v: the body was closed %d times", test.header, body.closed)
		case err == nil && (resp.Body != io.ReadCloser(body) || body.closed != 0):
			t.Errorf("%v: the body is a %T, closed %d times", test.header, resp.Body, body.closed)
		}
	}
}

// newRawServer returns the URL of a server that reads the header of a request, writes the answer, and then sends the
// bytes that it receives back to the client. It sends to done when a connection ends.
func newRawServer(t *testing.T, answer string) (url string, done chan struct{}) {
	done = make(chan struct{}, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(conn, answer)
		_, _ = io.Copy(conn, buffered)
		_ = conn.Close()
		done <- struct{}{}
	}))
	t.Cleanup(server.Close)
	return server.URL, done
}

const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"

// TestUnwantedUpgrade checks that a server cannot make a connection of a response by an answer 101.
func TestUnwantedUpgrade(t *testing.T) {
	for _, answer := range []string{
		switching + "body",
		"HTTP/1.1 101 Switching Protocols\r\n\r\nbody",
		"HTTP/1.1 103 Early Hints\r\n\r\n" + switching,
	} {
		url, done := newRawServer(t, answer)
		client := guardhttp.NewClient(newPolicy(t, loopbackRules()))
		if _, _, err := get(t, client, url); !errors.Is(err, guardhttp.ErrUpgrade) {
			t.Errorf("%q: %v, want %v", answer, err, guardhttp.ErrUpgrade)
		}
		<-done // the connection is closed
	}
}

// TestUpgrade checks that a request with an Upgrade field gets the connection.
func TestUpgrade(t *testing.T) {
	url, done := newRawServer(t, switching)
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Upgrade", "x")
	transport := guardhttp.NewTransport(newPolicy(t, loopbackRules()), nil)
	transport.MaxBody = 1
	resp, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	conn := resp.Body.(io.ReadWriteCloser)
	const message = "longer than MaxBody"
	if _, err := io.WriteString(conn, message); err != nil {
		t.Fatal(err)
	}
	echo := make([]byte, len(message))
	if _, err := io.ReadFull(conn, echo); err != nil || string(echo) != message {
		t.Errorf("%q, %v", echo, err)
	}
	_ = conn.Close()
	<-done
}

// TestOtherAnswers checks that informational responses and answers to CONNECT do not change the limit of the body. A
// RFC 8441 defines CONNECT with a :protocol field.
func TestOtherAnswers(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nlong"
	hints := strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 3)
	for _, test := range []struct{ method, answer string }{
		{"GET", ok}, {"GET", hints + ok}, {"GET", "HTTP/1.1 100 Continue\r\n\r\n" + ok}, {"CONNECT", ok}, {"CONNECT", hints + ok},
	} {
		url, _ := newRawServer(t, test.answer)
		transport := guardhttp.NewTransport(newPolicy(t, loopbackRules()), nil)
		transport.MaxBody = 3
		checkLimit(t, transport, &http.Request{
			Method: test.method, URL: mustParse(url), Header: http.Header{},
		}, "lon")
	}
	connected := guardhttp.NewTransport(newPolicy(t, guard.FetchRules()), &roundTripper{
		roundTrip: func(*http.Request) (*http.Response, error) { return answer(200, strings.NewReader("long")), nil },
	})
	connected.MaxBody = 3
	checkLimit(t, connected, &http.Request{
		Method: "CONNECT", URL: mustParse("https://example.com/chat"), Header: http.Header{":protocol": {"websocket"}},
	}, "lon")
}

// checkLimit checks that a response has the given bytes of a longer body.
func checkLimit(t *testing.T, transport *guardhttp.Transport, r *http.Request, want string) {
	t.Helper()
	resp, err := transport.RoundTrip(r)
	if err != nil {
		t.Errorf("%s %v: %v", r.Method, r.URL, err)
		return
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); string(body) != want || err != guardhttp.ErrBodyTooLong {
		t.Errorf("%s: %q, %v", r.Method, body, err)
	}
}

// TestGuardWithoutHTTP checks that programs that use package guard alone do not link net/http.
func TestGuardWithoutHTTP(t *testing.T) {
	if !kit.Long() {
		t.Skip("runs go list; set URI_LONG")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	out, err := kit.Command(t, goTool, "list", "-deps", "..").Output()
	if err != nil {
		t.Skip("go list: ", err)
	}
	for name := range strings.Lines(string(out)) {
		if strings.TrimSpace(name) == "net/http" {
			t.Error("package guard depends on net/http")
		}
	}
}

// fill replaces the words PORT and SECRET of a case.
func (s *site) fill(text string) string {
	return strings.NewReplacer(":PORT", s.port, "SECRET", secret).Replace(text)
}

// errorWords maps the words in testdata to errors. The words are the texts of the errors.
func errorWords() map[string]any {
	words := map[string]any{}
	for _, err := range []error{guardhttp.ErrLocation, guardhttp.ErrNoAddress, guardhttp.ErrTooManyRedirects} {
		words[err.Error()] = err
	}
	for r := guard.RefusedLength; r <= guard.RefusedZeroPolicy; r++ {
		words[r.Error()] = r
	}
	return words
}
