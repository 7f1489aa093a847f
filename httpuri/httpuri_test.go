package httpuri_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

// A fault has the fields of an Error. The zero fault means no error.
type fault struct {
	Part      httpuri.Part
	Offset    int
	Component uri.Component
	Reason    httpuri.Reason
	Syntax    uri.Reason
}

func faultOf(t *testing.T, err error) fault {
	t.Helper()
	if err == nil {
		return fault{}
	}
	e := (*httpuri.Error)(nil)
	if !errors.As(err, &e) {
		t.Fatalf("the error is a %T", err)
	}
	return fault{e.Part, e.Offset, e.Component, e.Reason, e.Syntax}
}

// syntax returns the fault of a request-target that does not match its rule.
func syntax(offset int, c uri.Component, r uri.Reason) fault {
	return fault{httpuri.PartTarget, offset, c, httpuri.ReasonSyntax, r}
}

func targetFault(offset int, c uri.Component, r httpuri.Reason) fault {
	return fault{Part: httpuri.PartTarget, Offset: offset, Component: c, Reason: r}
}

func hostSyntax(offset int, c uri.Component, r uri.Reason) fault {
	return fault{httpuri.PartHost, offset, c, httpuri.ReasonSyntax, r}
}

func hostFault(offset int, c uri.Component, r httpuri.Reason) fault {
	return fault{Part: httpuri.PartHost, Offset: offset, Component: c, Reason: r}
}

// parseTests has valid request-targets and their components.
var parseTests = []struct {
	method, target string
	section        string // of RFC 9112, unless another is named
	want           parts
}{
	{"GET", "/where?q=now", "3.2.1", parts{
		Form: httpuri.FormOrigin, Path: span{0, 6, true}, Query: span{7, 12, true}}},
	{"GET", "/", "3.2.1", parts{Form: httpuri.FormOrigin, Path: span{0, 1, true}}},
	{"OPTIONS", "/?", "3.2.1", parts{Form: httpuri.FormOrigin, Path: span{0, 1, true}, Query: span{2, 2, true}}},
	{"GET", "//evil.example/a", "3.2.1", parts{Form: httpuri.FormOrigin, Path: span{0, 16, true}}},
	{"GET", "//u@h:80?//", "3.2.1", parts{Form: httpuri.FormOrigin, Path: span{0, 8, true}, Query: span{9, 11, true}}},
	{"GET", "/http://h/", "3.2.1", parts{Form: httpuri.FormOrigin, Path: span{0, 10, true}}},
	{"GET", "/a/../%2e%2e/;b?c=/?d", "3.2.1", parts{
		Form: httpuri.FormOrigin, Path: span{0, 15, true}, Query: span{16, 21, true}}},
	{"GET", "http://www.example.org/pub/WWW/TheProject.html", "3.2.2", parts{
		Form: httpuri.FormAbsolute, Scheme: span{0, 4, true}, Authority: span{7, 22, true}, Host: span{7, 22, true},
		Path: span{22, 46, true}}},
	{"OPTIONS", "http://www.example.org:8001", "3.2.4", parts{
		Form: httpuri.FormAbsolute, Scheme: span{0, 4, true}, Authority: span{7, 27, true}, Host: span{7, 22, true},
		Port: span{23, 27, true}, Path: span{27, 27, true}}},
	{"GET", "HTTPS://user@h:?q", "3.2.2, RFC 9110 4.2.4", parts{
		Form: httpuri.FormAbsolute, Scheme: span{0, 5, true}, Authority: span{8, 15, true}, Userinfo: span{8, 12, true},
		Host: span{13, 14, true}, Port: span{15, 15, true}, Path: span{15, 15, true}, Query: span{16, 17, true}}},
	{"GET", "http://h:65536", "3.2.2", parts{ // the grammar does not limit the port
		Form: httpuri.FormAbsolute, Scheme: span{0, 4, true}, Authority: span{7, 14, true}, Host: span{7, 8, true},
		Port: span{9, 14, true}, Path: span{14, 14, true}}},
	{"GET", "urn:a:b", "3.2.2", parts{Form: httpuri.FormAbsolute, Scheme: span{0, 3, true}, Path: span{4, 7, true}}},
	{"GET", "file:///x", "3.2.2", parts{Form: httpuri.FormAbsolute, Scheme: span{0, 4, true},
		Authority: span{7, 7, true}, Host: span{7, 7, true}, Path: span{7, 9, true}}},
	{"GET", "httpx:", "3.2.2", parts{Form: httpuri.FormAbsolute, Scheme: span{0, 5, true}, Path: span{6, 6, true}}},
	{"GET", "example.com:80", "3.2.2", parts{ // a URI with the scheme example.com
		Form: httpuri.FormAbsolute, Scheme: span{0, 11, true}, Path: span{12, 14, true}}},
	{"CONNECT", "www.example.com:80", "3.2.3", parts{Form: httpuri.FormAuthority, Authority: span{0, 18, true},
		Host: span{0, 15, true}, Port: span{16, 18, true}, Path: span{18, 18, true}}},
	{"CONNECT", "[2001:db8::7]:00443", "3.2.3", parts{Form: httpuri.FormAuthority, Authority: span{0, 19, true},
		Host: span{0, 13, true}, Port: span{14, 19, true}, Path: span{19, 19, true}}},
	{"CONNECT", "[v1.a:b]:65535", "3.2.3", parts{Form: httpuri.FormAuthority, Authority: span{0, 14, true},
		Host: span{0, 8, true}, Port: span{9, 14, true}, Path: span{14, 14, true}}},
	{"OPTIONS", "*", "3.2.4", parts{Form: httpuri.FormAsterisk, Path: span{0, 0, true}}},
	{"connect", "/x", "RFC 9110 9.1", parts{Form: httpuri.FormOrigin, Path: span{0, 2, true}}},
}

