package tables

// An Automaton is a deterministic automaton that reads an input byte by byte and marks the ends of delimiters. The
// functions that return one are named after its grammar: see [URI]. The zero Automaton accepts no input.
type Automaton struct{ tables *automaton }

// A State is all that an automaton keeps of the input that it has read. The numbers of states may change with every
// version, except for Invalid and Start.
type State uint16

const (
	Invalid State = 0 // after an input that no valid input begins with; no byte leads to another state
	Start   State = 1 // before the first byte
)

// A Mark identifies a delimiter.
type Mark uint8

// Marks holds the offset just after each delimiter, which is never 0, or 0 for a delimiter that was not read. The index
// is a Mark. The element of MarkNone has no meaning.
type Marks [numMarks]uint32

// automaton is the tables of an Automaton. They have a row for each state.
type automaton struct {
	classes     [256]uint8           // of bytes that the automaton does not distinguish
	transitions [][maxClasses]uint16 // the next state in the low stateBits bits, and the mark above them
	runs        []uint32             // the bit of the run set that each state loops on, setting no mark; or 0
	runBytes    [256]uint32
	contexts    []Context
}

const (
	stateBits  = 9
	stateMask  = 1<<stateBits - 1
	maxClasses = 64
)

// noSentence is the tables of the zero Automaton.
var noSentence = automaton{
	transitions: noRows.transitions[:],
	runs:        noRows.runs[:],
	contexts:    noRows.contexts[:],
}

// noRows is arrays, so that noSentence is complete before the program starts.
var noRows struct {
	transitions [Start + 1][maxClasses]uint16
	runs        [Start + 1]uint32
	contexts    [Start + 1]Context
}

func (a Automaton) get() *automaton {
	if a.tables == nil {
		return &noSentence
	}
	return a.tables
}

// Walk reads s from its first byte up to its end, or to the first byte that leads to Invalid. It returns the offset
// where it stops, the state there, and the marks of the bytes before. So s is accepted if n is len(s) and the automaton
// accepts in state. Otherwise n is the offset of the first byte that no valid input could have there, or len(s).
//
// The marks lose their high bits if s has 4 GiB or more. Walk takes time linear in n and does not allocate.
func (a Automaton) Walk(s string) (n int, state State, m Marks) {
	t := a.get()
	transitions, runs, classes, runBytes := t.transitions, t.runs, &t.classes, &t.runBytes // PERF: in registers
	at := uint16(Start)
	for n < len(s) {
		next := transitions[at][classes[s[n]]&(maxClasses-1)]
		if next == uint16(Invalid) {
			break
		}
		n++
		m[next>>stateBits&(numMarks-1)] = uint32(n)
		at = next & stateMask
		if run := runs[at]; run != 0 { // a byte of a run costs one lookup instead of two
			for n < len(s) && runBytes[s[n]]&run != 0 {
				n++
			}
		}
	}
	return n, State(at), m
}

// Step returns the state that b leads to, and the mark of the offset just after b. The mark is MarkNone if b does not
// end a delimiter.
func (a Automaton) Step(state State, b byte) (next State, mark Mark) {
	t := a.get()
	if int(state) >= len(t.transitions) {
		return Invalid, MarkNone
	}
	entry := t.transitions[state][t.classes[b]&(maxClasses-1)]
	return State(entry & stateMask), Mark(entry >> stateBits)
}

// Accepting reports whether an input that ends in state is valid.
func (a Automaton) Accepting(state State) bool { return a.context(state)&accepts != 0 }

// Context returns the context of state.
func (a Automaton) Context(state State) Context { return a.context(state) &^ accepts }

func (a Automaton) context(state State) Context {
	t := a.get()
	if int(state) >= len(t.contexts) {
		return 0
	}
	return t.contexts[state]
}

// A Context describes what a state is reading: a component and, inside of certain rules, their bits. The component is
// Authority if a userinfo, a host and a port are still possible, and Userinfo if only an "@" can make the input valid.
type Context uint16

// accepts is the bit of a Context that marks an accepting state.
const accepts Context = 1 << 15

// Component returns the component that is being read.
func (c Context) Component() Component { return Component(c & (1<<componentBits - 1)) }

// InPercent reports whether the next byte can only be a hex digit of a percent-encoding.
func (c Context) InPercent() bool { return c&InPercent != 0 }

// InIPLiteral reports whether the next byte can only be part of an IP-literal, including its "]".
func (c Context) InIPLiteral() bool { return c&InIPLiteral != 0 }

// InCharacter reports whether the next byte can only continue the UTF-8 encoding of a character. It is always false for
// the automaton for URIs.
func (c Context) InCharacter() bool { return c&InCharacter != 0 }
