package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

// client returns an http.Client that sends all requests to the site, whatever their host is.
func (s *site) client(t *testing.T) *http.Client {
	tr := &http.Transport{
		DisableCompression: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, s.addr)
		},
	}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: time.Minute}
}

// TestHTTPClient makes requests with an http.Client.
func TestHTTPClient(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	client := s.client(t)
	for text, want := range map[string]string{
		"http://example.com":                        "front POST / example.com",
		"http://example.com/a/b.html?q=a+b&r=%26#f": "front POST /a/b.html?q=a+b&r=%26 example.com",
		"http://EXAMPLE.com:8080/caf\u00e9":         "front POST /caf%C3%A9 example.com:8080",
		"http://other.example/admin/users?x=[1]":    "",
		"http://other.example/admin/users?x=%5b1]":  "",
		"http://other.example/admin/users?x=%5b1%5d": "admin POST /admin/users?x=%5B1%5D " +
			"other.example",
		"http://other.example/a/../admin/": "admin POST /admin/ other.example",
		"http://[2001:db8::7]/a":           "front POST /a [2001:db8::7]",
		"http://unknown.example/":          "",
	} {
		body := strings.Repeat("x", 100_000)
		response, err := client.Post(text, "text/plain", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := io.ReadAll(response.Body)
		response.Body.Close()
		saw := s.take()
		if want == "" {
			if response.StatusCode != 400 || len(saw) != 0 {
				t.Errorf("%s: status %d, backends saw %q, want 400 and nothing", text, response.StatusCode, saw)
			}
			continue
		}
		if len(saw) != 1 || saw[0] != want || string(answer) != "hello 100000" || response.StatusCode != 200 {
			t.Errorf("%s: backends saw %q, want %q; answer %d %q", text, saw, want, response.StatusCode, answer)
		}
	}
}

// TestHeader checks the fields that the proxy adds and those that it drops.
func TestHeader(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.send(t, "GET http://other.example:80/a HTTP/1.1\r\nHost: example.com\r\nConnection: X-Hop, Upgrade\r\n"+
		"X-Hop: 1\r\nUpgrade: h2c\r\nForwarded: for=evil\r\nX-Forwarded-For: evil\r\nX-Forwarded-Host: evil\r\n"+
		"X-Forwarded-Proto: evil\r\nX-End: 1\r\n\r\n")
	if len(s.take()) != 1 {
		t.Fatal("the request did not arrive")
	}
	want := map[string][]string{
		"X-Forwarded-For":   {"127.0.0.1"},
		"X-Forwarded-Host":  {"other.example"},
		"X-Forwarded-Proto": {"http"},
		"Via":               {"1.1 proxy"},
		"X-End":             {"1"},
		"X-Hop":             nil, "Upgrade": nil, "Connection": nil, "Forwarded": nil, "User-Agent": nil,
	}
	for name, values := range want {
		if got := s.got.Header.Values(name); !slices.Equal(got, values) {
			t.Errorf("%s: %q, want %q", name, got, values)
		}
	}
}

// notForClients lists fields that make some backend serve another target, method, host, client or user than the proxy
// has checked, in the spelling of a client.
var notForClients = strings.Fields(`
	X-Original-URL x-original-url X-ORIGINAL-URL X-Original-URI X-Original-Host X-Original-Method X-Original-Forwarded-For
	X-Rewrite-URL X-Host X-HTTP-Host-Override X-Host-Override X-Envoy-Original-Path X-Script-Name X-URL-Scheme
	Forwarded Forwarded-For X-Forwarded X-Forward-For X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port
	X-Forwarded-Prefix X-Forwarded-Server X-Forwarded-Scheme X-Forwarded-Ssl X-Forwarded-Uri X-Forwarded-Path
	X-Forwarded-User X-Forwarded-Client-Cert X-Forwarded-By Front-End-Https
	X-HTTP-Method X-HTTP-Method-Override X-Method-Override
	X-Real-IP Client-IP X-Client-IP X-Cluster-Client-IP True-Client-IP CF-Connecting-IP Fastly-Client-IP X-Remote-IP
	X-Remote-Addr X-Originating-IP X-ProxyUser-IP X-Envoy-External-Address
	Remote-User X-Remote-User X-Authenticated-User Client-Cert Client-Cert-Chain X-Client-Cert X-SSL-Client-Cert
	Proxy X-Accel-Mapping X-Sendfile-Type
	X_Forwarded_For x_forwarded_for X_Real_IP X-Forwarded_For X_Original_URL
	Content_Length Transfer_Encoding Host_ Any_Name
	X.Real.IP X!Real!IP X~Forwarded~For X|Original|URL
	Connection Proxy-Connection Keep-Alive TE Trailer Upgrade Proxy-Authorization Proxy-Authenticate`)

// forBackends are fields of the client that the proxy sends on.
var forBackends = strings.Fields(`Accept Accept-Encoding Authorization Cookie Content-Type If-None-Match Max-Forwards
	Origin Range Referer Sec-Fetch-Site Traceparent User-Agent X-Api-Key X-Request-ID X-Requested-With X-1`)

// TestDroppedFields sends each field on a socket and looks at the header that arrives: the value "evil" never does.
func TestDroppedFields(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for _, name := range notForClients {
		s.send(t, "GET /a HTTP/1.1\r\nHost: example.com\r\n"+name+": evil\r\nX-End: 1\r\n\r\n")
		if saw := s.take(); !slices.Equal(saw, []string{"front GET /a example.com"}) {
			t.Errorf("%s: backends saw %q", name, saw)
			continue
		}
		for got, values := range s.got.Header {
			if slices.Contains(values, "evil") || got != "X-End" && strings.EqualFold(got, name) && !isOurs(got) {
				t.Errorf("%s: %s: %q arrived", name, got, values)
			}
		}
	}
	for _, name := range forBackends {
		s.send(t, "GET /a HTTP/1.1\r\nHost: example.com\r\n"+name+": 7\r\n\r\n")
		if s.take(); s.got.Header.Get(name) != "7" {
			t.Errorf("%s did not arrive", name)
		}
	}
}

// isOurs reports whether the proxy sets the field itself.
func isOurs(name string) bool {
	return slices.Contains([]string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"}, name)
}

// TestConnectionNamesFields checks that a client can remove its own fields with Connection, but not the fields of the
// proxy.
func TestConnectionNamesFields(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.send(t, "GET /a HTTP/1.1\r\nHost: example.com\r\nCookie: a=b\r\nX-End: 1\r\nConnection: close, Cookie, Host, Via, "+
		"X-Forwarded-For, X-Forwarded-Host, X-Forwarded-Proto\r\n\r\n")
	if saw := s.take(); !slices.Equal(saw, []string{"front GET /a example.com"}) {
		t.Fatalf("backends saw %q", saw)
	}
	for name, want := range map[string]string{
		"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "example.com", "X-Forwarded-Proto": "http", "Via": "1.1 proxy",
		"X-End": "1", "Cookie": "", "Connection": "",
	} {
		if got := s.got.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestTrailers checks that no trailer is sent on.
func TestTrailers(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.send(t, "POST /a HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\nTrailer: X-Real-IP, X-Other\r\n\r\n"+
		"1\r\na\r\n0\r\nX-Real-IP: evil\r\nX-Other: evil\r\n\r\n")
	if saw := s.take(); len(saw) != 1 || len(s.got.Trailer) != 0 || s.got.Header.Get("Trailer") != "" {
		t.Errorf("backends saw %q with the trailers %q", saw, s.got.Trailer)
	}
}

// TestKeepFlag: the flag -keep sends fields on that are dropped by default.
func TestKeepFlag(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *config) { c.keep = []string{"x-real-ip", "X_Any"} })
	s.send(t, "GET /a HTTP/1.1\r\nHost: example.com\r\nX-Real-IP: 1\r\nX_Any: 2\r\nX-Client-IP: 3\r\nX_Real_IP: 4\r\n\r\n")
	s.take()
	want := map[string]string{"X-Real-Ip": "1", "X_any": "2", "X-Client-Ip": "", "X_real_ip": ""}
	for name, value := range want {
		if got := strings.Join(s.got.Header[name], ","); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
}

// TestDefaultHost makes requests of HTTP/1.0, which need not name a host (RFC 9112, section 3.3).
func TestDefaultHost(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *config) { c.defaultHost = "other.example" })
	s.send(t, "GET /a HTTP/1.0\r\n\r\n")
	if saw := s.take(); !slices.Equal(saw, []string{"front GET /a other.example"}) {
		t.Errorf("backends saw %q", saw)
	}
	if response, _ := s.send(t, host("")); response.StatusCode != 400 || s.take() != nil {
		t.Error("the default stands in for an empty Host of HTTP/1.1")
	}
}

// TestAllowedHazardForwarded checks that a target with an allowed hazard is forwarded unchanged.
func TestAllowedHazardForwarded(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *config) { c.allow = guard.HazardDoubleSlash | guard.HazardSemicolon })
	for _, target := range []string{"/web/http://x/", "/a;b=c", "/a//"} {
		s.send(t, get(target))
		if saw := s.take(); !slices.Equal(saw, []string{"front GET " + target + " example.com"}) {
			t.Errorf("%s: backends saw %q", target, saw)
		}
	}
	for _, target := range []string{"//other.example/a", "///a", "/a/..//b"} {
		if response, _ := s.send(t, get(target)); response.StatusCode != 400 || s.take() != nil {
			t.Errorf("%s: status %d", target, response.StatusCode)
		}
	}
}

