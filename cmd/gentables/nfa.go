package main

import (
	"fmt"
	"slices"
)

// An nfa is a nondeterministic automaton, made from the grammar by Thompson's construction. Every rule is expanded
// where it is used. The proofs compare the compiled tables with it.
//
// State 0 is the start, and state 1 accepts. State 1 can be reached from every state, so an input that leads to at least
// one state is a prefix of a sentence.
type nfa struct {
	states []nfaState
}

type nfaState struct {
	eps   []int
	edges []edge
}

// An edge consumes one byte.
type edge struct {
	set  byteSet
	to   int
	mark mark
	at   pos       // of the element that it was made from
	in   component // of the byte; none for a delimiter between components
	tags tagSet    // the tagged rules around the element, and whether the byte continues a character
	rule string    // the innermost rule around the element, except characterRules
}

const nfaStart, nfaAccept = 0, 1

// maxNFAStates limits the expansion of a grammar with nested repetitions. URI-reference has a few thousand states.
const maxNFAStates = 100_000

// newNFA expands the rule start of a grammar that has passed check.
func newNFA(g *grammar, start string) (*nfa, error) {
	b := &builder{g: g, n: &nfa{states: make([]nfaState, 2)}}
	b.ref(start, scope{}, nfaStart, nfaAccept)
	if b.full() {
		return nil, fmt.Errorf("more than %d states after expanding repetitions", maxNFAStates)
	}
	return b.n, nil
}

// A scope describes the surroundings of an element in the expansion.
type scope struct {
	rule  string // the innermost rule, by its name in RFC 3986
	in    component
	tags  tagSet
	named string // the innermost rule except characterRules
}

type builder struct {
	g *grammar
	n *nfa
}

func (b *builder) state() int {
	b.n.states = append(b.n.states, nfaState{})
	return len(b.n.states) - 1
}

func (b *builder) eps(from, to int) {
	s := &b.n.states[from]
	s.eps = append(s.eps, to)
}

// full reports whether the limit of states is exceeded. After that, build does nothing.
func (b *builder) full() bool { return len(b.n.states) > maxNFAStates }

// build makes an automaton for n between the states from and to.
func (b *builder) build(n *node, sc scope, from, to int) {
	if b.full() {
		return
	}
	switch n.op {
	case opAlt, opRange:
		for _, k := range n.kids {
			b.build(k, sc, from, to)
		}
	case opCat:
		b.cat(n.kids, sc, from, to)
	case opRep:
		b.rep(n, sc, from, to)
	case opSet:
		if n.set.minus(continuation) == (byteSet{}) {
			sc.tags |= tagCharacter
		}
		s := &b.n.states[from]
		s.edges = append(s.edges, edge{set: n.set, to: to, at: n.pos, in: sc.in, tags: sc.tags, rule: sc.named})
	case opText:
		b.text(n, sc, from, to)
	case opRef:
		b.ref(n.text, sc, from, to)
	}
}

// cat gives every element its own states, so that no loop of one leads into another.
func (b *builder) cat(kids []*node, sc scope, from, to int) {
	for _, k := range kids {
		next := b.state()
		b.build(k, sc, from, next)
		from = b.state()
		b.eps(next, from)
	}
	b.eps(from, to)
}

func (b *builder) rep(n *node, sc scope, from, to int) {
	for i := 0; i < n.min && !b.full(); i++ {
		next := b.state()
		b.build(n.kids[0], sc, b.from(from), next)
		from = next
	}
	if n.max < 0 {
		loop := b.from(from)
		end := b.state()
		b.build(n.kids[0], sc, loop, end)
		b.eps(end, loop)
		b.eps(loop, to)
		return
	}
	for i := n.min; i < n.max && !b.full(); i++ {
		b.eps(from, to)
		next := b.state()
		b.build(n.kids[0], sc, b.from(from), next)
		from = next
	}
	b.eps(from, to)
}

// from returns a new state that s leads to without consuming a byte.
func (b *builder) from(s int) int {
	t := b.state()
	b.eps(s, t)
	return t
}

// text builds a quoted string. If it is one of delimiters, its last edge sets the mark.
func (b *builder) text(n *node, sc scope, from, to int) {
	m := delimiterMark(sc.rule, n.text)
	for i, k := range n.kids {
		next := to
		if i < len(n.kids)-1 {
			next = b.state()
		}
		b.build(k, sc, from, next)
		if edges := b.n.states[from].edges; i == len(n.kids)-1 {
			edges[len(edges)-1].mark = m
		}
		from = next
	}
	if len(n.kids) == 0 {
		b.eps(from, to)
	}
}

func (b *builder) ref(name string, sc scope, from, to int) {
	r := b.g.rule(name)
	sc.rule = uriName(r.name)
	if c := componentOf[sc.rule]; c != none {
		sc.in = c
	}
	sc.tags |= tagOf[sc.rule]
	if !slices.Contains(characterRules, sc.rule) {
		sc.named = sc.rule
	}
	start, end := b.state(), b.state()
	b.build(r.body, sc, start, end)
	b.eps(end, to)
	if sc.rule == firstByteRule {
		start = b.markFirst(start, end, firstByteMark)
	}
	b.eps(from, start)
}

// markFirst returns a new start for the automaton between start and end. Its edges, which consume the first byte, set
// m. Loops lead back to the old start, so later bytes do not set m.
func (b *builder) markFirst(start, end int, m mark) int {
	s := b.state()
	for _, q := range b.n.closure([]int{start}) {
		for _, e := range b.n.states[q].edges {
			e.mark = m
			b.n.states[s].edges = append(b.n.states[s].edges, e)
		}
		if q == end {
			b.eps(s, end)
		}
	}
	return s
}

// closure returns the states that can be reached from set without consuming a byte, sorted.
func (n *nfa) closure(set []int) []int {
	seen := map[int]bool{}
	var out []int
	var visit func(s int)
	visit = func(s int) {
		if seen[s] {
			return
		}
		seen[s] = true
		out = append(out, s)
		for _, t := range n.states[s].eps {
			visit(t)
		}
	}
	for _, s := range set {
		visit(s)
	}
	slices.Sort(out)
	return out
}

// step returns the states that the edges on c lead to from set, sorted. The set must be closed; the result is not.
func (n *nfa) step(set []int, c byte) []int {
	seen := map[int]bool{}
	var out []int
	for _, s := range set {
		for _, e := range n.states[s].edges {
			if e.set.has(c) && !seen[e.to] {
				seen[e.to] = true
				out = append(out, e.to)
			}
		}
	}
	slices.Sort(out)
	return out
}
