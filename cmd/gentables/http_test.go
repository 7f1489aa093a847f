package main

import (
	"testing"

	"github.com/urispan/uri/tables"
)

// This file proves, for inputs of every length, that packages tables, fsm and httpuri derive the rules of HTTP correctly
// from the automaton for URI-reference. HTTP has no automaton of its own.

// httpRule returns the NFA of a rule of rfc9112.abnf.
func httpRule(t *testing.T, rule string) *nfa {
	t.Helper()
	n := mustExpand(t, "http", rule)
	checkTrim(t, rule, n)
	return n
}

// walkFrom is walkProduct for an automaton that begins in start. Since walkProduct begins in state 1, the two states have
// their numbers swapped for the walk.
func walkFrom[N comparable](start uint8, next func(state, class uint8) uint8, sim *simulation, first N,
	note func(state uint8, was N, b byte) N, visit func(state uint8, set int, input string, note N),
) int {
	swap := func(state uint16) uint16 {
		switch state {
		case tables.Start:
			return uint16(start)
		case uint16(start):
			return tables.Start
		}
		return state
	}
	return walkProduct(
		func(state uint16, b byte) uint16 { return swap(uint16(next(uint8(swap(state)), tables.Class(b)))) },
		sim, first,
		func(p pair, _ string, was N, b byte) N { return note(uint8(swap(p.state)), was, b) },
		func(p pair, input string, n N) { visit(uint8(swap(p.state)), p.set, input, n) })
}

// TestHTTPForms proves that the derived automata accept origin-form and the value of Host as RFC 9112 and RFC 9110 define
// them. An authority-form is a value of Host in which a port is defined; the two have the same prefixes.
func TestHTTPForms(t *testing.T) {
	anything := func(bool) bool { return true }
	defined := func(port bool) bool { return port }
	for _, tt := range []struct {
		rule   string
		start  uint8
		next   func(state, class uint8) uint8
		accept func(state uint8) bool
		when   func(port bool) bool
	}{
		{"origin-form", tables.OriginStart(), tables.OriginNext, tables.OriginAccepting, anything},
		{"Host-value", tables.HostStart(), tables.HostNext, tables.HostAccepting, anything},
		{"authority-form", tables.HostStart(), tables.HostNext, tables.HostAccepting, defined},
	} {
		sim := newSimulation(httpRule(t, tt.rule))
		note := func(state uint8, was bool, b byte) bool {
			return was || tables.Mark(state, tables.Class(b)) == tables.MarkPort
		}
		pairs := walkFrom(tt.start, tt.next, sim, false, note, func(state uint8, set int, input string, port bool) {
			if got, want := tt.accept(state) && tt.when(port), sim.accepts(set); got != want {
				t.Errorf("%s, %q: accepted: derived %v, the grammar says %v", tt.rule, input, got, want)
			}
			if got, want := state != tables.Dead, set != 0; got != want {
				t.Errorf("%s, %q: alive: derived %v, the grammar says %v", tt.rule, input, got, want)
			}
		})
		t.Logf("%s: %d pairs of states", tt.rule, pairs)
	}
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
		sim := newSimulation(httpRule(t, scheme+"-URI"))
		note := func(state uint8, was seen, b byte) seen {
			switch tables.Mark(state, tables.Class(b)) {
			case tables.MarkScheme:
				was.ended = true
				if was.scheme != len(scheme) {
					was.scheme = -1
				}
			case tables.MarkAuthority:
				was.authority = true
			case tables.MarkFragment:
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
		walkFrom(tables.Start, tables.Next, sim, seen{}, note, func(state uint8, set int, input string, s seen) {
			got := tables.Accepting(state) && s.ended && s.scheme >= 0 && s.authority && !s.fragment
			if want := sim.accepts(set); got != want {
				t.Errorf("%s-URI, %q: derived %v, the grammar says %v", scheme, input, got, want)
			}
		})
	}
}
