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
}

// fail reports an error in the rule that n is made from.
func (n *nfa) fail(format string, args ...any) {
	n.start.pos.fail("rule %s: %s", n.start.name, fmt.Sprintf(format, args...))
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

const tooManyStates = "more than %d states after expanding repetitions"

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
