package main

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/tables"
)

// The tests below prove, for inputs of every length, that the compiled tables agree with the grammar. They walk the
// product of the tables' automaton and the grammar's NFA, which is simulated as a set of states, from the pair of their
// starts along all 256 bytes. There are finitely many pairs, and every input leads to one of them. So a property that
// holds for each pair holds for each input.
//
// Of the code under test, the proofs use only the tables, and the NFA that newNFA makes of the parsed grammar.

// A compiled is an automaton of package tables.
type compiled struct {
	target    string
	start     string // its rule
	automaton tables.Automaton
	plain     bool // it has no contexts

	uri, absolute, relative string // the rules that are proved to follow from start, or ""
}

var compileds = []compiled{
	{
		target: "uri", start: "URI-reference", automaton: tables.URI(),
		uri: "URI", absolute: "absolute-URI", relative: "relative-ref",
	},
	{
		target: "iri", start: "IRI-reference", automaton: tables.IRI(),
		uri: "IRI", absolute: "absolute-IRI", relative: "irelative-ref",
	},
	{target: "host", start: "Host-value", automaton: tables.HostPort()},
	{target: "origin", start: "origin-form", automaton: tables.OriginForm()},
	{target: "template", start: "URI-Template", automaton: tables.URITemplate(), plain: true},
}

func (a *compiled) next(state tables.State, b byte) tables.State {
	next, _ := a.automaton.Step(state, b)
	return next
}

const (
	markScheme    = int(tables.MarkScheme)
	markAuthority = int(tables.MarkAuthority)
	markUserinfo  = int(tables.MarkUserinfo)
	markPort      = int(tables.MarkPort)
	markFragment  = int(tables.MarkFragment)
)

func (a *compiled) mark(state tables.State, b byte) int {
	_, m := a.automaton.Step(state, b)
	return int(m)
}

func (a *compiled) accepting(state tables.State) bool         { return a.automaton.Accepting(state) }
func (a *compiled) context(state tables.State) tables.Context { return a.automaton.Context(state) }

// states returns all states that some input leads to.
func (a *compiled) states() []tables.State {
	list := []tables.State{tables.Start}
	for i := 0; i < len(list); i++ {
		for c := range 256 {
			if next := a.next(list[i], byte(c)); !slices.Contains(list, next) {
				list = append(list, next)
			}
		}
	}
	return list
}

// TestAllProved checks that every target with an automaton is in the list, so that the proofs cover it.
func TestAllProved(t *testing.T) {
	for _, target := range targets {
		in := slices.ContainsFunc(compileds, func(a compiled) bool {
			return a.target == target.name && a.start == target.start && a.plain == target.plain
		})
		if in != (target.Automaton != "") {
			t.Errorf("%s: proved: %v", target.name, in)
		}
	}
}

// rules returns the start rule and the rules that are proved to follow from it.
func (a *compiled) rules() []string {
	return slices.DeleteFunc([]string{a.start, a.uri, a.absolute, a.relative}, func(rule string) bool { return rule == "" })
}

// A simulation simulates an NFA. It numbers the sets of states, and computes each step once.
type simulation struct {
	nfa     *nfa
	like    [256]int       // the first byte that is on the same edges as a byte
	numbers map[string]int // by the set before the closure
	sets    [][]int        // closed
	steps   [][256]int     // by the number of a set and a byte
}

func newSimulation(n *nfa) *simulation {
	sim := &simulation{nfa: n, numbers: map[string]int{}}
	first := map[string]int{} // the first byte by its edges
	for c := range sim.like {
		var on []int
		for s := range n.states {
			for i, e := range n.states[s].edges {
				if e.set.has(byte(c)) {
					on = append(on, s, i)
				}
			}
		}
		key := numbersKey(on)
		if _, ok := first[key]; !ok {
			first[key] = c
		}
		sim.like[c] = first[key]
	}
	sim.number(nil) // the empty set is 0
	sim.number([]int{nfaStart})
	return sim
}

