package httpuri_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

// request returns the Request for a first line without its version and for the values of the Host fields.
func request(scheme, line string, hosts ...string) httpuri.Request {
	method, target, _ := strings.Cut(line, " ")
	return httpuri.Request{Scheme: scheme, Method: method, Target: target, Host: hosts}
}

// trusting returns q with AllowUserinfo set.
func trusting(q httpuri.Request) httpuri.Request {
	q.AllowUserinfo = true
	return q
}

var requestTests = []struct {
	request httpuri.Request
	section string // of RFC 9112, unless another is named
	uri     string // "" if it is refused
	want    fault
}{
	{request("http", "GET /pub/WWW/TheProject.html", "www.example.org:8080"),
		"3.3", "http://www.example.org:8080/pub/WWW/TheProject.html", fault{}},
	{request("https", "OPTIONS *", "www.example.org"),
		"3.3", "https://www.example.org", fault{}},
	{request("http", "GET /where?q=now", "www.example.org"),
		"3.2.1", "http://www.example.org/where?q=now", fault{}},
	{request("http", "CONNECT www.example.com:80", "www.example.com"),
		"3.2.3", "http://www.example.com:80", fault{}},
	{request("https", "GET http://a.example/x?", "b.example"),
		"3.2.2", "http://a.example/x?", fault{}},
	{request("", "GET http://a.example", ""),
		"3.2.2", "http://a.example", fault{}},
	{request("http", "GET urn:a:b", ""), "3.2", "urn:a:b", fault{}},
	{request("http", "OPTIONS http://www.example.org:8001", "www.example.org:8001"),
		"3.2.4", "http://www.example.org:8001", fault{}},
	{request("http", "OPTIONS *", "www.example.org:8001"),
		"3.2.4", "http://www.example.org:8001", fault{}},
	{request("https", "OPTIONS http://a.example?", "b.example"),
		"3.2.4", "http://a.example?", fault{}},
	{request("http", "OPTIONS /", "a.example"), "3.2.4", "http://a.example/", fault{}},
	{request("http", "OPTIONS http://a.example/", "a.example"),
		"3.2.4", "http://a.example/", fault{}},
	{request("http", "GET //evil.example/x", "h"),
		"3.2.1", "http://h//evil.example/x", fault{}},
	{request("http", "GET //u:p@evil.example:80", "h:"),
		"3.2.1", "http://h://u:p@evil.example:80", fault{}},
	{request("https", "GET /http://evil.example/../?", "[::1]:8443"),
		"3.2.1", "https://[::1]:8443/http://evil.example/../?", fault{}},
	{trusting(request("https", "GET http://u:p@h/", "h")),
		"RFC 9110 4.2.4", "http://u:p@h/", fault{}},
	{request("https", "GET ftp://u@h:99999/", "h"),
		"3.2.2", "ftp://u@h:99999/", fault{}},

	{request("https", "GET HTTP://u:p@h/", "h"),
		"RFC 9110 4.2.4", "", targetFault(7, uri.ComponentUserinfo, httpuri.ReasonUserinfo)},
	{request("http", "GET http://h:65536/", "h"),
		"RFC 9110 4.2.1", "", targetFault(9, port, httpuri.ReasonPortRange)},
	{trusting(request("http", "GET http://u@h:65536/", "h")),
		"RFC 9110 4.2.1", "", targetFault(11, port, httpuri.ReasonPortRange)},
	{request("http", "GET http:///x", "h"),
		"RFC 9110 4.2.1", "", targetFault(7, uriHost, httpuri.ReasonNoHost)},
	{request("http", "GET *", "h"),
		"3.2.4", "", targetFault(0, 0, httpuri.ReasonForm)},
	{request("http", "GET /"), "3.2", "", hostFault(0, 0, httpuri.ReasonHostMissing)},
	{request("http", "GET http://h/"), "3.2", "", hostFault(0, 0, httpuri.ReasonHostMissing)},
	{request("http", "CONNECT h:1"), "3.2", "", hostFault(0, 0, httpuri.ReasonHostMissing)},
	{request("http", "GET /", "h", "h"),
		"3.2", "", hostFault(0, 0, httpuri.ReasonHostRepeated)},
	{request("http", "GET http://h/", "h", "i"),
		"3.2", "", hostFault(0, 0, httpuri.ReasonHostRepeated)},
	{request("http", "GET /", ""),
		"3.3", "", hostFault(0, uriHost, httpuri.ReasonNoHost)},
	{request("http", "OPTIONS *", ":80"),
		"RFC 9110 4.2.1", "", hostFault(0, uriHost, httpuri.ReasonNoHost)},
	{request("http", "GET /", "h:65536"),
		"RFC 9110 4.2.1", "", hostFault(2, port, httpuri.ReasonPortRange)},
	{request("http", "GET /", "a@b"),
		"RFC 9110 7.2", "", hostSyntax(1, uriHost, illegal)},
	{request("http", "GET http://h/", "a, b"),
		"3.2", "", hostSyntax(2, uriHost, illegal)},
	{request("http", "CONNECT h:1", "[::1"),
		"3.2", "", hostSyntax(4, uriHost, uri.ReasonBadIPLiteral)},
	{request("http", "GET /a b", "a b"),
		"3.2", "", syntax(2, path, illegal)},
	{request("http", "GET ", "h"), "3.2", "", targetFault(0, 0, httpuri.ReasonTargetMissing)},
	{request("", "GET /", "h"),
		"3.3", "", fault{Part: httpuri.PartScheme, Component: scheme, Reason: httpuri.ReasonScheme}},
	{request("http://evil/?", "GET /", "h"),
		"3.3", "", fault{Part: httpuri.PartScheme, Component: scheme, Reason: httpuri.ReasonScheme}},
}

