package reference

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// Package fsm scans whole references. These functions check the text of one component, for a [Builder], which must know
// the component that is wrong.

// componentChars maps each component to the bytes that it can have, besides percent-encodings.
var componentChars = [...]tables.Set{
	ComponentScheme:   tables.SchemeChars,
	ComponentUserinfo: tables.UserinfoChars,
	ComponentHost:     tables.RegNameChars,
	ComponentPort:     tables.DIGIT,
	ComponentPath:     tables.SegmentChars, // and "/"
	ComponentQuery:    tables.QueryChars,
	ComponentFragment: tables.FragmentChars,
}

// componentBytes maps each byte to the components that can have it, besides percent-encodings. The bit of a component c
// is 1<<c.
var componentBytes = func() (table [256]uint16) {
	for b := range table {
		for c, set := range componentChars {
			if tables.Is(byte(b), set) || b == '/' && Component(c) == ComponentPath {
				table[b] |= 1 << c
			}
		}
	}
	return table
}()

// Check returns nil if raw is a valid c. Package uri describes it.
func (c Component) Check(raw string) error { return URIs.Check(c, raw) }

// Check returns nil if raw is a valid c of the grammar.
func (g Grammar) Check(c Component, raw string) error {
	switch {
	case uint64(len(raw)) > maxText-2: // "//" is put before some components to scan them
		return PartError(ComponentNone, 0, ReasonTooLong)
	case c == ComponentAuthority:
		return checkAuthority(g, raw)
	case c == ComponentNone || int(c) >= len(componentChars):
		return PartError(ComponentNone, 0, ReasonIllegalByte)
	}
	if offset, r := misfit(g, c, raw); r != 0 {
		return misfitError(g, c, raw, offset, r)
	}
	return nil
}

// checkAuthority checks an authority. Only the scanner can distinguish its parts.
func checkAuthority(g Grammar, raw string) error {
	const before = "//"
	var r fsm.Ranges
	text := before + raw
	end := len(raw) // the offset of the first byte that ends an authority
	if i := strings.IndexAny(raw, "/?#"); i >= 0 {
		end = i
	}
	n, ok := g.Scan(text, &r)
	switch {
	case !ok && n <= len(before)+end:
		e := Explain(g.Rule(RuleReference), text, n)
		e.Offset -= len(before)
		return &e
	case end < len(raw):
		return misfitError(g, ComponentAuthority, raw, end, ReasonIllegalByte)
	}
	return nil
}

// misfit returns the length of the longest prefix of text that begins a valid c, and the reason why text is wrong after
// it. If text is a c, the reason is 0.
func misfit(g Grammar, c Component, text string) (offset int, r Reason) {
	switch {
	case c == ComponentHost && strings.HasPrefix(text, "["):
		return misfitLiteral(text)
	case c == ComponentScheme && (text == "" || !tables.Is(text[0], tables.ALPHA)):
		return 0, ReasonIllegalByte
	}
	bit := uint16(1) << c
	for i := 0; i < len(text); i++ {
		switch {
		case componentBytes[text[i]]&bit != 0:
		case text[i] == '%' && c != ComponentScheme && c != ComponentPort:
			for range 2 {
				if i++; i == len(text) || !tables.Is(text[i], tables.HEXDIG) {
					return i, ReasonBadPercent
				}
			}
		case g.textLen(c, text[i:]) > 0:
			i += g.textLen(c, text[i:]) - 1
		case c == ComponentPort:
			return i, ReasonBadPort
		default:
			return i, ReasonIllegalByte
		}
	}
	return len(text), 0
}

// misfitLiteral does the same for a host that begins with "[".
func misfitLiteral(text string) (offset int, reason Reason) {
	end := strings.IndexByte(text, ']') + 1
	if end == 0 {
		end = len(text)
	}
	var r fsm.Ranges
	if n, ok := fsm.Scan("//"+text[:end], &r); !ok {
		return n - len("//"), ReasonBadIPLiteral
	}
	if end < len(text) {
		return end, ReasonIllegalByte
	}
	return end, 0
}

// misfitError returns the error of c, with the byte at the offset as in the error of a parsing function.
func misfitError(g Grammar, c Component, text string, offset int, r Reason) error {
	e := Error{Offset: offset, Component: c, Reason: r, more: uint32(g.Rule(RuleReference)) << ruleShift}
	if offset < len(text) {
		e.more |= uint32(text[offset] & shown[c])
	} else {
		e.more |= endBit
	}
	if g == IRIs {
		e.widen(text[offset:])
	}
	return &e
}

// textLen returns the length of the first character of text if that is outside ASCII and c can have it, or 0.
func (g Grammar) textLen(c Component, text string) int {
	if g == URIs || c == ComponentScheme || c == ComponentPort {
		return 0
	}
	r, size := utf8.DecodeRuneInString(text) // invalid UTF-8 gives U+FFFD, which no component can have
	if tables.IsUcschar(r) || c == ComponentQuery && tables.IsIprivate(r) {
		return size
	}
	return 0
}
