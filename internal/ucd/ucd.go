// Package ucd has data of the Unicode Character Database: normalization forms C and D, scripts and other properties of
// characters. All data are of one version of Unicode, whatever the version of Go.
//
// These are the sets of characters:
//
//	DecimalNumber       General_Category=Nd
//	DefaultIgnorable    Default_Ignorable_Code_Point
//	Graphic             General_Category=L, M, N, P or S
//	JoinControl         Join_Control
//	PrependedMark       Prepended_Concatenation_Mark
//	StableLetterDigits  General_Category=Ll, Lo, Lm, Mn, Mc or Nd, and not Changes_When_NFKC_Casefolded: LetterDigits (RFC
//	                    5892, section 2.1) without Unstable (section 2.2)
package ucd

import "unicode"

// ScriptOf returns the index in Scripts of the value of the property Script of r.
func ScriptOf(r rune) int {
	if uint32(r) < scriptEnd {
		return int(scriptEntries[scriptBlocks[r>>scriptShift]][r&(1<<scriptShift-1)])
	}
	return 0
}

// A Compatible is the set of the characters beyond US-ASCII with a certain character in normalization form KC.
type Compatible struct {
	ASCII byte // not a letter or a digit
	Table *unicode.RangeTable
}

// Blanks are symbols and marks that look like a space or are invisible, though Unicode does not call them ignorable: of
// braille, Khitan and musical notation.
const Blanks = "\u2800\U00016fe4\U0001d159"
