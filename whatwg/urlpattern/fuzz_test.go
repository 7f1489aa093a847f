package urlpattern

import (
	"testing"

	"github.com/urispan/uri/whatwg"
)

var seeds = []struct{ pattern, url string }{
	{"https://example.com/books/list", "https://example.com/books/list"},
	{"https://example.com/:shop/books/:id", "https://example.com/paper/books/8042?page=2"},
	{"https://*.example.com/*", "https://www.example.com/books/8042?page=2"},
	{"https://example.com/*/books/*", "https://example.com/a/b/books/8042?page=2"},
	{`https://example.com/books/:id(\d+)`, "https://example.com/books/8042?page=2"},
	{`https://example.com/:lang(en|de|fr)/books/:id([a-z]+\d+)`, "https://example.com/fr/books/a8042?page=2"},
	{`https://example.com/:path((?!api|_next).*)`, "https://example.com/books/8042?page=2"},
	{"https://example.com/books/:id", "https://example.org/books/8042"},
}

// FuzzNew checks that the pattern strings of a pattern make a pattern again.
func FuzzNew(f *testing.F) {
	for _, x := range seeds {
		f.Add(x.pattern, "", false)
	}
	f.Add("/:a{b}?:c+*", "https://u:p@h/a/b?c#d", true)
	f.Add("?(a|[^b])#{c\t}*", "data:x", true)
	f.Fuzz(func(t *testing.T, pattern, base string, ignoreCase bool) {
		b, _ := whatwg.Parse(base)
		o := &Options{IgnoreCase: ignoreCase}
		p, err := New(pattern, &b, o)
		if err != nil {
			return
		}
		again, err := NewInit(initOf(p), nil, o)
		if err != nil {
			t.Errorf("%q becomes %q: %v", pattern, describe(p), err)
			return
		}
		if p.HasRegExpGroups() != again.HasRegExpGroups() {
			t.Errorf("%q becomes %q", pattern, describe(p))
		}
	})
}

func initOf(p *Pattern) (x Init) {
	for c, to := range [...]**string{
		&x.Protocol, &x.Username, &x.Password, &x.Hostname, &x.Port, &x.Pathname, &x.Search, &x.Hash,
	} {
		*to = pointer(p.Component(Component(c)))
	}
	return x
}

// FuzzMatch compares the strategy of each component with a reference.
func FuzzMatch(f *testing.F) {
	for _, x := range seeds {
		f.Add(x.pattern, x.url, false)
	}
	f.Add("/:a/*b*c", "https://h/a/xbxc", true)
	f.Fuzz(func(t *testing.T, pattern, text string, ignoreCase bool) {
		base := whatwg.MustParse("https://h/a/b")
		p, err := New(pattern, &base, &Options{IgnoreCase: ignoreCase})
		if err != nil {
			return
		}
		u, err := base.Parse(text)
		if err != nil {
			return
		}
		checkStrategies(t, p, &u)
	})
}

// checkStrategies compares the strategy of each component with a reference.
func checkStrategies(t *testing.T, p *Pattern, u *whatwg.URL) {
	t.Helper()
	for c, x := range p.components {
		checkStrategy(t, x, componentOf(u, Component(c)))
	}
}

// FuzzSet compares a set with a loop over its patterns.
func FuzzSet(f *testing.F) {
	f.Add("/:a/*b*c", "/{a}?/:b", "/*", "https://h/a/xbxc", true)
	f.Add("https://*.h/(a|b)", "?:x-:y", "/:a+", "https://a.h/b?c-d", false)
	f.Fuzz(func(t *testing.T, a, b, c, text string, ignoreCase bool) {
		base := whatwg.MustParse("https://h/a/b")
		var patterns []*Pattern
		for i, pattern := range []string{a, b, c, a} {
			p, _ := New(pattern, &base, &Options{IgnoreCase: ignoreCase == (i < 2)})
			patterns = append(patterns, p)
		}
		if u, err := base.Parse(text); err == nil {
			checkSet(t, NewSet(patterns...), patterns, u)
		}
	})
}
