package main

import (
	"testing"

	"github.com/urispan/uri/tables"
)

// These tests prove, for inputs of every length, that package httpuri derives the other rules of HTTP correctly from
// the automata for URI-reference, Host-value and origin-form.

// httpRule returns the NFA of a rule of rfc9112.abnf.
func httpRule(t *testing.T, rule string) *nfa {
	t.Helper()
	n := mustExpand(t, "host", rule)
	checkTrim(t, rule, n)
	return n
}

// TestAuthorityForm proves that an authority-form is a Host-value with a defined port, and that the two have the same
// prefixes.
func TestAuthorityForm(t *testing.T) {
	host, sim := compileds[2], newSimulation(httpRule(t, "authority-form"))
	note := func(p pair, _ string, port bool, b byte) bool { return port || host.mark(p.state, b) == markPort }
	walkProduct(host.next, sim, false, note, func(p pair, input string, port bool) {
		if got, want := host.accepting(p.state) && port, sim.accepts(p.set); got != want {
			t.Errorf("%q: accepted: derived %v, the grammar says %v", input, got, want)
		}
		if got, want := p.state != tables.Invalid, p.set != 0; got != want {
			t.Errorf("%q: a prefix: derived %v, the grammar says %v", input, got, want)
		}
	})
}

// TestHTTPTarget proves that a request-target has one of the four forms, and that its first byte decides between them
// once the method has decided whether it is an authority-form: "/" begins an origin-form, "*" is the asterisk-form, and
// any other byte begins an absolute-form. The rule alone is ambiguous, since "a:1" has two forms.
func TestHTTPTarget(t *testing.T) {
	target, forms := newSimulation(httpRule(t, "request-target")), []*simulation{
		newSimulation(httpRule(t, "origin-form")), newSimulation(httpRule(t, "asterisk-form")),
		newSimulation(httpRule(t, "absolute-form")), newSimulation(httpRule(t, "authority-form")),
	}
	type sets [5]int
	seen := map[sets]bool{}
	var queue []sets
	push := func(s sets) {
		if !seen[s] {
			seen[s] = true
			queue = append(queue, s)
		}
	}
	push(sets{1, 1, 1, 1, 1})
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		accepted := false
		for i, f := range forms {
			accepted = accepted || f.accepts(at[i+1])
		}
		if accepted != target.accepts(at[0]) {
			t.Errorf("sets %v: the forms say %v", at, accepted)
		}
		if at != (sets{1, 1, 1, 1, 1}) && at[1] != 0 && (at[2] != 0 || at[3] != 0 || at[4] != 0) ||
			at[2] != 0 && at[3] != 0 && at != (sets{1, 1, 1, 1, 1}) {
			t.Errorf("sets %v: two forms that the first byte should distinguish", at)
		}
		for c := range 256 {
			next := sets{target.step(at[0], byte(c))}
			for i, f := range forms {
				next[i+1] = f.step(at[i+1], byte(c))
			}
			push(next)
		}
	}
}

// TestHTTPSchemes proves that an http-URI, or https-URI, is an absolute-URI with that scheme and an authority.
func TestHTTPSchemes(t *testing.T) {
	type seen struct {
		scheme           int // how many bytes of the scheme have matched, in either case; -1 if one has not
		ended, authority bool
		fragment         bool
	}
	for _, scheme := range []string{"http", "https"} {
		uri, sim := compileds[0], newSimulation(httpRule(t, scheme+"-URI"))
		note := func(p pair, _ string, was seen, b byte) seen {
			switch uri.mark(p.state, b) {
			case markScheme:
				was.ended = true
				if was.scheme != len(scheme) {
					was.scheme = -1
				}
			case markAuthority:
				was.authority = true
			case markFragment:
				was.fragment = true
			}
			if !was.ended && was.scheme >= 0 {
				if was.scheme < len(scheme) && b|0x20 == scheme[was.scheme] {
					was.scheme++
				} else {
					was.scheme = -1
				}
			}
			return was
		}
		walkProduct(uri.next, sim, seen{}, note, func(p pair, input string, s seen) {
			got := uri.accepting(p.state) && s.ended && s.scheme >= 0 && s.authority && !s.fragment
			if want := sim.accepts(p.set); got != want {
				t.Errorf("%s-URI, %q: derived %v, the grammar says %v", scheme, input, got, want)
			}
		})
	}
}
