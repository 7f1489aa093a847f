package urlpattern_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// initTests are patterns of one component, an input for it, and the groups if it matches: "name=text", separated by
// spaces, where "-" is undefined.
var initTests = []struct {
	name      string
	component urlpattern.Component
	pattern   string
	input     string
	groups    string
	matches   bool
}{
	// Section 1.6: the delimiter code point.
	{"a name matches a segment", urlpattern.ComponentPathname, "/:a/:b", "/x/y.z", "a=x b=y.z", true},
	{"a name matches a label", urlpattern.ComponentHostname, ":a.example", "x.y.example", "", false},
	{"without a delimiter a name matches all", urlpattern.ComponentSearch, ":a", "x/y.z", "a=x/y.z", true},
	{"a name is lazy", urlpattern.ComponentSearch, ":a-:b", "x-y-z", "a=x b=y-z", true},
	{"a wildcard is greedy", urlpattern.ComponentSearch, "*-*", "x-y-z", "0=x-y 1=z", true},
	{"wildcards with text between them", urlpattern.ComponentPathname, "/*/a/*/b*", "/a/a/a/b/b1", "0=a/a 1=b 2=1", true},
	{"a name is not empty", urlpattern.ComponentPathname, "/:a", "/", "", false},

	// Section 1.8: the prefix and the suffix of a repeated part are in its group only between two repetitions.
	{"prefix", urlpattern.ComponentPathname, "/:a+", "/x/y", "a=x/y", true},
	{"prefix and suffix", urlpattern.ComponentPathname, "/{-:a.}+", "/-x.-y.", "a=x.-y", true},
	{"no repetition", urlpattern.ComponentPathname, "/x/:a*", "/x", "a=-", true},
	{"an empty segment", urlpattern.ComponentPathname, "/x/:a*", "/x/", "", false},
	{"no prefix", urlpattern.ComponentSearch, "(a|b)+", "ab", "0=ab", true},
	{"optional", urlpattern.ComponentPathname, "/x/:a?", "/x", "a=-", true},
	{"no prefix in a hostname", urlpattern.ComponentHostname, "x.:a?", "x", "", false},
	{"no prefix in a search", urlpattern.ComponentSearch, "x/:a?", "x", "", false},
	{"optional in the middle", urlpattern.ComponentPathname, "/x/:a?/y", "/x/y", "a=-", true},
	{"optional text", urlpattern.ComponentPathname, "/x{/}?", "/x/", "", true},

	// ECMAScript, section 22.2.2.3.1: an iteration must not be empty, unless the minimum is not yet reached.
	{"empty iteration", urlpattern.ComponentSearch, "(.*)?", "", "0=-", true},
	{"empty iteration in a regexp", urlpattern.ComponentSearch, "((?:(?<x>a?)b?)*)(.*)", "", "0= 1=-", true},
	{"minimum", urlpattern.ComponentSearch, "((?:(?<x>a?)b?)+)(.*)", "", "0= 1=", true},
	{"nested loops", urlpattern.ComponentSearch, "((?:(?:a?b??)*)*c)", "abac", "0=abac", true},
	{"groups are cleared", urlpattern.ComponentSearch, "((?:(?<x>a)|b)*)(.*)", "ab", "0=ab 1=-", true},

	// Section 1.4: group i of the name list is capture i, also if the regexp has captures of its own.
	{"inner group", urlpattern.ComponentSearch, "((?<x>a)b)(c)", "abc", "0=ab 1=a", true},
	{"inner group in a repeated part without prefix", urlpattern.ComponentSearch, "((?<x>a))+", "aa", "0=aa", true},

	// Section 3.1: a string can become empty when it is encoded.
	{"encoding empties a part", urlpattern.ComponentSearch, "a{\t}*b", "ab", "", true},
	{"default port", urlpattern.ComponentPort, "443", "443", "", true},

	// Section 1.5: the regexps of wildcards are wildcards.
	{"look-ahead", urlpattern.ComponentPathname, "/((?!api|_next).*)", "/books", "0=books", true},
	{"look-ahead that fails", urlpattern.ComponentPathname, "/((?!api|_next).*)", "/api/x", "", false},
	{"look-ahead in a group that repeats", urlpattern.ComponentPathname, "/((?:(?=a))*(?:(?!b))+a)", "/a", "0=a", true},
	{"look-ahead in a loop", urlpattern.ComponentPathname, "/((?:(?=.*x).)*y)", "/aaxby", "", false},
	{"look-ahead in a loop that matches", urlpattern.ComponentPathname, "/((?:(?=.*y).)*)", "/aaxy", "0=aaxy", true},
	{"look-ahead in a look-ahead", urlpattern.ComponentPathname, "/((?:(?=(?:(?!b).)*c).)*d*)", "/aacdd", "0=aacdd", true},

	// ECMAScript, section 22.2.1, with the flag v.
	{"the empty complement", urlpattern.ComponentPathname, "/([^]+)", "/a/b", "0=a/b", true},
	{"control escape", urlpattern.ComponentPathname, `/(\cA?a)`, "/a", "0=a", true},
	{"hex escape", urlpattern.ComponentPathname, `/(\x61\u0062\u{63})`, "/abc", "0=abc", true},
	{"difference", urlpattern.ComponentPathname, `/([[a-z]--a]+)`, "/bc", "0=bc", true},
	{"intersection", urlpattern.ComponentPathname, `/([[a-z]&&[b-c]]+)`, "/bc", "0=bc", true},
	{"nested classes", urlpattern.ComponentPathname, `/([[:alpha:]]+)`, "/alpha", "0=alpha", true},
	{"word boundary", urlpattern.ComponentPathname, `/(\ba\b-\B-)`, "/a--", "0=a--", true},
	{"assertions", urlpattern.ComponentSearch, `(^a$)`, "a", "0=a", true},
	{"modifiers", urlpattern.ComponentSearch, `((?i:a)b)`, "Ab", "0=Ab", true},
	{"property", urlpattern.ComponentSearch, `(\p{Lu}\p{Letter}\P{gc=Nd}+)`, "Aa-", "0=Aa-", true},
	{"names in alternatives", urlpattern.ComponentSearch, `((?<x>a)|(?<x>b))`, "b", "0=b", true},
	{"counts", urlpattern.ComponentSearch, `([ab]{2}[bc]{1,2}c{2,}d{0}e{3,}?)`, "abbccceee", "0=abbccceee", true},
}

