package redact

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/simd"
)

// firsts are the bytes at which a place can begin, besides ":", "/", quotation marks, and "=" if there are keys.
const firsts = "%\\&@"

// The sets of bytes that readBlock looks for.
var (
	plainSets = stopsAt(firsts, "/")
	keySets   = stopsAt(firsts+"=", "/")
	quoteSets = stopsAt("\"'", " (")
)

// stopsAt returns the sets that stop at the bytes of first and second.
func stopsAt(first, second string) simd.StopSets {
	notFirst := func(c byte) bool { return c < 0x80 && strings.IndexByte(first, c) < 0 }
	notSecond := func(c byte) bool { return c < 0x80 && strings.IndexByte(second, c) < 0 }
	return simd.StopSets{
		Rows: [2][32]uint8{simd.Row(notFirst), simd.Row(notSecond)},
		Bits: simd.StopBits(notFirst, notSecond),
	}
}

// isFirst has the bytes at which a place can begin.
var isFirst = func() (is [256]bool) {
	for _, c := range []byte(firsts + ":/=\"'") {
		is[c] = true
	}
	return is
}()

// A block is a part of the text that was searched for places.
type block struct {
	n      int
	bits   uint64 // the places that have not been passed
	isRead bool
}

// place returns the next place at n or after it, or the length of the text.
func (r *reader) place(n int) int {
	for n < len(r.text) {
		if len(r.text)-n <= simd.Block || !simd.Available {
			return r.placeByBytes(n)
		}
		if !r.block.isRead || n >= r.block.n+simd.Block {
			r.readBlock(n)
		}
		for r.block.bits &= ^uint64(0) << (n - r.block.n); r.block.bits != 0; r.block.bits &= r.block.bits - 1 {
			if n = r.block.n + bits.TrailingZeros64(r.block.bits); r.isPlace(n) {
				return n
			}
		}
		n = r.block.n + simd.Block
	}
	return len(r.text)
}

// readBlock reads the block at n.
func (r *reader) readBlock(n int) {
	sets := &plainSets
	if len(r.rules.Keys.names) > 0 {
		sets = &keySets
	}
	first, slashes, colons := simd.StopsColons(r.text, n, sets)
	next := slashes >> 1
	if r.text[n+simd.Block] == '/' {
		next |= 1 << 63
	}
	double := slashes & next &^ (colons << 1) // "//" after another byte than ":"
	quote, before := simd.Stops(r.text, n, &quoteSets)
	before <<= 1
	if n > 0 && (r.text[n-1] == ' ' || r.text[n-1] == '(') {
		before |= 1
	}
	r.block = block{n, first | colons | double | quote&before, true}
}

// placeByBytes implements place byte by byte.
func (r *reader) placeByBytes(n int) int {
	for n < len(r.text) && !(isFirst[r.text[n]] && r.isPlace(n)) {
		n++
	}
	return n
}

// isPlace reports whether n is a place. It returns false only if secretsAt returns none.
func (r *reader) isPlace(n int) bool {
	var before, after byte
	if n > 0 {
		before = r.text[n-1]
	}
	if n+1 < len(r.text) {
		after = r.text[n+1]
	}
	switch c := r.text[n]; c {
	case ':':
		return after == '/'
	case '/':
		return after == '/' && before != ':'
	case '%':
		return after == '3' // "%3A" and "%3D"
	case '&':
		isQuote := strings.HasPrefix(r.text[n:], "&#39;") || strings.HasPrefix(r.text[n:], "&#34;")
		return after == '#' && (!isQuote || isAfterMessage(r.text, n))
	case '=':
		return r.rules.Keys.endsAt(r.text, n)
	case '\\':
		return beginsEscape[after]
	case '@':
		return isDriverSign(r.text, n)
	default:
		return isAfterMessage(r.text, n)
	}
}

// beginsEscape has the bytes after the backslash of escapes that may be a place.
var beginsEscape = func() (is [256]bool) {
	for _, c := range []byte(":=xu/\\01\"'") {
		is[c] = true
	}
	return is
}()

// A span is a range of the text.
type span struct{ lo, hi int }

// spans are paths, queries and fragments that are hidden, in their order. An address around the place and one at it have
// six.
type spans struct {
	list [6]span
	n    int
}

// add adds the span from lo to hi. If there is no room, it extends the last span.
func (s *spans) add(lo, hi int) {
	switch {
	case lo >= hi:
	case s.n == len(s.list):
		s.list[s.n-1].hi = hi
	default:
		s.list[s.n] = span{lo, hi}
		s.n++
	}
}

// drop removes the first span.
func (s *spans) drop() {
	copy(s.list[:], s.list[1:s.n])
	s.n--
}

// secretAt returns the secret at the place n. It is empty if there is none. The components of an address are added to
// r.components.
func (r *reader) secretAt(n int) (lo, hi int) {
	r.percent = r.text[n] == '%'
	c, size := r.char(n)
	switch {
	case isQuote(c):
		return r.message(n)
	case c == '@' && size == 1:
		return r.driver(n)
	case c == '=':
		return r.value(n, n+size, false)
	case c == ':':
		return r.address(n, n+size)
	case (c == '/' || c == '\\') && n > 0 && r.text[n-1] == ':': // an escaped slash after a raw ":"
		return r.address(n-1, n)
	case c == '/' && strings.HasPrefix(r.text[n:], "//") && r.isStart(n):
		a := authority{isWeb: true}
		a.opener, a.isEscaped = r.opener(n)
		a.n, _ = r.slashes(n, len(r.text))
		return r.userinfo(a)
	}
	return 0, 0
}

// isStart reports whether "//" at n begins an address without a scheme: at the start of a line, or after a space or one
// of " ' ` = ( , <.
func (r *reader) isStart(n int) bool {
	return n == 0 || r.text[n-1] <= ' ' || strings.IndexByte("\"'`=(,<", r.text[n-1]) >= 0
}
