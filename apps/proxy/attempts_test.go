package main

import (
	"slices"
	"strings"
	"testing"
)

// This text is in each attempt, as close as possible to the fault. No response shows it.
const marker = "zq7x"

// byServer marks a response that net/http gives itself, before it calls a handler.
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
	by, saw        string
}{
	// Valid requests.
	{"origin-form", "3.2.1", get("/a?b=c"), 200, "", "front GET /a?b=c example.com"},
	{"empty query", "3.2.1", get("/a?"), 200, "", "front GET /a? example.com"},
	{"query for net/url to drop", "3.2.1", get("/a?b;c=%zz"), 200, "", "front GET /a?b;c=%zz example.com"},
	{"query with semicolon", "3.2.1", get("/a?b;c"), 200, "", "front GET /a?b;c example.com"},
	{"query with encoded URL", "3.2.1", get("/a?u=http%3A%2F%2Fx%2F..%2F"), 200, "",
		"front GET /a?u=http%3A%2F%2Fx%2F..%2F example.com"},
	{"all that a path may hold", "3.2.1", get("/-._~!$&'()*+,=:@%25"), 200, "",
		"front GET /-._~!$&'()*+,=:@%25 example.com"},
	{"port in Host", "RFC 9110 7.2", host("example.com:8080"), 200, "", "front GET /zq7x example.com:8080"},
	{"default port in Host", "RFC 9110 4.2.3", host("EXAMPLE.com:0080"), 200, "", "front GET /zq7x EXAMPLE.com:0080"},
	{"empty port in Host", "RFC 9110 4.2.3", host("example.com:"), 200, "", "front GET /zq7x example.com:"},
	{"IPv6 in Host", "RFC 9110 7.2", host("[2001:DB8::7]:8080"), 200, "", "front GET /zq7x [2001:DB8::7]:8080"},
	{"whitespace around Host", "5.1", host(" \t example.com \t"), 200, "", "front GET /zq7x example.com"},
	{"absolute-form", "3.2.2", get("http://example.com/a?b"), 200, "", "front GET /a?b example.com"},
	{"absolute-form, empty path", "3.2.2", get("http://example.com"), 200, "", "front GET / example.com"},
	{"absolute-form, empty path, query", "3.2.2", get("http://example.com?b"), 200, "", "front GET /?b example.com"},
	{"absolute-form, other spelling", "3.2.2", get("HTTP://Example.COM:80/%61"), 200, "", "front GET /%61 Example.COM:80"},
	// An invalid Host should be refused with it (3.2), but net/http hides it.
	{"absolute-form, invalid Host", "3.2.2", "GET http://example.com/a HTTP/1.1\r\nHost: a:b:c\r\n\r\n", 200, "",
		"front GET /a example.com"},
	{"absolute-form, bytes of no Host", "3.2.2", "GET http://example.com/zq7x HTTP/1.1\r\nHost: a@b\r\n\r\n", 400,
		byServer, ""},
	{"absolute-form, another host than Host", "3.2.2", get("http://other.example/a"), 200, "",
		"front GET /a other.example"},
	{"asterisk-form", "3.2.4", "OPTIONS * HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "", ""},
	{"asterisk-form with a port", "3.2.4", "OPTIONS * HTTP/1.1\r\nHost: EXAMPLE.com:80\r\n\r\n", 501, "", ""},
	{"OPTIONS in absolute-form, empty path", "3.2.4", optionsOf("http://example.com"), 501, "", ""},
	{"OPTIONS in absolute-form, empty path, port", "3.2.4", optionsOf("HTTP://EXAMPLE.com:0080"), 501, "", ""},
	{"OPTIONS in absolute-form, empty path, empty port", "3.2.4", optionsOf("http://example.com:"), 501, "", ""},
	{"OPTIONS in absolute-form, empty path, HTTP/1.0", "3.2.4", "OPTIONS http://example.com HTTP/1.0\r\n\r\n",
		501, "", ""},
	{"OPTIONS in absolute-form, root", "RFC 9110 4.2.3", optionsOf("http://example.com/"), 200, "",
		"front OPTIONS / example.com"},
	{"OPTIONS in absolute-form, dot segment", "RFC 3986 6.2.2.3", optionsOf("http://example.com/."), 400, "",
		""},
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
	{"encoded letters", "RFC 3986 6.2.2.2", get("/%61dmin/%7Ex"), 200, "", "admin GET /%61dmin/%7Ex example.com"},
	{"lower-case hex digits", "RFC 3986 6.2.2.1", get("/caf%c3%a9"), 200, "", "front GET /caf%c3%a9 example.com"},
	{"dot segments", "RFC 3986 6.2.2.3", get("/a/../admin/./x"), 400, "", ""},
	{"out of a route", "RFC 3986 6.2.2.3", get("/admin/../a"), 400, "", ""},
	{"above the root", "RFC 3986 5.2.4", get("/../../../etc/passwd"), 400, "", ""},
	{"encoded dots", "RFC 3986 6.2.2.2", get("/a/%2e%2E/admin/x"), 400, "", ""},
	{"half-encoded dots", "RFC 3986 6.2.2.2", get("/a/.%2e/%2e/admin/x"), 400, "", ""},
	{"dots in a name", "RFC 3986 3.3", get("/..a/b../..."), 200, "", "front GET /..a/b../... example.com"},
	{"no host in the path", "3.2.1", get("//zq7x/a"), 400, "", ""},
	{"three slashes", "3.2.1", get("///zq7x/a"), 400, "", ""},
	{"double slash inside", "RFC 3986 3.3", get("/zq7x//admin/"), 400, "", ""},
	{"double slash behind dots", "RFC 3986 5.2.4", get("/zq7x/..//admin/"), 400, "", ""},
	{"double slash in the query", "RFC 3986 3.4", get("/a?//b"), 200, "", "front GET /a?//b example.com"},
	{"encoded slash", "RFC 3986 2.2", get("/zq7x%2fadmin/"), 400, "", ""},
	{"encoded slash behind dots", "RFC 3986 2.2", get("/zq7x/..%2Fadmin/"), 400, "", ""},
	{"encoded slash behind encoded dots", "RFC 3986 2.2", get("/zq7x/%2e%2e%2fadmin/"), 400, "", ""},
	{"encoded backslash", "RFC 3986 2.2", get("/zq7x/..%5cadmin"), 400, "", ""},
	{"backslash", "RFC 3986 2", get(`/zq7x\..\admin`), 400, "", ""},
	{"parameter of dots", "RFC 3986 3.3", get("/zq7x/..;/admin/"), 400, "", ""},
	{"parameter of encoded dots", "RFC 3986 3.3", get("/zq7x/%2e%2e;a=b/admin/"), 400, "", ""},
	{"parameter of dots, encoded", "RFC 3986 3.3", get("/zq7x/..%3b/admin/"), 400, "", ""},
	{"encoded tab", "RFC 3986 7.3", get("/zq7x/a%09b"), 400, "", ""},
	{"encoded bidi control", "RFC 3986 7.3", get("/zq7x/%E2%80%AEb"), 200, "", "front GET /zq7x/%E2%80%AEb example.com"},
	{"encoded tab in a query", "RFC 3986 3.4", get("/zq7x?a%09b"), 200, "", "front GET /zq7x?a%09b example.com"},
	{"parameter in a route", "RFC 3986 3.3", get("/admin;zq7x/x"), 400, "", ""},
	{"double encoding", "RFC 3986 2.4", get("/zq7x/%252e%252e/admin/"), 400, "", ""},
	{"double encoding of a slash", "RFC 3986 2.4", get("/zq7x%252fadmin/"), 400, "", ""},
	{"double encoding after decoding", "RFC 3986 2.4", get("/zq7x/%25%32%65%25%32%65/"), 400, "", ""},
	{"encoded NUL", "RFC 3986 7.3", get("/zq7x%00.html"), 400, "", ""},
	{"encoded CR", "RFC 3986 7.3", get("/zq7x%0dX:%20y"), 400, "", ""},
	{"encoded LF", "RFC 3986 7.3", get("/zq7x%0aX:%20y"), 400, "", ""},
	{"encoded CRLF in the query", "RFC 3986 7.3", get("/a?zq7x%0D%0AX:%20y"), 200, "", "front GET /a?zq7x%0D%0AX:%20y example.com"},

	// Methods and forms that do not go together, and targets that are refused with every method.
	{"OPTIONS of others, absolute-form", "3.2.4", optionsOf("http://zq7x.example"), 501, "", ""},
	{"OPTIONS of others, asterisk-form", "3.2.4", "OPTIONS * HTTP/1.1\r\nHost: zq7x.example\r\n\r\n", 501, "", ""},
	{"OPTIONS of a port of others", "3.2.4", optionsOf("http://example.com:22"), 501, "", ""},
	{"OPTIONS with userinfo", "RFC 9110 4.2.4", optionsOf("http://zq7x@example.com"), 400, "", ""},
	{"OPTIONS in authority-form", "3.2.3", optionsOf("example.com:80"), 421, "", ""},
	{"OPTIONS with an encoded asterisk", "3.2.4", optionsOf("%2A"), 400, byServer, ""},
	{"CONNECT with asterisk", "3.2.4", "CONNECT * HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "", ""},
	{"options in lower case", "RFC 9110 9.1", "options http://example.com HTTP/1.1\r\nHost: example.com\r\n\r\n", 200,
		"", "front options / example.com"},

	// Invalid request-targets.
	{"fragment", "3.2", get("/a#zq7x"), 400, "", ""},
	{"empty fragment", "3.2", get("/zq7x#"), 400, "", ""},
	{"bad percent-encoding", "RFC 3986 2.1", get("/%zq7x"), 400, byServer, ""},
	{"bad percent-encoding in the query", "RFC 3986 2.1", get("/?%zq7x"), 200, "", "front GET /?%zq7x example.com"},
	{"bytes of UTF-8", "RFC 3986 2", get("/zq7x\u00e9"), 200, "", "front GET /zq7x%C3%A9 example.com"},
	{"bytes of no UTF-8", "RFC 3986 2", get("/zq7x\xff\xfe"), 200, "", "front GET /zq7x%FF%FE example.com"},
	{"brackets", "RFC 3986 3.3", get("/zq7x[1]"), 200, "", "front GET /zq7x[1] example.com"},
	{"quotation mark", "RFC 3986 2", get(`/zq7x"<script>`), 200, "", "front GET /zq7x%22%3Cscript%3E example.com"},
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
	{"asterisk with GET", "3.2.4", get("*"), 501, "", ""},
	{"asterisk with a query", "3.2.4", "OPTIONS *?zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 400, byServer, ""},
	{"preface of HTTP/2", "RFC 9113 3.4", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 501, "", ""},
	{"authority-form with GET", "3.2.3", get("example.com:80"), 421, "", ""},
	{"address and port with GET", "3.2.3", get("127.0.0.1:80"), 400, byServer, ""},
	{"CONNECT", "3.2.3", "CONNECT example.com:80 HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "", ""},
	{"CONNECT without Host", "3.2", "CONNECT example.com:80 HTTP/1.1\r\n\r\n", 501, "", ""}, // as above
	{"CONNECT elsewhere", "3.2.3", "CONNECT zq7x.example:80 HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "", ""},
	{"CONNECT without port", "3.2.3", "CONNECT zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "", ""},
	{"CONNECT with userinfo", "3.2.3", "CONNECT zq7x@example.com:80 HTTP/1.1\r\nHost: example.com\r\n\r\n", 501,
		"", ""},
	{"CONNECT with a path", "3.2.3", "CONNECT /zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "", ""},
	{"CONNECT with http", "3.2.3", "CONNECT http://example.com/zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 501,
		"", ""},
	{"TRACE", "RFC 9110 9.3.8", "TRACE /zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 501, "", ""},
	{"method in lower case", "RFC 9110 9.1", "get /zq7x HTTP/1.1\r\nHost: example.com\r\n\r\n", 200, "", "front get /zq7x example.com"},
	{"longer than served", "3", get("/zq7x" + strings.Repeat("a", 8000)), 414, "", ""},
	{"as long as served", "3", get("/" + strings.Repeat("a", 8000-len("http://example.com/"))), 200, "",
		"front GET /" + strings.Repeat("a", 8000-len("http://example.com/")) + " example.com"},
	{"longer than read", "3", get("/zq7x" + strings.Repeat("a", 1<<20)), 431, byServer, ""},

	// Absolute-forms.
	{"userinfo", "RFC 9110 4.2.4", get("http://zq7x@example.com/"), 400, "", ""},
	{"userinfo like a host", "RFC 9110 4.2.4", get("http://example.com@zq7x.example/"), 400, "", ""},
	{"user and password", "RFC 9110 4.2.4", get("http://u:zq7x@example.com/"), 400, "", ""},
	{"empty userinfo", "RFC 9110 4.2.4", get("http://@example.com/zq7x"), 400, "", ""},
	{"host of others", "3.2.2", get("http://zq7x.example/"), 421, "", ""},
	{"host of others, and allowed Host", "3.2.2", get("http://169.254.169.254/zq7x"), 421, "", ""},
	{"unusual address", "RFC 3986 7.4", get("http://0x7f.1/zq7x"), 421, "", ""},
	{"no host", "RFC 9110 4.2.1", get("http:///zq7x"), 400, "", ""},
	{"no authority", "RFC 9110 4.2.1", get("http:/zq7x"), 400, "", ""},
	{"only a scheme", "RFC 9110 4.2.1", get("http:"), 400, "", ""},
	{"port of others", "RFC 9110 4.2.1", get("http://example.com:22/zq7x"), 421, "", ""},
	{"port out of range", "RFC 9110 4.2.1", get("http://example.com:65616/zq7x"), 400, "", ""},
	{"https on a connection without", "RFC 9110 7.4", get("https://example.com/zq7x"), 421, "", ""},
	{"another scheme", "3.2.2", get("ftp://example.com/zq7x"), 421, "", ""},
	{"scheme of a script", "3.2.2", get("javascript:zq7x"), 421, "", ""},
	{"backslash in front of a host", "RFC 3986 3.2", get(`http://zq7x\@example.com/`), 400, byServer, ""},
	{"hash in the authority", "3.2.2", get("http://example.com#@zq7x/"), 400, byServer, ""},
	{"percent-encoded host", "RFC 3986 3.2.2", get("http://example%2ecom/zq7x"), 400, byServer, ""},
	{"host in encoded UTF-8", "RFC 3986 3.2.2", get("http://zq7x%C3%A9.example/"), 421, "", ""},
	{"host in UTF-8", "RFC 3986 3.2.2", get("http://zq7x\u00e9.example/"), 400, "", ""},
	{"traversal", "3.2.2", get("http://example.com/zq7x/..;/"), 400, "", ""},

	// Host fields.
	{"two Hosts", "3.2", "GET /zq7x HTTP/1.1\r\nHost: example.com\r\nHost: other.example\r\n\r\n", 400, byServer, ""},
	{"the same Host twice", "3.2", "GET /zq7x HTTP/1.1\r\nHost: example.com\r\nhOST: example.com\r\n\r\n", 400,
		byServer, ""},
	{"no Host", "3.2", "GET /zq7x HTTP/1.1\r\n\r\n", 400, byServer, ""},
	{"no Host, absolute-form", "3.2", "GET http://example.com/zq7x HTTP/1.1\r\n\r\n", 400, byServer, ""},
	{"HTTP/1.0 without Host", "3.3", "GET /zq7x HTTP/1.0\r\n\r\n", 400, "", ""},
	{"HTTP/1.0 with Host", "3.3", "GET /a HTTP/1.0\r\nHost: example.com\r\n\r\n", 200, "", "front GET /a example.com"},
	{"HTTP/1.0 with absolute-form", "3.3", "GET http://example.com/a HTTP/1.0\r\n\r\n", 200, "",
		"front GET /a example.com"},
	{"HTTP/0.9", "2.3", "GET /zq7x\r\n\r\n", 400, byServer, ""},
	{"empty Host", "RFC 9110 4.2.1", host(""), 400, "", ""},
	{"only a port", "RFC 9110 4.2.1", host(":80"), 400, "", ""},
	{"Host of others", "RFC 9110 7.4", host("zq7x.example"), 421, "", ""},
	{"Host that ends like ours", "RFC 9110 7.4", host("zq7xexample.com"), 421, "", ""},
	{"Host with userinfo", "RFC 9110 7.2", host("zq7x@example.com"), 400, byServer, ""},
	{"Host with a space", "RFC 9110 7.2", host("example.com zq7x"), 400, byServer, ""},
	{"Host with a path", "RFC 9110 7.2", host("example.com/zq7x"), 400, byServer, ""},
	{"Host with a comma", "RFC 9110 7.2", host("example.com,zq7x"), 421, "", ""},
	{"Host with a bad port", "RFC 9110 7.2", host("example.com:zq7x"), 400, "", ""},
	{"Host with two ports", "RFC 9110 7.2", host("example.com:80:80"), 400, "", ""},
	{"Host with a port of others", "RFC 9110 7.2", host("example.com:22"), 421, "", ""},
	{"Host with a port out of range", "RFC 9110 7.2", host("example.com:99999999999999999999"), 400, "", ""},
	{"Host with a signed port", "RFC 9110 7.2", host("example.com:+80"), 400, "", ""},
	{"Host with an open bracket", "RFC 9110 7.2", host("[2001:db8::7"), 400, "", ""},
	{"Host behind a bracket", "RFC 9110 7.2", host("[2001:db8::7]zq7x"), 400, "", ""},
	{"Host with a zone", "RFC 3986 3.2.2", host("[2001:db8::7%25zq7x]"), 400, "", ""},
	{"Host with bad percent-encoding", "RFC 3986 2.1", host("example%zq7x"), 400, "", ""},
	{"Host with encoded letters", "RFC 3986 6.2.2.2", host("%65xample.com"), 421, "", ""},
	{"Host with a dot at its end", "RFC 9110 4.2.3", host("example.com."), 200, "", "front GET /zq7x example.com."},
	{"Host in UTF-8", "RFC 3986 3.2.2", host("zq7x\u00e9.example"), 400, byServer, ""},
	{"Host in brackets with v", "RFC 3986 3.2.2", host("[v1.zq7x]"), 421, "", ""},
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

// TestAttempts writes to the socket requests that no http.Client would send. After each request that net/http refuses,
// it writes another one, which must not be served.
func TestAttempts(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, twoBackends())
	for _, a := range attempts {
		raw := a.raw
		if a.by == byServer {
			raw += get("/smuggled")
		}
		response, text := s.send(t, raw)
		if response.StatusCode != a.status {
			t.Errorf("%s: status %d, want %d", a.name, response.StatusCode, a.status)
		}
		isOurs := response.Header.Get("X-Content-Type-Options") != ""
		if response.StatusCode >= 400 && isOurs == (a.by == byServer) {
			t.Errorf("%s: the answer is %q, want one of %q", a.name, body(response), a.by)
		}
		if a.by == byServer && !response.Close {
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
