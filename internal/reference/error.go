package reference

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// A Fault is the place and the reason of a fault in an input. It has the fields of an Error of package uri, which
// describes them, in the same order: package uri converts a *Fault to an *Error.
type Fault struct {
	Offset    int
	Component tables.Component
	Reason    fsm.Reason

	// details is for the text only. From the low bits up, it has the byte or character at Offset, if that may be shown;
	// whether Offset is the length of the input; whether it has a character outside ASCII and not a byte; and the rule
	// that the input was to match. It is one field, so that a Fault has at most 16 bytes.
	details uint32
}

const (
	charBits  = 21 // the number of bits of a character
	endBit    = 1 << charBits
	wideBit   = endBit << 1
	ruleShift = charBits + 2
)

func (f *Fault) char() rune  { return rune(f.details & (endBit - 1)) }
func (f *Fault) atEnd() bool { return f.details&endBit != 0 }
func (f *Fault) wide() bool  { return f.details&wideBit != 0 }
func (f *Fault) rule() Rule  { return Rule(f.details >> ruleShift) }

// Fault returns the Fault of s, which package fsm found invalid from n on. If a character outside ASCII is illegal, the
// Fault has all of it.
//
// PERF: it is not inlined, so that the parsing functions stay small.
//
//go:noinline
func (g *Grammar) Fault(a Rule, s string, n int) *Fault {
	c, r := fsm.Explain(g.Productions[a], s, n)
	f := newFault(g.rule(a), c, r, s, n)
	if c == tables.Port && n < len(s) && strings.IndexByte("/?#", s[n]) >= 0 {
		f.details |= uint32(s[n]) // it follows the authority, so it is not secret: see expected
	}
	return f
}

// newFault returns the Fault of s: c is wrong at the offset n. It records the byte or the character there, unless
// that may be a part of a secret.
func newFault(a Rule, c tables.Component, r fsm.Reason, s string, n int) *Fault {
	f := &Fault{n, c, r, uint32(a) << ruleShift}
	if n < len(s) {
		f.details |= uint32(s[n] & shown[c&15]) // PERF: a branch would often be mispredicted
	} else {
		f.details |= endBit
	}
	if r == fsm.IllegalByte || r == fsm.NoScheme && a < ruleOfIRI {
		f.widen(s[n:])
	}
	return f
}

// widen replaces the recorded byte with the whole character at the start of s. If s does not start with a character
// in UTF-8, the recorded byte stays. For an IRI, the reason then becomes fsm.BadUTF8.
func (f *Fault) widen(s string) {
	if s == "" || s[0] < utf8.RuneSelf {
		return
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case size > 1 && f.char() != 0:
		f.details += uint32(r) - uint32(s[0]) + wideBit
	case size == 1 && f.rule() >= ruleOfIRI:
		f.Reason = fsm.BadUTF8
	}
}

// PartFault returns a Fault of text that was given to a function. The offset is in that text. The byte at the offset is
// not recorded, because the text may end there.
func PartFault(c tables.Component, offset int, r fsm.Reason) *Fault {
	return &Fault{offset, c, r, uint32(ruleNone) << ruleShift}
}

// shown maps each component to the mask of the bytes that an Error may show. Inside an authority it is zero: until the
// end of the authority is known, any byte of it can belong to a password.
var shown = [16]byte{
	tables.Scheme:   0xff,
	tables.Path:     0xff,
	tables.Query:    0xff,
	tables.Fragment: 0xff,
}

// showsByte reports whether the text names the byte or character at Offset.
func (f *Fault) showsByte() bool {
	return (f.Reason == fsm.IllegalByte || f.isIllegal()) && !f.atEnd() && f.rule() != ruleNone && shown[f.Component&15] != 0
}

// isIllegal reports whether the scheme is missing because of a byte or character that is illegal in all components,
// such as the space in " http://example.com/".
func (f *Fault) isIllegal() bool {
	c := f.char()
	switch {
	case f.Reason != fsm.NoScheme || c == 0: // the byte is not recorded
		return false
	case c >= utf8.RuneSelf:
		return f.rule() < ruleOfIRI
	}
	return !tables.Is(byte(c), tables.QueryChars) && strings.IndexByte("#%[]", byte(c)) < 0
}

// Text returns a message such as "bad percent-encoding in query at byte 41: expected a hex digit".
func (f *Fault) Text() string {
	if f.Reason == fsm.TooLong {
		return "too long: more than " + strconv.FormatUint(fsm.MaxLen, 10) + " bytes"
	}
	text := f.what() + f.where() + " at byte " + strconv.Itoa(f.Offset)
	if expected := f.expected(); expected != "" {
		text += ": " + expected
	}
	return text
}

