package urlpattern

import (
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
)

// A class is a set of bytes. Components are US-ASCII, so other bytes are in no class.
type class = octet.ByteSet

// classOf returns the US-ASCII bytes that match.
func classOf(match func(b byte) bool) (c class) {
	for b := range byte(utf8.RuneSelf) {
		if match(b) {
			c.Add(b)
		}
	}
	return c
}

// The US-ASCII bytes of the character classes of ECMAScript.
var (
	allBytes    = classOf(func(byte) bool { return true })
	digits      = classOf(func(b byte) bool { return '0' <= b && b <= '9' })
	wordBytes   = classOf(func(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '_' })
	spaces      = classOf(func(b byte) bool { return '\t' <= b && b <= '\r' || b == ' ' })
	notNewlines = classOf(func(b byte) bool { return b != '\n' && b != '\r' })
)

// segmentBytes returns the class of a segment wildcard.
func segmentBytes(delimiter string) class {
	var c class
	for i := range len(delimiter) {
		c.Add(delimiter[i])
	}
	return allBytes.Minus(c)
}

// upperCase is the set of the upper-case letters in the second word of a class. The bits of the lower-case letters are 32
// bits above.
const upperCase = (1<<26 - 1) << ('A' - 64)

// folded returns c with the upper-case letters in lower case, if ok. This is the simple case folding of ECMAScript
// for US-ASCII.
func folded(c class, ok bool) class {
	if upper := c[1] & upperCase; ok {
		c[1] = c[1]&^upper | upper<<32
	}
	return c
}

// unfolded returns c with the upper-case letters that fold to a letter in c, if ok.
func unfolded(c class, ok bool) class {
	if ok {
		c[1] |= c[1] >> 32 & upperCase
	}
	return c
}
