// Package ranges has the offsets of the components of a reference, with functions that change them. Package fsm shows
// the same offsets as fsm.Ranges, which callers can only read.
package ranges

import "unsafe"

// Ranges are the offsets in the form that fsm.Ranges has, so that one can be converted to the other. A program outside
// this module can do neither: it cannot name this type.
type Ranges struct{ offsets Offsets }

// Offsets returns the offsets of r, to be read and changed.
func (r *Ranges) Offsets() *Offsets { return &r.offsets }

// Offsets are where the components of a reference lie, in bytes from its start. All ranges are half-open. The zero
// Offsets are those of the empty reference.
type Offsets struct {
	SchemeEnd uint32 // the ":" after the scheme; 0: undefined
	Authority uint32 // just after "//"; 0: undefined
	Host      uint32 // 0 if the authority is undefined
	HostEnd   uint32 // Path if the authority is undefined
	Path      uint32
	PathEnd   uint32
	QueryEnd  uint32 // PathEnd if the query is undefined, otherwise the query is [PathEnd+1, QueryEnd)
	End       uint32 // QueryEnd if the fragment is undefined, otherwise the fragment is [QueryEnd+1, End)
}

// Words returns the offsets as words, in the order of the fields, for kernels that write several of them at once.
func (o *Offsets) Words() *[8]uint32 { return (*[8]uint32)(unsafe.Pointer(o)) }

// Len returns the length of the reference.
func (o *Offsets) Len() int { return int(o.End) }

// The functions that follow compute the offsets of a text that is put together of two others, a head and a tail, whose
// offsets are known. A shift is the number of bytes by which the tail is further on in the whole. It may be negative.

// SetTail makes o the offsets of a text that has its scheme, its authority and the beginning of its path where head has
// them, and the ends of path, query and fragment where tail has them, shifted. Any of the three may be the same.
func (o *Offsets) SetTail(head, tail *Offsets, shift int) {
	pathEnd, queryEnd, end := tail.PathEnd+uint32(shift), tail.QueryEnd+uint32(shift), tail.End+uint32(shift)
	*o = *head
	o.PathEnd, o.QueryEnd, o.End = pathEnd, queryEnd, end
}

// SetFragment is SetTail for a text that has only its fragment from tail. The fragment may be undefined.
func (o *Offsets) SetFragment(head, tail *Offsets, shift int) {
	end := tail.End + uint32(shift)
	*o = *head
	o.End = end
}

// SetScheme makes o the offsets of a text that has a scheme of n bytes and everything else from tail, shifted. The tail
// must have an authority.
func (o *Offsets) SetScheme(n int, tail *Offsets, shift int) {
	d := uint32(shift)
	*o = Offsets{uint32(n), tail.Authority + d, tail.Host + d, tail.HostEnd + d,
		tail.Path + d, tail.PathEnd + d, tail.QueryEnd + d, tail.End + d}
}

// SetTarget makes o the offsets of a URI that is put together of a scheme of n bytes, "://", a host and port, and a path
// and query. The offsets of host are those that fsm.ScanHost sets, and the offsets of origin those that fsm.ScanOrigin
// sets, or zero if nothing follows the host.
func (o *Offsets) SetTarget(n int, host, origin *Offsets) {
	shift := uint32(n) + 1
	path := host.End + shift
	// One by one: a struct of small fields just written would be copied in larger pieces, for which the processor has to
	// wait.
	o.SchemeEnd = uint32(n)
	o.Authority, o.Host, o.HostEnd = host.Authority+shift, host.Host+shift, host.HostEnd+shift
	o.Path, o.PathEnd, o.QueryEnd, o.End = path, path+origin.PathEnd, path+origin.QueryEnd, path+origin.End
}

// ShiftEnds moves the end of the path and everything after it.
func (o *Offsets) ShiftEnds(shift int) {
	o.PathEnd += uint32(shift)
	o.QueryEnd += uint32(shift)
	o.End += uint32(shift)
}

// CutFragment makes the fragment undefined.
func (o *Offsets) CutFragment() { o.End = o.QueryEnd }
