package main

import (
	"fmt"
	"slices"
)

// An nfa is a nondeterministic automaton, made from the grammar by Thompson's construction. Every rule is expanded
// where it is used. Tests compare the compiled tables with it.
//
// State 0 is the start, and state 1 accepts. State 1 can be reached from every state, so an input that leads to at
// least one state is a prefix of a sentence.
type nfa struct {
	start  *rule
	states []nfaState
	work   *int // what is left of maxWork
}

// maxWork limits the steps of the subset constructions, and so their time and memory. URI-reference needs 0.1% of it.
const maxWork = 10_000_000

// stepsAtOnce is the number of edges that are tried in the time of a step to another state.
const stepsAtOnce = 16

// spend counts a step.
func (n *nfa) spend(steps int) {
	if *n.work -= steps; *n.work < 0 {
		n.fail("the automaton takes more than %d steps to make; %s", maxWork, n.largest())
	}
}

// largest names the rule with the most states.
func (n *nfa) largest() string {
	count := map[*rule]int{}
	most := n.start
	for _, s := range n.states {
		if count[s.rule]++; s.rule != nil && count[s.rule] > count[most] {
			most = s.rule
		}
	}
	return fmt.Sprintf("rule %s (%s:%d) has %d of the %d states of the grammar",
		most.name, most.pos.file, most.pos.line, count[most], len(n.states))
}

// fail reports an error in the rule that n is made from.
func (n *nfa) fail(format string, args ...any) {
	n.start.pos.fail("rule %s: %s", n.start.name, fmt.Sprintf(format, args...))
}

type nfaState struct {
	eps    []int
	edges  []edge
	bounds bounds // of components that an input begins or ends here
	rule   *rule  // the innermost rule around the state
}

// bounds is a set of bounds of components: bit 2i is the beginning of the component i, and bit 2i+1 its end.
type bounds uint64

const (
	begins bounds = 0x5555555555555555
	ends   bounds = begins << 1
)

// An edge consumes one byte.
type edge struct {
	set   byteSet
	to    int
	mark  mark
	at    pos       // of the element that it was made from
	in    component // of the byte; none for a delimiter between components
	tags  tagSet    // the tagged rules around the element, and whether the byte continues a character
	rule  string    // the innermost rule around the element, except characterRules; of a scanner, its word
	field int       // of a scanner: the index of the innermost component, plus 1
}

const nfaStart, nfaAccept = 0, 1

// maxNFAStates limits the expansion of a grammar with nested repetitions. URI-reference has a few thousand states.
const maxNFAStates = 100_000

const tooManyStates = "more than %d states after expanding repetitions; %s"

// dropContexts drops the components and the tags of the edges, so that states that differ only in them are merged.
func (n *nfa) dropContexts() {
	for _, s := range n.states {
		for i := range s.edges {
			s.edges[i].in, s.edges[i].tags = none, 0
		}
	}
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
		n.spend(1)
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
	n.spend(1 + len(set)/stepsAtOnce)
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
