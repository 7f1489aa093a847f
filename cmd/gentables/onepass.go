package main

import (
	"slices"
)

// A scanner records where components begin and end while it reads each byte once. The subset construction below tracks
// readings: states of the NFA, each with the components that it has begun and ended. A transition of the DFA has an
// action, which records the offset of its byte as a bound. All readings share one offset for a bound. So the grammar is
// refused if two readings that go on had different offsets.

// An action is what a scanner does at an offset: it sets and clears bounds. For repeated components it also yields the
// component that ends here, and an empty one.
type action struct{ Set, Clear, Yields, Empty bounds }

// A closing is what a reading does here with a repeated component: it ends one, which was open before or not, and it may
// also begin and end an empty one.
type closing struct{ ended, wasOpen, empty bool }

func (x moved) closing(begin bounds) closing {
	end := begin << 1
	if x.now&end == 0 {
		return closing{}
	}
	wasOpen := x.was&(begin|end) == begin
	return closing{true, wasOpen, x.now&begin != 0 && !(wasOpen && x.set&end == 0)}
}

// A onePass finds the actions and the faults of a scanner. Its outputs are indexes of actions.
type onePass struct {
	determinizer
	sc       *scanner
	describe describer
	repeated bounds
	actions  []action // the first does nothing
}

// maxScanner limits the states of a scanner. IRI-reference has 281.
const maxScanner = 4095

// onePassDFA returns the minimal DFA of a scanner, and its actions.
func onePassDFA(n *nfa, sc *scanner, fixed bounds, words describer) (*dfa, []action) {
	p := &onePass{determinizer{n: n, fixed: fixed}, sc, words, sc.Repeated(), []action{{}}}
	p.labels = p
	d := p.compile(maxScanner)
	d.RunSets = d.RunSets[:min(len(d.RunSets), maxRunSets)] // other states loop without a mask
	return d, p.actions
}

// output returns the index of the action for the readings on. It fails if they record different offsets for a bound.
func (p *onePass) output(i, b int, kernel []item, on []taken) int {
	var a action
	var defined, may bounds
	for _, x := range on {
		a.Set |= x.now
		defined |= x.set
	}
	for j, x := range on {
		open := x.set &^ (x.set >> 1) & begins & p.repeated
		differs := a.Set & (x.set&^p.repeated | open) &^ x.now // set here by one reading, and earlier by this one
		if b < 0 {
			differs = x.set ^ on[0].set | x.now ^ on[0].now
		}
		if differs != 0 {
			other := slices.IndexFunc(on, func(y taken) bool { return y.now&differs != 0 })
			p.conflict(i, b, differs, on[max(0, other)].edge.to, on[j].edge.to)
		}
		for bound := range (begins & p.repeated).All() {
			if begin := bounds(1) << bound; x.closing(begin) != on[0].closing(begin) {
				p.conflict(i, b, begin, on[0].edge.to, on[j].edge.to)
			}
		}
	}
	for _, k := range kernel {
		may |= k.set
	}
	a.Clear = may &^ defined &^ p.repeated
	for bound := range (begins & p.repeated).All() {
		begin := bounds(1) << bound
		c := on[0].closing(begin)
		if c.wasOpen {
			a.Yields |= begin
		}
		if c.empty {
			a.Empty |= begin
		}
	}
	if k := slices.Index(p.actions, a); k >= 0 { // there are few
		return k
	}
	p.actions = append(p.actions, a)
	return len(p.actions) - 1
}

// label returns what an error in a state says: the component of the next byte, and what can follow.
func (p *onePass) label(kernel []item, readings []moved) label {
	var set byteSet
	var words, names []string
	var next, same []int // the components of the next byte, and those of them that the last byte is also part of
	for _, x := range readings {
		for _, e := range p.n.states[x.state].edges {
			next = append(next, e.field)
			if e.rule == "" || p.describe.has(e.rule) {
				set = set.union(e.set)
			} else {
				words = append(words, e.rule)
			}
		}
	}
	for _, k := range kernel {
		if k.field > 0 && slices.Contains(next, k.field) {
			same = append(same, k.field)
		}
	}
	if same != nil {
		next = same
	}
	slices.Sort(next)
	for _, f := range slices.Compact(next) {
		if f > 0 {
			names = append(names, p.sc.Fields[f-1].Name)
		}
	}
	slices.Sort(words)
	words = append(slices.Compact(words), p.describe.words(set)...)
	if slices.ContainsFunc(readings, func(x moved) bool { return x.state == nfaAccept }) {
		words = append(words, "the end")
	}
	return label{Component: orList(names), Expected: orList(words)}
}

// findKinds finds the components that can be undefined or repeated, and rejects components that no input has. It returns the
// offset of each bound that all sentences have at the same offset from their start, or -1, and the set of these bounds.
func (n *nfa) findKinds(sc *scanner) (offsets []int, fixed bounds) {
	distances := n.distances()
	for bound := range bounds(2 * len(sc.Fields)) {
		f := &sc.Fields[bound/2]
		var with, at []int // the states that have the bound, and their distances
		for i, s := range n.states {
			if s.bounds>>bound&1 != 0 {
				with, at = append(with, i), append(at, distances[i])
			}
		}
		if with == nil {
			f.pos.fail("component %s: there is no %s in %s", f.Name, f.Text, sc.Rule)
		}
		if slices.Contains(n.after([]int{nfaStart}, 1<<bound), nfaAccept) {
			f.Optional = true
			at[0] = -1
		}
		if bound%2 == 1 { // another one begins after its end
			f.Repeated = slices.ContainsFunc(n.after(with, 0), func(s int) bool { return n.states[s].bounds>>(bound-1)&1 != 0 })
		}
		if at = slices.Compact(at); len(at) > 1 || at[0] < 0 {
			at = []int{-1}
		} else {
			fixed |= 1 << bound
		}
		offsets = append(offsets, at[0])
	}
	return offsets, fixed
}

// distances returns the distance of each state from the start, in bytes, or -1 if there are several.
func (n *nfa) distances() []int {
	type arrival struct{ state, distance int }
	list := slices.Repeat([]int{-2}, len(n.states))
	reach([]arrival{{nfaStart, 0}}, func(x arrival, visit func(arrival) bool) {
		switch list[x.state] {
		case -1, x.distance:
			return
		case -2:
			list[x.state] = x.distance
		default:
			list[x.state], x.distance = -1, -1
		}
		for _, to := range n.states[x.state].eps {
			visit(arrival{to, x.distance})
		}
		further := x.distance
		if further >= 0 {
			further++
		}
		for _, e := range n.states[x.state].edges {
			visit(arrival{e.to, further})
		}
	})
	return list
}

// after returns the states that inputs lead to from those of a list, without states that have one of the bounds.
func (n *nfa) after(list []int, without bounds) []int {
	return reach(list, func(s int, visit func(int) bool) {
		for _, to := range n.states[s].targets() {
			if n.states[*to].bounds&without == 0 {
				visit(*to)
			}
		}
	})
}
