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
var initTests = kit.Cases[struct {
	name                   string
	component              urlpattern.Component
	pattern, input, groups string
	matches                bool
}]("urlpattern.txt", "initTests")

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
	for _, test := range kit.Cases[struct {
		pattern, input string
		want           bool
	}]("urlpattern.txt", "TestPrefix") {
		p, err := urlpattern.New(test.pattern, nil, nil)
		if got := p.MatchString(test.input, nil, nil); err != nil || got != test.want {
			t.Errorf("%s with %s: %t, %v", test.pattern, test.input, got, err)
		}
	}
}

// TestIgnoreCase: only the pathname, the search and the hash ignore case.
func TestIgnoreCase(t *testing.T) {
	o := &urlpattern.Options{IgnoreCase: true}
	for _, test := range kit.Cases[struct {
		component      urlpattern.Component
		pattern, input string
		want           bool
	}]("urlpattern.txt", "TestIgnoreCase") {
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
