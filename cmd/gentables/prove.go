package main

import (
	"fmt"
	"slices"
	"strconv"
)

// Grammar returns the states of the NFA as the test has them, and Sets the sets of bytes of their edges.
func (c *compiledScanner) Grammar() (states []proofState) {
	sets := c.Sets()
	for _, s := range c.nfa.states {
		var edges []string
		for _, e := range s.edges {
			edges = append(edges, fmt.Sprintf("{%d, %d}", e.to, slices.Index(sets, e.set)))
		}
		states = append(states, proofState{uint64(s.bounds), commas(s.eps), wrap(edges)})
	}
	return states
}

func (c *compiledScanner) Sets() (sets []byteSet) {
	for _, s := range c.nfa.states {
		for _, e := range s.edges {
			if !slices.Contains(sets, e.set) {
				sets = append(sets, e.set)
			}
		}
	}
	return sets
}

// A proofState is a state of the NFA.
type proofState struct {
	Bounds       uint64
	Steps, Edges string
}

// Fixed returns the offset of each bound, or -1, and MaxFixed the largest.
func (c *compiledScanner) Fixed() []int  { return c.offsets }
func (c *compiledScanner) MaxFixed() int { return slices.Max(append([]int{-1}, c.offsets...)) }

// Components returns the components of a sentence, if it has one reading.
func (c *compiledScanner) Components(text string) string {
	if list := c.nfa.readings(text, len(c.Fields)); len(list) == 1 && len(list[0]) > 0 {
		return "  " + list[0].text(text, c.Fields)
	}
	return ""
}

// commas lists numbers.
func commas(numbers []int) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, strconv.Itoa(n))
	}
	return wrap(parts)
}
