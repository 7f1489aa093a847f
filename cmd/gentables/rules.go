package main

import (
	"cmp"
	"fmt"
	"slices"
)

// emitRules writes the tables of "uri explain", which names the rules that a byte can be part of.
func emitRules(f *goFile) {
	d := f.explainer()
	sets := d.ruleSets()
	if len(d.states) > 1<<16 || len(sets) > 1<<8 {
		f.nfa.fail("%d states and %d sets of rules are too many for a ruleStep", len(d.states), len(sets))
	}
	f.printf("// ruleSets has the sets of rules that a byte can be part of.\nvar ruleSets = [...]string{\n")
	for _, set := range sets {
		f.printf("\t%q,\n", set)
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
		f.printf("\t// %q\n\t%d: {%s},\n", s.example, i+1, wrap(ruleSteps(&s, sets), ", ", "\n"))
	}
	f.printf("}\n")
}

// ruleSteps returns the steps from s that do not lead to the invalid state.
func ruleSteps(s *dfaState, sets []string) (steps []string) {
	for c, t := range s.next {
		if t != 0 {
			steps = append(steps, fmt.Sprintf("%d: {%d, %d}", c, t, slices.Index(sets, s.rules[c])))
		}
	}
	return steps
}

// ruleSets returns the distinct sets of rules, with the empty one first.
func (d *dfa) ruleSets() []string {
	sets := []string{""}
	for _, s := range d.states {
		for c, t := range s.next {
			if t != 0 && !slices.Contains(sets, s.rules[c]) {
				sets = append(sets, s.rules[c])
			}
		}
	}
	slices.SortStableFunc(sets, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return sets
}
