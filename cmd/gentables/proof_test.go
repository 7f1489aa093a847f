package main

import (
	"fmt"
	"testing"

	"github.com/urispan/uri/tables"
)

// This file proves that the compiled tables are the grammar, for inputs of every length: it walks the product of the
// tables' automaton and of the grammar's own NFA, simulated as a set of states, from the pair of their starts along all
// 256 bytes. There are finitely many pairs, and every input leads to one of them; so what holds for each pair holds for
// each input. The code that is tested has no part in it but for the tables, and the NFA is what the parser of the
// notation made.

// A pair is what an input leads to in both automata.
type pair struct {
	state uint8 // of the tables
	set   []int // of the NFA, closed
	input string
}

// walkProduct calls visit once for each pair that some input leads to. A key, made by note, tells pairs apart beyond
// their states: it carries what a proof needs to remember of the input.
func walkProduct[N comparable](n *nfa, first N, note func(p pair, was N, b byte, next pair) N, visit func(p pair, note N)) int {
	type entry struct {
		pair
		note N
	}
	seen := map[string]bool{}
	var queue []entry
	push := func(p pair, note N) {
		if key := fmt.Sprint(p.state, p.set, note); !seen[key] {
			seen[key] = true
			queue = append(queue, entry{p, note})
		}
	}
	push(pair{tables.Start, n.closure([]int{nfaStart}), ""}, first)
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		visit(at.pair, at.note)
		for c := range 256 {
			b := byte(c)
			next := pair{tables.Next(at.state, tables.Class(b)), n.closure(n.step(at.set, b)), at.input + string([]byte{b})}
			push(next, note(at.pair, at.note, b, next))
		}
	}
	return len(queue)
}

func (n *nfa) accepts(set []int) bool {
	for _, s := range set {
		if s == nfaAccept {
			return true
		}
	}
	return false
}

// TestEquivalence proves, for all inputs, that the tables accept exactly the sentences of URI-reference, and that a
// state is dead exactly when the input is no prefix of a sentence: so the offset at which the tables die is the one
// that the grammar gives. (From every state of the NFA the accepting one can be reached; TestTrim shows it.)
func TestEquivalence(t *testing.T) {
	n := mustGenerate(t, "URI-reference").nfa
	pairs := walkProduct(n, 0, func(pair, int, byte, pair) int { return 0 }, func(p pair, _ int) {
		if tables.Accepting(p.state) != n.accepts(p.set) {
			t.Errorf("%q: the tables say %v, the grammar %v", p.input, tables.Accepting(p.state), n.accepts(p.set))
		}
		if (p.state == tables.Dead) != (len(p.set) == 0) {
			t.Errorf("%q: the tables are in state %d, the grammar in %v", p.input, p.state, p.set)
		}
	})
	t.Logf("%d pairs of states", pairs)
}

// TestTrim shows that from every state of the NFA that can be reached the accepting one can be reached.
func TestTrim(t *testing.T) {
	for _, start := range []string{"URI-reference", "URI", "absolute-URI", "relative-ref"} {
		n := mustGenerate(t, start).nfa
		into := make([][]int, len(n.states))
		for i, s := range n.states {
			for _, to := range s.eps {
				into[to] = append(into[to], i)
			}
			for _, e := range s.edges {
				if e.set.len() == 0 {
					t.Errorf("%s: an edge on no byte", start)
				}
				into[e.to] = append(into[e.to], i)
			}
		}
		alive := make([]bool, len(n.states))
		queue := []int{nfaAccept}
		for len(queue) > 0 {
			s := queue[0]
			queue = queue[1:]
			if !alive[s] {
				alive[s] = true
				queue = append(queue, into[s]...)
			}
		}
		for s, ok := range alive {
			if !ok {
				t.Errorf("%s: from state %d the end cannot be reached", start, s)
			}
		}
	}
}

