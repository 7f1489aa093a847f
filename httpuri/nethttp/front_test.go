package nethttp_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/httpuri/nethttp"
	"github.com/urispan/uri/internal/test/kit"
)

// A seenRequest is what a backend got.
type seenRequest struct {
	target, host    string
	header, trailer http.Header
}

// newProxy returns a front for a backend that answers with the fields of response, and what the backend has got.
func newProxy(t *testing.T, response http.Header, change func(*nethttp.Front), rules ...httpuri.Rule) (front *httptest.Server, seen *[]seenRequest) {
	t.Helper()
	seen = new([]seenRequest)
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = append(*seen, seenRequest{r.RequestURI, r.Host, r.Header.Clone(), r.Trailer})
		for name, values := range response {
			w.Header()[name] = slices.Clone(values)
		}
		fmt.Fprint(w, "served")
	}))
	t.Cleanup(backend.Close)
	for i := range rules {
		rules[i].Backend = strings.Replace(rules[i].Backend, "http://backend", backend.URL, 1)
	}
	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{QueryKeys: uri.SecretKeys()}, rules...)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(f)
	}
	front = httptest.NewServer(f.Handler(f.ReverseProxy(nil)))
	t.Cleanup(front.Close)
	return front, seen
}

// sendRaw sends a request as raw bytes, and returns the response.
func sendRaw(t *testing.T, front *httptest.Server, raw string) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, raw); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%q: %v", raw, err)
	}
	body, _ := io.ReadAll(response.Body)
	response.Body = io.NopCloser(strings.NewReader(string(body)))
	return response
}

// TestFrontForwards sends raw requests, and checks what the backend gets.
func TestFrontForwards(t *testing.T) {
	front, seen := newProxy(t, nil, nil,
		httpuri.Rule{Public: "//shop.example/cart/", Backend: "http://backend/v2/cart/", AddSlash: true},
		httpuri.Rule{Public: "//shop.example/git/", Backend: "http://backend/", Allow: guard.HazardEncodedSlash},
		httpuri.Rule{Public: "//shop.example/", Backend: "http://backend/", KeepHost: true},
	)
	backend := ""
	for _, test := range kit.Cases[struct {
		line, host string
		status     int
		target     string // of the request to the backend
		keeps      bool   // the host
	}]("front.txt", "TestFrontForwards") {
		*seen = nil
		response := sendRaw(t, front, test.line+" HTTP/1.1\r\nHost: "+test.host+"\r\nContent-Length: 0\r\n\r\n")
		switch {
		case response.StatusCode != test.status:
			t.Errorf("%s: %d, want %d", test.line, response.StatusCode, test.status)
		case test.status == 307 && response.Header.Get("Location") != "/cart/?a=1;b":
			t.Errorf("%s: location %q", test.line, response.Header.Get("Location"))
		case test.status != 200 && len(*seen) > 0:
			t.Errorf("%s: the backend got %v", test.line, *seen)
		case test.status == 200 && (len(*seen) != 1 || (*seen)[0].target != test.target):
			t.Errorf("%s: the backend got %v, want %q", test.line, *seen, test.target)
		case test.status == 200 && test.keeps != ((*seen)[0].host == test.host):
			t.Errorf("%s: the backend got the host %q", test.line, (*seen)[0].host)
		case test.status == 200 && !test.keeps:
			backend = (*seen)[0].host
		}
	}
	if _, _, err := net.SplitHostPort(backend); err != nil {
		t.Errorf("%q is not the host of the backend", backend)
	}
}

