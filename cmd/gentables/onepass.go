package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// A scanner records where components begin and end while it reads each byte once. The subset construction below tracks
// readings: states of the NFA, each with the components that it has begun and ended. A transition of the DFA has an
// action, which records the offset of its byte as a bound. All readings share one offset for a bound. So the grammar is
// refused if two readings that go on had different offsets.

// An item is a reading of the bytes so far: a state of the NFA, and the bounds that are set. The end of a component that
// has begun again is not set.
type item struct {
	state int
	set   bounds
}

// A moved is an item after steps that consume no byte: the bounds that were set before, and those that are set here.
type moved struct {
	item
	was, now bounds
}

// An action is what a scanner does at an offset: it sets and clears bounds. For repeated components it also yields the
// component that ends here, and an empty one.
type action struct{ set, clear, yields, empty bounds }

// A fault is what an error says about a state.
type fault struct{ Component, Expected string }

// A closing is what a reading does here with a repeated component: it ends one, which was open before or not, and it may
// also begin and end an empty one.
type closing struct{ ended, wasOpen, empty bool }

func (x moved) closing(begin bounds) (c closing) {
	end := begin << 1
	if c.ended = x.now&end != 0; c.ended {
		c.wasOpen = x.was&(begin|end) == begin
		c.empty = x.now&begin != 0 && !(c.wasOpen && x.set&end == 0)
	}
	return c
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
func (n *nfa) move(kernel []item, fixed bounds) (out []moved) {
	seen := map[moved]bool{}
	var visit func(x moved)
	visit = func(x moved) {
		if seen[x] {
			return
		}
		n.spend(1)
		seen[x] = true
		out = append(out, x)
		for _, to := range n.states[x.state].eps {
			visit(n.enter(x, to, fixed))
		}
	}
	for _, k := range kernel {
		visit(n.enter(moved{item: k, was: k.set}, k.state, fixed))
	}
	return out
}

// A onePass makes the DFA of a scanner.
type onePass struct {
	*dfa
	n        *nfa
	sc       *scanner
	describe describer
	fixed    bounds // they are the same in each sentence, and need no action
	repeated bounds
	order    []int // the classes, with those first that are easy to read in examples
	in       []int // the component of the byte that leads to each state of the NFA
	ids      map[string]int
	kernels  [][]item
	from     []step // the first step to each state of the DFA
}

type step struct {
	state int
	b     byte
}

// maxScannerStates limits the states of a scanner's DFA, and maxRawScannerStates those before minimization. IRI-reference
// has 277 and 14,000.
const maxScannerStates, maxRawScannerStates = 4095, 40_000

// onePassDFA returns the minimal DFA of a scanner.
func onePassDFA(g *grammar, n *nfa, sc *scanner, fixed bounds) *dfa {
	p := &onePass{dfa: &dfa{actions: []action{{}}}, n: n, sc: sc, describe: g.describer(), fixed: fixed, ids: map[string]int{}}
	for i, f := range sc.fields {
		if f.Repeated {
			p.repeated |= 3 << (2 * i)
		}
	}
	p.in = make([]int, len(n.states))
	for _, s := range n.states {
		for _, e := range s.edges {
			p.in[e.to] = e.field
		}
	}
	p.splitBytes(n)
	for c := range p.classes {
		p.order = append(p.order, c)
	}
	slices.SortStableFunc(p.order, func(a, b int) int {
		return cmp.Compare(readable(p.classes[a].sample()), readable(p.classes[b].sample()))
	})
	p.id(nil, step{})
	p.id([]item{{state: nfaStart}}, step{})
	for i := 0; i < len(p.kernels); i++ {
		if i > maxRawScannerStates {
			n.fail("more than %d states before minimization; %s", maxRawScannerStates, p.largest())
		}
		p.expand(i)
	}
	d := p.dfa
	d.merge(n, func(i int, s *dfaState) string { return fmt.Sprint(i == 0, s.accept, s.final, s.acts, s.fault) })
	d.mergeClasses()
	d.findRuns(n)
	d.renumber()
	if states := len(d.states) - 1; states > maxScannerStates {
		n.fail("%d states, more than %d; %s", states, maxScannerStates, p.largest())
	}
	return d
}

// largest names the rule that most of the items are in.
func (p *onePass) largest() string {
	count := map[*rule]int{}
	most := p.n.start
	for _, kernel := range p.kernels {
		for _, x := range kernel {
			if r := p.n.states[x.state].rule; r != nil {
				if count[r]++; count[r] > count[most] {
					most = r
				}
			}
		}
	}
	return fmt.Sprintf("most of them are inside of rule %s (%s:%d)", most.name, most.pos.file, most.pos.line)
}

func (p *onePass) id(kernel []item, from step) int {
	slices.SortFunc(kernel, func(a, b item) int { return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.set, b.set)) })
	kernel = slices.Compact(kernel)
	var bytes []byte
	for _, k := range kernel {
		bytes = binary.AppendUvarint(binary.AppendUvarint(bytes, uint64(k.state)), uint64(k.set))
	}
	key := string(bytes)
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
func (p *onePass) example(i int) string {
	var b []byte
	for ; i > 1; i = p.from[i].state {
		b = append(b, p.from[i].b)
	}
	slices.Reverse(b)
	return string(b)
}

