package whatwg_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// The examples of the standard, section by section, and cases for steps that are easy to get wrong. They need no data
// from outside the repository.

// A standardCase is an input and its href, which is "" for failure.
type standardCase struct{ input, base, href string }

// check compares the results of Parse, CanParse and AppendHref with the case.
func (c *standardCase) check(t *testing.T) {
	t.Helper()
	var base whatwg.URL
	if c.base != "" {
		base = whatwg.MustParse(c.base)
	}
	u, err := base.Parse(c.input)
	if u.Href() != c.href || (err == nil) != (c.href != "") || c.base == "" && whatwg.CanParse(c.input) != (err == nil) {
		t.Errorf("%q against %q: %q, %v, want %q", c.input, c.base, u, err, c.href)
	}
	out, appendErr := whatwg.Parser{}.AppendHref([]byte("x"), base, c.input)
	if string(out) != "x"+c.href || (appendErr == nil) != (err == nil) {
		t.Errorf("%q against %q: AppendHref gives %q, %v, want %q", c.input, c.base, out, appendErr, c.href)
	}
	if err == nil {
		checkURL(t, u)
	}
	checkValidate(t, base, c.input)
}

// TestHostExamples checks the table of section 3: the results of the host parser and the host serializer for an input,
// in a special URL and in another one. "" is failure.
func TestHostExamples(t *testing.T) {
	for _, test := range kit.Cases[struct {
		input, special string
		kind           whatwg.HostKind
		opaque         string
	}]("standard.txt", "TestHostExamples") {
		special, err := whatwg.Parse("https://" + test.input + "/")
		if special.Hostname() != test.special || (err == nil) != (test.special != "") || special.HostKind() != test.kind {
			t.Errorf("%q: %q, %v, %v, want %q", test.input, special.Hostname(), special.HostKind(), err, test.special)
		}
		other, err := whatwg.Parse("foo://" + test.input + "/")
		if other.Hostname() != test.opaque || (err == nil) != (test.opaque != "") {
			t.Errorf("opaque %q: %q, %v, want %q", test.input, other.Hostname(), err, test.opaque)
		}
		kind := other.HostKind()
		if err == nil && kind != whatwg.HostOpaque && (kind != whatwg.HostIPv6 || test.kind != kind) {
			t.Errorf("opaque %q: %v", test.input, kind)
		}
	}
}

// TestURLExamples checks the table of section 4, with its column about the validity of the input.
func TestURLExamples(t *testing.T) {
	for _, test := range kit.Cases[struct {
		input, base string
		valid       bool
		output      string
	}]("standard.txt", "TestURLExamples") {
		c := standardCase{test.input, test.base, test.output}
		c.check(t)
		base, _ := whatwg.Parse(test.base)
		if found, err := whatwg.Validate(base, test.input); (len(found) == 0) != test.valid {
			t.Errorf("%q against %q: %v, %v, want valid %t", test.input, test.base, found, err, test.valid)
		}
	}
}

// TestComponents checks the table of section 4.1, and URLs with every combination of components that are null or empty.
func TestComponents(t *testing.T) {
	type components struct {
		Scheme, Username, Password, Hostname, Port, Pathname, Query, Fragment string
		HasOpaquePath                                                         bool
		HostKind                                                              whatwg.HostKind
		Host, Search, Hash, Origin                                            string
	}
	const null = "(null)"
	for input, want := range kit.Pairs[string, components]("standard.txt", "TestComponents") {
		u := whatwg.MustParse(input)
		r := u.Ranges()
		part := func(lo, hi int, ok bool) string {
			if !ok {
				return null
			}
			return u.Href()[lo:hi]
		}
		got := components{u.Scheme(), u.Username(), u.Password(), u.Hostname(), part(r.Port()), u.Pathname(),
			part(r.Query()), part(r.Fragment()), u.HasOpaquePath(), u.HostKind(), u.Host(), u.Search(), u.Hash(), u.Origin()}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: -want +got:\n%s", input, diff)
		}
		if lo, hi, ok := r.Host(); ok != (u.HostKind() != whatwg.HostNull) || u.Href()[lo:hi] != u.Hostname() {
			t.Errorf("%q: the range of the host is %d to %d, %t", input, lo, hi, ok)
		}
		if lo, hi := r.Path(); u.Href()[lo:hi] != u.Pathname() {
			t.Errorf("%q: the range of the path is %d to %d", input, lo, hi)
		}
		checkURL(t, u)
	}
}