// TestLogHidesSecrets checks that the log has no secrets. Of a request-target that is refused, it has the path,
// escaped.
func TestLogHidesSecrets(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for _, raw := range []string{
		get("/a?token=SECRET&b=c"), get("/a?%74OKEN=SECRET"), get("http://u:SECRET@example.com/"),
		get("http://SECRET.test:SECRET@example.com/"), get("/a\xff?SECRET"), get("/a?token=SECRET%00"),
		"SECRET / HTTP/1.1\r\nHost: example.com\r\n\r\n", "GET / HTTP/1.1\r\nHost: SECRET:SECRET\r\n\r\n",
		get("/b#SECRET"), get("http://SECRET[/"), "GET /SECRET\x00 HTTP/1.1\r\n\r\n",
	} {
		s.send(t, raw)
	}
	lines := s.log.String()
	if strings.Contains(lines, "SECRET") {
		t.Errorf("the log has a secret:\n%s", lines)
	}
	for _, want := range []string{
		`target="http://example.com/a?token=xxxxx&b=c" status=200`, `target="http://example.com/a?tOKEN=xxxxx"`,
		"code=userinfo", "code=bad-target", "code=encoded-NUL", "method=other", "code=bad-host",
		`received=/a\xff?xxxxx`, "received=/b#xxxxx", "received=xxxxx@example.com/",
		`error="request-target: illegal byte in path at byte 2"`, `route=/`,
	} {
		if !strings.Contains(lines, want) {
			t.Errorf("the log has no %s:\n%s", want, lines)
		}
	}
}

