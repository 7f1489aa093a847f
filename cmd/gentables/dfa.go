package main

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A dfa is a one-pass automaton. State 0 is invalid, and state 1 is the start.
type dfa struct {
	Classes []byteSet // the byte classes, in the order of their numbers
	classOf [256]uint8

	states  []dfaState
	RunSets []byteSet // the sets of bytes that states loop on, in the order of their bits
}

type dfaState struct {
	next    []int // by class
	outputs []int // by class: what the transition does, a number that the labels give it
	Accept  bool
	final   int // what the end of the input does
	label
	RunMask uint64 // one bit of RunSets, or 0
	Example string // a shortest input that leads to the state
}

// A label is what an automaton says about a state: in the tables a component and tags, and in a scanner what an error says.
type label struct {
	Component, Expected string
	Tags                tagSet
}

// labels find what an automaton says. States with different labels and transitions with different outputs are not merged.
type labels interface {
	// label returns the label of the state whose kernel has these readings.
	label(kernel []item, readings []moved) label

	// output returns the number of what a transition does, and 0 if it does nothing. The readings on go on from the kernel of
	// the state i with the byte b, or end there if b is negative.
	output(i, b int, kernel []item, on []taken) int
}

// noLabels are those of an automaton that only accepts.
type noLabels struct{}

func (noLabels) label([]item, []moved) (l label)      { return l }
func (noLabels) output(int, int, []item, []taken) int { return 0 }

// An item is a reading of the bytes so far: a state of the NFA, the bounds that are set, and the component of the last
// byte. The end of a component that has begun again is not set.
type item struct {
	state int
	set   bounds
	field int
}

// A moved is an item after steps that consume no byte: the bounds that were set before, and those that are set here.
type moved struct {
	item
	was, now bounds
}

// A taken is a reading that goes on by an edge.
type taken struct {
	*moved
	edge *edge
}

// enter returns x after a step to the state.
func (n *nfa) enter(x moved, state int, fixed bounds) moved {
	b := n.states[state].bounds &^ fixed
	x.state = state
	x.now |= b
	x.set = x.set&^(b&begins<<1) | b
	return x
}

// move returns the readings that the items lead to without a byte.
func (n *nfa) move(kernel []item, fixed bounds) []moved {
	var first []moved
	for _, k := range kernel {
		first = append(first, n.enter(moved{item: k, was: k.set}, k.state, fixed))
	}
	return reach(first, func(x moved, visit func(moved) bool) {
		n.spend(1)
		for _, to := range n.states[x.state].eps {
			visit(n.enter(x, to, fixed))
		}
	})
}

// A determinizer makes the DFA of an NFA by the subset construction. The kernel of a state is the set of readings of the
// bytes that lead to it.
type determinizer struct {
	*dfa
	n         *nfa
	labels    labels
	fixed     bounds // they are the same in each sentence, and are not tracked
	order     []int  // the classes, with those first that are easy to read in examples
	classesOf map[byteSet][]int
	ids       map[string]int
	kernels   [][]item
	from      []step // the first step to each state
}

type step struct {
	state int
	b     byte
}

// maxRaw limits the states before minimization. IRI-reference has 7,500 in a scanner.
const maxRaw = 40_000

// compile returns the minimal DFA. It rejects one with more than maxStates states.
func (p *determinizer) compile(maxStates int) *dfa {
	p.dfa, p.ids, p.classesOf = &dfa{}, map[string]int{}, map[byteSet][]int{}
	p.splitBytes()
	p.id(nil, step{}) // the invalid state
	p.id([]item{{state: nfaStart}}, step{})
	for i := 0; i < len(p.kernels); i++ {
		p.atMost(i-1, maxRaw, "states before minimization")
		p.expand(i)
	}
	p.minimize(p.n)
	p.mergeClasses()
	p.renumber()
	p.findRuns()
	p.atMost(len(p.states)-1, maxStates, "states")
	return p.dfa
}

