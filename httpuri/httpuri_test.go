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

// noFault is the word for no error in testdata.
var noFault = map[string]any{"ok": fault{}}

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

// parseTests has valid request-targets and their components.
var parseTests = kit.Cases[struct {
	method, target string
	section        string // of RFC 9112, unless another is named
	want           parts
}]("httpuri.txt", "parseTests")

// hostileTargets has invalid request-targets. Attackers send some of them to make two programs read different requests,
// or to make one of them connect elsewhere.
var hostileTargets = kit.Cases[struct {
	method, target string
	section        string // of RFC 9112, unless another is named
	want           fault
}]("httpuri.txt", "hostileTargets", noFault)

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
var hostTests = kit.Cases[struct {
	value string
	n     int
	want  fault
}]("httpuri.txt", "hostTests", noFault)

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
