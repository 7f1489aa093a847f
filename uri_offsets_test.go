package uri_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// maxOffset is the smallest offset that does not fit into a URI: see uri.go.
const maxOffset = 1<<16 - 1

// longTemplates are references with components that grow: "*" is replaced with "a" many times, and in a port with "1".
var longTemplates = []string{
	"*", "/*", "a*:", "a*:b", "a*:b?c#d", "a*://h", "a*://u@h:1/p?q#f", "a*://", "a*:?", "a*:#",
	"//*", "//*@h", "//u*@h:1/p", "//*:1", "//h*:/p?q", "//h:1*", "//h:1*/p#f", "//h/*", "//h/p?*", "//h/p#*", "//h?*#", "//h#*",
	"http://u*@h:1/p?q#f", "http://u@h*:1/p?q#f", "http://u@h:1*/p?q#f", "http://u@h:1/p*?q#f", "http://u@h:1/p?q*#f",
	"http://u@h:1/p?q#f*", "http://u@h:1/p?q*#f*", "http://u@*:1/*?*#*", "http://*@*:1*/*?*#*", "a*://*@*:1*/*?*#*",
	"http://*@:1", "http://:1*", "http://[::1]:1*/p", "http://u*@[::1]/p", "http://u*@[::1]:/p?q", "http://[::1]/p*", "http://[v1.a*]:1/p",
	"data:*", "data:*,?", "data:*?*", "mailto:a@b?c=*", "?*", "?*#", "#*", "?a#*", "p?*", "p#*", "p*?q#f", "p*#", "p?q*#f", "/?*/#*",
}

// longReferences calls f with long references. For each offset after the part that grows, some of them have it just
// below maxOffset, and some just above. Each reference has every 53rd offset, and all if URI_LONG is set.
func longReferences(f func(s string)) {
	step := kit.Rounds(83, 53, 1)
	for i, template := range longTemplates {
		for n := maxOffset - 24 + i%step; n <= maxOffset+2; n += step {
			f(grown(template, n))
		}
		if i%kit.Rounds(23, 17, 1) == 0 {
			f(grown(template, 1<<20))
		}
	}
}

// grown returns the template with its first "*" replaced with so many bytes that the next delimiter is at offset n.
func grown(template string, n int) string {
	const filler = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	i := strings.IndexByte(template, '*')
	fill := "a"
	if i > 0 && template[i-1] == '1' {
		fill = "1"
	}
	s := template[:i] + strings.Repeat(fill, max(n-i, 0)) + template[i+1:]
	s = strings.ReplaceAll(s, "1*", "1111")
	return strings.ReplaceAll(s, "*", filler)
}

// checkRanges compares u, which was made from s, with the ranges of s.
func checkRanges(t *testing.T, s string, u uri.URI) {
	t.Helper()
	var r fsm.Ranges
	if _, ok := fsm.Scan(s, &r); !ok {
		t.Fatalf("%s is not valid", short(s))
	}
	if u.Ranges() != r {
		t.Errorf("%s.Ranges() = %v, want %v", short(s), u.Ranges(), r)
	}
	for _, test := range []struct {
		c    uri.Component
		get  func() (string, bool)
		want func() (lo, hi int, ok bool)
	}{
		{uri.ComponentScheme, func() (string, bool) { return u.Scheme(), u.IsAbs() }, r.Scheme},
		{uri.ComponentAuthority, u.Authority, r.Authority},
		{uri.ComponentUserinfo, u.Userinfo, r.Userinfo},
		{uri.ComponentHost, u.Host, r.Host},
		{uri.ComponentPort, u.Port, r.Port},
		{uri.ComponentPath, func() (string, bool) { return u.Path(), true },
			func() (lo, hi int, ok bool) { lo, hi = r.Path(); return lo, hi, true }},
		{uri.ComponentQuery, u.Query, r.Query},
		{uri.ComponentFragment, u.Fragment, r.Fragment},
		{uri.ComponentNone, func() (string, bool) { return "", false }, func() (lo, hi int, ok bool) { return 0, 0, false }},
	} {
		lo, hi, ok := test.want()
		if text, gotOK := test.get(); text != s[lo:hi] || gotOK != ok {
			t.Errorf("%v of %s is %s, %v, want %s, %v", test.c, short(s), short(text), gotOK, short(s[lo:hi]), ok)
		}
		if gotLo, gotHi, gotOK := u.Range(test.c); gotLo != lo || gotHi != hi || gotOK != ok {
			t.Errorf("%s.Range(%v) = %d, %d, %v, want %d, %d, %v", short(s), test.c, gotLo, gotHi, gotOK, lo, hi, ok)
		}
	}
	_, _, scheme := r.Scheme()
	_, _, authority := r.Authority()
	slash := strings.HasPrefix(s, "/")
	for _, test := range []struct {
		name      string
		got, want bool
	}{
		{"IsAbs", u.IsAbs(), scheme},
		{"IsNetworkPathRef", u.IsNetworkPathRef(), !scheme && authority},
		{"IsAbsolutePathRef", u.IsAbsolutePathRef(), !scheme && !authority && slash},
		{"IsRelativePathRef", isRelativePathRef(u), !scheme && !authority && !slash},
	} {
		if test.got != test.want {
			t.Errorf("%s.%s() = %v, want %v", short(s), test.name, test.got, test.want)
		}
	}
}

