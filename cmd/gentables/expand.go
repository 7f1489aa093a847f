package main

import (
	"cmp"
	"slices"
	"strings"
)

// newNFA expands the rule start of a grammar that has passed check. The states have the bounds of the components of sc, if
// it is not nil.
func newNFA(g *grammar, start string, sc *scanner) *nfa {
	work := maxWork
	b := &builder{g: g, sc: sc, n: &nfa{start: g.rule(start), work: &work}}
	return b.expand(&node{op: opRef, pos: g.rule(start).pos, text: start}, scope{})
}

// A scope is the context of an element in the expansion: the component and the rules that contain it.
type scope struct {
	rule  string // the innermost rule
	mark  int    // of the edge
	tags  tagSet
	named string // the innermost rule except characterRules; in a scanner, the innermost word
	field int    // the number of the innermost component, as in an edge
	up    *frame
}

type builder struct {
	g    *grammar
	sc   *scanner // or nil
	n    *nfa
	rule *rule // the innermost rule
}

func (b *builder) addState() int {
	if b.n.states = append(b.n.states, nfaState{rule: b.rule}); len(b.n.states) > maxNFAStates {
		b.n.fail("more than %d states after expanding repetitions; %s", maxNFAStates, b.n.largest())
	}
	return len(b.n.states) - 1
}

func (b *builder) addEpsilon(from, to int) {
	s := &b.n.states[from]
	s.eps = append(s.eps, to)
}

// build makes an automaton for n that begins in the state from, and returns the state that it ends in. Loops have states of
// their own, so that none leads into another.
func (b *builder) build(n *node, sc scope, from int) (to int) {
	switch n.op {
	case opAlt, opRange:
		to = b.addState()
		for _, k := range n.children {
			b.addEpsilon(b.build(k, sc, from), to)
		}
		return to
	case opCat, opText:
		for i, k := range n.children {
			if n.op == opText && i == len(n.children)-1 { // a delimiter sets its mark
				sc.mark = b.g.delimiterMark(sc.rule, n.text)
			}
			from = b.build(k, sc, from)
		}
		return from
	case opRep:
		return b.buildRepetition(n, sc, from)
	case opSet:
		if n.set.minus(continuation) == (byteSet{}) {
			sc.tags |= tagCharacter
		}
		to = b.addState()
		s := &b.n.states[from]
		s.edges = append(s.edges, edge{set: n.set, to: to, at: n.pos, mark: sc.mark, tags: sc.tags, rule: sc.named, field: sc.field})
		return to
	case opRef:
		return b.buildReference(n.text, sc, from)
	}
	return b.buildDifference(n, sc, from)
}

func (b *builder) buildRepetition(n *node, sc scope, from int) (to int) {
	for i := 0; i < n.min; i++ {
		from = b.build(n.children[0], sc, b.addStateAfter(from))
	}
	if n.max < 0 {
		loop := b.addStateAfter(from)
		b.addEpsilon(b.build(n.children[0], sc, loop), loop)
		return b.addStateAfter(loop)
	}
	to = b.addState()
	for i := n.min; i < n.max; i++ {
		b.addEpsilon(from, to)
		from = b.build(n.children[0], sc, b.addStateAfter(from))
	}
	b.addEpsilon(from, to)
	return to
}

// addStateAfter adds a state that s leads to without consuming a byte, and returns it.
func (b *builder) addStateAfter(s int) int {
	t := b.addState()
	b.addEpsilon(s, t)
	return t
}

func (b *builder) buildReference(name string, sc scope, from int) (to int) {
	r := b.g.rule(name)
	sc.rule = r.name
	sc.tags |= b.g.tagOf(sc.rule)
	if b.sc == nil && !slices.Contains(characterRules, sc.rule) {
		sc.named = sc.rule
	}
	defer func(outer *rule) { b.rule = outer }(b.rule)
	if r.pos.file != coreFile {
		b.rule = r
	}
	component, begin := b.g.componentOf(sc.rule), bounds(0)
	if b.sc != nil {
		begin, component = b.sc.boundsOf(r.name, sc.up)
		sc.up = &frame{r.name, begin, sc.up}
		sc.named = cmp.Or(b.g.marks.words[strings.ToLower(r.name)].text, sc.named)
	}
	sc.field = cmp.Or(component, sc.field)
	start := b.addState()
	b.n.states[start].bounds = begin
	end := b.addStateAfter(b.build(r.body, sc, start))
	b.n.states[end].bounds = begin << 1
	if m := b.g.delimiterMark(sc.rule, ""); b.sc == nil && m != 0 {
		start = b.markFirst(start, end, m)
	}
	b.addEpsilon(from, start)
	return b.addStateAfter(end)
}

// markFirst returns a new start for the automaton between start and end. Its edges, which consume the first byte, set
// m. Loops lead back to the old start, so later bytes do not set m.
func (b *builder) markFirst(start, end, m int) int {
	s := b.addState()
	reach([]int{start}, func(q int, visit func(int) bool) {
		for _, e := range b.n.states[q].edges {
			e.mark = m
			b.n.states[s].edges = append(b.n.states[s].edges, e)
		}
		for _, to := range b.n.states[q].eps {
			visit(to)
		}
		if q == end {
			b.addEpsilon(s, end)
		}
	})
	return s
}

// buildDifference builds the difference a - b: a product of the NFA of a and the DFA of b. A sentence of a is in the
// difference if the DFA does not accept it. The edges are the edges of a, with their marks and rules. An edge becomes one
// edge for each state of the DFA that its bytes lead to.
func (b *builder) buildDifference(n *node, sc scope, from int) (to int) {
	left := b.expand(n.children[0], sc)
	right := (&determinizer{n: b.expand(n.children[1], sc), fixed: ^bounds(0), labels: noLabels{}}).compile(maxRaw)
	type pair struct{ left, right int } // states
	to = b.addState()
	found := false // a sentence
	states := map[pair]int{}
	state := func(p pair) int {
		if states[p] == 0 {
			s := b.addState()
			b.n.states[s].bounds, b.n.states[s].rule = left.states[p.left].bounds, left.states[p.left].rule
			if states[p] = s; p.left == nfaAccept && !right.states[p.right].Accept {
				b.addEpsilon(s, to)
				found = true
			}
		}
		return states[p]
	}
	start := pair{nfaStart, 1}
	b.addEpsilon(from, state(start))
	reach([]pair{start}, func(p pair, visit func(pair) bool) {
		s := state(p)
		for _, t := range left.states[p.left].eps {
			visit(pair{t, p.right})
			b.addEpsilon(s, state(pair{t, p.right}))
		}
		for _, e := range left.states[p.left].edges {
			parts := map[pair]byteSet{}
			var order []pair
			for c := range e.set.all() {
				next := pair{e.to, right.states[p.right].next[right.classOf[c]]}
				if visit(next); parts[next] == (byteSet{}) {
					order = append(order, next)
				}
				parts[next] = parts[next].union(byteRange(c, c))
			}
			for _, next := range order {
				e.set, e.to = parts[next], state(next)
				b.n.states[s].edges = append(b.n.states[s].edges, e)
			}
		}
	})
	if !found {
		n.pos.fail("a difference without a sentence")
	}
	return to
}

// expand returns the automaton of n alone.
func (b *builder) expand(n *node, sc scope) *nfa {
	own := &builder{g: b.g, sc: b.sc, rule: b.rule, n: &nfa{start: b.n.start, states: make([]nfaState, 2), work: b.n.work}}
	own.addEpsilon(own.build(n, sc, nfaStart), nfaAccept)
	own.n.compact()
	return own.n
}