func TestTargetURI(t *testing.T) {
	for _, tt := range requestTests {
		u, err := tt.request.TargetURI()
		if diff := cmp.Diff(tt.want, faultOf(t, err)); diff != "" || u.String() != tt.uri {
			t.Errorf("%+v (section %s): %q, want %q, %v (-want +got):\n%s",
				tt.request, tt.section, u, tt.uri, err, diff)
		}
		checkRequest(t, tt.request)
	}
}

// TestHostileTargetURI checks that TargetURI refuses each part that Parse and ParseHost refuse, and that an origin-form
// always becomes a path and a query, whatever the value of Host is.
func TestHostileTargetURI(t *testing.T) {
	for _, tt := range hostileTargets {
		q := httpuri.Request{Scheme: "http", Method: tt.method, Target: tt.target, Host: []string{"h"}}
		want := tt.want
		if tt.target == "" {
			want = targetFault(0, 0, httpuri.ReasonTargetMissing)
		}
		if u, err := q.TargetURI(); faultOf(t, err) != want {
			t.Errorf("%+v: %q, %v", q, u, err)
		}
	}
	for _, tt := range hostTests {
		for _, target := range []string{"/", "//evil/", "/@evil/?@evil", "*", "http://h/"} {
			method := "GET"
			if target == "*" {
				method = "OPTIONS"
			}
			q := httpuri.Request{Scheme: "http", Method: method, Target: target, Host: []string{tt.value}}
			checkRequest(t, q)
			u, err := q.TargetURI()
			if f := faultOf(t, err); tt.want != (fault{}) && f != tt.want {
				t.Errorf("%+v: %q, %v", q, u, err)
			}
			if name, _ := u.Host(); err == nil && target != "http://h/" && name != tt.value[:tt.n] {
				t.Errorf("%+v: %q", q, u)
			}
		}
	}
}

// TestEncodeTarget has request-targets that RFC 3986 does not allow, and some that it allows. Browsers send the first
// ones, because the URL Standard does not encode them (section 1.3, "path percent-encode set" and "special-query
// percent-encode set"). If want is "", the target is refused.
func TestEncodeTarget(t *testing.T) {
	for _, test := range kit.Cases[struct{ target, want string }]("request.txt", "TestEncodeTarget") {
		q := httpuri.Request{Scheme: "http", Method: "GET", Target: test.target, Host: []string{"example.com"}}
		strict, strictErr := q.TargetURI()
		q.EncodeTarget = true
		u, err := q.TargetURI()
		if (err == nil) != (test.want != "") || err == nil && u.RequestURI() != test.want {
			t.Errorf("%q: %q, %v, want %q", test.target, u.RequestURI(), err, test.want)
		}
		if strictErr == nil && u != strict || strictErr != nil && err != nil && err.Error() != strictErr.Error() {
			t.Errorf("%q: %q, %v, but %q, %v without EncodeTarget", test.target, u, err, strict, strictErr)
		}
		checkRequest(t, q)
	}
	tunnel := httpuri.Request{Scheme: "http", Method: "CONNECT", Target: "/a|b", Host: []string{"h"}, EncodeTarget: true}
	if u, err := tunnel.TargetURI(); err == nil {
		t.Errorf("CONNECT: %q", u)
	}
}

// TestEncodeTargetBytes tries each byte in a path and in a query.
func TestEncodeTargetBytes(t *testing.T) {
	for b := range 256 {
		c := byte(b)
		for _, before := range []string{"/", "/?"} {
			q := httpuri.Request{Scheme: "http", Method: "GET", Target: before + string([]byte{c}), Host: []string{"h"}}
			_, strictErr := q.TargetURI()
			q.EncodeTarget = true
			u, err := q.TargetURI()
			want := q.Target
			switch {
			case c <= ' ' || c == '#' || c == 0x7f:
				want = ""
			case strings.IndexByte("\"%<>[\\]^`{|}", c) >= 0 || c >= 0x80:
				want = before + fmt.Sprintf("%%%02X", c)
			}
			changed := want != q.Target
			if u.RequestURI() != want && (want != "" || err == nil) || (strictErr != nil) != changed {
				t.Errorf("%q: %q, %v, want %q; without EncodeTarget %v", q.Target, u, err, want, strictErr)
			}
		}
	}
}

// TestServerAsAWhole checks the advice in the documentation of TargetURI: with OPTIONS, both forms for the server as a
// whole have one target URI, and a normal form that differs from the normal form of "/".
func TestServerAsAWhole(t *testing.T) {
	n := uri.Normalizer{Steps: uri.AllSteps &^ uri.StepScheme}
	for line, want := range map[string]string{
		"OPTIONS *": "http://h", "OPTIONS HTTP://H": "http://h", "OPTIONS /": "http://h/", "OPTIONS http://h/": "http://h/",
	} {
		q := request("http", line, "H")
		u, err := q.TargetURI()
		if got := n.Normalized(u).String(); got != want || err != nil {
			t.Errorf("%s: %q, want %q, %v", line, got, want, err)
		}
		dst, _, err := q.AppendTargetURI(nil)
		if string(dst) != u.String() || err != nil {
			t.Errorf("%s: appended %q, want %q, %v", line, dst, u, err)
		}
	}
}
