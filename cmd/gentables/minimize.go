package main

import "slices"

// minimize merges equivalent states by Moore's algorithm. Two states are equivalent if every input leads from them to
// states that agree in acceptance, outputs and labels. It starts with one block for each kind of state and splits blocks
// until all states of a block lead to the same blocks.
func (d *dfa) minimize(n *nfa) {
	type kind struct {
		invalid, accept bool
		final           int
		label           label
		outputs         string
	}
	block, first := partition(len(d.states), func(i int) kind {
		s := &d.states[i]
		return kind{i == 0, s.Accept, s.final, s.label, numbersKey(s.outputs)}
	})
	for blocks := 0; blocks != len(first); {
		blocks = len(first)
		n.spend(len(d.states))
		block, first = partition(len(d.states), func(i int) string {
			to := append(make([]int, 0, 1+len(d.Classes)), block[i])
			for _, t := range d.states[i].next {
				to = append(to, block[t])
			}
			return numbersKey(to)
		})
	}
	d.states = pick(d.states, first)
	for _, s := range d.states {
		for c, t := range s.next {
			s.next[c] = block[t]
		}
	}
}

// partition divides the numbers below n into blocks with the same key. It returns the block of each number, and the first
// number of each block. Blocks are in the order of these.
func partition[K comparable](n int, key func(i int) K) (block, first []int) {
	ids := map[K]int{}
	for i := range n {
		k := key(i)
		if _, ok := ids[k]; !ok {
			ids[k] = len(first)
			first = append(first, i)
		}
		block = append(block, ids[k])
	}
	return block, first
}

// pick returns the elements of list at indexes.
func pick[T any](list []T, indexes []int) []T {
	out := make([]T, len(indexes))
	for i, k := range indexes {
		out[i] = list[k]
	}
	return out
}

// mergeClasses merges the classes that no state distinguishes.
func (d *dfa) mergeClasses() {
	block, first := partition(len(d.Classes), func(c int) string {
		var column []int
		for _, s := range d.states {
			column = append(column, s.next[c], s.outputs[c])
		}
		return numbersKey(column)
	})
	classes := make([]byteSet, len(first))
	for c, set := range d.Classes {
		classes[block[c]] = classes[block[c]].union(set)
	}
	d.Classes = classes
	for b, c := range d.classOf {
		d.classOf[b] = uint8(block[c])
	}
	for i := range d.states {
		s := &d.states[i]
		s.next, s.outputs = pick(s.next, first), pick(s.outputs, first)
	}
}

// maxRunSets is the number of bits of a mask of run sets.
const maxRunSets = 32

// findRuns finds the states that loop and gives each distinct set of looping bytes a bit, as far as there are bits.
// Transitions that do something do not count, since the bytes of a run are skipped.
func (d *dfa) findRuns() {
	for i := range d.states {
		s := &d.states[i]
		var set byteSet
		for c, t := range s.next {
			if t == i && s.outputs[c] == 0 {
				set = set.union(d.Classes[c])
			}
		}
		if i == 0 || set.len() == 0 {
			continue
		}
		bit := slices.Index(d.RunSets, set)
		if bit < 0 {
			bit = len(d.RunSets)
			d.RunSets = append(d.RunSets, set)
		}
		if bit < maxRunSets {
			s.RunMask = 1 << bit
		}
	}
}

// renumber numbers the states by their distance from the start, so that the numbers depend on the language alone. It also
// finds their examples.
func (d *dfa) renumber() {
	order := reach([]int{0, 1}, func(i int, visit func(int) bool) {
		for c, t := range d.states[i].next {
			if visit(t) {
				d.states[t].Example = d.states[i].Example + string([]byte{d.Classes[c].sample()})
			}
		}
	})
	id := make([]int, len(order))
	for i, o := range order {
		id[o] = i
	}
	d.states = pick(d.states, order)
	for _, s := range d.states {
		for c, t := range s.next {
			s.next[c] = id[t]
		}
	}
}
