package fsm

import (
	"unsafe"

	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/tables"
)

// MaxLen is the length in bytes of the longest input that can be a URI-reference here: offsets are kept in 32 bits.
const MaxLen = 1<<32 - 2

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
