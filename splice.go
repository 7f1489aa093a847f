package uri

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
)

// This file replaces one component of a URI in its text. A [Builder] makes the same text from all components.

// splice sets v, which is the zero URI, to u with the component c set to raw, or made undefined. It leaves v as it is
// and returns false if it does not know how: if c can only be changed together with others, if the result would be too
// long, if raw is not a valid c, or if the path of the result needs a dot segment before it.
//
// Only raw is checked. All other components stay as they are, because each delimiter ends the component before it.
func (v *URI) splice(u *URI, g grammar, c Component, raw string, defined bool) (ok bool) {
	if uint64(len(u.s))+uint64(len(raw))+1 > maxText {
		return false
	}
	var r fsm.Ranges
	u.ranges(&r)
	o := offsetsOf(&r)
	var lo, hi uint32
	var before, after byte
	switch {
	case c == ComponentFragment:
		lo, hi, before = o.QueryEnd, o.End, '#'
	case c == ComponentQuery:
		lo, hi, before = o.PathEnd, o.QueryEnd, '?'
	case o.Authority == 0:
		return false
	case c == ComponentPath && (raw == "" || raw[0] == '/'):
		lo, hi = o.Path, o.PathEnd
	case c == ComponentPort:
		lo, hi, before = o.HostEnd, o.Path, ':'
	case c == ComponentHost && defined:
		lo, hi = o.Host, o.HostEnd
	case c == ComponentUserinfo:
		lo, hi, after = o.Authority, o.Host, '@'
	case c == ComponentScheme:
		lo, hi, after = 0, o.Authority-uint32(len("//")), ':'
	default:
		return false
	}
	if defined && !isPlain(c, raw) {
		if _, wrong := misfit(g, c, raw); wrong != 0 {
			return false
		}
	}
	text := make([]byte, 0, len(u.s)-int(hi-lo)+len(raw)+1)
	text = append(text, u.s[:lo]...)
	if defined && before != 0 {
		text = append(text, before)
	}
	text = append(text, raw...)
	if defined && after != 0 {
		text = append(text, after)
	}
	if int(hi) < len(u.s) {
		text = append(text, u.s[hi:]...)
	}
	shift(o, c, uint32(len(text)-len(u.s)))
	*v = pack(octet.Text(text), &r) // nothing else has these bytes
	return true
}

// shift changes o to the offsets of a text in which c, with its delimiter, is longer by n bytes, modulo 1<<32. If c is
// not the query or the fragment, there is an authority.
func shift(o *ranges.Offsets, c Component, n uint32) {
	switch c {
	case ComponentScheme:
		o.Authority += n
		o.SchemeEnd = max(o.Authority, uint32(len("://"))) - uint32(len("://")) // 0 if there is no scheme
		fallthrough
	case ComponentUserinfo:
		o.Host += n
		fallthrough
	case ComponentHost:
		o.HostEnd += n
		fallthrough
	case ComponentPort:
		o.Path += n
		fallthrough
	case ComponentPath:
		o.PathEnd += n
		fallthrough
	case ComponentQuery:
		o.QueryEnd += n
		fallthrough
	case ComponentFragment:
		o.End += n
	}
}