func short(s string) string {
	if len(s) < 100 {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf("%q...%q (%d bytes)", s[:20], s[len(s)-40:], len(s))
}

// TestLongRanges compares the accessors of long URIs with the ranges that fsm.Scan finds. The offsets are just below
// and just above the largest one that a URI holds.
func TestLongRanges(t *testing.T) {
	longReferences(func(s string) {
		u := uri.MustParse(s)
		checkRanges(t, s, u)
		// All ways to make the same URI make equal values.
		again, _ := uri.ParseBytes([]byte(s))
		i, err := iri.Parse(s)
		v, err2 := i.URI(iri.HostPercent)
		made := []uri.URI{again, uri.MustParse(strings.Clone(s)), v}
		built, err3 := u.Builder().URI()
		if made = append(made, built); err != nil || err2 != nil || err3 != nil {
			t.Fatal(short(s), err, err2, err3)
		}
		if base, fragment, ok := strings.Cut(s, "#"); ok {
			cut := u.WithoutFragment()
			checkRanges(t, base, cut)
			with, err := cut.WithFragment(fragment)
			if made = append(made, with); err != nil || cut != uri.MustParse(base) || cut == u {
				t.Fatalf("%s without its fragment is another URI than its text: %v", short(s), err)
			}
		}
		set := map[uri.URI]int{u: 1}
		for i, v := range made {
			if v != u || set[v] != 1 {
				t.Errorf("%s: value %d has the text %s and is not equal", short(s), i, short(v.String()))
			}
		}
	})
}

// TestLongWith changes each component of long URIs to a short text, and of short ones to a long text. Only that
// component may change, and the result must be equal to what Parse returns.
func TestLongWith(t *testing.T) {
	long := strings.Repeat("1", maxOffset)
	lengths := [...]int{maxOffset - 1, maxOffset, 1, maxOffset - 3, maxOffset + 70}
	turn, every := 0, kit.Rounds(131, 67, 1)
	for _, template := range longTemplates {
		for _, n := range lengths {
			u := uri.MustParse(grown(template, n))
			for c, with := range buildWith {
				if with == nil {
					continue
				}
				for _, text := range []string{"", "/1", "1111", "/" + long[:maxOffset-5]} {
					if turn++; turn%every == 0 {
						checkWith(t, u, uri.Component(c), text)
					}
				}
				if v, err := u.Without(uri.Component(c)); err == nil && v != uri.MustParse(v.String()) {
					t.Errorf("%s without %v is not as parsed", short(u.String()), uri.Component(c))
				}
			}
		}
	}
}

func checkWith(t *testing.T, u uri.URI, c uri.Component, text string) {
	t.Helper()
	want := recipeOf(u)
	want[c] = &text
	if c == uri.ComponentAuthority {
		want[uri.ComponentUserinfo], want[uri.ComponentHost], want[uri.ComponentPort] = nil, &text, nil
	}
	want[uri.ComponentAuthority] = nil
	wantText, _, m := referenceBuild(want)
	v, err := buildWith[c](u, text)
	if m.Reason == 0 && (c != uri.ComponentAuthority || !strings.Contains(text, "/")) {
		if err != nil || v.String() != wantText || v != uri.MustParse(wantText) {
			t.Errorf("%s with %v %s: %s, %v, want %s", short(u.String()), c, short(text), short(v.String()), err, short(wantText))
		}
	} else if err == nil {
		t.Errorf("%s with %v %s: %s, want an error", short(u.String()), c, short(text), short(v.String()))
	}
}

// TestShortRanges is like TestLongRanges, for short references.
func TestShortRanges(t *testing.T) {
	random := kit.Random(t)
	for range 20_000 {
		b := make([]byte, random.IntN(12))
		for i := range b {
			b[i] = "a1:/?#@[]%0."[random.IntN(12)]
		}
		if u, err := uri.Parse(string(b)); err == nil {
			checkRanges(t, string(b), u)
		}
	}
	for _, template := range longTemplates {
		for n := range 80 {
			s := grown(template, n)
			checkRanges(t, s, uri.MustParse(s))
		}
	}
}
