package main

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A parsing is one way to read a sentence: its components in the order of their marks.
type parsing []span

// A span is the range of a component, half-open.
type span struct{ field, lo, hi int }

// text returns the components of s: NID "a0"  NSS "b".
func (r parsing) text(s string, fields []field) string {
	var parts []string
	for _, c := range r {
		parts = append(parts, fmt.Sprintf("%s %q", fields[c.field].Name, s[c.lo:c.hi]))
	}
	if parts == nil {
		return "no components"
	}
	return strings.Join(parts, "  ")
}

// maxReadings limits the readings of an example.
const maxReadings = 20_000

// A trace is one reading of the beginning of a string.
type trace struct {
	state int
	last  *event
	hash  uint64 // of the events
}

// An event is a bound of a component, and those before it.
type event struct {
	bound, offset int
	before        *event
}

// readings returns the readings of s, at most two, by a search through the NFA that keeps all offsets.
func (n *nfa) readings(s string, fields int) (list []parsing) {
	type key struct {
		state int
		hash  uint64
	}
	var seen map[key]bool
	var traces []trace
	var visit func(t trace, offset int)
	visit = func(t trace, offset int) {
		for bound := range n.states[t.state].bounds.All() {
			t.hash = (t.hash^uint64(offset<<6|bound))*0x9e3779b97f4a7c15 + 1
			t.last = &event{bound, offset, t.last}
		}
		if k := (key{t.state, t.hash}); !seen[k] && len(seen) < maxReadings {
			seen[k] = true
			n.spend(1)
			traces = append(traces, t)
			for _, to := range n.states[t.state].eps {
				visit(trace{to, t.last, t.hash}, offset)
			}
		}
	}
	before := []trace{{}}
	for i := 0; i <= len(s); i++ {
		traces, seen = nil, map[key]bool{}
		for _, t := range before {
			if i == 0 {
				visit(t, 0)
				continue
			}
			for _, e := range n.states[t.state].edges {
				if e.set.has(s[i-1]) {
					visit(trace{e.to, t.last, t.hash}, i)
				}
			}
		}
		before = traces
	}
	for _, t := range traces {
		if t.state != nfaAccept || len(list) == 2 {
			continue
		}
		var r parsing
		end := make([]int, fields)
		for e := t.last; e != nil; e = e.before {
			if e.bound%2 == 1 {
				end[e.bound/2] = e.offset
			} else {
				r = append(r, span{e.bound / 2, e.offset, end[e.bound/2]})
			}
		}
		slices.SortFunc(r, func(a, b span) int { return cmp.Or(cmp.Compare(a.field, b.field), cmp.Compare(a.lo, b.lo)) })
		if !slices.ContainsFunc(list, func(other parsing) bool { return slices.Equal(r, other) }) {
			list = append(list, r)
		}
	}
	return list
}

// maxPairs limits the search for a sentence that shows an ambiguity.
const maxPairs = 20_000

// complete returns a short string that leads from both states to the end of a sentence. ok is false if there is none, or
// none is found soon.
func (n *nfa) complete(a, b int) (s string, ok bool) {
	type pair struct{ a, b int }
	ends := n.ending(false)
	texts := map[pair]string{}
	reach([]pair{{a, b}}, func(p pair, visit func(pair) bool) {
		if !ok && ends[p.a] && ends[p.b] {
			s, ok = texts[p], true
		}
		step := func(a, b int, text string) {
			if to := (pair{a, b}); !ok && len(texts) < maxPairs && visit(to) {
				texts[to] = texts[p] + text
			}
		}
		for _, to := range n.states[p.a].eps {
			step(to, p.b, "")
		}
		for _, to := range n.states[p.b].eps {
			step(p.a, to, "")
		}
		for _, e := range n.states[p.a].edges {
			for _, f := range n.states[p.b].edges {
				if both := e.set.minus(e.set.minus(f.set)); both.len() > 0 {
					step(e.to, f.to, string([]byte{both.sample()}))
				}
			}
		}
	})
	return s, ok
}

// conflict fails since two readings, which lead from the state i with the byte b to the states first and second, record
// different offsets for a bound of differs. If b is negative, both readings end here.
func (p *onePass) conflict(i, b int, differs bounds, first, second int) {
	text := p.example(i)
	sentences := []string{text}
	if b >= 0 {
		text += string([]byte{byte(b)})
		sentences = nil
		for _, states := range [][2]int{{first, second}, {first, first}, {second, second}} { // both at once, or each
			if suffix, ok := p.n.complete(states[0], states[1]); ok {
				sentences = append(sentences, text+suffix)
			}
		}
	}
	f := p.sc.Fields[bits.TrailingZeros64(uint64(differs))/2]
	lines := ""
	for _, s := range sentences {
		list := p.n.readings(s, len(p.sc.Fields))
		if len(list) == 2 {
			f.pos.fail("component %s is ambiguous: %q can be read in two ways:\n\t%s\n\t%s",
				f.Name, s, list[0].text(s, p.sc.Fields), list[1].text(s, p.sc.Fields))
		}
		for _, r := range list {
			lines += fmt.Sprintf("\n\t%q: %s", s, r.text(s, p.sc.Fields))
		}
	}
	f.pos.fail("component %s cannot be found in one pass, since after %q later bytes decide:%s", f.Name, text, lines)
}