const (
	path, query, port, uriHost = uri.ComponentPath, uri.ComponentQuery, uri.ComponentPort, uri.ComponentHost
	scheme, fragment           = uri.ComponentScheme, uri.ComponentFragment

	illegal, percent = uri.ReasonIllegalByte, uri.ReasonBadPercent
)

// hostileTargets has invalid request-targets. Attackers send some of them to make two programs read different requests,
// or to make one of them connect elsewhere.
var hostileTargets = []struct {
	method, target string
	section        string // of RFC 9112, unless another is named
	want           fault
}{
	// Other programs end a request-target or a line at some of these bytes; none of them is in the grammar.
	{"GET", "/a b", "3.2", syntax(2, path, illegal)},
	{"GET", "/a ", "3.2", syntax(2, path, illegal)},
	{"GET", " /a", "3.2", syntax(0, scheme, uri.ReasonNoScheme)},
	{"GET", "/a\tb", "3.2", syntax(2, path, illegal)},
	{"GET", "/a\r\nX: y", "2.2", syntax(2, path, illegal)},
	{"GET", "/a\nX: y", "2.2", syntax(2, path, illegal)},
	{"GET", "/?a\rb", "2.2", syntax(3, query, illegal)},
	{"GET", "/\x00", "3.2.1", syntax(1, path, illegal)},
	{"GET", "/\x7f", "3.2.1", syntax(1, path, illegal)},
	{"GET", "/\x80", "3.2.1", syntax(1, path, illegal)},
	{"GET", "/?\xc3\xa9", "3.2.1", syntax(2, query, illegal)},
	{"GET", "/a HTTP/1.1", "3.2", syntax(2, path, illegal)},
	{"GET", `/a\b`, "3.2.1", syntax(2, path, illegal)},
	{"GET", `\\evil\a`, "3.2", syntax(0, scheme, uri.ReasonNoScheme)},
	{"GET", "/[", "3.2.1", syntax(1, path, illegal)},
	{"GET", "/?a[]=b", "3.2.1", syntax(3, query, illegal)},
	{"GET", "/<script>", "3.2.1", syntax(1, path, illegal)},
	{"GET", "/%", "3.2.1", syntax(2, path, percent)},
	{"GET", "/%0", "3.2.1", syntax(3, path, percent)},
	{"GET", "/?%zz", "3.2.1", syntax(3, query, percent)},
	{"GET", "/%u0041", "3.2.1", syntax(2, path, percent)},

	// A fragment is not sent.
	{"GET", "/a#b", "3.2.1", syntax(2, fragment, uri.ReasonHasFragment)},
	{"GET", "/?#", "3.2.1", syntax(2, fragment, uri.ReasonHasFragment)},
	{"GET", "/#/../<", "3.2.1", syntax(1, fragment, uri.ReasonHasFragment)},
	{"GET", "/%#", "3.2.1", syntax(2, path, percent)},
	{"GET", "http://h/#f", "3.2.2", syntax(9, fragment, uri.ReasonHasFragment)},

	// Not in any form.
	{"GET", "", "3.2", syntax(0, scheme, uri.ReasonNoScheme)},
	{"GET", "a/b", "3.2", syntax(1, scheme, uri.ReasonNoScheme)},
	{"GET", "?q", "3.2", syntax(0, scheme, uri.ReasonNoScheme)},
	{"GET", "www.example.com", "3.2", syntax(15, scheme, uri.ReasonNoScheme)},
	{"GET", "1.2.3.4:80", "3.2", syntax(0, scheme, uri.ReasonNoScheme)},
	{"GET", "[::1]:80", "3.2", syntax(0, scheme, uri.ReasonNoScheme)},

	// The wrong form for the method.
	{"GET", "*", "3.2.4", targetFault(0, 0, httpuri.ReasonForm)},
	{"options", "*", "3.2.4, RFC 9110 9.1", targetFault(0, 0, httpuri.ReasonForm)},
	{"OPTIONS", "**", "3.2.4", syntax(0, scheme, uri.ReasonNoScheme)},
	{"CONNECT", "*", "3.2.3", targetFault(1, port, httpuri.ReasonNoPort)},
	{"CONNECT", "/", "3.2.3", syntax(0, uriHost, illegal)},
	{"CONNECT", "//h:80", "3.2.3", syntax(0, uriHost, illegal)},
	{"CONNECT", "http://h:80/", "3.2.3", syntax(5, port, uri.ReasonBadPort)},
	{"CONNECT", "https://h", "3.2.3", syntax(6, port, uri.ReasonBadPort)},

	// Not the address of a tunnel.
	{"CONNECT", "", "3.2.3", targetFault(0, uriHost, httpuri.ReasonNoHost)},
	{"CONNECT", ":80", "3.2.3", targetFault(0, uriHost, httpuri.ReasonNoHost)},
	{"CONNECT", "h", "3.2.3", targetFault(1, port, httpuri.ReasonNoPort)},
	{"CONNECT", "[::1]", "3.2.3", targetFault(5, port, httpuri.ReasonNoPort)},
	{"CONNECT", "h:", "RFC 9110 9.3.6", targetFault(2, port, httpuri.ReasonNoPort)},
	{"CONNECT", "h:0", "RFC 9110 9.3.6", targetFault(2, port, httpuri.ReasonPortRange)},
	{"CONNECT", "h:65536", "RFC 9110 9.3.6", targetFault(2, port, httpuri.ReasonPortRange)},
	{"CONNECT", "h:18446744073709551696", "RFC 9110 9.3.6", targetFault(2, port, httpuri.ReasonPortRange)},
	{"CONNECT", "h:-1", "3.2.3", syntax(2, port, uri.ReasonBadPort)},
	{"CONNECT", "h:80x", "3.2.3", syntax(4, port, uri.ReasonBadPort)},
	{"CONNECT", "h:80:80", "3.2.3", syntax(4, port, uri.ReasonBadPort)},
	{"CONNECT", "h:80/x", "3.2.3", syntax(4, port, uri.ReasonBadPort)},
	{"CONNECT", "u@h:80", "3.2.3", syntax(1, uriHost, illegal)},
	{"CONNECT", "u:1@h:80", "3.2.3", syntax(3, port, uri.ReasonBadPort)},
	{"CONNECT", "h%0:80", "3.2.3", syntax(3, uriHost, percent)},
	{"CONNECT", "[::1:80", "3.2.3", syntax(7, uriHost, uri.ReasonBadIPLiteral)},
	{"CONNECT", "[::1%25eth0]:80", "3.2.3", syntax(4, uriHost, uri.ReasonBadIPLiteral)},
	{"CONNECT", "[::1]x:80", "3.2.3", syntax(5, uriHost, illegal)},
	{"CONNECT", "h:80 ", "3.2", syntax(4, port, uri.ReasonBadPort)},
	{"CONNECT", "::1:80", "3.2.3", syntax(1, port, uri.ReasonBadPort)},

	// HTTP URIs without a host.
	{"GET", "http:path", "RFC 9110 4.2.1", targetFault(5, uriHost, httpuri.ReasonNoHost)},
	{"GET", "http:/x", "RFC 9110 4.2.1", targetFault(5, uriHost, httpuri.ReasonNoHost)},
	{"GET", "http:", "RFC 9110 4.2.1", targetFault(5, uriHost, httpuri.ReasonNoHost)},
	{"GET", "http:///x", "RFC 9110 4.2.1", targetFault(7, uriHost, httpuri.ReasonNoHost)},
	{"GET", "hTTps://:443/", "RFC 9110 4.2.2", targetFault(8, uriHost, httpuri.ReasonNoHost)},
	{"GET", "http://u@/", "RFC 9110 4.2.1", targetFault(9, uriHost, httpuri.ReasonNoHost)},

	// Bad absolute-forms.
	{"GET", "http://a b/", "3.2.2", syntax(8, uri.ComponentAuthority, illegal)},
	{"GET", `http://good\@evil/`, "3.2.2", syntax(11, uri.ComponentAuthority, illegal)},
	{"GET", "http://[::1/", "3.2.2", syntax(11, uriHost, uri.ReasonBadIPLiteral)},
	{"GET", "http://[::1%25]evil.com]/", "3.2.2", syntax(11, uriHost, uri.ReasonBadIPLiteral)},
	{"GET", "http://a@b@c/", "3.2.2", syntax(10, uriHost, illegal)},
	{"GET", "http://h:80x/", "3.2.2", syntax(12, uri.ComponentPort, uri.ReasonBadPort)},
}

