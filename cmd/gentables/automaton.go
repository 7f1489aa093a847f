package main

import (
	"fmt"
	"slices"
)

// emitAutomaton writes the automaton of the target: a function that returns it, and a variable with its tables.
func emitAutomaton(f *goFile) {
	f.printf("// %[1]s returns the automaton for %[2]s, %[3]s.\nfunc %[1]s() Automaton { return Automaton{&tablesOf%[1]s} }\n\n"+
		"var tablesOf%[1]s = automaton{\n", f.target.automaton, f.start, f.target.doc)
	f.emitClasses()
	f.emitTransitions()
	f.emitRuns()
	f.emitContexts()
	f.printf("}\n")
}

func (f *goFile) emitClasses() {
	f.printf("// The byte classes. Every state treats the bytes of a class alike.\n//\n")
	for i, c := range f.dfa.classes {
		doc := f.grammar.classDoc(c)
		if f.dfa.isUnused(i) {
			doc = "in no sentence: " + byteSetText(c)
		}
		f.printf("//\t%d %s\n", i, doc)
	}
	f.printf("classes: [256]uint8{\n")
	f.emitByteRows(func(b byte) string { return fmt.Sprint(f.dfa.classOf[b]) })
	f.printf("},\n\n")
}

// isUnused reports whether no state continues with a byte of class c.
func (d *dfa) isUnused(c int) bool {
	return !slices.ContainsFunc(d.states, func(s dfaState) bool { return s.next[c] != 0 })
}

func (f *goFile) emitTransitions() {
	f.printf(`// The transitions by state and class: the next state, and the mark that is set. A row begins with its first class that
// does not lead to Invalid. The line above it is a shortest input that leads to its state.
transitions: [][maxClasses]uint16{
`)
	for i, s := range f.dfa.states[1:] {
		f.printf("// %q\n%d: {%s},\n", s.example, i+1, wrap(row(&s), ", ", "\n"))
	}
	f.printf("},\n\n")
}

// row returns the entries of s for a range of classes: from the first to the last class that does not lead to the
// invalid state.
func row(s *dfaState) []string {
	var entries []string
	first, last := 0, 0
	for c, t := range s.next {
		entry := fmt.Sprint(t)
		if m := s.outputs[c]; m != 0 {
			entry += " | set" + markNames[m]
		}
		entries = append(entries, entry)
		if t != 0 {
			last = c + 1
			if first == 0 {
				first = c
			}
		}
	}
	if first > 0 {
		entries[first] = fmt.Sprintf("%d: %s", first, entries[first])
	}
	return entries[first:last]
}

func (f *goFile) emitRuns() {
	f.printf("// The run sets: the sets of bytes that states loop on.\n//\n")
	for i, set := range f.dfa.runSets {
		f.printf("//\t%#x %s\n", 1<<i, byteSetText(set))
	}
	f.printf("runs: []uint32{\n")
	last := len(f.dfa.states) - 1
	for i, s := range f.dfa.states {
		if s.runMask != 0 || i == last {
			f.printf("%d: %#x, // %q\n", i, s.runMask, s.example)
		}
	}
	f.printf("},\n\n// The run sets that contain each byte.\nrunBytes: [256]uint32{\n")
	f.emitByteRows(func(b byte) string { return hex(f.dfa.runBits(b), len(f.dfa.runSets)) })
	f.printf("},\n\n")
}

func (f *goFile) emitContexts() {
	f.printf("// The contexts of the states, with the bit accepts if a valid input may end there.\ncontexts: []Context{\n")
	for i, s := range f.dfa.states[1:] {
		text := "Context(" + componentNames[s.reading] + ")"
		for bit, name := range tagNames {
			if s.tags>>bit&1 != 0 {
				text += " | " + name.constant
			}
		}
		if s.accept {
			text += " | accepts"
		}
		f.printf("%d: %s, // %q\n", i+1, text, s.example)
	}
	f.printf("},\n")
}
