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

import (
	"unsafe"

	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/tables"
)

// A Component is a component or subcomponent of a URI reference (RFC 3986, section 3).
type Component = tables.Component

// Ranges says where the components of a scanned URI-reference lie. All offsets are in bytes, and all ranges are
// half-open. The zero Ranges is that of the empty reference. Ranges is comparable. It means nothing if the input is dead.
type Ranges ranges.Ranges

// offsets are all that Ranges has, for the functions of this package.
type offsets ranges.Offsets

// The pointer is converted without a call, so that the getters stay cheap enough to be inlined in their callers.
func (r *Ranges) offsets() *offsets { return (*offsets)(unsafe.Pointer(r)) }

// Scheme returns the range of the scheme, without its ":"; ok is false if it is undefined.
func (r *Ranges) Scheme() (lo, hi int, ok bool) {
	o := r.offsets()
	return 0, int(o.SchemeEnd), o.SchemeEnd != 0
}

// Authority returns the range of the authority, without its "//"; ok is false if it is undefined.
func (r *Ranges) Authority() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.Authority == 0 {
		return 0, 0, false
	}
	return int(o.Authority), int(o.Path), true
}

// Userinfo returns the range of the userinfo, without its "@"; ok is false if it is undefined.
func (r *Ranges) Userinfo() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.Authority >= o.Host {
		return 0, 0, false
	}
	return int(o.Authority), int(o.Host) - 1, true
}

// Host returns the range of the host, an IP-literal with its brackets; ok is false if it is undefined.
func (r *Ranges) Host() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.Authority == 0 {
		return 0, 0, false
	}
	return int(o.Host), int(o.HostEnd), true
}

// Port returns the range of the port, without its ":"; ok is false if it is undefined.
func (r *Ranges) Port() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.HostEnd >= o.Path {
		return 0, 0, false
	}
	return int(o.HostEnd) + 1, int(o.Path), true
}

// Path returns the range of the path, which is never undefined.
func (r *Ranges) Path() (lo, hi int) {
	o := r.offsets()
	return int(o.Path), int(o.PathEnd)
}

// Query returns the range of the query, without its "?"; ok is false if it is undefined.
func (r *Ranges) Query() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.PathEnd >= o.QueryEnd {
		return 0, 0, false
	}
	return int(o.PathEnd) + 1, int(o.QueryEnd), true
}

// Fragment returns the range of the fragment, without its "#"; ok is false if it is undefined.
func (r *Ranges) Fragment() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.QueryEnd >= o.End {
		return 0, 0, false
	}
	return int(o.QueryEnd) + 1, int(o.End), true
}

// MaxLen is the length in bytes of the longest input that can be a URI-reference here: offsets are kept in 32 bits.
const MaxLen = 1<<32 - 2

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