// TestBackendFails has backends that do not exist.
func TestBackendFails(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	s := newSite(t, func(c *config) {
		r, err := parseRoute("/gone/=http://" + l.Addr().String())
		c.routes = append(c.routes[:0], r)
		if err != nil {
			t.Error(err)
		}
	})
	response, _ := s.send(t, get("/gone/x"))
	if got := body(response); response.StatusCode != 502 || !strings.HasPrefix(got, "bad-gateway: ") {
		t.Errorf("answer %d %q", response.StatusCode, got)
	}
	response, _ = s.send(t, get("/"))
	if got := body(response); response.StatusCode != 404 || !strings.HasPrefix(got, "no-route: ") {
		t.Errorf("answer %d %q", response.StatusCode, got)
	}
	w := &nowhere{header: http.Header{}}
	p := &proxy{log: slog.New(slog.DiscardHandler)}
	p.fail(w, new(http.Request), os.ErrDeadlineExceeded)
	if w.status != 504 {
		t.Errorf("status %d, want 504", w.status)
	}
}

// TestShutdown shuts the proxy down while a request is being served.
func TestShutdown(t *testing.T) {
	t.Parallel()
	arrived, leave := make(chan bool), make(chan bool)
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-leave
		io.WriteString(w, "done")
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, l, newServer(slow, slog.New(slog.DiscardHandler), 0), time.Minute) }()
	answered := make(chan string, 1)
	go func() {
		response, err := http.Get("http://" + l.Addr().String() + "/")
		if err != nil {
			answered <- err.Error()
			return
		}
		answered <- body(response)
		response.Body.Close()
	}()
	<-arrived
	stop()
	for err == nil { // until the listener is closed
		var c net.Conn
		if c, err = net.Dial("tcp", l.Addr().String()); err == nil {
			c.Close()
		}
	}
	select {
	case err := <-ended:
		t.Fatalf("the proxy ended before the request: %v", err)
	default:
	}
	close(leave)
	if got := <-answered; got != "done" {
		t.Errorf("answer %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A request that takes too long is aborted, and no goroutine is left running.
func TestShutdownTooLong(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	gone := make(chan struct{})
	stuck := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
		close(gone)
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, l, newServer(stuck, slog.New(slog.DiscardHandler), 0), time.Millisecond) }()
	if response, err := http.Get("http://" + l.Addr().String() + "/"); err == nil {
		response.Body.Close()
		t.Error("answered:", response.Status)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "aborted") {
		t.Error(err)
	}
	<-gone
}

