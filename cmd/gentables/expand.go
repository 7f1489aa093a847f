package main

import (
	"slices"
	"strings"
)

// newNFA expands the rule start of a grammar that has passed check.
func newNFA(g *grammar, start string) *nfa { return expandRule(g, start, nil) }

// expandRule expands the rule start. The states have the bounds of the components of sc.
func expandRule(g *grammar, start string, sc *scanner) *nfa {
	work := maxWork
	b := &builder{g: g, sc: sc, n: &nfa{start: g.rule(start), states: make([]nfaState, 2), work: &work}}
	b.buildReference(start, scope{}, nfaStart, nfaAccept)
	if b.full() {
		b.n.fail(tooManyStates, maxNFAStates, b.n.largest())
	}
	return b.n
}

// A scope is the context of an element in the expansion: the component and the rules that contain it.
type scope struct {
	rule  string // the innermost rule
	in    component
	tags  tagSet
	named string // the innermost rule except characterRules; in a scanner, the innermost word
	field int    // in a scanner, the index of the innermost component, plus 1
	up    *frame
}

type builder struct {
	g    *grammar
	sc   *scanner // or nil
	n    *nfa
	rule *rule // the innermost rule
}

func (b *builder) addState() int {
	b.n.states = append(b.n.states, nfaState{rule: b.rule})
	return len(b.n.states) - 1
}

func (b *builder) addEpsilon(from, to int) {
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
		for _, k := range n.children {
			b.build(k, sc, from, to)
		}
	case opCat:
		b.buildConcatenation(n.children, sc, from, to)
	case opRep:
		b.buildRepetition(n, sc, from, to)
	case opSet:
		if n.set.minus(continuation) == (byteSet{}) {
			sc.tags |= tagCharacter
		}
		s := &b.n.states[from]
		s.edges = append(s.edges, edge{set: n.set, to: to, at: n.pos, in: sc.in, tags: sc.tags, rule: sc.named, field: sc.field})
	case opText:
		b.buildText(n, sc, from, to)
	case opRef:
		b.buildReference(n.text, sc, from, to)
	case opMinus:
		b.buildDifference(n, sc, from, to)
	}
}

// buildConcatenation gives every element its own states, so that no loop of one leads into another.
func (b *builder) buildConcatenation(children []*node, sc scope, from, to int) {
	for _, k := range children {
		next := b.addState()
		b.build(k, sc, from, next)
		from = b.addState()
		b.addEpsilon(next, from)
	}
	b.addEpsilon(from, to)
}

func (b *builder) buildRepetition(n *node, sc scope, from, to int) {
	for i := 0; i < n.min && !b.full(); i++ {
		next := b.addState()
		b.build(n.children[0], sc, b.addStateAfter(from), next)
		from = next
	}
	if n.max < 0 {
		loop := b.addStateAfter(from)
		end := b.addState()
		b.build(n.children[0], sc, loop, end)
		b.addEpsilon(end, loop)
		b.addEpsilon(loop, to)
		return
	}
	for i := n.min; i < n.max && !b.full(); i++ {
		b.addEpsilon(from, to)
		next := b.addState()
		b.build(n.children[0], sc, b.addStateAfter(from), next)
		from = next
	}
	b.addEpsilon(from, to)
}

// addStateAfter adds a state that s leads to without consuming a byte, and returns it.
func (b *builder) addStateAfter(s int) int {
	t := b.addState()
	b.addEpsilon(s, t)
	return t
}

// buildText builds a quoted string. If it is a delimiter, its last edge sets the mark.
func (b *builder) buildText(n *node, sc scope, from, to int) {
	m := noMark
	if b.sc == nil && n.text != "" {
		m = b.g.delimiterMark(sc.rule, n.text)
	}
	for i, k := range n.children {
		next := to
		if i < len(n.children)-1 {
			next = b.addState()
		}
		b.build(k, sc, from, next)
		if edges := b.n.states[from].edges; i == len(n.children)-1 {
			edges[len(edges)-1].mark = m
		}
		from = next
	}
	if len(n.children) == 0 {
		b.addEpsilon(from, to)
	}
}