func TestInit(t *testing.T) {
	for _, test := range initTests {
		x, in := initWith(test.component, test.pattern), initWith(test.component, test.input)
		p, err := urlpattern.NewInit(x, nil, nil)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var r urlpattern.Result
		ok := p.MatchInit(in, nil, &r)
		if got := groupsOf(&r, test.component); ok != test.matches || got != test.groups {
			t.Errorf("%s: %q with %q: %t %q, want %t %q", test.name, test.pattern, test.input, ok, got, test.matches, test.groups)
		}
	}
}

func initWith(c urlpattern.Component, text string) (x urlpattern.Init) {
	switch c {
	case urlpattern.ComponentProtocol:
		x.Protocol = &text
	case urlpattern.ComponentHostname:
		x.Hostname = &text
	case urlpattern.ComponentPort:
		x.Port = &text
	case urlpattern.ComponentPathname:
		x.Pathname = &text
	case urlpattern.ComponentSearch:
		x.Search = &text
	case urlpattern.ComponentHash:
		x.Hash = &text
	}
	return x
}

func groupsOf(r *urlpattern.Result, c urlpattern.Component) string {
	var list []string
	for g := range r.Groups() {
		switch {
		case g.Component != c:
		case g.IsDefined:
			list = append(list, g.Name+"="+g.Text)
		default:
			list = append(list, g.Name+"=-")
		}
	}
	return strings.Join(list, " ")
}

// newTests are constructor strings and the components that they have.
var newTests = kit.Cases[struct{ pattern, base, want string }]("urlpattern.txt", "newTests")

func TestNew(t *testing.T) {
	for _, test := range newTests {
		base, _ := whatwg.Parse(test.base)
		p, err := urlpattern.New(test.pattern, &base, nil)
		var list []string
		for _, c := range components {
			list = append(list, p.Component(c))
		}
		if got := strings.Join(list, " "); err == nil && got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%q: %q, %v, want %q", test.pattern, got, err, test.want)
		}
	}
}

