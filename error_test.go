package uri

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
)

type errorTest struct {
	parse     func(string) (URI, error)
	in        string
	offset    int
	component Component
	reason    Reason
	text      string
}

var errorTests = []errorTest{
	// percent-encodings (RFC 3986, section 2.1)
	{Parse, "%zz", 1, ComponentPath, ReasonBadPercent,
		"bad percent-encoding in path at byte 1: expected a hex digit"},
	{Parse, "http://example.com/over/there?name=ferret%2g", 43, ComponentQuery, ReasonBadPercent,
		"bad percent-encoding in query at byte 43: expected a hex digit"},
	{Parse, "#%4", 3, ComponentFragment, ReasonBadPercent,
		"unexpected end in fragment at byte 3: expected a hex digit"},
	{Parse, "//%zz", 3, ComponentAuthority, ReasonBadPercent,
		"bad percent-encoding in authority at byte 3: expected a hex digit"},
	// bytes that are illegal everywhere, or in their component
	{Parse, "a b", 1, ComponentPath, ReasonIllegalByte, "illegal space in path at byte 1"},
	{Parse, "?\x00", 1, ComponentQuery, ReasonIllegalByte, "illegal byte 0x00 in query at byte 1"},
	{Parse, "/\u00e9", 1, ComponentPath, ReasonIllegalByte, "illegal character U+00E9 in path at byte 1: write %C3%A9"},
	{Parse, "a/<", 2, ComponentPath, ReasonIllegalByte, `illegal character "<" in path at byte 2`},
	{Parse, `a/"`, 2, ComponentPath, ReasonIllegalByte, `illegal character "\"" in path at byte 2`},
	{Parse, "#a#", 2, ComponentFragment, ReasonIllegalByte, `illegal character "#" in fragment at byte 2`},
	{Parse, "a:[", 2, ComponentPath, ReasonIllegalByte, `illegal character "[" in path at byte 2`},
	{Parse, "//h<", 3, ComponentAuthority, ReasonIllegalByte, "illegal byte in authority at byte 3"},
	{Parse, "//u@h<", 5, ComponentHost, ReasonIllegalByte, "illegal byte in host at byte 5"},
	// hosts and ports (section 3.2)
	{Parse, "//[::1", 6, ComponentHost, ReasonBadIPLiteral,
		`unexpected end in host at byte 6: expected an IPv6address or IPvFuture, closed by "]"`},
	{Parse, "//[::1%25en0]", 6, ComponentHost, ReasonBadIPLiteral,
		`bad IP-literal in host at byte 6: expected an IPv6address or IPvFuture, closed by "]"`},
	{Parse, "//u@h:8o", 7, ComponentPort, ReasonBadPort, "bad port at byte 7: expected a digit"},
	{Parse, "mongodb://u:pw@a:1,b:2/", 18, ComponentPort, ReasonHostList,
		"list of hosts at byte 18: a URI has one host; scheme.ParseHosts reads a list"},
	{Parse, "//u@h:,", 6, ComponentPort, ReasonHostList, "list of hosts at byte 6: a URI has one host; scheme.ParseHosts reads a list"},
	{Parse, "//[::1]:80,[::2]:80", 10, ComponentPort, ReasonHostList,
		"list of hosts at byte 10: a URI has one host; scheme.ParseHosts reads a list"},
	{Parse, "//h:8o/", 6, ComponentPort, ReasonBadPort,
		`bad port at byte 6: expected only digits in a port, or "@" after a userinfo`},
	{Parse, "//h:8o", 6, ComponentUserinfo, ReasonBadPort,
		`bad port at byte 6: expected only digits in a port, or "@" after a userinfo`},
	{Parse, "//h:8o\x00", 6, ComponentUserinfo, ReasonIllegalByte, "illegal byte in userinfo at byte 6"},
	// colons and schemes (sections 3.1, 4.2 and 4.3)
	{Parse, "1a:b", 2, ComponentPath, ReasonColonInSegment,
		"colon in first segment at byte 2: the text before it is not a scheme"},
	{ParseURI, "abc", 3, ComponentScheme, ReasonNoScheme, "no scheme at byte 3: expected a URI, such as https://example.com/"},
	{ParseAbsoluteURI, "//h", 0, ComponentScheme, ReasonNoScheme, "no scheme at byte 0: expected an absolute-URI, such as https://example.com/"},
	{ParseAbsoluteURI, "a:#", 2, ComponentFragment, ReasonHasFragment,
		"unwanted fragment at byte 2: expected an absolute-URI"},
	{ParseRelativeRef, "http://h", 4, ComponentScheme, ReasonHasScheme,
		"unwanted scheme at byte 4: expected a relative-ref"},
	// inputs that match no production at all
	{ParseURI, "a:b c", 3, ComponentPath, ReasonIllegalByte, "illegal space in path at byte 3"},
	{ParseAbsoluteURI, "a:b c", 3, ComponentPath, ReasonIllegalByte, "illegal space in path at byte 3"},
	{ParseAbsoluteURI, "a:b?c d", 5, ComponentQuery, ReasonIllegalByte, "illegal space in query at byte 5"},
	{ParseAbsoluteURI, "a:b#c d", 3, ComponentFragment, ReasonHasFragment,
		"unwanted fragment at byte 3: expected an absolute-URI"},
	{ParseAbsoluteURI, "a://[::1", 8, ComponentHost, ReasonBadIPLiteral,
		`unexpected end in host at byte 8: expected an IPv6address or IPvFuture, closed by "]"`},
	{ParseRelativeRef, "b c", 1, ComponentPath, ReasonIllegalByte, "illegal space in path at byte 1"},
	{ParseRelativeRef, "a:b c", 1, ComponentScheme, ReasonHasScheme,
		"unwanted scheme at byte 1: expected a relative-ref"},
	{ParseRelativeRef, "//u:p@h/#%", 10, ComponentFragment, ReasonBadPercent,
		"unexpected end in fragment at byte 10: expected a hex digit"},
	{ParseURI, "b c", 1, ComponentScheme, ReasonNoScheme, "illegal space in scheme at byte 1: expected a URI, such as https://example.com/"},
	{ParseURI, "https://www.example.com/" + strings.Repeat("p", 60) + " ", 84, ComponentPath, ReasonIllegalByte,
		"illegal space in path at byte 84"},
}

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