func TestCommand(t *testing.T) {
	t.Parallel()
	const route = "-route=/=http://127.0.0.1:1"
	for _, test := range []struct {
		args   []string
		status int
		out    string
	}{
		{nil, 2, "missing -route"},
		{[]string{"-h"}, 0, "usage: proxy"},
		{[]string{route, "x"}, 2, "only flags"},
		{[]string{"-route=/a=http://127.0.0.1:1"}, 2, "a route is"},
		{[]string{"-route=/a/../=http://127.0.0.1:1"}, 2, "a route is"},
		{[]string{"-route=/a/=http://127.0.0.1:1/b"}, 2, "a route is"},
		{[]string{"-route=/a/=http://127.0.0.1:1/b/../c/"}, 2, "a route is"},
		{[]string{"-route=/a/=http://127.0.0.1:1//b/"}, 2, "a route is"},
		{[]string{"-route=/a/=http://127.0.0.1:1/b/", "-plain"}, 2, "-plain does not"},
		{[]string{route, "-max-length=0"}, 2, "-max-length is"},
		{[]string{route, "-backend-ca=/dev/null"}, 2, "-backend-ca: no cert"},
		{[]string{"-route=/a/=https://127.0.0.1:1/b/", "-listen=127.0.0.1:0", "-max-length=20000"}, 0, "listening"},
		{[]string{"-route=/a/=http://127.0.0.1:1/?b"}, 2, "a route is"},
		{[]string{"-route=/a/=http://u@127.0.0.1:1"}, 2, "a route is"},
		{[]string{"-route=/a/=ftp://127.0.0.1:1"}, 2, "a route is"},
		{[]string{"-route=//h/=http://127.0.0.1:1"}, 2, "a route is"},
		{[]string{"-route"}, 2, "needs an argument"},
		{[]string{route, "-port=65536"}, 2, "no port number"},
		{[]string{route, "-allow=nonsense"}, 2, "no such hazard"},
		{[]string{"-route=/a/=http://127.0.0.1:1", "-route=/a/=http://127.0.0.1:2"}, 2, "same PREFIX"},
		{[]string{route, "-host=a..b"}, 2, "Hosts[0]"},
		{[]string{route, "-port=0"}, 2, "Ports[0]"},
		{[]string{route, "-scheme=1"}, 2, "-scheme is"},
		{[]string{route, "-scheme=ftp"}, 2, "-scheme is"},
		{[]string{route, "-default-host=a/b"}, 2, "-default-host: "},
		{[]string{route, "-default-host=:80"}, 2, "-default-host: "},
		{[]string{route, "-default-host=a"}, 2, "-default-host: host not allowed"},
		{[]string{route, "-default-host=a:80", "-host=a", "-listen=127.0.0.1:0"}, 0, "listening"},
		{[]string{route, "-listen=nonsense"}, 2, "-listen: "},
		{[]string{route, "-listen=127.0.0.1:nonsense"}, 2, "-listen: "},
		{[]string{route, "-listen=192.0.2.1:0"}, 1, "192.0.2.1"}, // an address for documentation, which no machine has
		{[]string{route, "-listen=127.0.0.1:0", "-allow=double slash", "-port=81", "-hide=k"}, 0, "listening"},
		{[]string{route, "-listen=127.0.0.1:0", "-scheme=https", "-web"}, 0, "listening"},
	} {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		var out bytes.Buffer
		if got := command(ctx, test.args, &out); got != test.status || !strings.Contains(out.String(), test.out) {
			t.Errorf("%q: exit status %d, want %d; output %s", test.args, got, test.status, out.String())
		}
	}
}

func TestFlags(t *testing.T) {
	t.Parallel()
	o, err := parseFlags([]string{"-listen=127.0.0.1:8081", "-route=/=http://127.0.0.1:1"}, io.Discard)
	if err != nil || !slices.Equal(o.ports, []uint16{80, 8081}) || !slices.Contains(o.hosts, "localhost") {
		t.Errorf("%+v, %v", o, err)
	}
	o, err = parseFlags([]string{"-listen=:https", "-scheme=https", "-route=/=http://127.0.0.1:1"}, io.Discard)
	if err != nil || !slices.Equal(o.ports, []uint16{443, 443}) {
		t.Errorf("%+v, %v", o, err)
	}
}

