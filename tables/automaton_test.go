package tables

import (
	"maps"
	"testing"
	"unsafe"
)

// automata maps the names of the functions that return automata to their results.
var automata = map[string]Automaton{
	"URI": URI(), "IRI": IRI(), "HostPort": HostPort(), "OriginForm": OriginForm(),
}

// TestTableSize checks that an automaton takes at most 40 KiB. A scan uses a few rows of transitions, each of 128
// bytes.
func TestTableSize(t *testing.T) {
	for name, a := range automata {
		size := unsafe.Sizeof(*a.tables) +
			uintptr(len(a.tables.transitions))*(unsafe.Sizeof(a.tables.transitions[0])+unsafe.Sizeof(a.tables.runs[0])+
				unsafe.Sizeof(a.tables.contexts[0]))
		t.Logf("%s: %d states, %d bytes", name, len(a.tables.transitions), size)
		if size > 40<<10 {
			t.Errorf("%s takes more than 40 KiB", name)
		}
	}
}

// TestStepIsTotal checks that no byte leads out of Invalid or of a state that is not used, that every other state leads
// to states of the automaton, and that a transition to Invalid sets no mark.
func TestStepIsTotal(t *testing.T) {
	all := maps.Clone(automata)
	all["zero"] = Automaton{}
	for name, a := range all {
		used := len(a.get().transitions)
		if len(a.get().contexts) != used || len(a.get().runs) != used {
			t.Errorf("%s: %d states, %d contexts, %d runs", name, used, len(a.get().contexts), len(a.get().runs))
		}
		for state := range State(1 << 10) {
			for c := range 256 {
				next, mark := a.Step(state, byte(c))
				if int(next) >= used || next != Invalid && (state == Invalid || int(state) >= used) {
					t.Fatalf("%s: state %d, byte %#x: %d", name, state, c, next)
				}
				if mark >= numMarks || mark != MarkNone && next == Invalid {
					t.Fatalf("%s: state %d, byte %#x: mark %d", name, state, c, mark)
				}
			}
			if (state == Invalid || int(state) >= used) && (a.Accepting(state) || a.Context(state) != 0) {
				t.Errorf("%s: state %d is not used, but accepts or has a context", name, state)
			}
		}
	}
}

// TestZeroAutomaton checks that the zero Automaton accepts nothing.
func TestZeroAutomaton(t *testing.T) {
	for _, s := range []string{"", "a", "\xff"} {
		if n, state, m := (Automaton{}).Walk(s); n != 0 || state != Start || m != (Marks{}) {
			t.Errorf("%q: %d, %d, %v", s, n, state, m)
		}
	}
	if (Automaton{}).Accepting(Start) {
		t.Error("Start accepts")
	}
}

// TestRuns checks that a transition is a loop without a mark exactly if the byte is in the run set of the state.
func TestRuns(t *testing.T) {
	for name, a := range automata {
		for state := range State(len(a.tables.transitions)) {
			for c := range 256 {
				next, mark := a.Step(state, byte(c))
				loop := state != Invalid && next == state && mark == MarkNone
				if got := a.tables.runBytes[c]&a.tables.runs[state] != 0; got != loop {
					t.Errorf("%s: state %d, byte %q: run %v, loop %v", name, state, byte(c), got, loop)
				}
			}
		}
	}
}

// TestClass checks that the automata do not distinguish bytes of the same class.
func TestClass(t *testing.T) {
	for name, a := range automata {
		first := map[uint8]byte{}
		for c := range 256 {
			b, class := byte(c), a.tables.classes[c]
			if _, ok := first[class]; !ok {
				first[class] = b
			}
			for state := range State(len(a.tables.transitions)) {
				next, mark := a.Step(state, b)
				wantNext, wantMark := a.Step(state, first[class])
				if next != wantNext || mark != wantMark {
					t.Fatalf("%s: state %d: %q and %q differ", name, state, b, first[class])
				}
			}
		}
	}
}

// TestWalk compares Walk with Step, from an input that leads to each state, along each byte and one more.
func TestWalk(t *testing.T) {
	for name, a := range automata {
		examples := map[State]string{Start: ""}
		for queue := []State{Start}; len(queue) > 0; queue = queue[1:] {
			for c := range 256 {
				s := examples[queue[0]] + string([]byte{byte(c)})
				next, _ := a.Step(queue[0], byte(c))
				if _, ok := examples[next]; !ok && next != Invalid {
					examples[next] = s
					queue = append(queue, next)
				}
				checkWalk(t, name, a, s)
				checkWalk(t, name, a, s+"a")
			}
		}
		if len(examples) != len(a.tables.transitions)-1 {
			t.Errorf("%s: %d of %d states are reached", name, len(examples), len(a.tables.transitions)-1)
		}
	}
}

func checkWalk(t *testing.T, name string, a Automaton, s string) {
	t.Helper()
	var want Marks
	n, state := 0, Start
	for n < len(s) {
		next, mark := a.Step(state, s[n])
		if next == Invalid {
			break
		}
		n++
		want[mark] = uint32(n)
		state = next
	}
	gotN, gotState, got := a.Walk(s)
	got[MarkNone], want[MarkNone] = 0, 0
	if gotN != n || gotState != state || got != want {
		t.Fatalf("%s: %q: %d, %d, %v, want %d, %d, %v", name, s, gotN, gotState, got, n, state, want)
	}
}
