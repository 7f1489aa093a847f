package main

import (
	"fmt"
	"slices"
	"strings"
)

// testSource returns the test of the Go file of the scanners.
func testSource(list []*compiledScanner, pkg string) ([]byte, error) {
	return fill(proofText, list, pkg, []string{"fmt", "slices", "testing"}, (*compiledScanner).proofView)
}

// A proofState is a state of the NFA as the test has it.
type proofState struct{ Bounds, Steps, Edges string }

// proofView returns the values that proof.tmpl needs.
func (c *compiledScanner) proofView() map[string]any {
	v := c.view()
	var sets []byteSet
	var states []proofState
	for _, s := range c.nfa.states {
		var edges []string
		for _, e := range s.edges {
			i := slices.Index(sets, e.set)
			if i < 0 {
				i = len(sets)
				sets = append(sets, e.set)
			}
			edges = append(edges, fmt.Sprintf("{%d, %d}", e.to, i))
		}
		states = append(states, proofState{fmt.Sprintf("%#x", uint64(s.bounds)), commas(s.eps), wrap(edges, ", ", "\n")})
	}
	registers := slices.Repeat([]int{-1}, len(c.offsets))
	repeated := bounds(0)
	for bound, offset := range c.offsets {
		if offset < 0 {
			registers[bound] = c.register(bound)
		}
		if c.fields[bound/2].Repeated {
			repeated |= 1 << bound
		}
	}
	examples := c.examples()
	for i, e := range examples {
		if list := c.nfa.readings(e.Text, len(c.fields)); len(list) == 1 && len(list[0]) > 0 {
			examples[i].Components = "  " + list[0].text(e.Text, c.fields)
		}
	}
	v["Grammar"], v["Sets"], v["Examples"], v["Bounds"] = states, sets, examples, len(c.offsets)
	v["RegisterList"], v["FixedList"], v["Repeated"] = commas(registers), commas(c.offsets), fmt.Sprintf("%#x", uint64(repeated))
	v["MaxFixed"] = slices.Max(append([]int{-1}, c.offsets...))
	return v
}

// commas lists numbers.
func commas(numbers []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", ")
}
