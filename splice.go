package uri

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// This file replaces one component of a URI in its text. A [Builder] makes the same text from all components.

// splice returns u with the component c set to raw, or made undefined. The result is u itself if that changes nothing.
// splice returns false if it does not know how: if c can only be changed together with others, if the result would be
// too long, if raw is not a valid c, or if the path of the result needs a dot segment before it.
//
// Only raw is checked. All other components stay as they are, because each delimiter ends the component before it.
func (u *URI) splice(g grammar, c Component, raw string, defined bool) (v URI, ok bool) {
	if c == ComponentAuthority || uint64(len(u.s))+uint64(len(raw))+1 > maxText {
		return URI{}, false
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
		return URI{}, false
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
		return URI{}, false
	}
	if !defined {
		before, after = 0, 0
	}
	size, rawLo := uint32(len(raw)), lo // of the new text of c with its delimiter
	if before != 0 {
		size, rawLo = size+1, lo+1
	}
	if after != 0 {
		size++
	}
	if hi-lo == size && u.s[rawLo:][:len(raw)] == raw {
		return *u, true
	}
	if defined && !isPlain(c, raw) {
		if _, wrong := misfit(g, c, raw); wrong != 0 {
			return URI{}, false
		}
	}
	text := append(make([]byte, 0, len(u.s)-int(hi-lo)+int(size)), u.s[:lo]...)
	if before != 0 {
		text = append(text, before)
	}
	text = append(text, raw...)
	if after != 0 {
		text = append(text, after)
	}
	if int(hi) < len(u.s) {
		text = append(text, u.s[hi:]...)
	}
	s := octet.Text(text) // nothing else has these bytes
	if len(u.s) >= far || len(s) >= far {
		return known(s), true
	}
	v = URI{s, u.offsets, u.path, u.authority}
	v.shift(c, len(s)-len(u.s))
	if c == ComponentScheme {
		v.offsets = v.offsets&^(far*inSchemeEnd) | uint64(len(raw))*inSchemeEnd
	}
	return v, true
}

// shift adds n to each offset of u that moves if c grows by n bytes. Neither the old offsets nor the new ones are far,
// so no sum overflows into the next offset.
func (u *URI) shift(c Component, n int) {
	u.offsets += uint64(n) * moved[c].offsets
	u.path += uint32(n) * moved[c].path
}

// The following constants have a 1 in the lowest bit of an offset.
const (
	inHost, inSchemeEnd, inQueryEnd, inHostEnd = 1, 1 << 16, 1 << 32, 1 << 48 // in URI.offsets
	inPath, inPathEnd                          = 1, 1 << 16                   // in URI.path
)

// moved has the offsets that move if a component of a URI with an authority grows, or one after the path.
var moved = [...]struct {
	offsets uint64
	path    uint32
}{
	ComponentScheme:   {inHost + inHostEnd + inQueryEnd, inPath + inPathEnd}, // SchemeEnd is set, not moved
	ComponentUserinfo: {inHost + inHostEnd + inQueryEnd, inPath + inPathEnd},
	ComponentHost:     {inHostEnd + inQueryEnd, inPath + inPathEnd},
	ComponentPort:     {inQueryEnd, inPath + inPathEnd},
	ComponentPath:     {inQueryEnd, inPathEnd},
	ComponentQuery:    {inQueryEnd, 0},
	ComponentFragment: {},
}
