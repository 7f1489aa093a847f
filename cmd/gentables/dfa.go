package main

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// maxRawStates limits the subset construction, which can make exponentially many states. URI-reference has a few
// hundred before minimization.
const maxRawStates = 10_000

// A dfa is the one-pass automaton. State 0 is invalid, and state 1 is the start.
type dfa struct {
	classes []byteSet // the byte classes, in the order of their numbers
	classOf [256]uint8

	states  []dfaState
	runSets []byteSet // the sets of bytes that states loop on, in the order of their bits

	actions []action // of a scanner; the first does nothing
}

type dfaState struct {
	next    []int  // by class
	marks   []mark // by class
	accept  bool
	reading component
	tags    tagSet
	runMask uint64 // one bit of runSets, or 0
	example string // a shortest input that leads to the state

	rules []string // by class: the rules that the byte can be part of; nil in the minimal DFA

	acts  []int // of a scanner, by class: the index of the action before the byte
	final int   // of a scanner: the index of the action at the end of the input
	fault fault // of a scanner: what an error in this state says
}

// splitBytes divides the bytes into the fewest classes such that every edge of n takes all bytes of a class or none.
func (d *dfa) splitBytes(n *nfa) {
	sets := map[byteSet]bool{}
	for _, s := range n.states {
		for _, e := range s.edges {
			sets[e.set] = true
		}
	}
	classes := []byteSet{byteRange(0, 255)}
	for set := range sets {
		var split []byteSet
		for _, c := range classes {
			out := c.minus(set)
			in := c.minus(out)
			for _, part := range []byteSet{in, out} {
				if part.len() > 0 {
					split = append(split, part)
				}
			}
		}
		classes = split
	}
	d.setClasses(classes)
}

// setClasses numbers the classes by their lowest byte, so that the numbers depend on the grammar alone.
func (d *dfa) setClasses(classes []byteSet) {
	slices.SortFunc(classes, func(a, b byteSet) int { return cmp.Compare(a.first(), b.first()) })
	d.classes = classes
	for i, c := range classes {
		for b := range 256 {
			if c.has(byte(b)) {
				d.classOf[b] = uint8(i)
			}
		}
	}
}

// determinize is the subset construction. Each state is the set of NFA states that the consumed bytes lead to.
func (d *dfa) determinize(n *nfa) {
	k := &kernels{ids: map[string]int{}}
	k.id(nil) // the invalid state
	k.id([]int{nfaStart})
	in := n.incoming()
	for id := 0; id < len(k.list); id++ {
		if id == maxRawStates {
			n.fail("more than %d states before minimization", maxRawStates)
		}
		set := n.closure(k.list[id])
		s := dfaState{accept: slices.Contains(set, nfaAccept)}
		s.reading, s.tags = n.context(k.list[id], set, in)
		for _, c := range d.classes {
			b := c.sample()
			s.next = append(s.next, k.id(n.step(set, b)))
			s.marks = append(s.marks, n.markOn(set, b))
			s.rules = append(s.rules, n.rulesOn(set, b))
		}
		d.states = append(d.states, s)
	}
}

// kernels numbers sets of NFA states in the order of the calls of id.
type kernels struct {
	ids  map[string]int
	list [][]int
}

func (k *kernels) id(kernel []int) int {
	key := numbersKey(kernel)
	id, ok := k.ids[key]
	if !ok {
		id = len(k.list)
		k.ids[key] = id
		k.list = append(k.list, kernel)
	}
	return id
}

// numbersKey returns a key for a list of numbers. Different lists have different keys. No number may be negative.
func numbersKey(numbers []int) string {
	b := make([]byte, 0, 2*len(numbers))
	for _, n := range numbers {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(b)
}

// markOn returns the mark that the edges on b set. It fails if they set different marks, since a transition of
// the DFA sets one at most.
func (n *nfa) markOn(set []int, b byte) mark {
	var first edge
	for _, s := range set {
		for _, e := range n.states[s].edges {
			switch {
			case e.mark == noMark || !e.set.has(b):
			case first.mark == noMark:
				first = e
			case first.mark != e.mark:
				e.at.fail("byte %q sets the mark %s here and the mark %s at %s:%d: not one-pass",
					b, markNames[e.mark], markNames[first.mark], first.at.file, first.at.line)
			}
		}
	}
	return first.mark
}

// rulesOn returns the names of the rules of the edges on b, separated by spaces.
func (n *nfa) rulesOn(set []int, b byte) string {
	var rules []string
	for _, s := range set {
		for _, e := range n.states[s].edges {
			if e.set.has(b) && !slices.Contains(rules, e.rule) {
				rules = append(rules, e.rule)
			}
		}
	}
	slices.Sort(rules)
	return strings.Join(rules, " ")
}

// incoming returns for each state the component of the byte that leads to it.
func (n *nfa) incoming() []component {
	in := make([]component, len(n.states))
	for _, s := range n.states {
		for _, e := range s.edges {
			in[e.to] = e.in
		}
	}
	return in
}

// context returns the component that is being read in the state with the given kernel and closure, and the tagged rules
// that contain all edges of the state. It is the component of the byte just consumed or, after a delimiter, of the next
// byte.
func (n *nfa) context(kernel, set []int, in []component) (component, tagSet) {
	comps := map[component]bool{}
	for _, k := range kernel {
		if in[k] != none {
			comps[in[k]] = true
			continue
		}
		for _, s := range n.closure([]int{k}) {
			for _, e := range n.states[s].edges {
				comps[e.in] = true
			}
		}
	}
	var tags tagSet
	edges := 0
	for _, s := range set {
		for _, e := range n.states[s].edges {
			if edges++; edges == 1 {
				tags = e.tags
			}
			tags &= e.tags
		}
	}
	return reading(comps), tags
}
