package main

import (
	"cmp"
	"encoding/binary"
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
	open  []int // the beginning of each component that is open
	done  *ended
	hash  uint64 // of the bounds and their offsets
}

// An ended is the last component that has ended, and those before it.
type ended struct {
	span
	before *ended
}

// readings returns the readings of s, at most two, by a search through the NFA that keeps all offsets.
func (n *nfa) readings(s string, fields int) (list []parsing) {
	type key struct {
		state int
		hash  uint64
	}
	seen := map[key]bool{}
	var threads []trace
	var visit func(t trace, offset int)
	visit = func(t trace, offset int) {
		for b := n.states[t.state].bounds; b != 0; b &= b - 1 {
			bit := bits.TrailingZeros64(uint64(b))
			if t.hash = (t.hash^uint64(offset<<6|bit))*0x9e3779b97f4a7c15 + 1; bit&1 == 0 {
				t.open = slices.Clone(t.open)
				t.open[bit/2] = offset
			} else {
				t.done = &ended{span{bit / 2, t.open[bit/2], offset}, t.done}
			}
		}
		if k := (key{t.state, t.hash}); !seen[k] && len(seen) < maxReadings {
			seen[k] = true
			n.spend(1)
			threads = append(threads, t)
			for _, to := range n.states[t.state].eps {
				visit(trace{to, t.open, t.done, t.hash}, offset)
			}
		}
	}
	visit(trace{nfaStart, make([]int, fields), nil, 0}, 0)
	for i := range len(s) {
		was := threads
		threads, seen = nil, map[key]bool{}
		for _, t := range was {
			for _, e := range n.states[t.state].edges {
				if e.set.has(s[i]) {
					visit(trace{e.to, t.open, t.done, t.hash}, i+1)
				}
			}
		}
	}
	for _, t := range threads {
		if t.state != nfaAccept || len(list) == 2 {
			continue
		}
		var r parsing
		for e := t.done; e != nil; e = e.before {
			r = append(r, e.span)
		}
		slices.Reverse(r)
		slices.SortStableFunc(r, func(a, b span) int { return cmp.Compare(a.field, b.field) })
		if !slices.ContainsFunc(list, func(other parsing) bool { return slices.Equal(r, other) }) {
			list = append(list, r)
		}
	}
	return list
}

// complete returns a shortest string that leads from each of the states to the end of a sentence, with the bytes that
// samples has. ok is false if there is none, or none is found soon.
func (n *nfa) complete(samples []byte, states ...int) (s string, ok bool) {
	type place struct {
		sets [][]int
		text string
	}
	first := place{}
	for _, s := range states {
		first.sets = append(first.sets, n.closure([]int{s}))
	}
	seen := map[string]bool{}
	for queue := []place{first}; len(queue) > 0 && len(seen) < 2000; queue = queue[1:] {
		at := queue[0]
		if !slices.ContainsFunc(at.sets, func(set []int) bool { return !slices.Contains(set, nfaAccept) }) {
			return at.text, true
		}
		for _, b := range samples {
			next := place{text: at.text + string([]byte{b})}
			var key []byte
			dead := false
			for _, set := range at.sets {
				to := n.closure(n.step(set, b))
				dead = dead || len(to) == 0
				next.sets = append(next.sets, to)
				key = append(binary.AppendUvarint(key, uint64(len(to))), numbersKey(to)...)
			}
			if !dead && !seen[string(key)] {
				seen[string(key)] = true
				queue = append(queue, next)
			}
		}
	}
	return "", false
}

// conflict fails since two readings, which lead from the state i with the byte b to the states to, record different offsets
// for a bound of differs. If b is negative, both readings end here.
func (p *onePass) conflict(i, b int, differs bounds, to ...int) {
	text := p.example(i)
	sentences := []string{text}
	if b >= 0 {
		text += string([]byte{byte(b)})
		var samples []byte
		for _, c := range p.Classes {
			samples = append(samples, c.sample())
		}
		sentences = nil
		for _, states := range [][]int{to, to[:1], to[1:]} { // both at once, or each
			if suffix, ok := p.n.complete(samples, states...); ok {
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
