package fsm

import "github.com/urispan/uri/tables"

// This file tells at a glance that there is nothing to normalize in a reference (RFC 3986, section 6.2.2), which is so
// for nearly all. What that is in detail is not decided here: whoever gets no for an answer has to look closer.

// Traits are what can keep a reference from being in normal form. A reference that has none of them has no
// percent-encoding, no upper-case letter in its scheme or authority, and no dot segment in its path, unless it is the
// first one and no "/" is before it.
type Traits uint8

const (
	HasPercent Traits = 1 << iota // a "%"
	HasUpper                      // an upper-case letter in front of the path
	HasDot                        // a "." behind a "/", anywhere
)

// unknown stands for what a look at one block cannot tell.
const unknown Traits = 0x80

// traitsOf returns the traits of s, eight bytes at a time. The first head bytes are those in front of the path.
func traitsOf(s string, head int) (t Traits) {
	if len(s) < 8 {
		return fewTraits(s, head)
	}
	const each, low, high = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	// The high bit of a byte of x&low+low | x is 0 just where the byte of x is.
	percent, upper, dot := uint64(high), uint64(0), uint64(high)
	for i := 0; i < len(s); i += 8 {
		at := min(i, len(s)-8) // the last eight are looked at as a whole, some of them twice
		w := word(s, at)
		before := w << 8
		if at > 0 {
			before |= uint64(s[at-1])
		}
		x, y := w^'%'*each, (w^'.'*each)|(before^'/'*each)
		percent &= x&low + low | x
		dot &= y&low + low | y
		if at < head {
			letter := (w&low + (0x80-'A')*each) &^ (w&low + (0x7f-'Z')*each) &^ w
			upper |= letter << (8 * max(0, at+8-head))
		}
	}
	if percent&high != high {
		t |= HasPercent
	}
	if upper&high != 0 {
		t |= HasUpper
	}
	if dot&high != high {
		t |= HasDot
	}
	return t
}

// fewTraits is traitsOf byte by byte.
func fewTraits(s string, head int) (t Traits) {
	before := byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '%':
			t |= HasPercent
		case c == '.' && before == '/':
			t |= HasDot
		case i < head && isUpper(c):
			t |= HasUpper
		}
		before = s[i]
	}
	return t
}

// isUpper reports whether c, of a reference, is an upper-case letter.
func isUpper(c byte) bool { return c&0x20 == 0 && tables.Is(c, tables.ALPHA) }

// word returns the eight bytes of s from i on, the first one in the low bits.
func word(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// IsOrdinary reports whether r is of a reference with an authority that has no port and a path that is not empty, and
// not with a host as long as "localhost" behind a scheme as long as "file". In most, only the Traits can be of interest
// to who normalizes them.
func (r *Ranges) IsOrdinary() bool {
	return r.authority != 0 && r.hostEnd == r.path && r.path != r.pathEnd && (r.schemeEnd != 4 || r.hostEnd-r.host != 9)
}
