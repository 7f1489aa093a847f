package uri

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// This file knows which bytes each component may have, and checks the text of one component. Package fsm scans whole
// references, but a [Builder] must know which component is wrong.

// componentChars has the bytes that a component can have, besides percent-encodings.
var componentChars = [...]tables.Set{
	ComponentScheme:   tables.SchemeChars,
	ComponentUserinfo: tables.UserinfoChars,
	ComponentHost:     tables.RegNameChars,
	ComponentPort:     tables.DIGIT,
	ComponentPath:     tables.SegmentChars, // and "/"
	ComponentQuery:    tables.QueryChars,
	ComponentFragment: tables.FragmentChars,
}

// misfit returns the offset at which text stops being the beginning of any c, and the reason. If text is a c, the
// reason is 0.
func misfit(g grammar, c Component, text string) (offset int, r Reason) {
	switch {
	case c == ComponentHost && strings.HasPrefix(text, "["):
		return misfitLiteral(text)
	case c == ComponentScheme && (text == "" || !tables.Is(text[0], tables.ALPHA)):
		return 0, ReasonIllegalByte
	}
	for i := 0; i < len(text); i++ {
		switch {
		case tables.Is(text[i], componentChars[c]), text[i] == '/' && c == ComponentPath:
		case g.textLen(c, text[i:]) > 0:
			i += g.textLen(c, text[i:]) - 1
		case c == ComponentPort:
			return i, ReasonBadPort
		case text[i] != '%' || c == ComponentScheme:
			return i, ReasonIllegalByte
		default:
			for range 2 {
				if i++; i == len(text) || !tables.Is(text[i], tables.HEXDIG) {
					return i, ReasonBadPercent
				}
			}
		}
	}
	return len(text), 0
}

// misfitLiteral is misfit for a host that begins with "[".
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
func misfitError(g grammar, c Component, text string, offset int, r Reason) error {
	e := Error{Offset: offset, Component: c, Reason: r, more: uint32(g.asked(askedReference)) << askedShift}
	if offset < len(text) {
		e.more |= uint32(text[offset] & shown[c])
	} else {
		e.more |= endBit
	}
	if g == ofIRIs {
		e.widen(text[offset:])
	}
	return &e
}

// textLen returns the length of the character outside ASCII with which text begins, or 0 if c cannot have it.
func (g grammar) textLen(c Component, text string) int {
	if g == ofURIs || c == ComponentScheme || c == ComponentPort {
		return 0
	}
	r, size := utf8.DecodeRuneInString(text) // invalid UTF-8 gives U+FFFD, which no component can have
	if tables.IsUcschar(r) || c == ComponentQuery && tables.IsIprivate(r) {
		return size
	}
	return 0
}
