package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A site is a proxy and two backends, all on loopback. The backend "admin" serves the paths under /admin/.
type site struct {
	addr string // the address of the proxy
	log  *syncBuffer
	mu   sync.Mutex
	seen []string      // "BACKEND METHOD TARGET HOST", as it arrived
	got  *http.Request // the last request
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// backend records the bytes of requests, and answers them.
func (s *site) backend(t *testing.T, name string) string {
	h := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.seen = append(s.seen, strings.Join([]string{name, r.Method, r.RequestURI, r.Host}, " "))
		s.got = r
		s.mu.Unlock()
		w.Header().Set("X-Backend", name)
		fmt.Fprintf(w, "hello %d", len(body))
	}
	b := httptest.NewUnstartedServer(http.HandlerFunc(h))
	b.Config.DisableGeneralOptionsHandler = true
	b.Start()
	t.Cleanup(b.Close)
	return b.URL
}

// take returns the requests that the backends received since the last call.
func (s *site) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen
	s.seen = nil
	return seen
}

func newSite(t *testing.T, change func(*config)) *site {
	t.Helper()
	s := &site{log: new(syncBuffer)}
	c := config{
		scheme: "http",
		hosts:  []string{"example.com", "other.example", "127.0.0.1", "2001:db8::7"},
		ports:  []uint16{80, 8080},
		hidden: []string{"token"},
		log:    slog.New(slog.NewTextHandler(s.log, nil)),
	}
	for prefix, name := range map[string]string{"/": "front", "/admin/": "admin"} {
		r, err := parseRoute(prefix + "=" + s.backend(t, name))
		if err != nil {
			t.Fatal(err)
		}
		c.routes = append(c.routes, r)
	}
	if change != nil {
		change(&c)
	}
	p, err := newProxy(c)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(nil)
	front.Config = newServer(p, c.log, c.maxLength)
	front.Start()
	t.Cleanup(front.Close)
	s.addr = front.Listener.Addr().String()
	return s
}

// send writes raw on a connection of its own. It returns everything that comes back until the connection ends, or only
// the first response if the connection is kept open.
func (s *site) send(t *testing.T, raw string) (head *http.Response, text string) {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	// The server may answer and close before it has read a long request.
	go io.WriteString(c, raw)
	var all bytes.Buffer
	in := bufio.NewReader(io.TeeReader(c, &all))
	method, _, _ := strings.Cut(raw, " ")
	head, err = http.ReadResponse(in, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no response: %v, after %q", err, all.String())
	}
	body, _ := io.ReadAll(head.Body)
	head.Body = io.NopCloser(bytes.NewReader(body))
	if head.Close {
		io.Copy(io.Discard, in) // does anything follow?
	}
	return head, all.String()
}

// This text is in each attempt, as close as possible to the fault. No response shows it.
const marker = "zq7x"

// byServer is the code of a response that net/http gives itself, before it calls a handler.
const byServer = "net/http"

// get returns a request of HTTP/1.1 with the target.
func get(target string) string { return "GET " + target + " HTTP/1.1\r\nHost: example.com\r\n\r\n" }

// optionsOf returns a request with the method OPTIONS.
func optionsOf(target string) string {
	return "OPTIONS " + target + " HTTP/1.1\r\nHost: example.com\r\n\r\n"
}

// host returns a request with the Host field.
func host(value string) string { return "GET /" + marker + " HTTP/1.1\r\nHost: " + value + "\r\n\r\n" }

