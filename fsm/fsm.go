// Package fsm is the scanner of package uri. In one pass over a string or a byte slice it decides whether the input is
// a URI-reference (RFC 3986, section 4.1) and finds its components. It does not allocate.
//
//	var r fsm.Ranges
//	n, ok := fsm.Scan(line, &r) // n is the offset of the first byte that makes line invalid
//	lo, hi, ok := r.Host()      // line[lo:hi] is the host
//	component, reason := fsm.Explain(fsm.URIReference, line, n)
//
//	for rec := range fsm.Records(buf, '\n') { // the lines of a buffer
//		if rec.OK { ... }
//	}
//
// Most programs want package uri, which wraps the result in a value with methods. Programs that must save nanoseconds,
// or that keep their input in buffers, use this package. It does not decode, normalize or resolve.
//
// ScanAs scans another [Production]: an absolute URI, an IRI (RFC 3987), or a part of an HTTP request. A [Reader] reads
// the records of a stream.
//
// # Words
//
// These words have the same meaning everywhere in this module.
//
//   - A byte class is a set of bytes that the grammar does not distinguish.
//   - A state is all that the automaton keeps of the input read so far. Its number has no meaning of its own.
//   - A run is a sequence of bytes that keep the automaton in one state, so that only the end of the run matters.
//   - A mark is an offset that the automaton records when it reads a delimiter. It is the offset just after the
//     delimiter, so it is never 0.
//   - A component is the scheme, authority, path, query or fragment, or a subcomponent of the authority: the userinfo,
//     host or port. A component is undefined if its delimiter is missing, and empty if nothing follows the delimiter. A
//     path is never undefined.
//   - The first byte that makes an input invalid is the first byte that no valid input could have there: some valid
//     input begins with the bytes before it. If the input is only too short, the offset of that byte is the length of
//     the input.
//
// All offsets are in bytes from the start of the input. All ranges are half-open.
//
// # Safety
//
// A function of this package writes only to memory that it was given, whatever its arguments are. No byte outside the
// input changes its result. A call with arguments that do not belong together, such as the Ranges of another input,
// returns a meaningless result or panics. The caller can recover from the panic.
package fsm

import (
	"unsafe"

	"github.com/urispan/uri/internal/ranges"
)

// Ranges holds the positions of the components of a scanned URI-reference. Offsets are in bytes, and ranges are
// half-open. Ranges is comparable. The zero Ranges describes the empty reference. If the input is invalid, a Ranges has
// no meaning: its ranges may be outside the input, or end before they begin.
type Ranges ranges.Opaque

// offsets returns the offsets of r, like [ranges.Of].
//
// PERF: without a call of ranges.Of, the getters below are inlined into getters of other packages.
func (r *Ranges) offsets() *ranges.Offsets { return (*ranges.Offsets)(unsafe.Pointer(r)) }

// Scan reports whether s is a URI-reference (RFC 3986, section 4.1). If it is, ok is true, n is len(s), and r holds the
// ranges of its components.
//
// If it is not, ok is false, and r has no meaning. n is the offset of the first byte that makes s invalid: no
// URI-reference could have that byte there. If s is only too short, n is len(s). For example, n is 1 for "%zz" and 6
// for "//[::1".
//
// An input longer than MaxLen is not scanned: n is MaxLen, and ok is false.
//
// The time is linear in n: Scan makes at most two passes, and reads no further than the end of the block of 64 bytes
// that contains the byte at n. Scan does not allocate, and neither changes nor keeps s.
func Scan[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scan(&uriReferenceRule, any(s), r.offsets())
}
