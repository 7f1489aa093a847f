package uri

import (
	"strings"
)

// This file splits a text at separators into pairs: a query, or the parameters of a segment.

// A Pair is a part of a query between two separators, such as "key=value", split at its first "=".
type Pair struct {
	Key, Value string
	HasValue   bool // whether there is an "=": "a" has no value, and the value of "a=" is empty
}

// A pairCursor moves through a text from pair to pair. It has the separators as a set. A single separator is faster to
// find without the set.
type pairCursor struct {
	text   string
	lo, hi int // the range of the current pair; hi is -1 before the first one

	separator byte
	others    bool // whether there are more separators than one
	set       [4]uint64
}

func newPairCursor(text, separators string) pairCursor {
	c := pairCursor{text: text, hi: -1, separator: separators[0], others: len(separators) > 1}
	for i := range len(separators) {
		c.set[separators[i]>>6] |= 1 << (separators[i] & 63)
	}
	return c
}

// next moves to the next pair and reports whether there is one.
func (c *pairCursor) next() bool {
	if c.hi == len(c.text) {
		return false
	}
	c.lo = c.hi + 1
	c.hi = c.lo + c.separatorIn(c.text[c.lo:])
	return true
}

// separatorIn returns the offset of the first separator in s, or len(s) if there is no separator.
func (c *pairCursor) separatorIn(s string) int {
	if !c.others {
		if n := strings.IndexByte(s, c.separator); n >= 0 {
			return n
		}
		return len(s)
	}
	n := 0
	for n < len(s) && c.set[s[n]>>6]>>(s[n]&63)&1 == 0 {
		n++
	}
	return n
}

// pair returns the current pair as written.
func (c *pairCursor) pair() Pair {
	text := c.text[c.lo:c.hi]
	n := strings.IndexByte(text, '=')
	if n < 0 {
		return Pair{Key: text}
	}
	return Pair{text[:n], text[n+1:], true}
}

// appendSeparator appends the separator before the current pair, unless the pair is to be the first one.
func (c *pairCursor) appendSeparator(dst []byte, first bool) []byte {
	if first {
		return dst
	}
	return append(dst, c.text[c.lo-1])
}