// parseTests are cases for the steps of the basic URL parser (section 4.4), state by state.
var parseTests = kit.Cases[standardCase]("standard.txt", "parseTests")

func TestParse(t *testing.T) {
	for _, test := range parseTests {
		test.check(t)
	}
}

func TestInvalidUTF8(t *testing.T) {
	for _, test := range kit.Cases[struct{ input, replaced, raw string }]("standard.txt", "TestInvalidUTF8") {
		for option, want := range []string{whatwg.ReplaceInvalid: test.replaced, whatwg.EncodeRaw: test.raw} {
			p := whatwg.Parser{InvalidUTF8: whatwg.InvalidUTF8(option)}
			u, err := p.Parse(whatwg.URL{}, test.input)
			if u.Href() != want || (err == nil) != (want != "") {
				t.Errorf("%q, option %d: %q, %v, want %q", test.input, option, u, err, want)
			}
			out, err := p.AppendHref(nil, whatwg.URL{}, test.input)
			if string(out) != want || (err == nil) != (want != "") {
				t.Errorf("%q, option %d: AppendHref gives %q, %v, want %q", test.input, option, out, err, want)
			}
		}
	}
}

// TestEveryByte puts every byte at places of a path with different distances to the start and the end.
func TestEveryByte(t *testing.T) {
	const a = "aaaaaaaaaaaaaaaaaaaa"
	for b := range 256 {
		for n := range len(a) {
			text := a[:n] + string([]byte{byte(b)}) + a[n:]
			want := text
			switch {
			case b == '\t' || b == '\n' || b == '\r':
				want = a
			case b >= 0x80:
				want = a[:n] + "%EF%BF%BD" + a[n:]
			case b <= ' ' || b == 0x7f || strings.ContainsRune("\"<>^`{}", rune(b)):
				want = fmt.Sprintf("%s%%%02X%s", a[:n], b, a[n:])
			case b == '\\':
				want = a[:n] + "/" + a[n:]
			}
			u, err := whatwg.Parse("https://a/b/" + text)
			if err != nil || u.Href() != "https://a/b/"+want {
				t.Errorf("%q: %q, %v, want %q", text, u, err, want)
			}
		}
	}
}

// TestErrorOffset checks the offsets of errors in input that the parser changes: it removes bytes, or replaces them with
// more bytes.
func TestErrorOffset(t *testing.T) {
	for input, want := range map[string]whatwg.Error{
		"https://a:b":               {Code: whatwg.CodePortInvalid, Offset: 10},
		"  https://a:b":             {Code: whatwg.CodePortInvalid, Offset: 12},
		"\tht\ntps:\r//\ta:\t\nb ":  {Code: whatwg.CodePortInvalid, Offset: 16},
		"https://\xff@a:b":          {Code: whatwg.CodePortInvalid, Offset: 12},
		"https://\xe2\x82@\ta:\n\n": {Code: 0},
		"https://\t":                {Code: whatwg.CodeHostMissing, Offset: 8},
		"https:/\n/#":               {Code: whatwg.CodeHostMissing, Offset: 9},
		"\x00":                      {Code: whatwg.CodeMissingSchemeNonRelativeURL, Offset: 1},
	} {
		_, err := whatwg.Parse(input)
		if want.Code == 0 {
			if err != nil {
				t.Errorf("%q: %v", input, err)
			}
			continue
		}
		if diff := cmp.Diff(error(&want), err); diff != "" {
			t.Errorf("%q: -want +got:\n%s", input, diff)
		}
	}
}