// atMost rejects an automaton with more than a number of things. It names the rule that most of the items are in.
func (p *determinizer) atMost(count, limit int, things string) {
	if count <= limit {
		return
	}
	rules := map[*rule]int{}
	for _, kernel := range p.kernels {
		for _, x := range kernel {
			rules[p.n.states[x.state].rule]++
		}
	}
	p.n.fail("more than %d %s; most states are inside of %s", limit, things, p.n.most(rules))
}

// splitBytes divides the bytes into the fewest classes such that every edge takes all bytes of a class or none. It numbers
// the classes by their lowest byte, so that the numbers depend on the grammar alone.
func (p *determinizer) splitBytes() {
	p.Classes = []byteSet{byteRange(0, 255)}
	for _, s := range p.n.states {
		for _, e := range s.edges {
			if p.classesOf[e.set] != nil {
				continue
			}
			p.classesOf[e.set] = []int{}
			var split []byteSet
			for _, c := range p.Classes {
				out := c.minus(e.set)
				for _, part := range []byteSet{c.minus(out), out} {
					if part.len() > 0 {
						split = append(split, part)
					}
				}
			}
			p.Classes = split
		}
	}
	slices.SortFunc(p.Classes, func(a, b byteSet) int { return cmp.Compare(a.first(), b.first()) })
	for i, c := range p.Classes {
		p.order = append(p.order, i)
		for b := range c.all() {
			p.classOf[b] = uint8(i)
		}
		for set, list := range p.classesOf {
			if set.has(c.first()) {
				p.classesOf[set] = append(list, i)
			}
		}
	}
	slices.SortStableFunc(p.order, func(a, b int) int {
		return cmp.Compare(readable(p.Classes[a].sample()), readable(p.Classes[b].sample()))
	})
}

// id returns the number of the state with a kernel. Numbers are given in the order of the calls.
func (p *determinizer) id(kernel []item, from step) int {
	slices.SortFunc(kernel, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.set, b.set), cmp.Compare(a.field, b.field))
	})
	kernel = slices.Compact(kernel)
	var numbers []uint64
	for _, k := range kernel {
		numbers = append(numbers, uint64(k.state), uint64(k.set), uint64(k.field))
	}
	key := numbersKey(numbers)
	id, ok := p.ids[key]
	if !ok {
		id = len(p.kernels)
		p.ids[key] = id
		p.kernels = append(p.kernels, kernel)
		p.from = append(p.from, from)
	}
	return id
}

// example returns a shortest input that leads to the state i.
func (p *determinizer) example(i int) string {
	var b []byte
	for ; i > 1; i = p.from[i].state {
		b = append(b, p.from[i].b)
	}
	slices.Reverse(b)
	return string(b)
}

// expand adds the state i, and the states that it leads to.
func (p *determinizer) expand(i int) {
	kernel := p.kernels[i]
	readings := p.n.move(kernel, p.fixed)
	var ends []taken
	on := make([][]taken, len(p.Classes))
	for k := range readings {
		x := &readings[k]
		if x.state == nfaAccept {
			ends = append(ends, taken{x, &edge{}})
		}
		edges := p.n.states[x.state].edges
		for j := range edges {
			classes := p.classesOf[edges[j].set]
			p.n.spend(1 + len(classes)/2)
			for _, c := range classes {
				on[c] = append(on[c], taken{x, &edges[j]})
			}
		}
	}
	s := dfaState{
		next: make([]int, len(p.Classes)), outputs: make([]int, len(p.Classes)),
		Accept: len(ends) > 0, label: p.labels.label(kernel, readings),
	}
	if s.Accept {
		s.final = p.labels.output(i, -1, kernel, ends)
	}
	for _, c := range p.order {
		if len(on[c]) == 0 {
			continue
		}
		b := p.Classes[c].sample()
		s.outputs[c] = p.labels.output(i, int(b), kernel, on[c])
		to := make([]item, len(on[c]))
		for k, x := range on[c] {
			to[k] = item{x.edge.to, x.set, x.edge.field}
		}
		s.next[c] = p.id(to, step{i, b})
	}
	p.states = append(p.states, s)
}

// numbersKey returns a key for a list of numbers. Different lists have different keys. No number may be negative.
func numbersKey[T int | uint64](numbers []T) string {
	b := make([]byte, 0, 2*len(numbers))
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(b)
}
