package main

import (
	"fmt"
	"strings"
)

// minimize merges equivalent states by Moore's algorithm. Two states are equivalent if every input leads from them to
// states that agree in acceptance, marks and context.
func (d *dfa) minimize(n *nfa) {
	d.merge(n, func(i int, s *dfaState) string {
		return fmt.Sprint(i == 0, s.accept, s.reading, s.tags, s.marks)
	})
	for i := range d.states {
		d.states[i].rules = nil // they belong to only one of the merged states
	}
}

// merge merges equivalent states. States with different keys are not equivalent. It starts with one block for each key
// and splits blocks until all states of a block lead to the same blocks.
func (d *dfa) merge(n *nfa, key func(i int, s *dfaState) string) {
	block, blocks := d.partition(key)
	for was := 0; blocks != was; {
		was = blocks
		n.spend(len(d.states))
		block, blocks = d.partition(func(i int, s *dfaState) string {
			blocks := append(make([]int, 0, 1+len(s.next)), block[i])
			for _, t := range s.next {
				blocks = append(blocks, block[t])
			}
			return numbersKey(blocks)
		})
	}
	merged := make([]dfaState, blocks)
	for i := len(d.states) - 1; i >= 0; i-- { // down, so that the lowest state of a block remains
		s := d.states[i]
		next := make([]int, len(s.next))
		for c, t := range s.next {
			next[c] = block[t]
		}
		s.next = next
		merged[block[i]] = s
	}
	d.states = merged
}

// partition returns the block of each state and the number of blocks. States with the same key share a block. Blocks
// are numbered by their first state, so the invalid state and the start keep their numbers.
func (d *dfa) partition(key func(i int, s *dfaState) string) (block []int, blocks int) {
	ids := map[string]int{}
	for i := range d.states {
		k := key(i, &d.states[i])
		if _, ok := ids[k]; !ok {
			ids[k] = len(ids)
		}
		block = append(block, ids[k])
	}
	return block, len(ids)
}

// mergeClasses merges the classes that no state distinguishes.
func (d *dfa) mergeClasses() {
	ids := map[string]int{}
	var merged []byteSet
	for c, set := range d.classes {
		key := d.column(c)
		id, ok := ids[key]
		if !ok {
			id = len(merged)
			ids[key] = id
			merged = append(merged, byteSet{})
		}
		merged[id] = merged[id].union(set)
	}
	old := d.classOf
	d.setClasses(merged)
	for i := range d.states {
		s := &d.states[i]
		s.next = regroup(s.next, d.classes, &old)
		s.marks = regroup(s.marks, d.classes, &old)
		s.rules = regroup(s.rules, d.classes, &old)
		s.acts = regroup(s.acts, d.classes, &old)
	}
}

// column returns a key for all that the states do on class c.
func (d *dfa) column(c int) string {
	var b strings.Builder
	for _, s := range d.states {
		fmt.Fprint(&b, s.next[c], s.marks[c], " ")
		if s.rules != nil {
			b.WriteString(s.rules[c])
		}
		if s.acts != nil {
			fmt.Fprint(&b, s.acts[c], " ")
		}
	}
	return b.String()
}

// regroup returns the values of row by the new classes. row has a value for each class of old. The result is nil if row
// is nil.
func regroup[T any](row []T, classes []byteSet, old *[256]uint8) []T {
	if row == nil {
		return nil
	}
	values := make([]T, len(classes))
	for c, set := range classes {
		values[c] = row[old[set.first()]]
	}
	return values
}