// what returns the first words of the text, which name the reason.
func (f *Fault) what() string {
	switch {
	case f.atEnd() && f.Reason < fsm.BadPort:
		// No byte is wrong: the input is only too short. In "http://h:8o80", people see a bad port.
		return "unexpected end"
	case !f.showsByte():
		return ReasonText(f.Reason)
	case f.wide():
		return illegalCharText(f.char())
	}
	return illegalByteText(byte(f.char()))
}

// IllegalText returns the name of the illegal byte or character at the start of s, such as "illegal character \"{\"",
// "illegal character U+00E9", "illegal space" or "illegal byte 0xff".
func IllegalText[T string | []byte](s T) string {
	if r, size := utf8.DecodeRuneInString(string(s[:min(len(s), utf8.UTFMax)])); r >= utf8.RuneSelf && size > 1 {
		return illegalCharText(r)
	}
	return illegalByteText(s[0])
}

func illegalCharText(r rune) string { return fmt.Sprintf("illegal character %U", r) }

func illegalByteText(c byte) string {
	switch {
	case c == ' ':
		return "illegal space"
	case c == '\t':
		return "illegal tab"
	case c == '\n':
		return "illegal newline"
	case c == '\r':
		return "illegal carriage return"
	case '!' <= c && c <= '~':
		return "illegal character " + strconv.Quote(string(rune(c)))
	}
	return fmt.Sprintf("illegal byte %#02x", c)
}

// where returns the words that name the component. They are empty if the reason implies the component.
func (f *Fault) where() string {
	switch {
	case f.isIllegal():
		return " in scheme"
	case f.Component == tables.None, fsm.BadPort <= f.Reason && f.Reason <= fsm.TooLong,
		f.Reason == fsm.HostList, f.Reason == ReasonNotRooted:
		return ""
	case f.Reason == ReasonNoHost && f.Component != tables.Authority:
		return " for " + f.Component.String()
	}
	return " in " + f.Component.String()
}

// expected returns the words after the offset, which say what would have been right. They may be empty.
func (f *Fault) expected() string {
	switch f.Reason {
	case fsm.IllegalByte:
		if f.showsByte() && f.wide() && f.rule() < ruleOfIRI {
			return "write " + new(octet.Coding).Text(string(f.char())) // which keeps no byte
		}
	case fsm.BadPercent:
		return "expected a hex digit"
	case fsm.BadIPLiteral:
		return `expected an IPv6address or IPvFuture, closed by "]"`
	case fsm.BadPort:
		if f.Component == tables.Port && f.char() == 0 { // not the end of an authority without "@"
			return "expected a digit"
		}
		return `expected only digits in a port, or "@" after a userinfo`
	case fsm.NoScheme, fsm.HasScheme, fsm.HasFragment:
		switch {
		case f.rule() == ruleNone:
			return ""
		case f.Reason == fsm.NoScheme:
			return "expected " + ruleNames[f.rule()] + ", such as https://example.com/"
		}
		return "expected " + ruleNames[f.rule()]
	case fsm.HostList:
		return "a URI has one host; scheme.ParseHosts reads a list"
	case fsm.ColonInSegment:
		return "the text before it is not a scheme"
	case ReasonNotRooted:
		return `after an authority, a path is empty or begins with "/"`
	case ReasonDotSegment:
		return "resolution would remove it"
	}
	return ""
}

// The reasons that package fsm does not have: a reference that matches the grammar is refused, or parts cannot be put
// together or decoded. Package uri describes them.
const (
	ReasonNotRooted fsm.Reason = fsm.HostList + 1 + iota
	ReasonNoHost
	ReasonAboveRoot
	ReasonDotSegment
	ReasonInexpressible
	ReasonRefusedOctet
	ReasonTooMany
)

var reasonTexts = [...]string{
	0:                   "no error",
	ReasonNotRooted:     `path without a leading "/"`,
	ReasonNoHost:        "no host",
	ReasonAboveRoot:     `".." above the root`,
	ReasonDotSegment:    "dot segment",
	ReasonInexpressible: "inexpressible",
	ReasonRefusedOctet:  "refused octet",
	ReasonTooMany:       "too many",
}

// ReasonText returns a few words for a reason of package fsm or of this package, such as "bad percent-encoding".
func ReasonText(r fsm.Reason) string {
	return cmp.Or(r.String(), textio.Name(reasonTexts[:], r, "Reason"))
}
