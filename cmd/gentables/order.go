package main

// renumber numbers the states by their distance from the start. So the numbers depend on the language alone.
func (d *dfa) renumber() {
	order := d.breadthFirst()
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
}

// breadthFirst returns the invalid state, the start and the other states by their distance from the start. It also sets
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
