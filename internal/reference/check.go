package reference

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Package fsm scans whole references. These functions check the text of one component, for a [Builder], which must know
// the component that is wrong.

// componentChars maps each component to the bytes that it can have, besides percent-encodings.
var componentChars = [...]tables.Set{
	tables.Scheme:   tables.SchemeChars,
	tables.Userinfo: tables.UserinfoChars,
	tables.Host:     tables.RegNameChars,
	tables.Port:     tables.DIGIT,
	tables.Path:     tables.SegmentChars, // and "/"
	tables.Query:    tables.QueryChars,
	tables.Fragment: tables.FragmentChars,
}

// componentBytes maps each byte to the components that can have it, besides percent-encodings. The bit of a component c
// is 1<<c.
var componentBytes = func() (table [256]uint16) {
	for b := range table {
		for c, set := range componentChars {
			if tables.Is(byte(b), set) || b == '/' && tables.Component(c) == tables.Path {
				table[b] |= 1 << c
			}
		}
	}
	return table
}()

// Check returns nil if raw is a valid c. Package uri describes it.
func Check(c tables.Component, raw string) *Fault {
	switch {
	case uint64(len(raw)) > maxText-2: // "//" is put before some components to scan them
		return PartFault(tables.None, 0, fsm.TooLong)
	case c == tables.Authority:
		return checkAuthority(raw)
	case c == tables.None || int(c) >= len(componentChars):
		return PartFault(tables.None, 0, fsm.IllegalByte)
	}
	if offset, r := misfit(c, raw); r != 0 {
		return newFault(RuleReference, c, r, raw, offset)
	}
	return nil
}

// checkAuthority checks an authority. Only the scanner can distinguish its parts.
func checkAuthority(raw string) *Fault {
	const before = "//"
	var r fsm.Ranges
	text := before + raw
	end := octet.Next(raw, 0, "/?#") // these end an authority
	n, ok := fsm.Scan(text, &r)
	switch {
	case !ok && n <= len(before)+end:
		f := URIs.Fault(RuleReference, text, n)
		f.Offset -= len(before)
		return f
	case end < len(raw):
		return newFault(RuleReference, tables.Authority, fsm.IllegalByte, raw, end)
	}
	return nil
}

// misfit returns the length of the longest prefix of text that begins a valid c, and the reason why text is wrong after
// it. If text is a c, the reason is 0.
func misfit(c tables.Component, text string) (offset int, r fsm.Reason) {
	switch {
	case c == tables.Host && strings.HasPrefix(text, "["):
		return misfitLiteral(text)
	case c == tables.Scheme && (text == "" || !tables.Is(text[0], tables.ALPHA)):
		return 0, fsm.IllegalByte
	}
	bit := uint16(1) << c
	for i := 0; i < len(text); i++ {
		switch {
		case componentBytes[text[i]]&bit != 0:
		case text[i] == '%' && c != tables.Scheme && c != tables.Port:
			for range 2 {
				if i++; i == len(text) || !tables.Is(text[i], tables.HEXDIG) {
					return i, fsm.BadPercent
				}
			}
		case c == tables.Port:
			return i, fsm.BadPort
		default:
			return i, fsm.IllegalByte
		}
	}
	return len(text), 0
}

// misfitLiteral does the same for a host that begins with "[".
func misfitLiteral(text string) (offset int, reason fsm.Reason) {
	end := strings.IndexByte(text, ']') + 1
	if end == 0 {
		end = len(text)
	}
	var r fsm.Ranges
	if n, ok := fsm.Scan("//"+text[:end], &r); !ok {
		return n - len("//"), fsm.BadIPLiteral
	}
	if end < len(text) {
		return end, fsm.IllegalByte
	}
	return end, 0
}