func TestParse(t *testing.T) {
	for _, tt := range parseTests {
		got, err := httpuri.Parse(tt.method, tt.target)
		if diff := cmp.Diff(tt.want, partsOf(got)); diff != "" || err != nil {
			t.Errorf("%s %s (section %s): %v (-want +got):\n%s", tt.method, tt.target, tt.section, err, diff)
		}
		checkParse(t, tt.method, tt.target)
	}
	for _, tt := range hostileTargets {
		got, err := httpuri.Parse(tt.method, tt.target)
		if diff := cmp.Diff(tt.want, faultOf(t, err)); diff != "" || got != (httpuri.Target{}) {
			t.Errorf("%s %q (section %s): %v (-want +got):\n%s", tt.method, tt.target, tt.section, err, diff)
		}
		checkParse(t, tt.method, tt.target)
	}
}

// hostTests are values of the Host field (RFC 9110, section 7.2).
var hostTests = []struct {
	value string
	n     int
	want  fault
}{
	{"", 0, fault{}}, // the target URI has no authority (RFC 9112, section 3.2)
	{":", 0, fault{}},
	{":80", 0, fault{}},
	{"www.example.org", 15, fault{}},
	{"www.example.org:8080", 15, fault{}},
	{"h:", 1, fault{}},
	{"h:99999999999999999999999999999999999999", 1, fault{}}, // the grammar does not limit the port
	{"192.0.2.16:80", 10, fault{}},
	{"[2001:db8::7]", 13, fault{}},
	{"[::ffff:192.0.2.16]:443", 19, fault{}},
	{"[v1.a]:", 6, fault{}},
	{"a,b", 3, fault{}}, // one name, because "," is in sub-delims
	{"%61", 3, fault{}},

	{"a, b", 0, hostSyntax(2, uriHost, illegal)},
	{" a", 0, hostSyntax(0, uriHost, illegal)},
	{"a ", 0, hostSyntax(1, uriHost, illegal)},
	{"a@b", 0, hostSyntax(1, uriHost, illegal)},
	{"@b", 0, hostSyntax(0, uriHost, illegal)},
	{"u:p@b", 0, hostSyntax(2, port, uri.ReasonBadPort)},
	{"u:1@b", 0, hostSyntax(3, port, uri.ReasonBadPort)},
	{"[::1", 0, hostSyntax(4, uriHost, uri.ReasonBadIPLiteral)},
	{"[", 0, hostSyntax(1, uriHost, uri.ReasonBadIPLiteral)},
	{"[]", 0, hostSyntax(1, uriHost, uri.ReasonBadIPLiteral)},
	{"]", 0, hostSyntax(0, uriHost, illegal)},
	{"[::1]x", 0, hostSyntax(5, uriHost, illegal)},
	{"[::1]]", 0, hostSyntax(5, uriHost, illegal)},
	{"[::1]:x", 0, hostSyntax(6, port, uri.ReasonBadPort)},
	{"[fe80::1%25en1]", 0, hostSyntax(8, uriHost, uri.ReasonBadIPLiteral)},
	{"::1", 0, hostSyntax(1, port, uri.ReasonBadPort)},
	{"h:80:80", 0, hostSyntax(4, port, uri.ReasonBadPort)},
	{"h:8 0", 0, hostSyntax(3, port, uri.ReasonBadPort)},
	{"h:80%41", 0, hostSyntax(4, port, uri.ReasonBadPort)},
	{"h/", 0, hostSyntax(1, uriHost, illegal)},
	{"h/x:80", 0, hostSyntax(1, uriHost, illegal)},
	{"h?", 0, hostSyntax(1, uriHost, illegal)},
	{"h#", 0, hostSyntax(1, uriHost, illegal)},
	{"http://h", 0, hostSyntax(5, port, uri.ReasonBadPort)},
	{"//h", 0, hostSyntax(0, uriHost, illegal)},
	{"h\\", 0, hostSyntax(1, uriHost, illegal)},
	{"h\r\nX: y", 0, hostSyntax(1, uriHost, illegal)},
	{"h\x00", 0, hostSyntax(1, uriHost, illegal)},
	{"h\x80", 0, hostSyntax(1, uriHost, illegal)},
	{"h%", 0, hostSyntax(2, uriHost, percent)},
	{"h%4", 0, hostSyntax(3, uriHost, percent)},
	{"h%4:80", 0, hostSyntax(3, uriHost, percent)},
	{"h%:80", 0, hostSyntax(2, uriHost, percent)},
}

