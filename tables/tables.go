// Package tables holds the automata and character classes that cmd/gentables compiled from the grammar of RFC 3986.
// Names that contain IRI or Text belong to the grammar of RFC 3987: an automaton for IRI-reference, and a small
// automaton for text outside ASCII. Names that contain WHATWG belong to an automaton for normal URLs: the strings that
// the parser of the WHATWG URL Standard leaves as they are.
//
// The package is for code that builds scanners, such as package fsm, which defines the words used here. The numbers of
// states and byte classes may change with every version.
//
// Every function accepts any argument; states and classes that an automaton does not use are dead. No function
// allocates, and all are small enough to be inlined.
package tables

//go:generate go run ../cmd/gentables -o ztables.go uri

// The states are ordered so that each property is a range of numbers, which one comparison can test. The bounds are
// constants of ztables.go.
//
//	0      1                runLo            acceptHi         runHi            numStates
//	| dead | start, ...     |                |                |                |
//	       |<---------- accepting ---------->|<---------- not accepting ------>|
//	                        |<------------- run ------------->|
//
// The rows from numStates to 255 are dead, so that a uint8 needs no bounds check.

// The automata for URI-reference, IRI-reference and normal URLs begin in Start. The others begin in OriginStart,
// HostStart and TextStart. No input leads out of Dead.
const (
	Dead  = 0
	Start = 1
)

// Class returns the class of b. Classes are not consecutive, since the high bits are for Mark.
func Class(b byte) uint8 { return classes[b] }

// Next returns the state that a byte of the given class leads to.
func Next(state, class uint8) uint8 { return transitions[state][class&(1<<classBits-1)] }

// Mark returns the mark that a byte of the given class sets in state: MarkNone, or the mark of the offset just after
// the byte.
func Mark(state, class uint8) uint8 { return marks[state][class>>classBits] }

// Accepting reports whether an input that ends in state is a URI-reference.
func Accepting(state uint8) bool { return state-acceptLo < acceptHi-acceptLo }

// IsRun reports whether state loops: every byte with RunBits(b)&RunMask(state) != 0 leads back to state and sets no
// mark.
func IsRun(state uint8) bool { return state-runLo < runHi-runLo }

// RunMask returns the bit of the run set that state loops on, or 0 if state does not loop.
func RunMask(state uint8) uint8 { return runMasks[state] }

// RunBits returns the bits of the run sets that contain b.
func RunBits(b byte) uint8 { return runBytes[b] }

// Sets returns the character classes that contain b.
func Sets(b byte) Set { return sets[b] }

// Is reports whether b is in one of the character classes of s.
func Is(b byte, s Set) bool { return sets[b]&s != 0 }

// A Component is a component or subcomponent of a URI reference (RFC 3986, section 3).
type Component uint8

// String returns the name of c in the RFC, or "" if c is None or not a component.
func (c Component) String() string { return componentNames[c&(1<<componentBits-1)] }

// ContextOf returns the context of state. Its component is Authority if a userinfo, a host and a port are still
// possible, and Userinfo if only an "@" can make the input valid.
func ContextOf(state uint8) Context { return contexts[state] }

// Component returns the component that is being read.
func (c Context) Component() Component { return Component(c & (1<<componentBits - 1)) }

// InPercent reports whether the next byte can only be a hex digit of a percent-encoding.
func (c Context) InPercent() bool { return c&InPercent != 0 }

// InIPLiteral reports whether the next byte can only be part of an IP-literal, including its "]".
func (c Context) InIPLiteral() bool { return c&InIPLiteral != 0 }

// InCharacter reports whether the next byte can only continue the UTF-8 encoding of a character. It is always false for
// the automaton for URIs.
func (c Context) InCharacter() bool { return c&InCharacter != 0 }
