// Package ranges holds the offsets of the components of a reference, and functions that change them. Package fsm
// exports the same offsets as fsm.Ranges, which callers can only read.
package ranges

import (
	"unsafe"

	"github.com/urispan/uri/tables"
)

// Opaque is the underlying type of fsm.Ranges, which hides the offsets from programs outside this module.
type Opaque = struct{ offsets Offsets }

// Of returns the offsets of an fsm.Ranges, which converts to an Opaque, for reading and writing.
func Of(r *Opaque) *Offsets { return &r.offsets }

// Offsets are the positions of the components of a reference, in bytes. Ranges are half-open. The zero Offsets
// describes the empty reference.
type Offsets struct {
	SchemeEnd uint32 // the ":" after the scheme; 0 if undefined
	Authority uint32 // just after "//"; 0 if undefined
	Host      uint32 // 0 if the authority is undefined
	HostEnd   uint32 // Path if the authority is undefined
	Path      uint32
	PathEnd   uint32
	QueryEnd  uint32 // PathEnd if the query is undefined, otherwise the query is [PathEnd+1, QueryEnd)
	End       uint32 // QueryEnd if the fragment is undefined, otherwise the fragment is [QueryEnd+1, End)
}

// Words returns the offsets as words, in the order of the fields, for kernels that write several of them in one step.
func (o *Offsets) Words() *[8]uint32 { return (*[8]uint32)(unsafe.Pointer(o)) }

// Len returns the length of the reference.
func (o *Offsets) Len() int { return int(o.End) }

// SetMarks sets o to the offsets of a reference of length end, from the marks of an automaton. A mark is stale if it is
// smaller than the mark of the delimiter before it in the grammar. For example, the ":" in "//u:p@h" could begin a port
// until the "@" is read.
func (o *Offsets) SetMarks(m *tables.Marks, end uint32) {
	*o = Offsets{Path: m[tables.MarkScheme], PathEnd: end, QueryEnd: end, End: end}
	if scheme := m[tables.MarkScheme]; scheme != 0 {
		o.SchemeEnd = scheme - 1
	}
	if fragment := m[tables.MarkFragment]; fragment != 0 {
		o.PathEnd, o.QueryEnd = fragment-1, fragment-1
	}
	if query := m[tables.MarkQuery]; query != 0 {
		o.PathEnd = query - 1
	}
	authority := m[tables.MarkAuthority]
	if authority != 0 {
		o.Path = o.PathEnd // unless the path is not empty
	}
	if path := m[tables.MarkPath]; path != 0 {
		o.Path = path - 1
	}
	o.HostEnd = o.Path
	if authority != 0 {
		o.Authority = authority
		o.Host = max(authority, m[tables.MarkUserinfo])
		if port := m[tables.MarkPort]; port > o.Host {
			o.HostEnd = port - 1
		}
	}
}

// SetAuthority sets the offsets of o up to the path to those of from.
//
// PERF: it sets them one by one: copying a struct after writes to its small fields makes the processor wait.
func (o *Offsets) SetAuthority(from *Offsets) {
	o.SchemeEnd, o.Authority, o.Host, o.HostEnd, o.Path = from.SchemeEnd, from.Authority, from.Host, from.HostEnd, from.Path
}

// SetTail sets the ends of o from the path on to those of from, moved by shift.
func (o *Offsets) SetTail(from *Offsets, shift uint32) {
	o.PathEnd, o.QueryEnd, o.End = from.PathEnd+shift, from.QueryEnd+shift, from.End+shift
}

// CutFragment makes the fragment undefined.
func (o *Offsets) CutFragment() { o.End = o.QueryEnd }
