package main

import (
	"cmp"
	"slices"
)

// renumber orders the states as package tables draws them, so that each property is a range of IDs. Within a range the
// state with the shorter example comes first. So the numbers depend on the language alone.
func (d *dfa) renumber() {
	order := d.breadthFirst()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.group(a), d.group(b)) })
	id := make([]int, len(order))
	for i, o := range order {
		id[o] = i
	}
	states := make([]dfaState, len(order))
	for i, o := range order {
		s := d.states[o]
		for c := range s.next {
			s.next[c] = id[s.next[c]]
		}
		states[i] = s
	}
	d.states = states
	d.findBounds()
}

// group returns the place of a state in the order.
func (d *dfa) group(id int) int {
	s := d.states[id]
	switch {
	case id == 0:
		return 0
	case id == 1:
		return 1
	case s.accept && s.runMask == 0:
		return 2
	case s.accept && !s.text:
		return 3
	case s.accept:
		return 4
	case s.text:
		return 5
	case s.runMask != 0:
		return 6
	}
	return 7
}

// findBounds sets the bounds of the ordered states.
func (d *dfa) findBounds() {
	first := func(from int, is func(s dfaState) bool) int {
		for from < len(d.states) && !is(d.states[from]) {
			from++
		}
		return from
	}
	d.acceptLo = first(1, func(s dfaState) bool { return s.accept }) // the start need not accept
	d.acceptHi = first(d.acceptLo, func(s dfaState) bool { return !s.accept })
	d.runLo = first(1, func(s dfaState) bool { return s.runMask != 0 })
	d.runHi = first(d.runLo, func(s dfaState) bool { return s.runMask == 0 })
	d.textLo = first(1, func(s dfaState) bool { return s.text })
	d.textHi = first(d.textLo, func(s dfaState) bool { return !s.text })
}

// breadthFirst returns the dead state, the start and the other states by their distance from the start. It also sets
// their examples.
func (d *dfa) breadthFirst() []int {
	order := []int{0, 1}
	seen := make([]bool, len(d.states))
	seen[0], seen[1] = true, true
	for i := 1; i < len(order); i++ {
		s := &d.states[order[i]]
		for c, t := range s.next {
			if !seen[t] {
				seen[t] = true
				d.states[t].example = s.example + string([]byte{d.classes[c].sample()})
				order = append(order, t)
			}
		}
	}
	return order
}
