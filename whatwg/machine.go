package whatwg

import "sync"

// This file has the states and the variables of the basic URL parser (section 4.4), which parse.go runs.

// A state is a state of the basic URL parser.
type state uint8

const (
	noState state = iota // no state override
	schemeStartState
	schemeState
	noSchemeState
	specialRelativeOrAuthorityState
	pathOrAuthorityState
	relativeState
	relativeSlashState
	specialAuthoritySlashesState
	specialAuthorityIgnoreSlashesState
	authorityState
	hostState
	hostnameState
	portState
	fileState
	fileSlashState
	fileHostState
	pathStartState
	pathState
	opaquePathState
	queryState
	fragmentState

	done    // the parser returns
	failure // the parser returns failure
)

// eof is the EOF code point.
const eof = -1

// A machine has the variables of the basic URL parser.
type machine struct {
	Parser
	record
	source   input
	input    string // what the parser reads: source without tabs, newlines and surrounding spaces
	pointer  int    // an offset in input
	base     URL    // the zero URL is null
	given    URL    // the URL to be modified, if a state override is given
	override state
	fault    ValidationError // the validation error with which the parser fails, with offsets of input
	validate *validator      // collects the validation errors, if that is asked for

	// Buffers.
	cleaned []byte
	domain  []byte
}

// machines has machines that wait for the next call, for their buffers.
var machines = sync.Pool{New: func() any { return new(machine) }}

// keptLen is the length in bytes of the longest buffer that is kept for the next call.
const keptLen = 64 << 10

func newMachine(p Parser) *machine {
	m := machines.Get().(*machine)
	m.Parser = p
	return m
}

// free keeps m for another call. Nothing of the input or the result stays in it but unused bytes in its buffers.
func (m *machine) free() {
	if cap(m.out) > keptLen || cap(m.cleaned) > keptLen || cap(m.domain) > keptLen {
		return
	}
	out, cleaned, domain := m.out[:0], m.cleaned[:0], m.domain[:0]
	*m = machine{}
	m.out, m.cleaned, m.domain = out, cleaned, domain
	machines.Put(m)
}

// url returns the record of m as a value. Its href is a copy, or input if that is the href.
func (m *machine) url(input string) URL {
	if string(m.out) != input {
		input = string(m.out)
	}
	return URL{input, m.r}
}

// A validator collects validation errors.
type validator struct {
	errors []ValidationError // as many as the capacity allows
	count  int               // of all
	starts []uint32          // if the source was changed, the offset in its text of each byte of the input, and of the end
}
