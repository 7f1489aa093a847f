package redact

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
)

// LookBack is the number of bytes before a place that the rules look at.
const LookBack = 256

// isMark reports whether a secret may end or begin at n: at an "@", an "=" after
// a key or before a token, or a quotation mark after a message.
func (r *reader) isMark(n int) bool {
	switch c, size := char(r.text[n:], true); c {
	case '@':
		return true
	case '=':
		return r.secretKey(n, n+size) > 0
	case '"', '\'', '\\':
		return r.isAfterMessage(n) && r.messageBefore(n) >= 0
	}
	return false
}

// isStart reports whether an address with a secret may begin at n.
func (r *reader) isStart(n int) bool {
	switch c, size := char(r.text[n:], true); c {
	case ':':
		return r.whole || r.isSlash(n+size) || r.driverAt(n) != nil
	case '/':
		isDouble := strings.HasPrefix(r.text[n:], "//") || size > 1 && r.isSlash(n+size)
		isComment := strings.HasPrefix(r.text[n:], "// ")
		return isDouble && !isComment && r.before(n) != ':' && r.beginsAddress(n)
	}
	return false
}

// isSlash reports whether a slash or backslash is at n, or an escape of one.
func (r *reader) isSlash(n int) bool {
	if n >= len(r.text) {
		return false
	}
	c, _ := char(r.text[n:], true)
	return c == '/' || c == '\\'
}

// beginsAddress reports whether "//" at n begins an address without a scheme: at the start of a line, or after a space
// or one of " ' ` = ( [ , < >, or an escape of these.
func (r *reader) beginsAddress(n int) bool {
	c, _ := r.ending(r.beforeColour(n))
	return c <= ' ' || strings.ContainsRune("\"'`=([,<>", c)
}

// isAfterMessage reports whether a message may end at n.
func (r *reader) isAfterMessage(n int) bool {
	return n > 2 && (r.text[n-1] == ' ' || r.text[n-1] == '(') && messageEnds.has(hashOf(r.text[n-3], r.text[n-2]))
}

// place returns the next place at n or after it that may have a secret, or the length of the text. A secret that begins
// at a start ends at an "@" in the same word or, with a space in it, in the next one. Few words have a mark, so most
// text is only searched for marks.
func (r *reader) place(n int) int {
	if r.mark < n {
		r.findMark(n)
	}
	text := r.text
	for n = max(n, r.begin); n < r.mark; n++ {
		c := text[n]
		if !beginsStart[c] || c == '/' && (n+1 == len(text) || text[n+1] != '/') { // most bytes, and most slashes
			continue
		}
		if r.isStart(n) {
			break
		}
	}
	return n
}

// findMark sets r.mark to the next mark at n or after it, and r.begin to the start of the text before it that has its
// places.
func (r *reader) findMark(n int) {
	r.mark, r.begin = r.search(n), n
	switch {
	case r.everyPlace:
		r.hasOther = true
	case r.mark < len(r.text):
		r.hasOther = r.hasOther || strings.IndexByte("=@", r.text[r.mark]) < 0
		r.begin = n + len(withoutWords(r.text[n:r.mark], 2))
		r.last = r.mark
	default:
		r.begin = r.mark
	}
	if r.first < 0 {
		r.first = r.begin
	}
}

// withoutWords returns text without its last words, as many as count, and the spaces after each.
func withoutWords(text string, count int) string {
	n := len(text)
	for i := range 2 * count { // the spaces after a word, then the word
		for n > 0 && isSpace(rune(text[n-1])) == (i&1 == 0) {
			n--
		}
	}
	return text[:n]
}

// beginsStart is the set of the first bytes of the starts of addresses.
var beginsStart = byteSet(":/%&\\")

func byteSet(chars string) (set [256]bool) {
	for _, c := range []byte(chars) {
		set[c] = true
	}
	return set
}

// newMarks returns the sets of bytes to search for marks. A mark begins at a byte that is in the first set only, at two
// bytes that are in both sets, such as "&#", or at a byte of both sets after one that is in the second set only: the
// quotation mark after a message.
func newMarks(first, second string) simd.StopSets {
	notFirst := func(c byte) bool { return c < 0x80 && strings.IndexByte(first, c) < 0 }
	notSecond := func(c byte) bool { return c < 0x80 && strings.IndexByte(second, c) < 0 }
	rows := [2][32]uint8{simd.Row(notFirst), simd.Row(notSecond)}
	return simd.StopSets{Rows: rows, Bits: simd.StopBits(notFirst, notSecond)}
}

// marks are the bytes to search for without keys and with them.
var marks = [...]simd.StopSets{newMarks("@%\\&#\"'", " (&#\"'"), newMarks("=@%\\&#\"'", " (&#\"'")}

// search returns the next mark at n or after it, or the length of the text.
func (r *reader) search(n int) int {
	sets := &marks[min(1, len(r.rules.Keys.names))]
	var buf [simd.Block]byte
	text := r.text
	if len(text) < simd.Block {
		copy(buf[:], text)
		text = octet.Text(buf[:])
	}
	for n < len(r.text) {
		begin := min(n, len(text)-simd.Block) // the last block may begin before n
		first, second := simd.Stops(text, begin, sets)
		both := first & second
		pairs := both & (both>>1 | 1<<63 | (second&^first)<<1 | 1)
		for places := (first&^second | pairs) >> (n - begin); places != 0; places &= places - 1 {
			if i := n + bits.TrailingZeros64(places); i < len(r.text) && r.isMark(i) {
				return i
			}
		}
		n = begin + simd.Block
	}
	return len(r.text)
}

// A span is a range of the text.
type span struct{ lo, hi int }

// secretAt returns the secret at the place n. It is empty if there is none. The components of an address that are hidden are
// in r.rest.
func (r *reader) secretAt(n int) (lo, hi int) {
	r.isValue = r.text[n] == '%'
	r.percent = r.isValue
	c, size := r.char(n)
	switch {
	case isQuote(c), c == '\\':
		return r.message(n)
	case c == '@':
		if lo, hi = r.hostOfMessage(n); lo >= hi {
			lo, hi = r.hostAgain(n)
		}
		if lo < hi {
			return lo, hi
		}
		return r.mysql(n, size)
	case c == '=':
		return r.value(n, n+size)
	case c == ':':
		return r.address(n, n+size)
	}
	a := authority{isWeb: true, isRelative: true}
	a.opener, a.level = r.opener(n)
	a.n, _ = r.slashes(n, len(r.text))
	return r.userinfo(a)
}
