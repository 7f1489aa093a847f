package main

import (
	"fmt"
	"strings"
)

// This file writes the tables and accessors of an automaton of any size. The mark and the next state share an integer.

// emitPacked writes everything for a further automaton that uses the types and constants of the one for URIs.
func emitPacked(f *goFile) {
	f.bounds()
	f.classConstants()
	f.printf("// %s has the class of each byte.\n", f.local("Classes"))
	f.classTable(func(b byte) int { return int(f.dfa.classOf[b]) })
	f.packedMarks()
	f.packedTransitions()
	f.runSets()
	if f.layout.runBits == "" {
		f.runBytes()
	}
	f.runMasks()
	if !f.layout.plain {
		f.contexts()
	}
	f.accessors()
}

// stateType returns the type of a state, which is also that of an entry of the transitions.
func (f *goFile) stateType() string { return tight(f.stateBits() + bitsFor(int(numMarks))) }

func (f *goFile) packedMarks() {
	f.printf(`// An entry of the transitions has the next state in its low bits and the mark above them. There are as many rows and
// columns as the bits of a state and of a class can express.
const (
	%s = %d
	%s = %d
)

// The marks as they are in an entry.
const (
`, f.local("StateBits"), f.stateBits(), f.local("ClassBits"), f.classBits())
	for _, name := range markNames[1:] {
		f.printf("\t%s = Mark%s << %s\n", f.local("Set"+name), name, f.local("StateBits"))
	}
	f.printf(")\n\n")
}

func (f *goFile) packedTransitions() {
	f.printf(`// %s has the next state and the mark, by state and class. A row begins with its first class that is not dead,
// and above it is a shortest input that leads to its state.
var %[1]s = [%d][%d]%s{
`, f.local("Transitions"), f.rows(), f.columns(), f.stateType())
	for i, s := range f.dfa.states[1:] {
		f.printf("// %q\n%d: {%s},\n", s.example, i+1, wrap(f.packedRow(&s), ", ", "\n"))
	}
	f.printf("}\n\n")
}

// packedRow returns the entries of s from the first class to the last that is not dead.
func (f *goFile) packedRow(s *dfaState) []string {
	var row []string
	first, last := 0, 0
	for c, t := range s.next {
		entry := fmt.Sprint(t)
		if m := s.marks[c]; m != noMark {
			entry += " | " + f.local("Set"+markNames[m])
		}
		row = append(row, entry)
		if t != 0 {
			last = c + 1
			if first == 0 {
				first = c
			}
		}
	}
	if first > 0 {
		row[first] = fmt.Sprintf("%d: %s", first, row[first])
	}
	return row[first:last]
}

// accessors writes the exported functions.
func (f *goFile) accessors() {
	text := accessorText
	if !f.layout.plain {
		text += contextText
	}
	runBits := f.layout.runBits
	if runBits == "" {
		runBits = f.layout.name + "RunBits"
		text += runBitsText
	}
	f.printf("%s", strings.NewReplacer(
		"IRIRunBits", runBits, "RUNS", tight(len(f.dfa.runSets)), "STATE", f.stateType(),
		"BITS", fmt.Sprint(f.stateBits()), "RULE", f.start, "IRI", f.layout.name, "iri", strings.ToLower(f.layout.name),
	).Replace(text))
}

// accessorText has the accessors by their names for IRIs. The words in capitals are replaced.
const accessorText = `// IRIClass returns the class of b.
func IRIClass(b byte) uint8 { return iriClasses[b] }

// IRINext returns the state that a byte of the given class leads to. It uses only the low BITS bits of state.
func IRINext(state STATE, class uint8) STATE {
	return iriTransitions[state&(1<<iriStateBits-1)][class&(1<<iriClassBits-1)] & (1<<iriStateBits - 1)
}

// IRIMark returns the mark that a byte of the given class sets in state: MarkNone, or the mark of the offset just after
// the byte.
func IRIMark(state STATE, class uint8) uint8 {
	return uint8(iriTransitions[state&(1<<iriStateBits-1)][class&(1<<iriClassBits-1)] >> iriStateBits)
}

// IRIAccepting reports whether an input that ends in state is a sentence of RULE.
func IRIAccepting(state STATE) bool { return state-iriAcceptLo < iriAcceptHi-iriAcceptLo }

// IRIIsRun reports whether state loops: every byte with IRIRunBits(b)&IRIRunMask(state) != 0 leads back to state and
// sets no mark.
func IRIIsRun(state STATE) bool { return state-iriRunLo < iriRunHi-iriRunLo }

// IRIRunMask returns the bit of the run set that state loops on, or 0 if state does not loop.
func IRIRunMask(state STATE) RUNS { return iriRunMasks[state&(1<<iriStateBits-1)] }

`

const contextText = `// IRIContextOf returns the context of state; see ContextOf.
func IRIContextOf(state STATE) Context { return iriContexts[state&(1<<iriStateBits-1)] }

`

const runBitsText = `// IRIRunBits returns the bits of the run sets that contain b.
func IRIRunBits(b byte) RUNS { return iriRunBytes[b] }

`