func TestHasRegExpGroups(t *testing.T) {
	for pattern, want := range map[string]bool{
		"https://example.com/(.*)/([^\\/]+?)/:a(.*)": false, "https://example.com/(a)": true, "https://(.*.)": true,
	} {
		if p, err := urlpattern.New(pattern, nil, nil); err != nil || p.HasRegExpGroups() != want {
			t.Errorf("%q: %v, %v", pattern, p.HasRegExpGroups(), err)
		}
	}
}

// TestPrefix: "/" is a prefix in the pathnames of special schemes alone (section 2.3).
func TestPrefix(t *testing.T) {
	for _, test := range []struct {
		pattern, input string
		want           bool
	}{
		{"https://h/x/:a?", "https://h/x", true},
		{"https://h/x/:a?", "https://h/x/y", true},
		{`data\:x/:a?`, "data:x", false},
		{`data\:x/:a?`, "data:x/", true},
		{`data\:x/:a?`, "data:x/y", true},
	} {
		p, err := urlpattern.New(test.pattern, nil, nil)
		if got := p.MatchString(test.input, nil, nil); err != nil || got != test.want {
			t.Errorf("%s with %s: %t, %v", test.pattern, test.input, got, err)
		}
	}
}

// TestIgnoreCase: only the pathname, the search and the hash ignore case.
func TestIgnoreCase(t *testing.T) {
	o := &urlpattern.Options{IgnoreCase: true}
	for _, test := range []struct {
		component      urlpattern.Component
		pattern, input string
		want           bool
	}{
		{urlpattern.ComponentPathname, "/Ab/:x", "/aB/C", true},
		{urlpattern.ComponentPathname, "/Ab{/C}*", "/aB/c/C", true},
		{urlpattern.ComponentPathname, "/Ab/:x+", "/aB/c/C", true},
		{urlpattern.ComponentPathname, "/Ab/*b*c", "/aB/1B2C", true},
		{urlpattern.ComponentPathname, "/Ab/:x?", "/aB", true},
		{urlpattern.ComponentSearch, "([A-C]+)(?-i)", "abc", false},
		{urlpattern.ComponentSearch, "([A-C]+)", "abc", true},
		{urlpattern.ComponentSearch, `([^A-C]+)`, "abc", false},
		{urlpattern.ComponentSearch, `(\P{Lu}+)`, "1", true},
		{urlpattern.ComponentSearch, `(\P{Lu}+)`, "a", false}, // in ECMAScript "a" and "A" fold to the same character
		{urlpattern.ComponentSearch, `(\u017f[\u212a])`, "Sk", true},
		{urlpattern.ComponentHash, "Ab", "aB", true},
		{urlpattern.ComponentHostname, "(A)", "a", false},
		{urlpattern.ComponentProtocol, "(A)", "a", false},
	} {
		p, err := urlpattern.NewInit(initWith(test.component, test.pattern), nil, o)
		if got := err == nil && p.MatchInit(initWith(test.component, test.input), nil, nil); got != test.want {
			t.Errorf("%q with %q: %t, %v", test.pattern, test.input, got, err)
		}
	}
}

// errorTests are patterns that are refused, with the first byte that is wrong before "§".
var errorTests = kit.Cases[struct{ pattern, want string }]("urlpattern.txt", "errorTests")

func TestErrors(t *testing.T) {
	for _, test := range errorTests {
		offset := strings.Index(test.pattern, "§")
		pattern := strings.Replace(test.pattern, "§", "", 1)
		_, err := urlpattern.New(pattern, nil, nil)
		var e *urlpattern.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		got := e.Component.String() + ": " + e.Reason
		if e.Unsupported {
			got = e.Component.String() + ": unsupported: " + e.Reason
		}
		if errors.Is(err, errors.ErrUnsupported) != e.Unsupported {
			t.Errorf("%s: errors.Is(%v, errors.ErrUnsupported)", test.pattern, err)
		}
		if got != test.want || e.Offset != offset {
			t.Errorf("%s: %s at %d, want %s at %d", test.pattern, got, e.Offset, test.want, offset)
		}
	}
}
