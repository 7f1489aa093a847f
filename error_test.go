package uri

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

type errorTest struct {
	parse     func(string) (URI, error)
	in        string
	offset    int
	component Component
	reason    Reason
	text      string
}

// parsers are the names of functions in testdata/error.txt.
var parsers = map[string]any{
	"Parse": Parse, "ParseURI": ParseURI, "ParseAbsoluteURI": ParseAbsoluteURI, "ParseRelativeRef": ParseRelativeRef,
}

var errorTests = kit.Cases[errorTest]("error.txt", "errorTests", parsers)

func TestErrors(t *testing.T) {
	for _, test := range errorTests {
		u, err := test.parse(test.in)
		var e *Error
		ok := errors.As(fmt.Errorf("wrapped: %w", err), &e)
		if !ok || u != (URI{}) {
			t.Errorf("%q: %q, %v, want the zero URI and an *Error", test.in, u, err)
			continue
		}
		if e.Offset != test.offset || e.Component != test.component || e.Reason != test.reason {
			t.Errorf("%q: %d, %v, %v, want %d, %v, %v",
				test.in, e.Offset, e.Component, e.Reason, test.offset, test.component, test.reason)
		}
		if e.Error() != test.text {
			t.Errorf("%q\n got %s\nwant %s", test.in, e, test.text)
		}
	}
}

// TestErrorsAtEnd cuts every valid text short. The error can only be that the text ends, or that a userinfo without its
// "@" is read as a host and a port.
func TestErrorsAtEnd(t *testing.T) {
	for _, test := range componentTests {
		for n := range test.in {
			_, err := Parse(test.in[:n])
			var e *Error
			if errors.As(err, &e) && (e.Offset != n || !strings.HasPrefix(e.Error(), "unexpected end in ") &&
				e.Reason != ReasonBadPort) {
				t.Errorf("%q: %v", test.in[:n], e)
			}
		}
	}
}

// secretTexts returns strings that are invalid in many ways. Each has the password in its authority.
func secretTexts(password string) []string {
	var texts []string
	for _, bad := range []string{" ", "<", "\x00", "\xc3\xa9", "%", "%z", "[", "]", "@", "", "/", "?", "#"} {
		for _, frame := range []string{"//joe:%s", "s://joe:%s@", "//:%s@h[", "//joe:%s@h:x", "//joe:%s@[::"} {
			texts = append(texts, fmt.Sprintf(frame, password+bad))
		}
	}
	return texts
}

// TestErrorsAreSecret replaces the password of many invalid strings with another. The errors must be equal.
func TestErrorsAreSecret(t *testing.T) {
	one, other := secretTexts("hunter2"), secretTexts("s~cr!t_")
	refused := 0
	for i := range one {
		for _, parse := range []func(string) (URI, error){Parse, ParseURI, ParseAbsoluteURI, ParseRelativeRef} {
			_, err := parse(one[i])
			_, otherErr := parse(other[i])
			if err == nil && otherErr == nil {
				continue
			}
			refused++
			if fmt.Sprintf("%v %+v", err, err) != fmt.Sprintf("%v %+v", otherErr, otherErr) {
				t.Errorf("%q: %v\n%q: %v", one[i], err, other[i], otherErr)
			}
		}
	}
	if refused < 200 {
		t.Errorf("only %d errors", refused)
	}
}

// TestErrorsHideAuthorityBytes puts every byte in each place of an authority: the error must not hold it.
func TestErrorsHideAuthorityBytes(t *testing.T) {
	const text = "http://joe:hunter2@example.com:8042"
	for i := len("http://"); i <= len(text); i++ {
		seen := map[Error]bool{}
		for b := range 256 {
			if strings.IndexByte("/?#", byte(b)) >= 0 {
				continue // it ends the authority
			}
			_, err := Parse(text[:i] + string([]byte{byte(b)}) + text[i:])
			var e *Error
			ok := errors.As(err, &e)
			if !ok || e.Offset != i {
				continue
			}
			e.Reason = 0
			seen[*e] = true
		}
		if len(seen) > 1 {
			t.Errorf("byte %d: %d different errors: %v", i, len(seen), seen)
		}
	}
}

func TestErrorZero(t *testing.T) {
	// This is not an error, but printing it must not panic.
	if got := new(Error).Error(); got != "no error at byte 0" {
		t.Errorf("%q", got)
	}
}

// baseError returns the error of a relative reference that is to be a base.
func baseError() Error {
	_, err := NewBase(URI{}, 0)
	return *err.(*Error)
}

// TestReasonTexts checks the messages of the reasons that no parsing function returns.
func TestReasonTexts(t *testing.T) {
	for _, test := range []struct {
		e    Error
		text string
	}{
		{Error{Component: ComponentPath, Reason: ReasonNotRooted},
			`path without a leading "/" at byte 0: after an authority, a path is empty or begins with "/"`},
		{Error{Component: ComponentPort, Reason: ReasonNoHost}, "no host for port at byte 0"},
		{Error{Offset: 3, Component: ComponentPath, Reason: ReasonAboveRoot}, `".." above the root in path at byte 3`},
		{Error{Offset: 3, Component: ComponentPath, Reason: ReasonDotSegment},
			"dot segment in path at byte 3: resolution would remove it"},
		{Error{Component: ComponentQuery, Reason: ReasonInexpressible}, "inexpressible in query at byte 0"},
		{Error{Offset: 7, Component: ComponentPath, Reason: ReasonRefusedOctet}, "refused octet in path at byte 7"},
		{Error{Offset: 7, Component: ComponentQuery, Reason: ReasonBadUTF8}, "invalid UTF-8 in query at byte 7"},
		{Error{Offset: 7, Component: ComponentQuery, Reason: ReasonTooMany}, "too many in query at byte 7"},
		{baseError(), "no scheme at byte 0: expected a base URI, such as https://example.com/"},
	} {
		if got := test.e.Error(); got != test.text {
			t.Errorf("%q, want %q", got, test.text)
		}
	}
}

func TestTooLong(t *testing.T) {
	e := Error{Offset: 1, Reason: ReasonTooLong}
	if got, want := e.Error(), "too long: more than 4294967294 bytes"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNamesAgree compares the root's words with the words of package fsm, which are converted by number.
func TestNamesAgree(t *testing.T) {
	for i := range 256 {
		r, c, k := Reason(i), Component(i), HostKind(i)
		if name := fsm.Reason(i).String(); name != "" && name != r.String() {
			t.Errorf("reason %d: %q, in fsm %q", i, r, name)
		}
		if i <= int(ComponentFragment) && fsm.Component(i).String() != c.String() {
			t.Errorf("component %d: %q, in fsm %q", i, c, fsm.Component(i))
		}
		if name := fsm.HostKind(i).String(); name != "" && name != k.String() {
			t.Errorf("host kind %d: %q, in fsm %q", i, k, name)
		}
	}
	if ReasonHostList != Reason(fsm.HostList) || (ReasonTooMany+1).String() != "Reason(19)" {
		t.Error("the reasons are not those of fsm")
	}
	if got := Reason(99).String() + " " + Component(99).String(); got != "Reason(99) Component(99)" {
		t.Error(got)
	}
}