func (b *builder) buildReference(name string, sc scope, from, to int) {
	r := b.g.rule(name)
	sc.rule = r.name
	if c := b.g.componentOf(sc.rule); c != none {
		sc.in = c
	}
	sc.tags |= b.g.tagOf(sc.rule)
	if b.sc == nil && !slices.Contains(characterRules, sc.rule) {
		sc.named = sc.rule
	}
	defer func(outer *rule) { b.rule = outer }(b.rule)
	if r.pos.file != coreFile {
		b.rule = r
	}
	start, end := b.addState(), b.addState()
	if b.sc != nil {
		b.enter(r, &sc, start, end)
	}
	b.build(r.body, sc, start, end)
	b.addEpsilon(end, to)
	if m := b.g.delimiterMark(sc.rule, ""); b.sc == nil && m != noMark {
		start = b.markFirst(start, end, m)
	}
	b.addEpsilon(from, start)
}

// enter sets the bounds of the components that the rule is, and makes sc the scope inside of the rule.
func (b *builder) enter(r *rule, sc *scope, start, end int) {
	begin, inner := b.sc.boundsOf(r.name, sc.up)
	b.n.states[start].bounds, b.n.states[end].bounds = begin, begin<<1
	if inner > 0 {
		sc.field = inner
	}
	sc.up = &frame{r.name, begin, sc.up}
	if word := b.g.marks.words[strings.ToLower(r.name)]; word != "" {
		sc.named = word
	}
}

// markFirst returns a new start for the automaton between start and end. Its edges, which consume the first byte, set
// m. Loops lead back to the old start, so later bytes do not set m.
func (b *builder) markFirst(start, end int, m mark) int {
	s := b.addState()
	for _, q := range b.n.closure([]int{start}) {
		for _, e := range b.n.states[q].edges {
			e.mark = m
			b.n.states[s].edges = append(b.n.states[s].edges, e)
		}
		if q == end {
			b.addEpsilon(s, end)
		}
	}
	return s
}

// buildDifference builds the difference n between the states from and to.
func (b *builder) buildDifference(n *node, sc scope, from, to int) {
	p := &product{from: b.expandAlone(n.children[0], sc), without: b.expandAlone(n.children[1], sc), ids: map[string]int{}}
	p.id(nfaStart, p.without.closure([]int{nfaStart}))
	for i := 0; i < len(p.pairs); i++ {
		if i == maxNFAStates {
			n.pos.fail("a difference with more than %d states", maxNFAStates)
		}
		b.n.spend(1)
		p.expand(i)
	}
	alive := p.alive()
	if !alive[0] {
		n.pos.fail("a difference without a sentence")
	}
	b.splice(p, alive, from, to)
}

// expandAlone returns the automaton of n alone.
func (b *builder) expandAlone(n *node, sc scope) *nfa {
	own := &builder{g: b.g, sc: b.sc, rule: b.rule, n: &nfa{start: b.n.start, states: make([]nfaState, 2), work: b.n.work}}
	own.build(n, sc, nfaStart, nfaAccept)
	if own.full() {
		n.pos.fail(tooManyStates, maxNFAStates, own.n.largest())
	}
	return own.n
}

// splice copies the pairs that are alive between the states from and to.
func (b *builder) splice(p *product, alive []bool, from, to int) {
	states := make([]int, len(p.pairs))
	for i := range p.pairs {
		if alive[i] {
			states[i] = b.addState()
			b.n.states[states[i]].bounds, b.n.states[states[i]].rule = p.pairs[i].bounds, p.pairs[i].rule
		}
	}
	b.addEpsilon(from, states[0])
	for i, pair := range p.pairs {
		if !alive[i] {
			continue
		}
		for _, t := range pair.eps {
			if alive[t] {
				b.addEpsilon(states[i], states[t])
			}
		}
		for _, e := range pair.edges {
			if alive[e.to] {
				e.to = states[e.to]
				s := &b.n.states[states[i]]
				s.edges = append(s.edges, e)
			}
		}
		if p.accepts(i) {
			b.addEpsilon(states[i], to)
		}
	}
}