func (sim *simulation) number(kernel []int) int {
	key := numbersKey(kernel)
	i, ok := sim.numbers[key]
	if !ok {
		i = len(sim.sets)
		sim.numbers[key] = i
		sim.sets = append(sim.sets, sim.nfa.closure(kernel))
	}
	return i
}

func (sim *simulation) step(set int, b byte) int {
	for i := len(sim.steps); i <= set; i++ {
		var row [256]int
		for c := range row {
			if like := sim.like[c]; like < c {
				row[c] = row[like]
			} else {
				row[c] = sim.number(sim.nfa.step(sim.sets[i], byte(c)))
			}
		}
		sim.steps = append(sim.steps, row)
	}
	return sim.steps[set][b]
}

func (sim *simulation) accepts(set int) bool {
	for _, s := range sim.sets[set] {
		if s == nfaAccept {
			return true
		}
	}
	return false
}

// closure returns the states that can be reached from set without consuming a byte, sorted.
func (n *nfa) closure(set []int) []int {
	out := reach(set, func(s int, visit func(int) bool) {
		for _, t := range n.states[s].eps {
			visit(t)
		}
	})
	slices.Sort(out)
	return out
}

// step returns the states that the edges on c lead to from set, sorted. The set must be closed; the result is not.
func (n *nfa) step(set []int, c byte) []int {
	var out []int
	for _, s := range set {
		for _, e := range n.states[s].edges {
			if e.set.has(c) {
				out = append(out, e.to)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A pair is the states that an input leads to in both automata.
type pair struct {
	state tables.State // of the tables
	set   int          // of the simulation
}

// walkProduct calls visit once for each pair that some input leads to, with one such input. Pairs that differ in their
// notes count as different: the function note carries the facts about the input that a proof needs to remember.
// walkProduct returns the number of pairs.
func walkProduct[N comparable](next func(state tables.State, b byte) tables.State, sim *simulation, first N,
	note func(p pair, input string, was N, b byte) N, visit func(p pair, input string, note N),
) int {
	type key struct {
		pair
		note N
	}
	type entry struct {
		key
		input string
	}
	seen := map[key]bool{}
	var queue []entry
	push := func(k key, input string, b ...byte) {
		if !seen[k] {
			seen[k] = true
			queue = append(queue, entry{k, input + string(b)})
		}
	}
	push(key{pair{tables.Start, 1}, first}, "")
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		visit(at.pair, at.input, at.note)
		for c := range 256 {
			b := byte(c)
			p := pair{next(at.state, b), sim.step(at.set, b)}
			push(key{p, note(at.pair, at.input, at.note, b)}, at.input, b)
		}
	}
	return len(queue)
}

func noNote(pair, string, int, byte) int { return 0 }

// TestEquivalence proves, for all inputs, that the tables accept exactly the sentences of their rule, and that the
// state is Invalid exactly if the input is not a prefix of a sentence. So the tables stop at the offset that the
// grammar determines. (The accepting state can be reached from every state of the NFA; see TestAcceptReachable.)
func TestEquivalence(t *testing.T) {
	for _, a := range compileds {
		sim := newSimulation(mustExpand(t, a.target, a.start))
		pairs := walkProduct(a.next, sim, 0, noNote, func(p pair, input string, _ int) {
			if a.accepting(p.state) != sim.accepts(p.set) {
				t.Errorf("%q: the tables say %v, the grammar %v", input, a.accepting(p.state), sim.accepts(p.set))
			}
			if (p.state == tables.Invalid) != (p.set == 0) {
				t.Errorf("%q: the tables are in state %d, the grammar in %v", input, p.state, sim.sets[p.set])
			}
		})
		t.Logf("%s: %d pairs of states", a.start, pairs)
	}
}

// TestAcceptReachable checks that the accepting state can be reached from every state of the NFA.
func TestAcceptReachable(t *testing.T) {
	for _, a := range compileds {
		for _, start := range a.rules() {
			checkTrim(t, start, mustExpand(t, a.target, start))
		}
	}
}

func checkTrim(t *testing.T, start string, n *nfa) {
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
			t.Errorf("%s: the accepting state cannot be reached from state %d", start, s)
		}
	}
}

// TestProductions proves, for all inputs, that package fsm can derive the other productions from URI-reference. A URI
// is a URI-reference with a scheme, an absolute-URI is a URI without a fragment, and a relative-ref is a URI-reference
// without a scheme. The same holds for their prefixes, where a scheme may be unfinished, and, if URI_LONG is set, for IRIs.
func TestProductions(t *testing.T) {
	type seen struct{ scheme, fragment, schemePrefix bool }
	for _, a := range compileds[:kit.Rounds(1, 1, 2)] {
		for _, tt := range []struct {
			start         string
			accept, alive func(s seen) bool
		}{
			{a.uri, func(s seen) bool { return s.scheme }, func(s seen) bool { return s.scheme || s.schemePrefix }},
			{a.absolute, func(s seen) bool { return s.scheme && !s.fragment },
				func(s seen) bool { return (s.scheme || s.schemePrefix) && !s.fragment }},
			{a.relative, func(s seen) bool { return !s.scheme }, func(s seen) bool { return !s.scheme }},
		} {
			sim := newSimulation(mustExpand(t, a.target, tt.start))
			note := func(p pair, input string, was seen, b byte) seen {
				set := tables.SchemeChars
				if input == "" {
					set = tables.ALPHA
				}
				mark := a.mark(p.state, b)
				return seen{
					scheme:       was.scheme || mark == markScheme,
					fragment:     was.fragment || mark == markFragment,
					schemePrefix: was.schemePrefix && tables.Is(b, set),
				}
			}
			walkProduct(a.next, sim, seen{schemePrefix: true}, note, func(p pair, input string, s seen) {
				if got, want := a.accepting(p.state) && tt.accept(s), sim.accepts(p.set); got != want {
					t.Errorf("%s, %q: accepted: derived %v, the grammar says %v", tt.start, input, got, want)
				}
				if got, want := p.state != tables.Invalid && tt.alive(s), p.set != 0; got != want {
					t.Errorf("%s, %q: alive: derived %v, the grammar says %v", tt.start, input, got, want)
				}
			})
		}
	}
}

// TestIRIBehavesLikeURIOnASCII proves, for all ASCII inputs, that the automata for URIs and IRIs behave alike: they accept the same
// inputs, stop at the same byte, set the same marks and have the same contexts. So package fsm may scan an IRI as a URI
// first.
func TestIRIBehavesLikeURIOnASCII(t *testing.T) {
	type states struct{ uri, iri tables.State }
	uri, iri := compileds[0], compileds[1]
	seen := map[states]bool{{tables.Start, tables.Start}: true}
	queue := []states{{tables.Start, tables.Start}}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if (at.uri == tables.Invalid) != (at.iri == tables.Invalid) || uri.accepting(at.uri) != iri.accepting(at.iri) ||
			uri.context(at.uri) != iri.context(at.iri) {
			t.Errorf("states %+v are not alike", at)
		}
		for b := range byte(utf8.RuneSelf) {
			if uri.mark(at.uri, b) != iri.mark(at.iri, b) {
				t.Errorf("states %+v, byte %q: the marks differ", at, b)
			}
			if next := (states{uri.next(at.uri, b), iri.next(at.iri, b)}); !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	if len(seen) < 186 {
		t.Errorf("only %d pairs of states", len(seen))
	}
}

// TestInCharacter proves, for all inputs, that the context of the automaton for IRIs is InCharacter exactly if the input
// ends inside of a character: after its first byte and before its last.
func TestInCharacter(t *testing.T) {
	type at struct {
		state   tables.State
		missing int
	}
	iri := compileds[1]
	seen := map[at]bool{{tables.Start, 0}: true}
	queue := []at{{tables.Start, 0}}
	for ; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if got, want := iri.context(p.state).InCharacter(), p.missing > 0; got != want {
			t.Errorf("state %d: inside of a character: %v, want %v", p.state, got, want)
		}
		for c := range 256 {
			next := at{state: iri.next(p.state, byte(c))}
			switch {
			case next.state == tables.Invalid:
				continue
			case p.missing > 0:
				next.missing = p.missing - 1
			case c >= 0xf0:
				next.missing = 3
			case c >= 0xe0:
				next.missing = 2
			case c >= 0x80:
				next.missing = 1
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
}

// A thread is one reading of an input by the grammar: a state of the NFA, and how the marks of the reading compare with
// those that the tables recorded.
type thread struct {
	state int
	marks [len(markNames)]comparison
}

// A comparison is a set of bits: whether a mark is set in the reading, whether it is set by the tables, and whether
// both have the same offset.
type comparison uint8

const (
	inReading comparison = 1 << iota
	inTables
	same
)

// agrees reports whether the mark is set to the same offset in both, or in neither.
func (c comparison) agrees() bool { return c == inReading|inTables|same || c&(inReading|inTables) == 0 }

// TestMarks proves, for all inputs, that the tables record the same marks up to the end of a sentence as every reading
// of it by the grammar. A stale mark for a port counts as not set, as in package fsm.
func TestMarks(t *testing.T) {
	for _, a := range compileds {
		n := mustExpand(t, a.target, a.start)
		bytes := a.distinct(n)
		type key struct {
			state   tables.State
			threads string
		}
		type entry struct {
			state   tables.State
			threads []thread
			input   string
		}
		seen := map[key]bool{}
		var queue []entry
		push := func(state tables.State, kernel []thread, input string, b ...byte) {
			if k := (key{state, keyOf(kernel)}); len(kernel) > 0 && !seen[k] {
				seen[k] = true
				queue = append(queue, entry{state, n.spread(kernel), input + string(b)})
			}
		}
		push(tables.Start, []thread{{state: nfaStart}}, "")
		for i := 0; i < len(queue); i++ {
			at := queue[i]
			for _, th := range at.threads {
				for m, c := range th.marks[1:] {
					if th.state == nfaAccept && !c.agrees() {
						t.Fatalf("%q: mark %s: %03b", at.input, markNames[m+1], c)
					}
				}
			}
			for _, b := range bytes {
				push(a.next(at.state, b), n.advance(at.threads, b, a.mark(at.state, b)), at.input, b)
			}
		}
		t.Logf("%s: %d pairs of states with their marks", a.start, len(queue))
	}
}

// distinct returns one byte of each set of bytes that neither an edge of n nor the tables distinguish.
func (a *compiled) distinct(n *nfa) (bytes []byte) {
	var sets []byteSet
	for _, s := range n.states {
		for _, e := range s.edges {
			if !slices.Contains(sets, e.set) {
				sets = append(sets, e.set)
			}
		}
	}
	seen, states := map[string]bool{}, a.states()
	for c := range 256 {
		b := byte(c)
		var key []byte
		for _, set := range sets {
			key = fmt.Append(key, set.has(b))
		}
		for _, state := range states {
			key = fmt.Append(key, a.next(state, b), a.mark(state, b))
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			bytes = append(bytes, b)
		}
	}
	return bytes
}

// keyOf returns a key that identifies the threads.
func keyOf(threads []thread) string {
	var key []byte
	for _, th := range threads {
		key = binary.AppendUvarint(key, uint64(th.state))
		for _, c := range th.marks {
			key = append(key, byte(c))
		}
	}
	return string(key)
}

// advance moves the threads over b, where the tables set the mark set.
func (n *nfa) advance(threads []thread, b byte, set int) (out []thread) {
	for _, th := range threads {
		for _, e := range n.states[th.state].edges {
			if !e.set.has(b) {
				continue
			}
			next := thread{e.to, th.marks}
			if set != 0 {
				c := &next.marks[set]
				*c = *c&^same | inTables
			}
			if e.mark != 0 {
				c := &next.marks[e.mark]
				*c = *c&inTables | inReading
				if set == e.mark {
					*c |= same
				}
			}
			if set == markUserinfo {
				next.marks[markPort] &^= inTables // stale from here on
			}
			out = append(out, next)
		}
	}
	return out
}

// spread adds the threads that can be reached without consuming a byte, and drops copies.
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
