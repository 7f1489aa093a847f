package fsm

// This file computes ranges instead of scanning for them: those of a text that is put together of two others, a head
// and a tail, whose ranges are known. A shift is by how many bytes what is in the tail lies further on in the whole. It
// may be negative.

// SetTail makes r the ranges of a text that has its scheme, its authority and the beginning of its path where head has
// them, and the ends of path, query and fragment where tail has them, shifted. Any of the three may be the same.
func (r *Ranges) SetTail(head, tail *Ranges, shift int) {
	pathEnd, queryEnd, end := tail.pathEnd+uint32(shift), tail.queryEnd+uint32(shift), tail.end+uint32(shift)
	*r = *head
	r.pathEnd, r.queryEnd, r.end = pathEnd, queryEnd, end
}

// SetFragment is SetTail for a text that has only its fragment, or none, from tail.
func (r *Ranges) SetFragment(head, tail *Ranges, shift int) {
	end := tail.end + uint32(shift)
	*r = *head
	r.end = end
}

// SetScheme makes r the ranges of a text that has a scheme of n bytes and all else from tail, shifted; tail must have
// an authority.
func (r *Ranges) SetScheme(n int, tail *Ranges, shift int) {
	d := uint32(shift)
	*r = Ranges{uint32(n), tail.authority + d, tail.host + d, tail.hostEnd + d,
		tail.path + d, tail.pathEnd + d, tail.queryEnd + d, tail.end + d}
}

// ShiftEnds moves the end of the path and all behind it.
func (r *Ranges) ShiftEnds(shift int) {
	r.pathEnd += uint32(shift)
	r.queryEnd += uint32(shift)
	r.end += uint32(shift)
}

// CutFragment makes the fragment undefined.
func (r *Ranges) CutFragment() { r.end = r.queryEnd }

// Len returns the length of the text.
func (r *Ranges) Len() int { return int(r.end) }
