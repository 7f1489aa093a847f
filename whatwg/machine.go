package whatwg

import "sync"

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

// A machine runs the basic URL parser (section 4.4). Its fields are the variables of the standard.
type machine struct {
	Parser
	record
	source   input
	input    string // source without tabs, newlines and surrounding spaces
	pointer  int    // an offset in input
	base     URL    // the zero URL is null
	given    URL    // the URL to be modified, if a state override is given
	override state
	fault    ValidationError // the validation error of a failure, with offsets in input
	validate *validator      // collects the validation errors, unless it is nil

	// Buffers.
	cleaned []byte
	domain  []byte
}

// machines keeps unused machines for their buffers.
var machines = sync.Pool{New: func() any { return new(machine) }}

// keptLen is the length in bytes of the longest buffer that free keeps.
const keptLen = 64 << 10

func newMachine(p Parser) *machine {
	m := machines.Get().(*machine)
	m.Parser = p
	return m
}

// free makes m available to the next call. Except for unused bytes in its buffers, m keeps nothing of the input or the
// result.
func (m *machine) free() {
	if cap(m.out) > keptLen || cap(m.cleaned) > keptLen || cap(m.domain) > keptLen {
		return
	}
	out, cleaned, domain := m.out[:0], m.cleaned[:0], m.domain[:0]
	*m = machine{}
	m.out, m.cleaned, m.domain = out, cleaned, domain
	machines.Put(m)
}

// url returns the record of m as a URL. Its href is input if the two are equal, and otherwise a copy of the record.
func (m *machine) url(input string) URL {
	if string(m.out) != input {
		input = string(m.out)
	}
	return URL{input, m.r}
}

// A validator collects validation errors.
type validator struct {
	errors []ValidationError // the first ones, up to the capacity
	count  int               // the number of all validation errors
	starts []uint32          // the result of sourceOffsets, when it is needed
}