// expand adds the state i, and the states that it leads to.
func (p *onePass) expand(i int) {
	kernel := p.kernels[i]
	readings := p.n.move(kernel, p.fixed)
	s := dfaState{fault: p.fault(kernel, readings)}
	var accepted []moved
	tries := 0
	for _, x := range readings {
		tries += 1 + len(p.n.states[x.state].edges)
		if x.state == nfaAccept {
			accepted = append(accepted, x)
		}
	}
	if s.accept = len(accepted) > 0; s.accept {
		for _, x := range accepted[1:] {
			if differs := (x.set ^ accepted[0].set) | (x.now ^ accepted[0].now); differs != 0 {
				p.conflict(i, -1, differs, nil)
			}
		}
		s.final = p.action(i, -1, kernel, accepted, nil)
	}
	s.next, s.acts, s.marks = make([]int, len(p.classes)), make([]int, len(p.classes)), make([]mark, len(p.classes))
	for _, c := range p.order {
		b := p.classes[c].sample()
		p.n.spend(1 + tries/stepsAtOnce)
		var to []item
		var on []moved
		for _, x := range readings {
			for _, e := range p.n.states[x.state].edges {
				if e.set.has(b) {
					to = append(to, item{e.to, x.set})
					on = append(on, x)
				}
			}
		}
		if len(on) > 0 {
			s.acts[c] = p.action(i, int(b), kernel, on, to)
			s.next[c] = p.id(to, step{i, b})
		}
	}
	p.states = append(p.states, s)
}

// action returns the index of the action for the readings that go on from the kernel of state i with the byte b, or end
// if b is negative. The items to are what the readings lead to.
func (p *onePass) action(i, b int, kernel []item, on []moved, to []item) int {
	var a action
	var defined, may bounds
	for _, x := range on {
		a.set |= x.now
		defined |= x.set
	}
	for j, x := range on {
		open := x.set &^ (x.set >> 1) & begins & p.repeated
		differs := a.set & (x.set&^p.repeated | open) &^ x.now // set here by one reading, and earlier by this one
		other := slices.IndexFunc(on, func(y moved) bool { return y.now&differs != 0 })
		for t := begins & p.repeated; t != 0 && differs == 0; t &= t - 1 {
			if begin := t &^ (t - 1); x.closing(begin) != on[0].closing(begin) {
				differs, other = begin, 0
			}
		}
		switch {
		case differs == 0:
		case to == nil:
			p.conflict(i, b, differs, nil)
		default:
			p.conflict(i, b, differs, []int{to[other].state, to[j].state})
		}
	}
	for _, k := range kernel {
		may |= k.set
	}
	a.clear = may &^ defined &^ p.repeated
	for t := begins & p.repeated; t != 0; t &= t - 1 {
		begin := t &^ (t - 1)
		c := on[0].closing(begin)
		if c.wasOpen {
			a.yields |= begin
		}
		if c.empty {
			a.empty |= begin
		}
	}
	if k := slices.Index(p.actions, a); k >= 0 { // there are few
		return k
	}
	p.actions = append(p.actions, a)
	return len(p.actions) - 1
}