func TestParseHost(t *testing.T) {
	for _, tt := range hostTests {
		n, err := httpuri.ParseHost(tt.value)
		if diff := cmp.Diff(tt.want, faultOf(t, err)); diff != "" || n != tt.n {
			t.Errorf("%q: %d, want %d, %v (-want +got):\n%s", tt.value, n, tt.n, err, diff)
		}
		checkParseHost(t, tt.value)
	}
}

// TestErrorText checks that messages have the offset and contain nothing of the input.
func TestErrorText(t *testing.T) {
	for _, tt := range kit.Cases[struct{ method, target, want string }]("httpuri.txt", "TestErrorText") {
		if _, err := httpuri.Parse(tt.method, tt.target); err == nil || err.Error() != tt.want {
			t.Errorf("%s %s: %v, want %s", tt.method, tt.target, err, tt.want)
		}
	}
	_, err := httpuri.ParseHost("secret.example\x00")
	if want := "Host: illegal byte in host at byte 14"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = (&httpuri.Request{Scheme: "ftp", Method: "GET", Target: "/", Host: []string{"h"}}).TargetURI()
	if want := "scheme: neither http nor https"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestNames checks that each constant has a name of its own, and that other values show their number.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	check := func(i uint8, name, kind string, last uint8) {
		if own := !strings.HasPrefix(name, kind+"("); own != (i <= last) || own && i > 0 && (name == "" || seen[name]) {
			t.Errorf("%s %d is %q", kind, i, name)
		}
		seen[name] = true
	}
	for i := range uint8(255) {
		check(i, httpuri.Form(i).String(), "Form", uint8(httpuri.FormAsterisk))
		check(i, httpuri.Part(i).String(), "Part", uint8(httpuri.PartRule))
		check(i, httpuri.Reason(i).String(), "Reason", uint8(httpuri.ReasonNotServed))
		check(i, httpuri.Outcome(i).Error(), "Outcome", uint8(httpuri.OutcomeAmbiguous))
	}
}