// TestForwardedFields checks the fields that the backend trusts.
func TestForwardedFields(t *testing.T) {
	const client = "GET /api/x HTTP/1.1\r\nHost: Shop.example\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n" +
		"X-Forwarded-Host: evil\r\nX-Forwarded-Prefix: /evil\r\nX_Forwarded_Prefix: /evil\r\nX.Forwarded.Prefix: /evil\r\nX-Forwarded: evil\r\nX-Forwarded-Anything: evil\r\nForwarded: for=evil\r\n" +
		"X-Real-IP: evil\r\nX-Original-URL: /evil\r\nX-Rewrite-URL: /evil\r\nX-Request-ID: 7\r\nVia: 1.0 fred\r\nConnection: X-Forwarded-Host\r\n\r\n"
	for _, trusted := range []bool{false, true} {
		rule := httpuri.Rule{Public: "//shop.example/api/", Backend: "http://backend/", SendPrefix: true}
		front, seen := newProxy(t, nil, func(f *nethttp.Front) {
			if trusted {
				f.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.0/8")}
			}
		}, rule)
		if response := sendRaw(t, front, client); response.StatusCode != 200 || len(*seen) != 1 {
			t.Fatalf("status %d, %v", response.StatusCode, *seen)
		}
		want := map[string]string{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "http", "X-Forwarded-Host": "Shop.example", "X-Forwarded-Prefix": "/api",
			"X-Request-Id": "7", "Via": "1.0 fred|1.1 front", "User-Agent": ""}
		if trusted {
			want["X-Forwarded-For"], want["X-Forwarded-Proto"] = "1.2.3.4, 127.0.0.1", "https"
		}
		for name, values := range (*seen)[0].header {
			if got := strings.Join(values, "|"); got != want[name] {
				t.Errorf("trusted %v: %s: %q, want %q", trusted, name, got, want[name])
			}
			delete(want, name)
		}
		delete(want, "User-Agent")
		if len(want) > 0 {
			t.Errorf("trusted %v: %v are missing", trusted, want)
		}
	}
}

// trustedFields are fields that make some backend serve another target, method, host, client or user.
const trustedFields = `
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
	Connection Proxy-Connection Keep-Alive TE Trailer Upgrade Proxy-Authorization Proxy-Authenticate`

// otherFields are for the backend.
const otherFields = `Accept Accept-Encoding Authorization Cookie Content-Type If-None-Match Max-Forwards
	Origin Range Referer Sec-Fetch-Site Traceparent User-Agent X-Api-Key X-Request-ID X-Requested-With X-1`

// TestTrustedFields sends each field, and checks the header that arrives. Keep has exceptions.
func TestTrustedFields(t *testing.T) {
	rule := httpuri.Rule{Public: "/", Backend: "http://backend/"}
	front, seen := newProxy(t, nil, nil, rule)
	keeping, kept := newProxy(t, nil, func(f *nethttp.Front) { f.Keep = []string{"x-real-ip", "X_Any", "X-Forwarded-Host"} }, rule)
	arrives := func(front *httptest.Server, seen *[]seenRequest, name string) bool {
		*seen = nil
		sendRaw(t, front, "GET / HTTP/1.1\r\nHost: h\r\n"+name+": evil\r\n\r\n")
		if len(*seen) != 1 {
			t.Fatalf("%s: the backend got %v", name, *seen)
		}
		for _, values := range (*seen)[0].header {
			if slices.Contains(values, "evil") {
				return true
			}
		}
		return false
	}
	for name := range strings.FieldsSeq(trustedFields) {
		if arrives(front, seen, name) {
			t.Errorf("%s arrives", name)
		}
	}
	for name := range strings.FieldsSeq(otherFields) {
		if !arrives(front, seen, name) {
			t.Errorf("%s does not arrive", name)
		}
	}
	for name, want := range map[string]bool{"X-Real-IP": true, "X_Any": true, "X_Real_IP": false, "X-Client-IP": false, "X-Forwarded-Host": false} {
		if arrives(keeping, kept, name) != want {
			t.Errorf("with Keep, %s arrives: %v", name, !want)
		}
	}
}

// TestNoOtherProxy checks that no proxy of the environment gets the requests: it would get them in origin-form.
func TestNoOtherProxy(t *testing.T) {
	got := make(chan string, 1)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got <- r.RequestURI }))
	defer other.Close()
	usual := http.DefaultTransport
	defer func() { http.DefaultTransport = usual }()
	to, err := url.Parse(other.URL)
	if err != nil {
		t.Fatal(err)
	}
	http.DefaultTransport = &http.Transport{Proxy: http.ProxyURL(to)}
	front, _ := newProxy(t, nil, nil, httpuri.Rule{Public: "/", Backend: "http://backend/"})
	if response := sendRaw(t, front, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"); response.StatusCode != 200 || len(got) > 0 {
		t.Errorf("status %d, and another proxy got %d requests", response.StatusCode, len(got))
	}
}

