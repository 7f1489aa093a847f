package fsm

import "github.com/urispan/uri/tables"

// MaxLen is the length in bytes of the longest input that can be scanned. Offsets are stored in 32 bits.
const MaxLen = 1<<32 - 2

// A Component is a component or subcomponent of a URI reference (RFC 3986, section 3).
type Component = tables.Component

// Scheme returns the range of the scheme, without its ":". ok is false if the scheme is undefined.
func (r *Ranges) Scheme() (lo, hi int, ok bool) {
	o := r.offsets()
	return 0, int(o.SchemeEnd), o.SchemeEnd != 0
}

// Authority returns the range of the authority, without its "//". ok is false if the authority is undefined.
func (r *Ranges) Authority() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.Authority == 0 {
		return 0, 0, false
	}
	return int(o.Authority), int(o.Path), true
}

// Userinfo returns the range of the userinfo, without its "@". ok is false if the userinfo is undefined.
func (r *Ranges) Userinfo() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.Authority >= o.Host {
		return 0, 0, false
	}
	return int(o.Authority), int(o.Host) - 1, true
}

// Host returns the range of the host, including the brackets of an IP-literal. ok is false if the host is undefined.
func (r *Ranges) Host() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.Authority == 0 {
		return 0, 0, false
	}
	return int(o.Host), int(o.HostEnd), true
}

// Port returns the range of the port, without its ":". ok is false if the port is undefined.
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

// Query returns the range of the query, without its "?". ok is false if the query is undefined.
func (r *Ranges) Query() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.PathEnd >= o.QueryEnd {
		return 0, 0, false
	}
	return int(o.PathEnd) + 1, int(o.QueryEnd), true
}

// Fragment returns the range of the fragment, without its "#". ok is false if the fragment is undefined.
func (r *Ranges) Fragment() (lo, hi int, ok bool) {
	o := r.offsets()
	if o.QueryEnd >= o.End {
		return 0, 0, false
	}
	return int(o.QueryEnd) + 1, int(o.End), true
}