// fault returns what an error in a state says: the component of the next byte, and what can follow.
func (p *onePass) fault(kernel []item, readings []moved) fault {
	var set byteSet
	var words []string
	accept := false
	var next []int // the components of the next byte
	for _, x := range readings {
		accept = accept || x.state == nfaAccept
		for _, e := range p.n.states[x.state].edges {
			switch {
			case e.rule == "" || p.describe.has(e.rule):
				set = set.union(e.set)
			case !slices.Contains(words, e.rule):
				words = append(words, e.rule)
			}
			if !slices.Contains(next, e.field) {
				next = append(next, e.field)
			}
		}
	}
	var same []int // those that the last byte is also part of
	for _, k := range kernel {
		if f := p.in[k.state]; f > 0 && slices.Contains(next, f) && !slices.Contains(same, f) {
			same = append(same, f)
		}
	}
	if len(same) > 0 {
		next = same
	}
	slices.Sort(next)
	var names []string
	for _, f := range next {
		if f > 0 {
			names = append(names, p.sc.fields[f-1].Name)
		}
	}
	slices.Sort(words)
	if words = append(words, p.describe.words(set)...); accept {
		words = append(words, "the end")
	}
	return fault{orList(names), orList(words)}
}

// fixedOffsets returns the offset of each bound that all sentences have at the same offset from their start, or -1.
func (n *nfa) fixedOffsets(count int) (offsets []int, fixed bounds) {
	const unknown, many = -1, -2
	at := make([]int, len(n.states)) // the distance of each state from the start
	for i := range at {
		at[i] = unknown
	}
	queue := []int{nfaStart}
	at[nfaStart] = 0
	reach := func(s, distance int) {
		if at[s] == many || at[s] == distance {
			return
		}
		if at[s] != unknown {
			distance = many
		}
		at[s] = distance
		queue = append(queue, s)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		further := many
		if at[s] >= 0 {
			further = at[s] + 1
		}
		for _, to := range n.states[s].eps {
			reach(to, at[s])
		}
		for _, e := range n.states[s].edges {
			reach(e.to, further)
		}
	}
	for t := range count {
		offset := unknown
		for i, s := range n.states {
			switch {
			case s.bounds>>t&1 == 0 || at[i] == unknown:
			case offset == unknown:
				offset = at[i]
			case offset != at[i]:
				offset = many
			}
		}
		if offset < 0 || n.reaches(nfaStart, nfaAccept, 1<<t) {
			offset = -1
		} else {
			fixed |= 1 << t
		}
		offsets = append(offsets, offset)
	}
	return offsets, fixed
}

// reaches reports whether an input leads from one state to another one, without entering states with one of the bounds.
func (n *nfa) reaches(from, to int, without bounds) bool {
	return n.search([]int{from}, without, func(s int) bool { return s == to })
}

// search reports whether an input leads from one of the states to one that is found.
func (n *nfa) search(from []int, without bounds, found func(s int) bool) bool {
	seen := make([]bool, len(n.states))
	queue := slices.Clone(from)
	for ; len(queue) > 0; queue = queue[1:] {
		s := &n.states[queue[0]]
		next := s.eps
		for _, e := range s.edges {
			next = append(next[:len(next):len(next)], e.to)
		}
		for _, to := range next {
			if seen[to] || n.states[to].bounds&without != 0 {
				continue
			}
			if found(to) {
				return true
			}
			seen[to] = true
			queue = append(queue, to)
		}
	}
	return false
}

// findKinds finds the components that can be undefined or repeated. It rejects components that no input has.
func (n *nfa) findKinds(sc *scanner) {
	for i := range sc.fields {
		f := &sc.fields[i]
		begin := bounds(1) << (2 * i)
		f.Optional = n.reaches(nfaStart, nfaAccept, begin)
		begun := func(s int) bool { return n.states[s].bounds&begin != 0 }
		var from []int
		for s := range n.states {
			if begun(s) {
				from = append(from, s)
			}
		}
		f.Repeated = n.search(from, 0, begun)
		if from == nil {
			f.pos.fail("component %s: there is no %s in %s", f.Name, f.Text, sc.rule)
		}
	}
}