// TestHTTP2 sends requests over HTTP/2, many at a time, to a backend with HTTP/2.
func TestHTTP2(t *testing.T) {
	backend := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Proto, " ", r.RequestURI, " ", r.Header.Get("X-Forwarded-Proto"), " ", r.Header.Get("Via"))
	}))
	backend.EnableHTTP2 = true
	backend.StartTLS()
	defer backend.Close()
	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: "https://shop.example/", Backend: backend.URL + "/v2/"})
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(f.Handler(f.ReverseProxy(backend.Client().Transport)))
	front.EnableHTTP2 = true
	front.StartTLS()
	defer front.Close()
	requests := map[string]string{
		"/a%7Eb?id[]=1|2":     "200 HTTP/2.0 /v2/a%7Eb?id[]=1|2 https 2 front",
		"/caf\xc3\xa9":        "200 HTTP/2.0 /v2/caf%C3%A9 https 2 front",
		"/a b":                "400 request-target: illegal byte in path", // net/http gives it to the handler
		"/a#b":                "400 request-target: illegal byte in path",
		"/a/../b":             "400 URI has a hazard that is not allowed",
		"/%2e%2e/b":           "400 URI has a hazard that is not allowed",
		"//evil.example/":     "400 URI has a hazard that is not allowed",
		"/" + longest("a"):    "200 HTTP/2.0 /v2/" + longest("a") + " https 2 front",
		"/" + longest("a%41"): "200 HTTP/2.0 /v2/" + longest("a%41") + " https 2 front",
	}
	send := func(target, want string) {
		r, err := http.NewRequest("GET", front.URL, nil)
		if err != nil {
			t.Error(err)
			return
		}
		r.Host = "shop.example"
		if r.URL.Opaque = target; strings.HasPrefix(target, "//") {
			r.URL.Opaque, r.URL.Path = "", target
		}
		response, err := front.Client().Do(r)
		if err != nil {
			t.Errorf("%.40q: %v", target, err)
			return
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		if got := fmt.Sprint(response.StatusCode, " ", string(body)); response.ProtoMajor != 2 || !strings.Contains(got, want) {
			t.Errorf("%.40q: %.80q in %s, want %.80q", target, got, response.Proto, want)
		}
	}
	send("/first", "200 HTTP/2.0 /v2/first") // opens the connections
	var group sync.WaitGroup
	for target, want := range requests {
		for range 4 {
			group.Go(func() { send(target, want) })
		}
	}
	group.Wait()
}

// longest returns a path of 7,000 bytes.
func longest(s string) string { return strings.Repeat(s, 7000/len(s)) }

// TestTrailers checks that no trailer is sent on.
func TestTrailers(t *testing.T) {
	front, seen := newProxy(t, nil, nil, httpuri.Rule{Public: "/", Backend: "http://backend/"})
	sendRaw(t, front, "POST / HTTP/1.1\r\nHost: h\r\nTrailer: X-Forwarded-For, Forwarded, X-Real-Ip, X-Other\r\nTransfer-Encoding: chunked\r\n\r\n"+
		"1\r\na\r\n0\r\nX-Forwarded-For: evil\r\nForwarded: evil\r\nX-Real-Ip: evil\r\nX-Other: evil\r\n\r\n")
	if len(*seen) != 1 || len((*seen)[0].trailer) != 0 {
		t.Errorf("the backend got %v", *seen)
	}
}

// TestFrontResponses checks that the fields of responses are mapped, and that ModifyResponse is free.
func TestFrontResponses(t *testing.T) {
	front, _ := newProxy(t, http.Header{"Location": {"/v2/next?u[]=1"}, "Set-Cookie": {"a=b; Path=/v2/"}, "Refresh": {"5;url=/v2/x"}}, nil,
		httpuri.Rule{Public: "http://shop.example/api/", Backend: "http://backend/v2/"},
		httpuri.Rule{Public: "//*.shop.example/api/", Backend: "http://backend/v2/", KeepHost: true})
	h := sendRaw(t, front, "GET /api/a HTTP/1.1\r\nHost: shop.example\r\n\r\n").Header
	if got := h.Get("Location") + " " + h.Get("Set-Cookie") + " " + h.Get("Refresh"); got != "http://shop.example/api/next?u%5B%5D=1 a=b; Path=/api/ 5;url=http://shop.example/api/x" {
		t.Error(got)
	}
	h = sendRaw(t, front, "GET /api/a HTTP/1.1\r\nHost: a.shop.example\r\n\r\n").Header
	if got := h.Get("Location"); got != "/api/next?u%5B%5D=1" {
		t.Error(got)
	}
}

