// Package fsm is the scanner under package uri: in one pass over a string or a byte slice it decides whether that is a
// URI-reference (RFC 3986, section 4.1) and where its components lie. Most programs want package uri, which wraps it in
// a value with methods; this one is for code that counts nanoseconds or keeps its input in buffers. It builds no error
// values and formats nothing, and no function of it allocates. What has IRI in its name does the same for the
// references of RFC 3987, which have characters outside ASCII too.
//
// # Words
//
// These words mean the same everywhere in this module.
//
//   - A byte class is a set of bytes that the grammar never tells apart.
//   - A state is what the automaton knows of the input so far. It is a number without a meaning of its own.
//   - A run is a stretch of bytes on which a state loops to itself, so that only its end matters.
//   - A mark is the offset just after a delimiter, recorded when the automaton steps over it; it is never 0.
//   - A component is one of the RFC's: scheme, authority (with its subcomponents userinfo, host and port), path, query
//     and fragment. It is undefined if its delimiter is not there, which is different from being empty. A path is never
//     undefined.
//   - An input is dead from the first byte on at which it stops being a prefix of any sentence of the grammar.
//
// All offsets are in bytes from the start of the input, and all ranges are half-open.
//
// # Safety
//
// Whatever its arguments are, no function of this package writes to memory that it was not given, and no byte outside
// the input changes its result. A call with arguments that do not belong together, such as the Ranges of another input,
// returns a meaningless result or panics, and the caller can recover from the panic.
package fsm

// Scan reports whether s is a URI-reference (RFC 3986, section 4.1). If it is, ok is true, n is len(s), and r holds the
// ranges of its components. If it is not, n is the offset at which s dies: that of the first byte at which it stops
// being a prefix of any URI-reference, or len(s) if it is such a prefix but no URI-reference; r then holds nothing but
// what Explain asks for. An input longer than MaxLen is not scanned: n is MaxLen, and ok is false.
//
// The time is linear in n, with at most two passes: behind the offset where s dies, no more is looked at than the rest
// of a block of 64 bytes. Nothing is allocated, and s is neither changed nor kept.
func Scan[T string | []byte](s T, r *Ranges) (n int, ok bool) {
	return scan(any(s), r.offsets())
}
