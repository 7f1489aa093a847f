package main

import (
	"fmt"
	"strings"
)

// classDoc lists the bytes of c and the character rules that contain all of them. If no rule contains all, it lists the
// rules that contain some:
//
//	ALPHA, HEXDIG, unreserved: A-F a-f
func (g *grammar) classDoc(c byteSet) string {
	var all, some []string
	for _, name := range g.charRules() {
		switch rest := c.minus(g.chars(name)); {
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

// charRules returns the rules of the grammar that describe byte classes. It omits rules like pchar that describe the
// parts of a component.
func (g *grammar) charRules() (names []string) {
	for _, name := range []string{
		"ALPHA", "DIGIT", "HEXDIG", "unreserved", "gen-delims", "sub-delims", "pct-encoded", "ucschar", "iprivate",
	} {
		if g.rule(name) != nil {
			names = append(names, name)
		}
	}
	return names
}

// byteSetText lists the bytes of s, with ranges as lo-hi.
func byteSetText(s byteSet) string {
	var parts []string
	for b := 0; b < 256; b++ {
		if !s.has(byte(b)) {
			continue
		}
		hi := b
		for hi < 255 && s.has(byte(hi+1)) && sameKind(byte(hi), byte(hi+1)) {
			hi++
		}
		if hi-b < 2 {
			parts = append(parts, byteText(byte(b)))
			continue
		}
		parts = append(parts, byteText(byte(b))+"-"+byteText(byte(hi)))
		b = hi
	}
	return strings.Join(parts, " ")
}

// sameKind reports whether a and b can be in one range of a list.
func sameKind(a, b byte) bool {
	kind := func(c byte) int {
		switch {
		case isDigit(c):
			return 1
		case isAlpha(c):
			return 2
		case c <= ' ', c >= 0x7f:
			return 3
		}
		return 4
	}
	return kind(a) == kind(b) && kind(a) != 4
}

func byteText(c byte) string {
	if c <= ' ' || c >= 0x7f {
		return fmt.Sprintf("%02X", c)
	}
	return string(rune(c))
}
