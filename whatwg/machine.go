package whatwg

import (
	"sync"
	"unsafe"

	"github.com/urispan/uri/internal/octet"
)

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

// A machine runs the basic URL parser (section 4.4). Its fields are the variables of the standard. Call init first, and
// free at the end; a machine must not be copied.
type machine struct {
	Parser
	record
	source   input
	input    string // source without surrounding spaces and, if it is clean, without tabs and newlines
	pointer  int    // an offset in input
	base     URL    // the zero URL is null
	given    URL    // the URL to be modified, if a state override is given
	override state
	verdict  bool            // the caller needs only the result of run; no state from pathStartState on can fail
	isClean  bool            // clean has been called
	hostEnd  int             // the end of the authority, after authorityState; 0 before
	hostSeen uint8           // the bits of hostBytes that the bytes of the host and port have, after authorityState
	reported int             // the code points before this offset have their validation errors
	fault    ValidationError // the validation error of a failure, with offsets in input
	validate *validator      // collects the validation errors, unless it is nil
	*buffers                 // nil until one is needed
	scratch  [256]byte       // the memory of a short record
}

// buffers are the memory of a machine for a long record, and for input that must be changed before it is parsed.
type buffers struct {
	long    []byte
	cleaned []byte
	domain  []byte
}

// pool keeps unused buffers.
var pool = sync.Pool{New: func() any { return new(buffers) }}

// keptLen is the length in bytes of the longest buffer that free keeps.
const keptLen = 64 << 10

// init makes m ready to parse, with an empty record in its scratch memory.
//
// PERF: a machine stays on the stack of its caller. The compiler would move it to the heap if it saw that m.out points to
// m itself, so init hides that. While the pointer is a number, nothing may be called, because a call can move the stack. The
// directive nocheckptr keeps the compiler from adding a call there. Later m.out moves with the stack, as all pointers to
// it do.
//
//go:nocheckptr
func (m *machine) init(p Parser) {
	m.Parser = p
	scratch := uintptr(unsafe.Pointer(&m.scratch))
	m.out = (*(**[256]byte)(unsafe.Pointer(&scratch)))[:0]
}

// need takes buffers from the pool.
func (m *machine) need() {
	if m.buffers == nil {
		m.buffers = pool.Get().(*buffers)
	}
}

// reserve grows the capacity of the record for n more bytes, if necessary.
func (m *machine) reserve(n int) {
	if cap(m.out)-len(m.out) >= n {
		return
	}
	m.need()
	if size := len(m.out) + n; cap(m.long) < size {
		m.long = make([]byte, 0, size+len(m.out)/2)
	}
	m.out = append(m.long[:0], m.out...)
}

// free makes the buffers of m available to other machines. The record of m is no longer valid.
func (m *machine) free() {
	if m.buffers != nil && cap(m.long) <= keptLen && cap(m.cleaned) <= keptLen && cap(m.domain) <= keptLen {
		pool.Put(m.buffers)
	}
	m.buffers = nil
}

// setURL sets u to the record of m. Its href stays if the two are equal. Otherwise it is a copy of the record, or the record
// itself if that is long and fills most of its memory.
func (m *machine) setURL(u *URL) {
	switch {
	case string(m.out) == u.href:
	case len(m.out) > keptLen && cap(m.out)-len(m.out) <= len(m.out)/4: // free keeps no memory of this length
		u.href = octet.Text(m.out)
	default:
		u.href = string(m.out)
	}
	m.setOffsets(u.offsets())
}

// A validator collects validation errors.
type validator struct {
	errors []ValidationError
	starts []uint32 // the result of sourceOffsets, when it is needed
}
