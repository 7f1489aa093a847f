package main

import (
	"fmt"
	"strings"
)

// classDoc lists the bytes of c and the character rules that contain all of them. If no rule contains all, it lists the
// rules that contain some. It omits rules like pchar that describe the parts of a component:
//
//	ALPHA, HEXDIG, unreserved: A-F a-f
func (g *grammar) classDoc(c byteSet) string {
	var all, some []string
	for _, name := range []string{
		"ALPHA", "DIGIT", "HEXDIG", "unreserved", "gen-delims", "sub-delims", "pct-encoded", "ucschar", "iprivate",
	} {
		if g.rule(name) == nil {
			continue
		}
		switch rest := c.minus(g.Chars(name)); {
		case rest.len() == 0 && (name != "pct-encoded" || len(all) == 0):
			all = append(all, name)
		case rest != c && name != "pct-encoded":
			some = append(some, name)
		}
	}
	switch {
	case len(all) > 0:
		return strings.Join(all, ", ") + ": " + byteSetText(c)
	case len(some) > 0:
		return "of " + strings.Join(some, " and ") + ": " + byteSetText(c)
	}
	return "in no rule: " + byteSetText(c)
}

// byteSetText lists the bytes of s, with ranges as lo-hi.
func byteSetText(s byteSet) string { return strings.Join(listBytes(s, byteText, "-"), " ") }

// listBytes returns the words for the bytes of s. Of a range, it returns its ends with to between them.
func listBytes(s byteSet, word func(c byte) string, to string) (words []string) {
	for lo, hi := range s.ranges(sameKind) {
		if hi-lo >= 2 {
			words = append(words, word(lo)+to+word(hi))
			continue
		}
		if words = append(words, word(lo)); lo < hi {
			words = append(words, word(hi))
		}
	}
	return words
}

// sameKind reports whether a and b can be in one range of a list.
func sameKind(a, b byte) bool {
	return isDigit(a) && isDigit(b) || isAlpha(a) && isAlpha(b) || !isVisible(a) && !isVisible(b)
}

func isVisible(c byte) bool { return ' ' < c && c < 0x7f }

func byteText(c byte) string {
	if !isVisible(c) {
		return fmt.Sprintf("%02X", c)
	}
	return string(rune(c))
}