// TestFrontScheme checks how the scheme is known.
func TestFrontScheme(t *testing.T) {
	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: "/", Backend: "http://b/"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		https, tls, trusted bool
		proto, want         string
	}{
		{false, false, false, "", "http"}, {true, false, false, "", "https"}, {false, true, false, "", "https"}, {false, false, false, "https", "http"},
		{false, false, true, "https", "https"}, {false, true, true, "http", "http"}, {true, false, true, "HTTPS", "https"}, {false, false, true, "ftp", "http"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		if test.tls {
			r.TLS = new(tls.ConnectionState)
		}
		if test.proto != "" {
			r.Header.Set("X-Forwarded-Proto", test.proto)
		}
		r.RemoteAddr = "[::ffff:10.1.2.3]:4"
		f.HTTPS, f.TrustedProxies = test.https, nil
		if test.trusted {
			f.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.1.2.3/32")}
		}
		d := f.Decide(r)
		if got := d.URI().Scheme(); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestSeen checks that Seen gets every decision, and that a handler finds it.
func TestSeen(t *testing.T) {
	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{QueryKeys: []string{"token"}}, httpuri.Rule{Public: "//shop.example/", Backend: "http://b/"})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	f.Seen = func(r *http.Request, d *httpuri.Decision) {
		seen = append(seen, fmt.Sprintf("%d %s", d.Status, d.LogText()))
	}
	h := f.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		type key struct{}
		d := nethttp.Decided(context.WithValue(r.Context(), key{}, "b")) // the context of a middleware
		fmt.Fprint(w, d.URI(), d.Target(), d.Mapping().Rule().Public)
	}))
	for _, test := range [][3]string{
		{"shop.example", "/a?token=s", "http://shop.example/a?token=s/a?token=s//shop.example/"}, {"evil.example", "/", "host not served\n"},
		{"shop.example", "/\xff%00", "URI has a hazard that is not allowed\n"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host, r.RequestURI = test[0], test[1]
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Body.String(); got != test[2] {
			t.Errorf("%s: %q", test[1], got)
		}
	}
	if want := []string{"200 http://shop.example/a?token=xxxxx", "421 http://evil.example/", "400 http://shop.example/%FF%00"}; !slices.Equal(seen, want) {
		t.Errorf("seen %q", seen)
	}
}

// TestDecidesOnce checks that the first decision about a request is the only one: Serve, Seen, a middleware, and ReverseProxy
// have the same, although the request is another one by then.
func TestDecidesOnce(t *testing.T) {
	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: "//shop.example/a/", Backend: "http://backend.example/b/"})
	if err != nil {
		t.Fatal(err)
	}
	var decisions []*httpuri.Decision
	change := func(r *http.Request) {
		r.RequestURI, r.Host, r.URL = "/secret", "other.example", &url.URL{Path: "/secret"}
	}
	f.Seen = func(r *http.Request, d *httpuri.Decision) {
		decisions = append(decisions, d)
		change(r)
	}
	sent := ""
	proxy := f.ReverseProxy(roundTripper(func(r *http.Request) (*http.Response, error) {
		decisions = append(decisions, nethttp.Decided(r.Context()))
		sent = r.Host + " " + r.URL.RequestURI() + " for " + r.Header.Get("X-Forwarded-Host")
		return &http.Response{StatusCode: 200, Body: http.NoBody, Request: r}, nil
	}))
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		decisions = append(decisions, nethttp.Decided(r.Context()))
		change(r)
		proxy.ServeHTTP(w, r)
	})
	for name, serve := range map[string]func(w http.ResponseWriter, r *http.Request){
		"Handler": f.Handler(next).ServeHTTP,
		"Serve": func(w http.ResponseWriter, r *http.Request) {
			d := f.Decide(r)
			change(r)
			f.Serve(w, r, d, next)
		},
	} {
		decisions, sent = nil, ""
		r := httptest.NewRequest("GET", "/a/x?y", nil)
		r.Host = "shop.example"
		w := httptest.NewRecorder()
		serve(w, r)
		if w.Code != 200 || sent != "backend.example /b/x?y for shop.example" {
			t.Errorf("%s: %d, sent %q", name, w.Code, sent)
		}
		if len(decisions) != 3 || decisions[0] == nil || len(slices.Compact(decisions)) != 1 {
			t.Errorf("%s: decisions %v", name, decisions)
		}
	}
	// Each decision makes an allocation.
	f.Seen = nil
	r := httptest.NewRequest("GET", "/a/x?y", nil)
	r.Host = "shop.example"
	d, none := f.Decide(r), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	h := f.Handler(none)
	all := testing.AllocsPerRun(100, func() { h.ServeHTTP(nil, r) })
	if served := testing.AllocsPerRun(100, func() { f.Serve(nil, r, d, none) }); all != served+1 {
		t.Errorf("%v allocations, and %v without the decision", all, served)
	}
}

