package main

import (
	"fmt"
	"iter"
	"math/bits"
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
	work   *int // the rest of maxWork
}

// maxWork limits the steps of the subset constructions, and so their time and memory. IRI-reference needs 3% of it.
const maxWork = 10_000_000

// spend counts steps.
func (n *nfa) spend(steps int) {
	if *n.work -= steps; *n.work < 0 {
		n.fail("the automaton takes more than %d steps to make; %s", maxWork, n.largest())
	}
}

// largest names the rule with the most states.
func (n *nfa) largest() string {
	count := map[*rule]int{}
	for _, s := range n.states {
		count[s.rule]++
	}
	most := n.most(count)
	return fmt.Sprintf("%s has %d of the %d states of the grammar", most, count[most], len(n.states))
}

// most returns the rule with the highest count.
func (n *nfa) most(count map[*rule]int) *rule {
	most := n.start
	for r, c := range count {
		if r != nil && (c > count[most] || c == count[most] && r.pos.line < most.pos.line) {
			most = r
		}
	}
	return most
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

// All returns the numbers of the bounds, in order.
func (b bounds) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; b != 0 && yield(bits.TrailingZeros64(uint64(b))); b &= b - 1 {
		}
	}
}

// An edge consumes one byte.
type edge struct {
	set   byteSet
	to    int
	mark  int
	at    pos    // of the element that it was made from
	field int    // the number of the innermost component: in the tables a component, in a scanner its index plus 1; or 0
	tags  tagSet // the tagged rules around the element, and whether the byte continues a character
	rule  string // the innermost rule around the element, except characterRules; of a scanner, its word
}

const nfaStart, nfaAccept = 0, 1

// maxNFAStates limits the expansion of a grammar with nested repetitions. URI-reference has a few thousand states.
const maxNFAStates = 100_000

// reach returns the values that next leads to from those of a list, directly or not, in the order in which they are found.
// The function visit reports whether a value is new.
func reach[T comparable](list []T, next func(x T, visit func(T) bool)) (found []T) {
	seen := map[T]bool{}
	visit := func(x T) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		found = append(found, x)
		return true
	}
	for _, x := range list {
		visit(x)
	}
	for i := 0; i < len(found); i++ {
		next(found[i], visit)
	}
	return found
}

// targets returns the states that s leads to, which can be changed.
func (s *nfaState) targets() (list []*int) {
	for i := range s.eps {
		list = append(list, &s.eps[i])
	}
	for i := range s.edges {
		list = append(list, &s.edges[i].to)
	}
	return list
}

// ending reports for each state whether it leads to the end of a sentence, by bytes or only without any.
func (n *nfa) ending(bytes bool) []bool {
	from := make([][]int, len(n.states))
	for i, s := range n.states {
		if !bytes {
			s.edges = nil
		}
		for _, to := range s.targets() {
			from[*to] = append(from[*to], i)
		}
	}
	ends := make([]bool, len(n.states))
	reach([]int{nfaAccept}, func(s int, visit func(int) bool) {
		ends[s] = true
		for _, before := range from[s] {
			visit(before)
		}
	})
	return ends
}

// compact drops states from which no sentence ends, which differences make, and those that only lead to one state.
func (n *nfa) compact() {
	alive := n.ending(true)
	for i := range n.states {
		s := &n.states[i]
		s.eps = slices.DeleteFunc(s.eps, func(to int) bool { return !alive[to] })
		s.edges = slices.DeleteFunc(s.edges, func(e edge) bool { return !alive[e.to] })
	}
	order := reach([]int{nfaStart, nfaAccept}, func(s int, visit func(int) bool) {
		for _, to := range n.states[s].targets() {
			for at := &n.states[*to]; *to > nfaAccept && at.bounds == 0 && len(at.edges) == 0 && len(at.eps) == 1; at = &n.states[*to] {
				*to = at.eps[0]
			}
			visit(*to)
		}
	})
	id := make([]int, len(n.states))
	for i, s := range order {
		id[s] = i
	}
	n.states = pick(n.states, order)
	for i := range n.states {
		for _, to := range n.states[i].targets() {
			*to = id[*to]
		}
	}
}
