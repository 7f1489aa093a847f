package main

import (
	"cmp"
	"fmt"
	"slices"
)

// emitRules writes the tables of "uri explain", which names the rules that a byte can be part of.
func emitRules(f *goFile) {
	l := &ruleLabels{sets: []string{""}}
	d := (&determinizer{n: f.nfa, labels: l}).compile(limits{tableLimits.raw, 1 << 16, 256, 256})
	var sets []int // the outputs, with shorter sets first
	for _, s := range d.states {
		for _, set := range s.outputs {
			if !slices.Contains(sets, set) {
				sets = append(sets, set)
			}
		}
	}
	slices.SortStableFunc(sets, func(a, b int) int { return cmp.Compare(len(l.sets[a]), len(l.sets[b])) })
	if len(d.states) > 1<<16 || len(sets) > 1<<8 {
		f.nfa.fail("%d states and %d sets of rules are too many for a ruleStep", len(d.states), len(sets))
	}
	f.printf("// ruleSets has the sets of rules that a byte can be part of.\nvar ruleSets = [...]string{\n")
	for _, set := range sets {
		f.printf("\t%q,\n", l.sets[set])
	}
	f.printf("}\n\n// ruleClasses maps each byte to its class. Every rule treats the bytes of a class alike.\n" +
		"var ruleClasses = [256]uint8{\n")
	f.emitByteRows(func(b byte) string { return fmt.Sprint(d.classOf[b]) })
	f.printf(`}

// ruleStates holds, by state and class, the next state and the index in ruleSets of the rules that the byte can be part
// of. State 0 is invalid, and state 1 is the start. The line above each row is a shortest input that leads to the
// state.
var ruleStates = [...][%d]ruleStep{
`, len(d.classes))
	for i, s := range d.states[1:] {
		var steps []string // those that do not lead to the invalid state
		for c, t := range s.next {
			if t != 0 {
				steps = append(steps, fmt.Sprintf("%d: {%d, %d}", c, t, slices.Index(sets, s.outputs[c])))
			}
		}
		f.printf("\t// %q\n\t%d: {%s},\n", s.example, i+1, wrap(steps, ", ", "\n"))
	}
	f.printf("}\n")
}