// TestProductions proves, for all inputs, what package fsm relies on for the other productions: each is a URI-reference
// with or without a scheme and, for absolute-URI, without a fragment; and a prefix of one is a prefix of a
// URI-reference of which the same is true, where a scheme may also be unfinished.
func TestProductions(t *testing.T) {
	type seen struct{ scheme, fragment, schemePrefix bool }
	for _, tt := range []struct {
		start         string
		accept, alive func(s seen) bool
	}{
		{"URI", func(s seen) bool { return s.scheme }, func(s seen) bool { return s.scheme || s.schemePrefix }},
		{"absolute-URI", func(s seen) bool { return s.scheme && !s.fragment },
			func(s seen) bool { return (s.scheme || s.schemePrefix) && !s.fragment }},
		{"relative-ref", func(s seen) bool { return !s.scheme }, func(s seen) bool { return !s.scheme }},
	} {
		n := mustGenerate(t, tt.start).nfa
		note := func(p pair, was seen, b byte, _ pair) seen {
			set := tables.Set(tables.SchemeChars)
			if p.input == "" {
				set = tables.ALPHA
			}
			mark := tables.Mark(p.state, tables.Class(b))
			return seen{
				scheme:       was.scheme || mark == tables.MarkScheme,
				fragment:     was.fragment || mark == tables.MarkFragment,
				schemePrefix: was.schemePrefix && tables.Is(b, set),
			}
		}
		walkProduct(n, seen{schemePrefix: true}, note, func(p pair, s seen) {
			if got, want := tables.Accepting(p.state) && tt.accept(s), n.accepts(p.set); got != want {
				t.Errorf("%s, %q: accepted: derived %v, the grammar says %v", tt.start, p.input, got, want)
			}
			if got, want := p.state != tables.Dead && tt.alive(s), len(p.set) > 0; got != want {
				t.Errorf("%s, %q: alive: derived %v, the grammar says %v", tt.start, p.input, got, want)
			}
		})
	}
}

// A thread is one way to read an input by the grammar: a state of the NFA and how the marks of that reading compare
// with those that the tables recorded.
type thread struct {
	state int
	marks [numMarks]comparison
}

// A comparison tells whether a mark is set in the reading, whether it is set in the tables, and whether to the same
// offset.
type comparison struct{ inReading, inTables, same bool }

// TestMarks proves, for all inputs, that the marks which the tables leave behind at the end of a sentence are those of
// every reading of it by the grammar; where the tables' mark for a port is stale, it counts as not set, as package fsm
// has it.
func TestMarks(t *testing.T) {
	n := mustGenerate(t, "URI-reference").nfa
	type entry struct {
		state   uint8
		threads []thread
		input   string
	}
	seen := map[string]bool{}
	var queue []entry
	push := func(e entry) {
		if key := fmt.Sprint(e.state, e.threads); len(e.threads) > 0 && !seen[key] {
			seen[key] = true
			queue = append(queue, e)
		}
	}
	push(entry{tables.Start, n.spread([]thread{{state: nfaStart}}), ""})
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		for _, th := range at.threads {
			if th.state != nfaAccept {
				continue
			}
			for m, c := range th.marks[1:] {
				if c.inReading != c.inTables || c.inReading && !c.same {
					t.Fatalf("%q: mark %s: %+v", at.input, markNames[m+1], c)
				}
			}
		}
		for c := range 256 {
			b := byte(c)
			class := tables.Class(b)
			set := mark(tables.Mark(at.state, class))
			push(entry{tables.Next(at.state, class), n.spread(n.advance(at.threads, b, set)), at.input + string([]byte{b})})
		}
	}
	t.Logf("%d pairs of states with their marks", len(queue))
}

// advance moves the threads over b, on which the tables set the mark inTables.
func (n *nfa) advance(threads []thread, b byte, inTables mark) (out []thread) {
	for _, th := range threads {
		for _, e := range n.states[th.state].edges {
			if !e.set.has(b) {
				continue
			}
			next := thread{e.to, th.marks}
			if m := inTables; m != noMark {
				c := &next.marks[m]
				c.inTables, c.same = true, false
			}
			if m := e.mark; m != noMark {
				c := &next.marks[m]
				c.inReading, c.same = true, c.inTables && inTables == m
			}
			if inTables == markUserinfo {
				next.marks[markPort].inTables = false // stale from here on
			}
			out = append(out, next)
		}
	}
	return out
}

// spread adds the threads that consume no byte, and drops copies.
func (n *nfa) spread(threads []thread) (out []thread) {
	seen := map[thread]bool{}
	var visit func(th thread)
	visit = func(th thread) {
		if seen[th] {
			return
		}
		seen[th] = true
		out = append(out, th)
		for _, to := range n.states[th.state].eps {
			visit(thread{to, th.marks})
		}
	}
	for _, th := range threads {
		visit(th)
	}
	return out
}
