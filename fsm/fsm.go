// Package fsm is the scanner of package uri. In one pass over a string or a byte slice it decides whether the input is
// a URI-reference (RFC 3986, section 4.1) and finds its components.
//
// Most programs want package uri, which wraps the result in a value with methods. This package is for programs that
// count nanoseconds or keep their input in buffers:
//
//	var r fsm.Ranges
//	n, ok := fsm.Scan(line, &r)
//	if !ok {
//		component, reason := fsm.Explain(fsm.URIReference, line, n, &r)
//		...
//	}
//	lo, hi, ok := r.Host()
//
// Scanning and explaining do not allocate. Functions with IRI in their names do the same for the references of RFC
// 3987, which may contain characters outside ASCII.
//
// # Words
//
// These words have the same meaning everywhere in this module.
//
//   - A byte class is a set of bytes that the grammar does not distinguish.
//   - A state is all that the automaton keeps of the input read so far. Its number has no meaning of its own.
//   - A run is a sequence of bytes that keep the automaton in one state, so that only the end of the run matters.
//   - A mark is an offset that the automaton records when it reads a delimiter: the offset just after it, so never 0.
//   - A component is the scheme, authority, path, query or fragment, or a subcomponent of the authority: the userinfo,
//     host or port. A component is undefined if its delimiter is missing, and empty if nothing follows the delimiter. A
//     path is never undefined.
//   - An input dies at the first byte that no valid input could have there. From that byte on it is dead.
//
// All offsets are in bytes from the start of the input. All ranges are half-open.
//
// # Safety
//
// Whatever its arguments are, a function of this package writes only to memory that it was given, and no byte outside
// the input changes its result. A call with arguments that do not belong together, such as the Ranges of another input,
// returns a meaningless result or panics. The caller can recover from the panic.
package fsm

// Scan reports whether s is a URI-reference (RFC 3986, section 4.1). If it is, ok is true, n is len(s), and r holds the
// ranges of its components.
//
// If it is not, ok is false and n is the offset at which s dies: the first byte at which it stops being a prefix of any
// URI-reference, or len(s) if s is such a prefix but incomplete. For example, n is 1 for "%zz" and 6 for "//[::1". The
// content of r is then only for Explain and ResumeIRI.
//
// An input longer than MaxLen is not scanned: n is MaxLen, and ok is false.
//
// The time is linear in n: Scan makes at most two passes, and reads no further than the end of the block of 64 bytes in
// which s dies. Scan does not allocate, and neither changes nor keeps s.
func Scan[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scan(any(s), r.offsets())
}
