package tables

import "testing"

// A packed is an automaton whose entries have a state and a mark.
type packed struct {
	name                           string
	states, rows, classes, columns int
	class                          func(b byte) uint8
	next                           func(state uint16, class uint8) uint16
	mark                           func(state uint16, class uint8) uint8
	accepting, isRun               func(state uint16) bool
	runMask                        func(state uint16) uint32
	runBits                        func(b byte) uint32
}

var packeds = []packed{
	{"IRI", iriNumStates, 1 << iriStateBits, iriNumClasses, 1 << iriClassBits, IRIClass, IRINext, IRIMark,
		IRIAccepting, IRIIsRun,
		func(state uint16) uint32 { return uint32(IRIRunMask(state)) },
		func(b byte) uint32 { return uint32(RunBits(b)) }}, // the run sets of the automaton for URIs
	{"WHATWG", whatwgNumStates, 1 << whatwgStateBits, whatwgNumClasses, 1 << whatwgClassBits, WHATWGClass, WHATWGNext,
		WHATWGMark, WHATWGAccepting, WHATWGIsRun, WHATWGRunMask, WHATWGRunBits},
}

// TestPackedTotal: unused states and classes are dead, for every argument of every accessor.
func TestPackedTotal(t *testing.T) {
	for _, a := range packeds {
		for s := range 1 << 16 {
			state := uint16(s)
			used := s%a.rows > Dead && s%a.rows < a.states
			for c := range 256 {
				class := uint8(c)
				next := a.next(state, class)
				if int(next) >= a.states || next != Dead && (!used || c%a.columns >= a.classes) {
					t.Fatalf("%sNext(%d, %d) = %d", a.name, s, c, next)
				}
				if m := a.mark(state, class); m > MarkFragment || m != MarkNone && next == Dead {
					t.Fatalf("%sMark(%d, %d) = %d", a.name, s, c, m)
				}
			}
			if !used && a.runMask(state) != 0 {
				t.Errorf("%s: state %d is not used, but has a run", a.name, s)
			}
			if (!used || s >= a.rows) && (a.accepting(state) || a.isRun(state)) {
				t.Errorf("%s: state %d is not used, but accepts or runs", a.name, s)
			}
		}
	}
}

// TestPackedRuns is TestRuns for the other automata.
func TestPackedRuns(t *testing.T) {
	for _, a := range packeds {
		for s := range a.states {
			state, loops := uint16(s), false
			for c := range 256 {
				b := byte(c)
				class := a.class(b)
				loop := s != Dead && a.next(state, class) == state && a.mark(state, class) == MarkNone
				loops = loops || loop
				if got := a.runBits(b)&a.runMask(state) != 0; got != loop {
					t.Errorf("%s: state %d, byte %q: run %v, loop %v", a.name, s, b, got, loop)
				}
			}
			if a.isRun(state) != loops {
				t.Errorf("%sIsRun(%d) = %v", a.name, s, a.isRun(state))
			}
		}
	}
}