// TestDecideAllocs counts the allocations of the checks: the text of the target URI, and the list that holds Host.
func TestDecideAllocs(t *testing.T) {
	p := newProxyTo(t, nil)
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(get("/a/b?c=d&e=%20"))))
	if err != nil {
		t.Fatal(err)
	}
	allocs := testing.AllocsPerRun(100, func() {
		var x exchange
		if p.decide(&x, r); x.refused != nil || x.route == nil {
			t.Error(x.refused)
		}
	})
	if allocs > 2 {
		t.Errorf("%v allocations", allocs)
	}
}

// nowhere is a ResponseWriter, and a RoundTripper that keeps the request.
type nowhere struct {
	header http.Header
	status int
	body   bytes.Buffer
	sent   *http.Request
}

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) WriteHeader(status int)      { w.status = status }
func (w *nowhere) Write(p []byte) (int, error) { return w.body.Write(p) }

func (w *nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	w.sent = r
	return &http.Response{StatusCode: 200, Body: http.NoBody, Header: http.Header{}}, nil
}

func newProxyTo(t testing.TB, transport http.RoundTripper) *proxy {
	front, err1 := parseRoute("/=http://127.0.0.1:1")
	admin, err2 := parseRoute("/admin/=http://127.0.0.1:2")
	p, err3 := newProxy(config{
		routes: []route{front, admin}, scheme: "http", hosts: []string{"example.com"},
		log: slog.New(slog.DiscardHandler),
	})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for i := range p.routes {
		p.routes[i].proxy.Transport = transport
	}
	return p
}

// FuzzForwarded checks that no lenient server reads the path of a forwarded request in another way.
func FuzzForwarded(f *testing.F) {
	for _, a := range attempts {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(a.raw)))
		if err == nil {
			f.Add(r.Method, r.RequestURI, r.Host)
		}
	}
	for _, x := range webTargets {
		f.Add("GET", x.target, "example.com")
	}
	w := new(nowhere)
	strict, web := newProxyTo(f, w), newProxyTo(f, w)
	web.check.web = true
	f.Fuzz(func(t *testing.T, method, target, host string) {
		checkForwarded(t, strict, w, method, target, host)
		checkForwarded(t, web, w, method, target, host)
	})
}

func checkForwarded(t *testing.T, p *proxy, w *nowhere, method, target, host string) {
	raw := method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n"
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw)))
	if err != nil || r.RequestURI != target || r.Method != method {
		return
	}
	*w = nowhere{header: http.Header{}}
	p.ServeHTTP(w, r)
	if w.sent == nil {
		if w.status < 400 && (w.status != 204 || method != "OPTIONS" || strings.ContainsAny(target, "?#")) {
			t.Errorf("status %d, and nothing was sent", w.status)
		}
		code, text, _ := strings.Cut(strings.TrimSpace(w.body.String()), ": ")
		if strings.ContainsAny(code, " /%?") || w.status >= 400 && !strings.HasSuffix(text, ".") {
			t.Errorf("answer %q", w.body.String())
		}
		return
	}
	checkSent(t, w.sent)
}

// checkSent reads the request as the most lenient server does: it decodes twice, reads backslashes as slashes, merges
// slashes, drops parameters, and resolves dot segments.
func checkSent(t *testing.T, r *http.Request) {
	t.Helper()
	sent := r.URL.RequestURI()
	name, _, _ := strings.Cut(r.Host, ":")
	if strings.TrimSuffix(name, ".") != "example.com" {
		t.Errorf("sent to %q", r.Host)
	}
	if _, err := uri.ParseRelativeRef(sent); err != nil {
		t.Errorf("sent %q: %v", sent, err)
	}
	path, _, _ := strings.Cut(sent, "?")
	if path[0] != '/' {
		t.Fatalf("sent %q", sent)
	}
	worst := path
	for range 2 {
		decoded, err := url.PathUnescape(worst)
		if err != nil {
			break
		}
		worst = strings.ReplaceAll(decoded, `\`, "/")
	}
	if strings.ContainsAny(worst, ";\x00\r\n") || strings.Contains(worst, "//") {
		t.Errorf("sent %q", sent)
	}
	for segment := range strings.SplitSeq(worst, "/") {
		if segment == "." || segment == ".." {
			t.Errorf("sent %q", sent)
		}
	}
	toAdmin := r.URL.Host == "127.0.0.1:2"
	if strings.HasPrefix(worst, "/admin/") != toAdmin {
		t.Errorf("sent %q to %s", sent, r.URL.Host)
	}
}
