package main

import "slices"

// maxRunSets is the number of bits of a mask of run sets in package tables.
const maxRunSets = 32

// findRuns finds the states that loop and gives each distinct set of looping bytes a bit. Transitions that set a mark
// do not count, since the bytes of a run are skipped.
func (d *dfa) findRuns(n *nfa) {
	for i := range d.states {
		s := &d.states[i]
		var set byteSet
		for c, t := range s.next {
			if t == i && s.marks[c] == noMark && (s.acts == nil || s.acts[c] == 0) {
				set = set.union(d.classes[c])
			}
		}
		if i == 0 || set.len() == 0 {
			continue
		}
		bit := slices.Index(d.runSets, set)
		if bit < 0 {
			if len(d.runSets) == maxRunSets && s.acts != nil {
				continue // it loops without a mask
			}
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
