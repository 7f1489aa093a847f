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

var requestTests = kit.Cases[struct {
	scheme, line string
	trusting     bool
	section      string // of RFC 9112, unless another is named
	uri          string // "" if it is refused
	want         fault
	hosts        []string
}]("request.txt", "requestTests", noFault)

func TestTargetURI(t *testing.T) {
	for _, tt := range requestTests {
		q := request(tt.scheme, tt.line, tt.hosts...)
		q.AllowUserinfo = tt.trusting
		u, err := q.TargetURI()
		if diff := cmp.Diff(tt.want, faultOf(t, err)); diff != "" || u.String() != tt.uri {
			t.Errorf("%+v (section %s): %q, want %q, %v (-want +got):\n%s",
				q, tt.section, u, tt.uri, err, diff)
		}
		checkRequest(t, q)
	}
}

// TestHostileTargetURI checks that TargetURI refuses each part that Parse and ParseHost refuse, and that an origin-form
// always becomes a path and a query, whatever the value of Host is.
func TestHostileTargetURI(t *testing.T) {
	for _, tt := range hostileTargets {
		q := httpuri.Request{Scheme: "http", Method: tt.method, Target: tt.target, Host: []string{"h"}}
		want := tt.want
		if tt.target == "" {
			want = fault{Part: httpuri.PartTarget, Reason: httpuri.ReasonTargetMissing}
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
	}
}
