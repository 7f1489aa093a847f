// Package tables holds what cmd/gentables compiled from the grammar of RFC 3986: the byte classes, transitions, marks
// and run masks of a one-pass automaton for URI-reference, and the character classes of the RFC as a bit table. What is
// called IRI or Text was compiled from the grammar of RFC 3987: an automaton for IRI-reference, and a small one for
// stretches of characters.
//
// It is meant for code that builds scanners, such as package fsm. The state numbers and byte classes are not stable:
// they may change with every version, and mean nothing outside the version that they were read from.
//
// Every function is total: any argument is in range, and what the automaton does not use is dead. None allocates, and
// all are small enough to be inlined. The words used here are defined in package fsm.
package tables

//go:generate go run ../cmd/gentables -o ztables.go

// The states are numbered so that one comparison tells what a state is:
//
//	0      1                runLo            acceptHi         runHi            numStates
//	| dead | start, ...     |                |                |                |
//	       |<---------- accepting ---------->|<---------- not accepting ------>|
//	                        |<------------- run ------------->|
//
// The bounds are constants of ztables.go. The rows from numStates to 255 are dead: a uint8 needs no bounds check.

// Start and Dead are the states that an input begins in and that no input leads out of.
const (
	Dead  = 0
	Start = 1
)

// Class returns the class of b. It is not dense: its high bits are for Mark.
func Class(b byte) uint8 { return classes[b] }

// Next returns the state that a byte of the given class leads to.
func Next(state, class uint8) uint8 { return transitions[state][class&31] }

// Mark returns the mark, one of MarkNone to MarkFragment, that a byte of the given class sets in state: the offset
// behind that byte is to be recorded.
func Mark(state, class uint8) uint8 { return marks[state][class>>5] }

// Accepting reports whether an input that ends in state is a URI-reference.
func Accepting(state uint8) bool { return state-acceptLo < acceptHi-acceptLo }

// IsRun reports whether state loops: every byte with RunBits(b)&RunMask(state) != 0 leads back to it and sets no mark.
func IsRun(state uint8) bool { return state-runLo < runHi-runLo }

// RunMask returns the bit of the set of bytes that state loops on; 0 if it is no run state.
func RunMask(state uint8) uint8 { return runMasks[state] }

// RunBits returns the bits of the sets that b is in.
func RunBits(b byte) uint8 { return runBytes[b] }

// A Set is a set of the RFC's character classes, one bit each: ALPHA, DIGIT, HEXDIG, Unreserved and so on.
type Set uint16

// Sets returns the character classes that b is in.
func Sets(b byte) Set { return sets[b] }

// Is reports whether b is in one of the character classes of s.
func Is(b byte, s Set) bool { return sets[b]&s != 0 }

// A Component is a component or subcomponent of a URI reference (RFC 3986, section 3).
type Component uint8

// The components, in the order in which they stand in a URI.
const (
	None Component = iota
	Scheme
	Authority
	Userinfo
	Host
	Port
	Path
	Query
	Fragment
)

var componentNames = [16]string{"", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}

// String returns the RFC's name of c; it is empty for None and for what is no component.
func (c Component) String() string { return componentNames[c&15] }

// A Context tells what is being read in a state: a component, and whether that is inside of certain rules.
type Context uint8

// The rules that a state can be inside of: nothing but the rest of the rule may follow.
const (
	InPercent   = 16 // pct-encoded
	InIPLiteral = 32 // IP-literal
	InCharacter = 64 // a character of more than one byte, in IRIs
)

// ContextOf returns the context of state. Its component is Authority where a userinfo, a host and a port cannot be told
// apart yet, and Userinfo where only an "@" can still make sense of the input.
func ContextOf(state uint8) Context { return contexts[state] }

// Component returns the component that is being read.
func (c Context) Component() Component { return Component(c & 15) }

// InPercent reports whether the next byte is a hex digit of a percent-encoding or the input is wrong.
func (c Context) InPercent() bool { return c&InPercent != 0 }

// InIPLiteral reports whether the next byte is one of an IP-literal, its "]" included, or the input is wrong.
func (c Context) InIPLiteral() bool { return c&InIPLiteral != 0 }

// InCharacter reports whether the next byte goes on with the UTF-8 of a character, or the input is wrong. Only states
// of the automaton for IRIs are so.
func (c Context) InCharacter() bool { return c&InCharacter != 0 }