// Sections are of RFC 9112 unless another RFC is named. saw is the request that reached a backend, or "" if no request
// did.
var attempts = []struct {
	name, rfc, raw string
	status         int
	code, saw      string
}{
	// Valid requests.
	{"origin-form", "3.2.1", get("/a?b=c"), 200, "", "front GET /a?b=c example.com"},
	{"empty query", "3.2.1", get("/a?"), 200, "", "front GET /a? example.com"},
	{"query for net/url to drop", "3.2.1", get("/a?b;c=%zz"), 400, "bad-target", ""},
	{"query with semicolon", "3.2.1", get("/a?b;c"), 200, "", "front GET /a?b;c example.com"},
	{"query with encoded URL", "3.2.1", get("/a?u=http%3A%2F%2Fx%2F..%2F"), 200, "",
		"front GET /a?u=http%3A%2F%2Fx%2F..%2F example.com"},
	{"all that a path may hold", "3.2.1", get("/-._~!$&'()*+,=:@%25"), 200, "",
		"front GET /-._~!$&'()*+,=:@%25 example.com"},
	{"port in Host", "RFC 9110 7.2", host("example.com:8080"), 200, "", "front GET /zq7x example.com:8080"},
	{"default port in Host", "RFC 9110 4.2.3", host("EXAMPLE.com:0080"), 200, "", "front GET /zq7x example.com"},
	{"empty port in Host", "RFC 9110 4.2.3", host("example.com:"), 200, "", "front GET /zq7x example.com"},
	{"IPv6 in Host", "RFC 9110 7.2", host("[2001:DB8::7]:8080"), 200, "", "front GET /zq7x [2001:db8::7]:8080"},
	{"whitespace around Host", "5.1", host(" \t example.com \t"), 200, "", "front GET /zq7x example.com"},
	{"absolute-form", "3.2.2", get("http://example.com/a?b"), 200, "", "front GET /a?b example.com"},
	{"absolute-form, empty path", "3.2.2", get("http://example.com"), 200, "", "front GET / example.com"},
	{"absolute-form, empty path, query", "3.2.2", get("http://example.com?b"), 200, "", "front GET /?b example.com"},
	{"absolute-form, other spelling", "3.2.2", get("HTTP://Example.COM:80/%61"), 200, "", "front GET /a example.com"},
	// An invalid Host should be refused with it (3.2), but net/http hides it.
	{"absolute-form, invalid Host", "3.2.2", "GET http://example.com/a HTTP/1.1\r\nHost: a:b:c\r\n\r\n", 200, "",
		"front GET /a example.com"},
	{"absolute-form, bytes of no Host", "3.2.2", "GET http://example.com/zq7x HTTP/1.1\r\nHost: a@b\r\n\r\n", 400,
		byServer, ""},
	{"absolute-form, another host than Host", "3.2.2", get("http://other.example/a"), 200, "",
		"front GET /a other.example"},
	{"asterisk-form", "3.2.4", "OPTIONS * HTTP/1.1\r\nHost: example.com\r\n\r\n", 204, "", ""},
	{"asterisk-form with a port", "3.2.4", "OPTIONS * HTTP/1.1\r\nHost: EXAMPLE.com:80\r\n\r\n", 204, "", ""},
	{"OPTIONS in absolute-form, empty path", "3.2.4", optionsOf("http://example.com"), 204, "", ""},
	{"OPTIONS in absolute-form, empty path, port", "3.2.4", optionsOf("HTTP://EXAMPLE.com:0080"), 204, "", ""},
	{"OPTIONS in absolute-form, empty path, empty port", "3.2.4", optionsOf("http://example.com:"), 204, "", ""},
	{"OPTIONS in absolute-form, empty path, HTTP/1.0", "3.2.4", "OPTIONS http://example.com HTTP/1.0\r\n\r\n",
		204, "", ""},
	{"OPTIONS in absolute-form, root", "RFC 9110 4.2.3", optionsOf("http://example.com/"), 200, "",
		"front OPTIONS / example.com"},
	{"OPTIONS in absolute-form, dot segment", "RFC 3986 6.2.2.3", optionsOf("http://example.com/."), 200, "",
		"front OPTIONS / example.com"},
	{"OPTIONS in absolute-form, query", "3.2.1", optionsOf("http://example.com?b"), 200, "",
		"front OPTIONS /?b example.com"},
	{"OPTIONS in absolute-form, empty query", "3.2.1", optionsOf("http://example.com?"), 200, "",
		"front OPTIONS /? example.com"},
	{"OPTIONS in absolute-form, path", "3.2.2", optionsOf("http://example.com/admin/x"), 200, "",
		"admin OPTIONS /admin/x example.com"},
	{"OPTIONS of the root", "3.2.1", optionsOf("/"), 200, "", "front OPTIONS / example.com"},
	{"OPTIONS of the path *", "3.2.1", optionsOf("/*"), 200, "", "front OPTIONS /* example.com"},
	{"OPTIONS of a path", "3.2.1", "OPTIONS /a HTTP/1.1\r\nHost: example.com\r\n\r\n", 200, "",
		"front OPTIONS /a example.com"},

	// Paths that lead elsewhere than they seem to. Paths that are equivalent by RFC 3986, section 6, become the same.
	{"encoded letters", "RFC 3986 6.2.2.2", get("/%61dmin/%7Ex"), 200, "", "admin GET /admin/~x example.com"},
	{"lower-case hex digits", "RFC 3986 6.2.2.1", get("/caf%c3%a9"), 200, "", "front GET /caf%C3%A9 example.com"},
	{"dot segments", "RFC 3986 6.2.2.3", get("/a/../admin/./x"), 200, "", "admin GET /admin/x example.com"},
	{"out of a route", "RFC 3986 6.2.2.3", get("/admin/../a"), 200, "", "front GET /a example.com"},
	{"above the root", "RFC 3986 5.2.4", get("/../../../etc/passwd"), 200, "", "front GET /etc/passwd example.com"},
	{"encoded dots", "RFC 3986 6.2.2.2", get("/a/%2e%2E/admin/x"), 200, "", "admin GET /admin/x example.com"},
	{"half-encoded dots", "RFC 3986 6.2.2.2", get("/a/.%2e/%2e/admin/x"), 200, "", "admin GET /admin/x example.com"},
	{"dots in a name", "RFC 3986 3.3", get("/..a/b../..."), 200, "", "front GET /..a/b../... example.com"},
	{"no host in the path", "3.2.1", get("//zq7x/a"), 400, "double-slash", ""},
	{"three slashes", "3.2.1", get("///zq7x/a"), 400, "double-slash", ""},
	{"double slash inside", "RFC 3986 3.3", get("/zq7x//admin/"), 400, "double-slash", ""},
	{"double slash behind dots", "RFC 3986 5.2.4", get("/zq7x/..//admin/"), 400, "double-slash", ""},
	{"double slash in the query", "RFC 3986 3.4", get("/a?//b"), 200, "", "front GET /a?//b example.com"},
	{"encoded slash", "RFC 3986 2.2", get("/zq7x%2fadmin/"), 400, "encoded-slash", ""},
	{"encoded slash behind dots", "RFC 3986 2.2", get("/zq7x/..%2Fadmin/"), 400, "encoded-dot-segment", ""},
	{"encoded slash behind encoded dots", "RFC 3986 2.2", get("/zq7x/%2e%2e%2fadmin/"), 400, "encoded-dot-segment", ""},
	{"encoded backslash", "RFC 3986 2.2", get("/zq7x/..%5cadmin"), 400, "encoded-dot-segment", ""},
	{"backslash", "RFC 3986 2", get(`/zq7x\..\admin`), 400, "bad-target", ""},
	{"parameter of dots", "RFC 3986 3.3", get("/zq7x/..;/admin/"), 400, "semicolon", ""},
	{"parameter of encoded dots", "RFC 3986 3.3", get("/zq7x/%2e%2e;a=b/admin/"), 400, "semicolon", ""},
	{"parameter of dots, encoded", "RFC 3986 3.3", get("/zq7x/..%3b/admin/"), 400, "encoded-dot-segment", ""},
	{"encoded tab", "RFC 3986 7.3", get("/zq7x/a%09b"), 400, "encoded-control", ""},
	{"encoded bidi control", "RFC 3986 7.3", get("/zq7x/%E2%80%AEb"), 400, "encoded-bidi-control", ""},
	{"encoded tab in a query", "RFC 3986 3.4", get("/zq7x?a%09b"), 200, "", "front GET /zq7x?a%09b example.com"},
	{"parameter in a route", "RFC 3986 3.3", get("/admin;zq7x/x"), 400, "semicolon", ""},
	{"double encoding", "RFC 3986 2.4", get("/zq7x/%252e%252e/admin/"), 400, "double-encoding", ""},
	{"double encoding of a slash", "RFC 3986 2.4", get("/zq7x%252fadmin/"), 400, "double-encoding", ""},
	{"double encoding after decoding", "RFC 3986 2.4", get("/zq7x/%25%32%65%25%32%65/"), 400, "double-encoding", ""},
	{"encoded NUL", "RFC 3986 7.3", get("/zq7x%00.html"), 400, "encoded-NUL", ""},
	{"encoded CR", "RFC 3986 7.3", get("/zq7x%0dX:%20y"), 400, "encoded-CR", ""},
	{"encoded LF", "RFC 3986 7.3", get("/zq7x%0aX:%20y"), 400, "encoded-LF", ""},
	{"encoded CRLF in the query", "RFC 3986 7.3", get("/a?zq7x%0D%0AX:%20y"), 400, "encoded-CR", ""},

	// Methods and forms that do not go together, and targets that are refused with every method.
	{"OPTIONS of others, absolute-form", "3.2.4", optionsOf("http://zq7x.example"), 400, "host", ""},
	{"OPTIONS of others, asterisk-form", "3.2.4", "OPTIONS * HTTP/1.1\r\nHost: zq7x.example\r\n\r\n", 400, "host", ""},
	{"OPTIONS of a port of others", "3.2.4", optionsOf("http://example.com:22"), 400, "port", ""},
	{"OPTIONS with userinfo", "RFC 9110 4.2.4", optionsOf("http://zq7x@example.com"), 400, "userinfo", ""},
	{"OPTIONS in authority-form", "3.2.3", optionsOf("example.com:80"), 400, "scheme", ""},
	{"OPTIONS with an encoded asterisk", "3.2.4", optionsOf("%2A"), 400, byServer, ""},
	{"CONNECT with asterisk", "3.2.4", "CONNECT * HTTP/1.1\r\nHost: example.com\r\n\r\n", 400, "bad-target", ""},
	{"options in lower case", "RFC 9110 9.1", "options http://example.com HTTP/1.1\r\nHost: example.com\r\n\r\n", 501,
		"method", ""},

	// Invalid request-targets.
	{"fragment", "3.2", get("/a#zq7x"), 400, "bad-target", ""},
	{"empty fragment", "3.2", get("/zq7x#"), 400, "bad-target", ""},
	{"bad percent-encoding", "RFC 3986 2.1", get("/%zq7x"), 400, byServer, ""},
	{"bad percent-encoding in the query", "RFC 3986 2.1", get("/?%zq7x"), 400, "bad-target", ""},
	{"bytes of UTF-8", "RFC 3986 2", get("/zq7x\u00e9"), 400, "bad-target", ""},
	{"bytes of no UTF-8", "RFC 3986 2", get("/zq7x\xff\xfe"), 400, "bad-target", ""},
	{"brackets", "RFC 3986 3.3", get("/zq7x[1]"), 400, "bad-target", ""},
	{"quotation mark", "RFC 3986 2", get(`/zq7x"<script>`), 400, "bad-target", ""},
	{"space", "3.2", get("/zq7x a"), 400, byServer, ""},
	{"tab", "3", get("/zq7x\ta"), 400, byServer, ""},
	{"tabs for spaces", "3", "GET\t/zq7x\tHTTP/1.1\r\nHost: example.com\r\n\r\n", 400, byServer, ""},
	{"NUL", "3.2", get("/zq7x\x00"), 400, byServer, ""},
	{"bare CR", "2.2", get("/zq7x\rX: y"), 400, byServer, ""},
	{"DEL", "3.2", get("/zq7x\x7f"), 400, byServer, ""},
	{"two spaces", "3", "GET  /zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 400, byServer, ""},
	{"relative path", "3.2", get("zq7x/a"), 400, byServer, ""},
	{"only a query", "3.2.1", get("?zq7x"), 400, byServer, ""},
	{"empty", "3.2", get(""), 400, byServer, ""},
	{"asterisk with GET", "3.2.4", get("*"), 400, "bad-form", ""},
	{"asterisk with a query", "3.2.4", "OPTIONS *?zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 400, byServer, ""},
	{"preface of HTTP/2", "RFC 9113 3.4", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "bad-form", ""},
	{"authority-form with GET", "3.2.3", get("example.com:80"), 400, "scheme", ""},
	{"address and port with GET", "3.2.3", get("127.0.0.1:80"), 400, byServer, ""},
	{"CONNECT", "3.2.3", "CONNECT example.com:80 HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "method", ""},
	{"CONNECT without Host", "3.2", "CONNECT example.com:80 HTTP/1.1\r\n\r\n", 501, "method", ""}, // as above
	{"CONNECT elsewhere", "3.2.3", "CONNECT zq7x.example:80 HTTP/1.1\r\nHost: example.com\r\n\r\n", 400, "host", ""},
	{"CONNECT without port", "3.2.3", "CONNECT zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 400, "bad-target", ""},
	{"CONNECT with userinfo", "3.2.3", "CONNECT zq7x@example.com:80 HTTP/1.1\r\nHost: example.com\r\n\r\n", 400,
		"bad-target", ""},
	{"CONNECT with a path", "3.2.3", "CONNECT /zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 400, "bad-target", ""},
	{"CONNECT with http", "3.2.3", "CONNECT http://example.com/zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 400,
		"bad-target", ""},
	{"TRACE", "RFC 9110 9.3.8", "TRACE /zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "method", ""},
	{"method in lower case", "RFC 9110 9.1", "get /zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "method", ""},
	{"longer than served", "3", get("/zq7x" + strings.Repeat("a", 8000)), 414, "too-long", ""},
	{"as long as served", "3", get("/" + strings.Repeat("a", 8000-len("http://example.com/"))), 200, "",
		"front GET /" + strings.Repeat("a", 8000-len("http://example.com/")) + " example.com"},
	{"longer than read", "3", get("/zq7x" + strings.Repeat("a", 1<<20)), 431, byServer, ""},

	// Absolute-forms.
	{"userinfo", "RFC 9110 4.2.4", get("http://zq7x@example.com/"), 400, "userinfo", ""},
	{"userinfo like a host", "RFC 9110 4.2.4", get("http://example.com@zq7x.example/"), 400, "userinfo", ""},
	{"user and password", "RFC 9110 4.2.4", get("http://u:zq7x@example.com/"), 400, "userinfo", ""},
	{"empty userinfo", "RFC 9110 4.2.4", get("http://@example.com/zq7x"), 400, "userinfo", ""},
	{"host of others", "3.2.2", get("http://zq7x.example/"), 400, "host", ""},
	{"host of others, and allowed Host", "3.2.2", get("http://169.254.169.254/zq7x"), 400, "host", ""},
	{"unusual address", "RFC 3986 7.4", get("http://0x7f.1/zq7x"), 400, "host", ""},
	{"no host", "RFC 9110 4.2.1", get("http:///zq7x"), 400, "no-host", ""},
	{"no authority", "RFC 9110 4.2.1", get("http:/zq7x"), 400, "no-host", ""},
	{"only a scheme", "RFC 9110 4.2.1", get("http:"), 400, "no-host", ""},
	{"port of others", "RFC 9110 4.2.1", get("http://example.com:22/zq7x"), 400, "port", ""},
	{"port out of range", "RFC 9110 4.2.1", get("http://example.com:65616/zq7x"), 400, "port", ""},
	{"https on a connection without", "RFC 9110 7.4", get("https://example.com/zq7x"), 400, "scheme", ""},
	{"another scheme", "3.2.2", get("ftp://example.com/zq7x"), 400, "scheme", ""},
	{"scheme of a script", "3.2.2", get("javascript:zq7x"), 400, "scheme", ""},
	{"backslash in front of a host", "RFC 3986 3.2", get(`http://zq7x\@example.com/`), 400, byServer, ""},
	{"hash in the authority", "3.2.2", get("http://example.com#@zq7x/"), 400, byServer, ""},
	{"percent-encoded host", "RFC 3986 3.2.2", get("http://example%2ecom/zq7x"), 400, byServer, ""},
	{"host in encoded UTF-8", "RFC 3986 3.2.2", get("http://zq7x%C3%A9.example/"), 400, "host", ""},
	{"host in UTF-8", "RFC 3986 3.2.2", get("http://zq7x\u00e9.example/"), 400, "bad-target", ""},
	{"traversal", "3.2.2", get("http://example.com/zq7x/..;/"), 400, "semicolon", ""},

	// Host fields.
	{"two Hosts", "3.2", "GET /zq7x HTTP/1.1\r\nHost: example.com\r\nHost: other.example\r\n\r\n", 400, byServer, ""},
	{"the same Host twice", "3.2", "GET /zq7x HTTP/1.1\r\nHost: example.com\r\nhOST: example.com\r\n\r\n", 400,
		byServer, ""},
	{"no Host", "3.2", "GET /zq7x HTTP/1.1\r\n\r\n", 400, byServer, ""},
	{"no Host, absolute-form", "3.2", "GET http://example.com/zq7x HTTP/1.1\r\n\r\n", 400, byServer, ""},
	{"HTTP/1.0 without Host", "3.3", "GET /zq7x HTTP/1.0\r\n\r\n", 400, "no-host", ""},
	{"HTTP/1.0 with Host", "3.3", "GET /a HTTP/1.0\r\nHost: example.com\r\n\r\n", 200, "", "front GET /a example.com"},
	{"HTTP/1.0 with absolute-form", "3.3", "GET http://example.com/a HTTP/1.0\r\n\r\n", 200, "",
		"front GET /a example.com"},
	{"HTTP/0.9", "2.3", "GET /zq7x\r\n\r\n", 400, byServer, ""},
	{"empty Host", "RFC 9110 4.2.1", host(""), 400, "no-host", ""},
	{"only a port", "RFC 9110 4.2.1", host(":80"), 400, "no-host", ""},
	{"Host of others", "RFC 9110 7.4", host("zq7x.example"), 400, "host", ""},
	{"Host that ends like ours", "RFC 9110 7.4", host("zq7xexample.com"), 400, "host", ""},
	{"Host with userinfo", "RFC 9110 7.2", host("zq7x@example.com"), 400, byServer, ""},
	{"Host with a space", "RFC 9110 7.2", host("example.com zq7x"), 400, byServer, ""},
	{"Host with a path", "RFC 9110 7.2", host("example.com/zq7x"), 400, byServer, ""},
	{"Host with a comma", "RFC 9110 7.2", host("example.com,zq7x"), 400, "host", ""},
	{"Host with a bad port", "RFC 9110 7.2", host("example.com:zq7x"), 400, "bad-host", ""},
	{"Host with two ports", "RFC 9110 7.2", host("example.com:80:80"), 400, "bad-host", ""},
	{"Host with a port of others", "RFC 9110 7.2", host("example.com:22"), 400, "port", ""},
	{"Host with a port out of range", "RFC 9110 7.2", host("example.com:99999999999999999999"), 400, "port", ""},
	{"Host with a signed port", "RFC 9110 7.2", host("example.com:+80"), 400, "bad-host", ""},
	{"Host with an open bracket", "RFC 9110 7.2", host("[2001:db8::7"), 400, "bad-host", ""},
	{"Host behind a bracket", "RFC 9110 7.2", host("[2001:db8::7]zq7x"), 400, "bad-host", ""},
	{"Host with a zone", "RFC 3986 3.2.2", host("[2001:db8::7%25zq7x]"), 400, "bad-host", ""},
	{"Host with bad percent-encoding", "RFC 3986 2.1", host("example%zq7x"), 400, "bad-host", ""},
	{"Host with encoded letters", "RFC 3986 6.2.2.2", host("%65xample.com"), 200, "", "front GET /zq7x example.com"},
	{"Host with a dot at its end", "RFC 9110 4.2.3", host("example.com."), 200, "", "front GET /zq7x example.com."},
	{"Host in UTF-8", "RFC 3986 3.2.2", host("zq7x\u00e9.example"), 400, byServer, ""},
	{"Host in brackets with v", "RFC 3986 3.2.2", host("[v1.zq7x]"), 400, "host", ""},
	{"tab in Host", "5.1", host("example.com\tzq7x"), 400, byServer, ""},
	{"folded Host", "5.2", host("example.com\r\n zq7x"), 400, byServer, ""},
	{"folded Host, and nothing on the first line", "5.2", host("\r\n example.com"), 200, "",
		"front GET /zq7x example.com"},
	{"folded field", "5.2", "GET /a HTTP/1.1\r\nHost: example.com\r\nX-A: b\r\n c\r\n\r\n", 200, "",
		"front GET /a example.com"},
	{"Host folded into another field", "5.2", "GET /zq7x HTTP/1.1\r\nX-A: b\r\n Host: example.com\r\n\r\n", 400,
		byServer, ""},
	{"space in front of a colon", "5.1", "GET /zq7x HTTP/1.1\r\nHost : example.com\r\n\r\n", 400, byServer, ""},
	{"whitespace in front of the first field", "2.2", "GET /zq7x HTTP/1.1\r\n Host: example.com\r\n\r\n", 400, byServer,
		""},

	// Where a request ends. net/http decides that, and the proxy forwards as one request the bytes that net/http reads
	// as one.
	{"two lengths", "6.3", "POST /zq7x HTTP/1.1\r\nHost: example.com\r\n" +
		"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, byServer, ""},
	{"length with a sign", "6.3", "POST /zq7x HTTP/1.1\r\nHost: example.com\r\nContent-Length: +1\r\n\r\na", 400,
		byServer, ""},
	{"unknown transfer coding", "6.1", "POST /zq7x HTTP/1.1\r\nHost: example.com\r\n" +
		"Transfer-Encoding: zq7x\r\n\r\n", 501, byServer, ""},
	{"length and chunks", "6.3", "POST /a HTTP/1.1\r\nHost: example.com\r\nContent-Length: 4\r\n" +
		"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nGET /\r\n0\r\n\r\n", 200, "",
		"front POST /a example.com"},
}

// TestAttempts writes requests on the socket that no http.Client would send. Another request follows each one that must
// be refused, and must not be served.
func TestAttempts(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for _, a := range attempts {
		raw := a.raw
		if a.code != "" {
			raw += get("/smuggled")
		}
		response, text := s.send(t, raw)
		if response.StatusCode != a.status {
			t.Errorf("%s: status %d, want %d", a.name, response.StatusCode, a.status)
		}
		code, _, _ := strings.Cut(body(response), ": ")
		switch {
		case a.code == byServer && response.Header.Get("X-Content-Type-Options") != "":
			t.Errorf("%s: code %q, but that is for net/http to answer", a.name, code)
		case a.code != "" && a.code != byServer && code != a.code:
			t.Errorf("%s: code %q, want %q", a.name, code, a.code)
		case a.code != "" && !response.Close:
			t.Errorf("%s: the connection is kept", a.name)
		}
		if strings.Contains(text, marker) {
			t.Errorf("%s: the response shows the request: %q", a.name, text)
		}
		var want []string
		if a.saw != "" {
			want = []string{a.saw}
		}
		if saw := s.take(); !slices.Equal(saw, want) {
			t.Errorf("%s: backends saw %q, want %q", a.name, saw, want)
		}
	}
}

func body(r *http.Response) string {
	b, _ := io.ReadAll(r.Body)
	return string(b)
}

// TestMethodsAndForms sends every method with every form of a request-target. An empty path means "/" for all methods
// but OPTIONS. With OPTIONS, it means the server as a whole. Only OPTIONS has the asterisk-form, and CONNECT and TRACE
// are not forwarded.
func TestMethodsAndForms(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	const site = "http://example.com"
	for method := range strings.FieldsSeq("GET HEAD POST PUT DELETE OPTIONS PATCH TRACE CONNECT LOCK") {
		isForwarded := !slices.Contains([]string{"TRACE", "CONNECT", "LOCK"}, method)
		for target, path := range map[string]string{
			"/": "/", "/a": "/a", "/?b": "/?b", "/*": "/*", site: "/", site + ":80": "/", site + "/": "/", site + "/a": "/a",
			site + "?b": "/?b", site + "/*": "/*", "*": "", "example.com:80": "",
		} {
			response, _ := s.send(t, method+" "+target+" HTTP/1.1\r\nHost: example.com\r\n\r\n")
			saw := s.take()
			isWhole := method == "OPTIONS" && (target == "*" || target == site || target == site+":80")
			switch {
			case isWhole:
				if response.StatusCode != 204 || saw != nil || response.Header.Get("Allow") == "" {
					t.Errorf("%s %s: status %d, backends saw %q", method, target, response.StatusCode, saw)
				}
			case isForwarded && path != "":
				if want := "front " + method + " " + path + " example.com"; !slices.Equal(saw, []string{want}) {
					t.Errorf("%s %s: backends saw %q, want %q", method, target, saw, want)
				}
			case response.StatusCode < 400 || saw != nil:
				t.Errorf("%s %s: status %d, backends saw %q", method, target, response.StatusCode, saw)
			}
		}
	}
}

// TestAttemptsPlain runs attempts without the checks. Then net/http and net/url let them pass, and a backend gets a
// path that leads to /admin/, or an invalid request-target.
func TestAttemptsPlain(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *config) { c.plain = true })
	for raw, want := range map[string]string{
		get("/a/../admin/x"):          "front GET /a/../admin/x example.com",
		get("/a/%2e%2e/admin/x"):      "front GET /a/%2e%2e/admin/x example.com",
		get("/a/..%2fadmin/x"):        "front GET /a/..%2fadmin/x example.com",
		get("/a/..;/admin/x"):         "front GET /a/..;/admin/x example.com",
		get("//admin/x"):              "front GET //admin/x example.com",
		get("/a#b"):                   "front GET /a%23b example.com",
		get("http://u:p@evil.test/a"): "front GET /a evil.test",
		host("example.com:80:80"):     "front GET /zq7x example.com:80:80",
		get("/a?b;c=d"):               "front GET /a example.com",
	} {
		s.send(t, raw)
		if saw := s.take(); len(saw) != 1 || saw[0] != want {
			t.Errorf("%q: backends saw %q, want %q", raw, saw, want)
		}
	}
}
