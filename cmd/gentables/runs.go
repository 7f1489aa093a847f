package main

import (
	"slices"
)

// maxRunSets is one less than the number of bits in dfaState.runMask, since a table of text has a bit more.
const maxRunSets = 63

// findRuns finds the states that loop and gives each distinct set of looping bytes a bit. Transitions that set a mark
// do not count, since the bytes of a run are skipped.
func (d *dfa) findRuns(n *nfa) {
	for i := range d.states {
		s := &d.states[i]
		var set byteSet
		for c, t := range s.next {
			if t == i && s.marks[c] == noMark {
				set = set.union(d.classes[c])
			}
		}
		if i == 0 || set.len() == 0 {
			continue
		}
		bit := slices.Index(d.runSets, set)
		if bit < 0 {
			bit = len(d.runSets)
			d.runSets = append(d.runSets, set)
		}
		if bit >= maxRunSets {
			n.fail("more than %d sets of bytes that states loop on", maxRunSets)
		}
		s.runMask = 1 << bit
	}
}

// runBits returns the bits of the run sets that contain b.
func (d *dfa) runBits(b byte) (bits uint64) {
	for i, set := range d.runSets {
		if set.has(b) {
			bits |= 1 << i
		}
	}
	return bits
}

// findTexts finds the run states that also loop on the sentences of all texts.
func (d *dfa) findTexts(texts []*nfa) {
	for i := range d.states {
		s := &d.states[i]
		s.text = s.runMask != 0 && len(texts) > 0 &&
			!slices.ContainsFunc(texts, func(n *nfa) bool { return !d.loops(i, n) })
	}
}

// loops reports whether every sentence of n leads from state back to state and sets no mark.
func (d *dfa) loops(state int, n *nfa) bool {
	seen := map[string]bool{}
	var walk func(q int, set []int) bool
	walk = func(q int, set []int) bool {
		key := numbersKey(append([]int{q}, set...))
		if seen[key] {
			return true
		}
		seen[key] = true
		if slices.Contains(set, nfaAccept) && q != state {
			return false
		}
		for b := range 256 {
			next := n.closure(n.step(set, byte(b)))
			c := d.classOf[b]
			if len(next) > 0 && (d.states[q].marks[c] != noMark || !walk(d.states[q].next[c], next)) {
				return false
			}
		}
		return true
	}
	return walk(state, n.closure([]int{nfaStart}))
}
