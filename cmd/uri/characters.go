package main

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"

	"github.com/urispan/uri/tables"
)

// This file is about characters outside ASCII in pictures: which are shown as they are, and in how many columns.

// A breadth is the number of columns that a character takes, or says that it is to be escaped.
type breadth int

const (
	escaped breadth = iota - 1
	attached
	narrow
	wide
)

// hidden has characters that nobody can see, and those about whose width terminals disagree because they may become one
// picture with their neighbours: regional indicators, and modifiers of emoji.
var hidden = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
	{R32: []unicode.Range32{{Lo: 0x1f1e6, Hi: 0x1f1ff, Stride: 1}, {Lo: 0x1f3fb, Hi: 0x1f3ff, Stride: 1}}},
}

// breadthOf returns the breadth of r, which is outside ASCII. Escaped are all that are no letter, mark, number,
// punctuation or symbol, such as spaces, separators, private characters and those that format bidirectional text. What
// Unicode calls ambiguous, since it is wide in old East Asian fonts, is narrow.
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

// isJoiningJamo tells whether r is a vowel or a final consonant of Hangul that becomes one syllable with what is before
// it.
func isJoiningJamo(r rune) bool { return 0x1160 <= r && r <= 0x11ff || 0xd7b0 <= r && r <= 0xd7ff }

// isRightToLeft tells whether a terminal may put r, and what is about it, in another order than that of the text.
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

// hasRightToLeft tells whether there is a character in s for which isRightToLeft holds.
func hasRightToLeft(s []byte) bool {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		if isRightToLeft(r) {
			return true
		}
		i += size
	}
	return false
}

// canCarry tells whether a mark may be drawn on r. On a delimiter it would hide that; and where a component begins with
// a mark, there must be a column to draw under.
func canCarry(r rune) bool {
	return r >= utf8.RuneSelf || tables.Is(byte(r), tables.Unreserved)
}
