package uri

import "github.com/urispan/uri/internal/ranges"

// This file replaces one component of a URI in its text. A [Builder] makes the same text from all components.

// splice sets v, which is the zero URI, to u with the component c set to raw, or made undefined. It leaves v as it is
// and returns false if it does not know how: if c can only be changed together with others, if the result would be too
// long, if raw is not a valid c, or if the path of the result needs a dot segment before it.
func (v *URI) splice(u *URI, g grammar, c Component, raw string, defined bool) (ok bool) {
	if uint64(len(u.s))+uint64(len(raw))+1 > maxText {
		return false
	}
	o := offsetsOf(&u.r)
	var lo, hi uint32
	var before, after string
	switch {
	case c == ComponentFragment:
		lo, hi, before = o.QueryEnd, o.End, "#"
	case c == ComponentQuery:
		lo, hi, before = o.PathEnd, o.QueryEnd, "?"
	case o.Authority == 0:
		return false
	case c == ComponentPath:
		lo, hi = o.Path, o.PathEnd
	case c == ComponentPort:
		lo, hi, before = o.HostEnd, o.Path, ":"
	case c == ComponentHost && defined:
		lo, hi = o.Host, o.HostEnd
	case c == ComponentUserinfo:
		lo, hi, after = o.Authority, o.Host, "@"
	case c == ComponentScheme:
		lo, hi, after = 0, o.Authority-uint32(len("//")), ":"
	default:
		return false
	}
	if !defined {
		before, after = "", ""
	}
	v.s = u.s[:lo] + before + raw + after + u.s[hi:]
	if _, ok = scan(g, v.s, &v.r); ok && isSpliced(offsetsOf(&v.r), o, c, uint32(len(v.s)-len(u.s))) {
		return true
	}
	*v = URI{}
	return false
}

// isSpliced reports whether o has the offsets of old with everything after c shifted, as it is if the scan of the new
// text has found the old components and c.
func isSpliced(o, old *ranges.Offsets, c Component, shift uint32) bool {
	after := func(from Component) uint32 {
		if c < from {
			return shift
		}
		return 0
	}
	return o.End == old.End+shift &&
		o.QueryEnd == old.QueryEnd+after(ComponentFragment) &&
		o.PathEnd == old.PathEnd+after(ComponentQuery) &&
		o.Path == old.Path+after(ComponentPath) &&
		o.HostEnd == old.HostEnd+after(ComponentPort) &&
		o.Host == old.Host+after(ComponentHost) &&
		o.Authority == old.Authority+after(ComponentAuthority) &&
		(o.SchemeEnd == old.SchemeEnd || c == ComponentScheme)
}
