package redact

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
)

// LookBack is the number of bytes before a place that the rules look at.
const LookBack = 256

// A kind is the kind of a place.
type kind uint8

const (
	noPlace kind = iota
	isStart      // an address with a secret may begin
	isEnd        // "@", which may end a secret, or a quotation mark after a message
	isEqual      // "=" after a key or before a token
)

// kindAt returns the kind of the place at n.
func (r *reader) kindAt(n int) kind {
	c, size := octet.First(r.text[n:])
	if size == 1 && (c == '\\' || c == '&') {
		var decoded rune
		if decoded, size = char(r.text[n:], false); size == 1 || decoded > '@' {
			return noPlace
		}
		c = byte(decoded)
	}
	switch c {
	case '@':
		return isEnd
	case '"', '\'':
		if r.messageBefore(n) != nil {
			return isEnd
		}
	case '=':
		if r.rules.isKeyPlace(r.text, n, size) {
			return isEqual
		}
	case ':':
		if r.whole || r.isSlash(n+size) || r.driverAt(n) != nil {
			return isStart
		}
	case '/':
		isDouble := strings.HasPrefix(r.text[n:], "//") || size > 1 && r.isSlash(n+size)
		if isDouble && !strings.HasPrefix(r.text[n:], "// ") && r.before(n) != ':' && r.beginsAddress(n) { // "// " is a comment
			return isStart
		}
	}
	return noPlace
}

// isKeyPlace reports whether the "=" at n, of the given size, is a place: whether a key may end before it, or a token
// begin after it.
func (rules *Rules) isKeyPlace(text string, n, size int) bool {
	return len(rules.Keys.names) > 0 && (rules.Keys.endsAt(text, n) || tokenPrefix(text[n+size:]) > 0)
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
	c, _ := r.ending(n)
	return c <= ' ' || strings.ContainsRune("\"'`=([,<>", c)
}

// isAfterMessage reports whether a message may end at n.
func (r *reader) isAfterMessage(n int) bool {
	return n > 2 && (r.text[n-1] == ' ' || r.text[n-1] == '(') && messageEnds.has(hashOf(r.text[n-3], r.text[n-2]))
}

// place returns the next place at n or after it that may have a secret, or the length of the text. A secret that begins
// at a place of kind isStart ends at an "@" in the same word or, with a space in it, in the next one. Few words have an
// "@", so most text is only searched for "@", "=" and messages.
func (r *reader) place(n int) int {
	if r.end < n {
		r.end, r.begin = len(r.text), n
		if !r.rules.hidesComponents() {
			r.end = r.search(n, isEnd)
			r.begin = r.end
			if r.end < len(r.text) {
				r.begin = n + len(withoutWord(withoutWord(r.text[n:r.end])))
			}
		}
	}
	if n < r.begin && len(r.rules.Keys.names) > 0 {
		if r.equal < n {
			r.equal = r.search(n, isEqual)
		}
		if r.equal < r.begin {
			return r.equal
		}
	}
	return r.nextPlace(max(n, r.begin))
}

// withoutWord returns text without its last word and the spaces after it.
func withoutWord(text string) string {
	n := len(text)
	for n > 0 && isSpace(rune(text[n-1])) {
		n--
	}
	for n > 0 && !isSpace(rune(text[n-1])) {
		n--
	}
	return text[:n]
}

// nextPlace returns the next place of any kind at n or after it.
func (r *reader) nextPlace(n int) int {
	text := r.text
	for ; n < len(text); n++ {
		c := text[n]
		if !beginsPlace[c] || c == '/' && (n+1 == len(text) || text[n+1] != '/') { // most bytes, and most slashes
			continue
		}
		if r.kindAt(n) != noPlace {
			break
		}
	}
	return n
}

// beginsPlace is the set of the first bytes of places.
var beginsPlace = byteSet(":/%&=\\@\"'")

func byteSet(chars string) (set [256]bool) {
	for _, c := range []byte(chars) {
		set[c] = true
	}
	return set
}

// A kernel finds places of one kind. They begin at a byte that is in the first set only, at two bytes that are in both
// sets, such as "&#", or at a byte of both sets after one that is in the second set only: the quotation mark after a
// message.
type kernel struct {
	sets   simd.StopSets
	begins [256]bool // the first set
}

func newKernel(first, second string) kernel {
	notFirst := func(c byte) bool { return c < 0x80 && strings.IndexByte(first, c) < 0 }
	notSecond := func(c byte) bool { return c < 0x80 && strings.IndexByte(second, c) < 0 }
	sets := simd.StopSets{Rows: [2][32]uint8{simd.Row(notFirst), simd.Row(notSecond)}, Bits: simd.StopBits(notFirst, notSecond)}
	return kernel{sets, byteSet(first)}
}

var kernels = [...]kernel{
	isEnd:   newKernel("@%\\&#\"'", " (&#\"'"),
	isEqual: newKernel("=%\\&#", "&#"),
}

// search returns the next place of the given kind at n or after it, or the length of the text.
func (r *reader) search(n int, kind kind) int {
	k := &kernels[kind]
	for ; n < len(r.text); n += simd.Block {
		var buf [simd.Block]byte
		block, begin := r.text, n
		if len(r.text)-n < simd.Block {
			copy(buf[:], r.text[n:])
			block, begin = octet.Text(buf[:]), 0
		}
		first, second := simd.Stops(block, begin, &k.sets)
		both := first & second
		pairs := both & (both>>1 | 1<<63 | (second&^first)<<1 | 1)
		for places := first&^second | pairs; places != 0; places &= places - 1 {
			if i := n + bits.TrailingZeros64(places); k.begins[r.text[i]] && r.kindAt(i) == kind {
				return i
			}
		}
	}
	return len(r.text)
}

// A span is a range of the text.
type span struct{ lo, hi int }

// secretAt returns the secret at the place n. It is empty if there is none. The components of an address are added to
// r.components.
func (r *reader) secretAt(n int) (lo, hi int) {
	r.isValue = r.text[n] == '%'
	r.percent = r.isValue
	c, size := r.char(n)
	switch {
	case isQuote(c):
		return r.message(n)
	case c == '@':
		if lo = r.hostOfMessage(n); lo < n {
			return lo, n
		}
		return r.mysql(n, size)
	case c == '=':
		return r.value(n, n+size, false)
	case c == ':':
		if d := r.driverAt(n); d != nil {
			if lo, hi = r.driver(d, n+size); lo < hi {
				return lo, hi
			}
			r.percent = true
			if lo, hi = r.driver(d, n+size); lo < hi {
				return lo, hi
			}
			r.percent = r.isValue
		}
		r.percent = r.percent || strings.HasPrefix(r.text[n+size:], "%") // https:%2F%2Fu:S@h
		return r.address(n, n+size)
	}
	a := authority{isWeb: true, isRelative: true}
	a.opener, a.level = r.opener(n)
	a.n, _ = r.slashes(n, len(r.text))
	return r.userinfo(a)
}
