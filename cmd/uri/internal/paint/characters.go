package paint

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"

	"github.com/urispan/uri/tables"
)

// A picture shows the characters outside ASCII that have a shape and a known number of columns, and escapes the others.

// A breadth is the number of columns of a character, or escaped.
type breadth int

const (
	escaped breadth = iota - 1
	attached
	narrow
	wide
)

// hidden lists the characters that are invisible, and the regional indicators and emoji modifiers. The latter may form
// one picture with their neighbours, and terminals disagree about its width.
var hidden = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
	{R32: []unicode.Range32{{Lo: 0x1f1e6, Hi: 0x1f1ff, Stride: 1}, {Lo: 0x1f3fb, Hi: 0x1f3ff, Stride: 1}}},
}

// breadthOf returns the breadth of r, which is outside ASCII. Letters, marks, numbers, punctuation and symbols have
// columns. All others are escaped: spaces, separators, private characters, and characters that format bidirectional
// text. Characters of ambiguous width, which are wide in old East Asian fonts, are narrow.
func breadthOf(r rune) breadth {
	switch {
	case unicode.In(r, hidden...), !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S):
		return escaped
	case unicode.In(r, unicode.Mn, unicode.Me), isJoiningJamo(r):
		return attached
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return wide
	}
	return narrow
}

// isJoiningJamo reports whether r is a Hangul vowel or final consonant, which forms one syllable with the character
// before it.
func isJoiningJamo(r rune) bool { return 0x1160 <= r && r <= 0x11ff || 0xd7b0 <= r && r <= 0xd7ff }

// isRightToLeft reports whether a terminal may reorder r and the characters around it.
func isRightToLeft(r rune) bool {
	if r < 0x590 {
		return false
	}
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL, bidi.AN:
		return true
	}
	return false
}

// HasRightToLeft reports whether s has characters that a terminal may reorder.
func HasRightToLeft(s []byte) bool { return bytes.ContainsFunc(s, isRightToLeft) }

// canCarry reports whether a mark may be drawn on r. A mark on a delimiter would hide it, and a component that begins
// with the mark would have no column.
func canCarry(r rune) bool {
	return r >= utf8.RuneSelf || tables.Is(byte(r), tables.Unreserved)
}
