package main

import (
	"fmt"
	"slices"
)

// The automaton of a difference a - b is a product of two automata. A state of the product is a state of a and a set of
// states of b. A sentence of a is in the difference if no state of the set accepts it. The edges are the edges of a,
// with their marks and rules.

// A product is the product of the automata of a difference.
type product struct {
	from, without *nfa
	ids           map[string]int
	pairs         []productPair
}

// A productPair is what an input leads to: a state of product.from, and a closed set of states of product.without.
type productPair struct {
	state int
	set   []int
	nfaState
}

func (p *product) id(state int, set []int) int {
	key := fmt.Sprint(state, set)
	id, ok := p.ids[key]
	if !ok {
		id = len(p.pairs)
		p.ids[key] = id
		of := p.from.states[state]
		p.pairs = append(p.pairs, productPair{state, set, nfaState{bounds: of.bounds, rule: of.rule}})
		p.from.spend(len(set))
	}
	return id
}

// expand adds the edges of the pair i. An edge of p.from becomes one edge for each pair that its bytes lead to.
func (p *product) expand(i int) {
	at := p.pairs[i]
	for _, to := range p.from.states[at.state].eps {
		at.eps = append(at.eps, p.id(to, at.set))
	}
	for _, e := range p.from.states[at.state].edges {
		parts := map[int]byteSet{}
		var order []int
		for c := range 256 {
			if !e.set.has(byte(c)) {
				continue
			}
			to := p.id(e.to, p.without.closure(p.without.step(at.set, byte(c))))
			part, ok := parts[to]
			if !ok {
				order = append(order, to)
			}
			part.add(byte(c))
			parts[to] = part
		}
		for _, to := range order {
			e.set, e.to = parts[to], to
			at.edges = append(at.edges, e)
		}
	}
	p.pairs[i] = at
}

func (p *product) accepts(i int) bool {
	return p.pairs[i].state == nfaAccept && !slices.Contains(p.pairs[i].set, nfaAccept)
}

// alive reports for each pair whether an accepting pair can be reached from it.
func (p *product) alive() []bool {
	into := make([][]int, len(p.pairs))
	alive := make([]bool, len(p.pairs))
	var queue []int
	for i, pair := range p.pairs {
		for _, to := range pair.eps {
			into[to] = append(into[to], i)
		}
		for _, e := range pair.edges {
			into[e.to] = append(into[e.to], i)
		}
		if p.accepts(i) {
			alive[i] = true
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, i := range into[queue[0]] {
			if !alive[i] {
				alive[i] = true
				queue = append(queue, i)
			}
		}
	}
	return alive
}