// TestClosed checks that nothing passes without a decision.
func TestClosed(t *testing.T) {
	f := new(nethttp.Front)
	w := httptest.NewRecorder()
	f.Handler(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 400 {
		t.Errorf("the zero Front answers %d", w.Code)
	}
	if nethttp.Decided(t.Context()) != nil {
		t.Error("a decision without a Front")
	}
	sent := false
	proxy := f.ReverseProxy(roundTripper(func(*http.Request) (*http.Response, error) {
		sent = true
		return nil, io.EOF
	}))
	proxy.ErrorHandler = func(w http.ResponseWriter, r *http.Request, err error) { w.WriteHeader(502) }
	w = httptest.NewRecorder()
	if proxy.ServeHTTP(w, httptest.NewRequest("POST", "http://evil.example/", strings.NewReader("a"))); w.Code != 502 || sent {
		t.Errorf("a request without a decision: %d, sent: %v", w.Code, sent)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestUpgrade checks that a WebSocket works, and that no other upgrade reaches the backend.
func TestUpgrade(t *testing.T) {
	var upgrades []string
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		upgrade := r.Header.Get("Upgrade")
		upgrades = append(upgrades, upgrade+"|"+r.Header.Get("Connection"))
		if upgrade == "" {
			return
		}
		w.Header().Set("Upgrade", upgrade)
		w.Header().Set("Connection", "Upgrade")
		w.WriteHeader(http.StatusSwitchingProtocols)
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		line, _ := buffered.ReadString('\n')
		io.WriteString(conn, "echo "+line)
	}))
	defer backend.Close()
	f, err := nethttp.NewFront(guard.ServeRules(), uri.Redactor{}, httpuri.Rule{Public: "/", Backend: backend.URL})
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(f.Handler(f.ReverseProxy(nil)))
	defer front.Close()
	for _, test := range []struct{ line, fields, want string }{
		{"GET / HTTP/1.0", "Upgrade: websocket\r\n", "|"}, // RFC 9110, section 7.8
		{"GET / HTTP/1.1", "Upgrade: WebSocket\r\n", "WebSocket|Upgrade"},
		{"GET / HTTP/1.1", "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n", "|"},
		{"GET / HTTP/1.1", "Upgrade: websocket, h2c\r\n", "|"},
		{"GET / HTTP/1.1", "Upgrade: websocket\r\nUpgrade: h2c\r\n", "|"},
		{"GET / HTTP/1.1", "Upgrade: websocket\r\nContent-Length: 1\r\n", "|"},
		{"POST / HTTP/1.1", "Upgrade: websocket\r\n", "|"},
	} {
		upgrades = nil
		conn, err := net.Dial("tcp", front.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, test.line+"\r\nHost: h\r\nConnection: Upgrade\r\n"+test.fields+"\r\n")
		if strings.Contains(test.fields, "Length: 1") {
			io.WriteString(conn, "a")
		}
		r := bufio.NewReader(conn)
		response, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		line := ""
		if response.StatusCode == http.StatusSwitchingProtocols {
			io.WriteString(conn, "hello\n")
			line, _ = r.ReadString('\n')
		}
		conn.Close()
		if !slices.Equal(upgrades, []string{test.want}) || (line == "echo hello\n") != (test.want != "|") {
			t.Errorf("%s %q: %d, %q, the backend got %q", test.line, test.fields, response.StatusCode, line, upgrades)
		}
	}
}
