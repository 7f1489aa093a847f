package redact

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
)

// LookBack is the number of bytes before a place that the rules look at.
const LookBack = 256

// The sets of bytes that readBlock looks for, besides ":/". A place begins at a byte that is in the first set only, at two
// bytes that are in both sets, such as "//" and "&#", or at a byte of both sets after one that is in the second set only:
// the quotation mark after a message.
var (
	plainSets = stopsAt("%\\@"+pairs, " ("+pairs)
	keySets   = stopsAt("%\\@="+pairs, " ("+pairs)
)

const pairs = "/&#\"'"

// stopsAt returns the sets that stop at the bytes of first and second.
func stopsAt(first, second string) simd.StopSets {
	notFirst := func(c byte) bool { return c < 0x80 && strings.IndexByte(first, c) < 0 }
	notSecond := func(c byte) bool { return c < 0x80 && strings.IndexByte(second, c) < 0 }
	return simd.StopSets{
		Rows: [2][32]uint8{simd.Row(notFirst), simd.Row(notSecond)},
		Bits: simd.StopBits(notFirst, notSecond),
	}
}

// place returns the next place at n or after it, or the length of the text.
func (r *reader) place(n int) int {
	sets := &plainSets
	if len(r.rules.Keys.names) > 0 {
		sets = &keySets
	}
	block, places := r.block, r.places
	for len(r.text)-n > simd.Block && simd.Available && !r.whole {
		if n >= block+simd.Block || !r.isRead {
			block, places, r.isRead = n, readBlock(r.text, n, sets), true
		}
		for places &= ^uint64(0) << (n - block); places != 0; places &= places - 1 {
			if n = block + bits.TrailingZeros64(places); r.isPlace(n) {
				r.block, r.places = block, places
				return n
			}
		}
		n = block + simd.Block
	}
	r.block, r.places = block, places
	return r.placeByBytes(n)
}

// readBlock returns the bytes of the block at n that may be places.
func readBlock(text string, n int, sets *simd.StopSets) (places uint64) {
	first, second, colons := simd.StopsColons(text, n, sets)
	both := first & second
	double := both & (both>>1 | 1<<63) &^ (colons << 1)
	return colons | first&^second | double | both&((second&^first)<<1|1)
}

// placeByBytes implements place byte by byte.
func (r *reader) placeByBytes(n int) int {
	for n < len(r.text) && !r.isPlace(n) {
		n++
	}
	return n
}

// isPlace reports whether n is a place. It returns false only if secretAt returns none.
func (r *reader) isPlace(n int) bool {
	var after byte
	if n+1 < len(r.text) {
		after = r.text[n+1]
	}
	switch r.text[n] {
	case ':':
		return after == '/' || r.whole
	case '/':
		return after == '/' && r.before(n) != ':'
	case '%':
		switch c, _ := decode(r.text[n:], 1, 3, 3, 16); c {
		case ':', '=', '@':
			return true
		case '/':
			return octet.HasPrefixFold(r.text[n:], "%2f%2f")
		}
	case '&':
		return after == '#' && (!strings.HasPrefix(r.text[n:], "&#39;") && !strings.HasPrefix(r.text[n:], "&#34;") || r.isAfterMessage(n))
	case '=':
		return len(r.rules.Keys.names) > 0 && r.rules.isKeyPlace(r.text, n)
	case '\\':
		return strings.IndexByte(":=@xu/\\01", after) >= 0 || (after == '"' || after == '\'') && r.isAfterMessage(n)
	case '@':
		return true
	case '"', '\'':
		return r.isAfterMessage(n)
	}
	return false
}

// isKeyPlace reports whether the "=" at n is a place: whether a key may end before it, or a token begin after it.
func (rules *Rules) isKeyPlace(text string, n int) bool {
	return rules.Keys.endsAt(text, n) || tokenPrefix(text[n+1:]) > 0
}

// isAfterMessage reports whether a message may end at n.
func (r *reader) isAfterMessage(n int) bool {
	return n > 2 && (r.text[n-1] == ' ' || r.text[n-1] == '(') && messageEnds.has(hashOf(r.text[n-3], r.text[n-2]))
}

// A span is a range of the text.
type span struct{ lo, hi int }

// spans are paths, queries and fragments that are hidden, in their order. An address around the place and one at it
// have six. PERF: a slice of them would make texts escape to the heap.
type spans struct {
	list [6]span
	n    int
}

// add adds the span from lo to hi. If there is no room, it extends the last span.
func (s *spans) add(lo, hi int) {
	if s.n == len(s.list) {
		s.list[s.n-1].hi = hi
		return
	}
	s.list[s.n] = span{lo, hi}
	s.n++
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
	r.isValue = r.percent
	c, size := r.char(n)
	switch {
	case isQuote(c):
		return r.message(n)
	case c == '@':
		if lo = r.hostOfMessage(n); lo < n {
			return lo, n
		}
		return r.driver(n, size)
	case c == '=':
		return r.value(n, n+size, false)
	case c == ':':
		return r.address(n, n+size)
	case (c == '/' || c == '\\') && r.before(n) == ':': // an escaped slash after a raw ":"
		r.isValue = false
		return r.address(n-1, n)
	case c == '/' && !strings.HasPrefix(r.text[n:], "// ") && r.isStart(n): // not a comment
		a := authority{isWeb: true, isRelative: true}
		a.opener, a.level = r.opener(n)
		slashes := 0
		if a.n, slashes = r.slashes(n, len(r.text)); slashes > 1 {
			return r.userinfo(a)
		}
	}
	return 0, 0
}

// isStart reports whether "//" at n begins an address without a scheme: at the start of a line, or after a space or one
// of " ' ` = ( [ , < >, or an escape of these.
func (r *reader) isStart(n int) bool {
	c, _ := r.ending(n)
	return c <= ' ' || strings.ContainsRune("\"'`=([,<>", c)
}
