package reference

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/enum"
	"github.com/urispan/uri/tables"
)

// An Error is the place and the reason of a fault in an input. Package uri describes it.
type Error struct {
	Offset    int
	Component Component
	Reason    Reason

	// more is for the text only. From the low bits up, it has the byte or character at Offset, if that may be shown;
	// whether Offset is the length of the input; and the rule that the input was to match. It is one field because the
	// compiler keeps structs of at most four fields in registers. In memory, an Error would cost as much as the scan.
	more uint32
}

const (
	charBits  = 21 // the number of bits of a character
	endBit    = 1 << charBits
	ruleShift = charBits + 1
)

func (e *Error) char() rune  { return rune(e.more & (endBit - 1)) }
func (e *Error) atEnd() bool { return e.more&endBit != 0 }
func (e *Error) rule() Rule  { return Rule(e.more >> ruleShift) }

// NewError returns the error of s, which package fsm found invalid from n on. It is not inlined, so that the parsing
// functions stay small.
//
//go:noinline
func NewError(a Rule, s string, n int) error {
	e := Explain(a, s, n)
	return &e
}

// Explain returns the error of [NewError] by value. If an IRI has an illegal character outside ASCII, the error has all
// of it.
//
//go:noinline
func Explain(a Rule, s string, n int) Error {
	c, r := fsm.Explain(productionOf[a], s, n)
	more := uint32(a) << ruleShift
	if n < len(s) {
		more |= uint32(s[n] & shown[c&15]) // a branch would be mispredicted as often as components vary
	} else {
		more |= endBit
	}
	e := Error{Offset: n, Component: componentOf[c], Reason: reasonOf[r], more: more}
	if a >= ruleOfIRI && e.Reason == ReasonIllegalByte {
		e.widen(s[n:])
	}
	return e
}

// widen replaces the recorded byte by the whole character at the start of s. If s does not start with a character, the
// reason becomes ReasonBadUTF8.
func (e *Error) widen(s string) {
	if s == "" || s[0] < utf8.RuneSelf {
		return
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case size == 1:
		e.Reason = ReasonBadUTF8
	case e.char() != 0:
		e.more += uint32(r) - uint32(s[0])
	}
}

// PartError returns the error of a part that was given on its own, or of a reference that matches the grammar. The
// offset is in that part. The byte there is not recorded, because the text may end there.
func PartError(c Component, offset int, r Reason) error {
	return &Error{Offset: offset, Component: c, Reason: r, more: uint32(ruleNone) << ruleShift}
}

// shown maps each component to the mask of the bytes that an Error may hold. Inside an authority it is zero: until the
// end of the authority is known, any byte of it can belong to a password.
var shown = [16]byte{
	ComponentScheme:   0xff,
	ComponentPath:     0xff,
	ComponentQuery:    0xff,
	ComponentFragment: 0xff,
}

// showsByte reports whether the text names the byte at Offset.
func (e *Error) showsByte() bool {
	return e.Reason == ReasonIllegalByte && !e.atEnd() && e.rule() != ruleNone && shown[e.Component&15] != 0
}

// Error returns a text such as "bad percent-encoding in query at byte 41: expected a hex digit".
func (e *Error) Error() string {
	if e.Reason == ReasonTooLong {
		return "too long: more than " + strconv.FormatUint(fsm.MaxLen, 10) + " bytes"
	}
	text := e.what() + e.where() + " at byte " + strconv.Itoa(e.Offset)
	if expected := e.expected(); expected != "" {
		text += ": " + expected
	}
	return text
}

// what returns the first words of the text, which name the reason.
func (e *Error) what() string {
	switch {
	case e.atEnd() && e.Reason <= ReasonBadPort:
		// No byte is wrong: the input is only too short.
		return "unexpected end"
	case !e.showsByte():
		return e.Reason.String()
	case '!' <= e.char() && e.char() <= '~':
		return "illegal character " + strconv.Quote(string(e.char()))
	case e.rule() >= ruleOfIRI && e.char() >= utf8.RuneSelf:
		return "illegal character U+" + hex(e.char(), 4)
	}
	return "illegal byte 0x" + strings.ToLower(hex(e.char(), 2))
}

// hex returns r in upper-case hex digits, with zeros before it up to the given number of digits.
func hex(r rune, digits int) string {
	text := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return strings.Repeat("0", max(0, digits-len(text))) + text
}

// where returns the words that name the component. They are empty if the reason implies the component.
func (e *Error) where() string {
	switch {
	case e.Component == ComponentNone, ReasonBadPort < e.Reason && e.Reason <= ReasonTooLong,
		e.Reason == ReasonBadPort && !e.atEnd(), e.Reason == ReasonNotRooted:
		return ""
	case e.Reason == ReasonNoHost && e.Component != ComponentAuthority:
		return " for " + e.Component.String()
	}
	return " in " + e.Component.String()
}

// expected returns the words after the offset, which say what would have been right. They may be empty.
func (e *Error) expected() string {
	switch e.Reason {
	case ReasonBadPercent:
		return "expected a hex digit"
	case ReasonBadIPLiteral:
		return `expected an IPv6address or IPvFuture, closed by "]"`
	case ReasonBadPort:
		if e.Component == ComponentPort {
			return "expected a digit"
		}
		return `expected only digits in a port, or "@" after a userinfo`
	case ReasonNoScheme, ReasonHasScheme, ReasonHasFragment:
		if e.rule() == ruleNone {
			return ""
		}
		return ruleNames[e.rule()] + " was asked for"
	case ReasonColonInSegment:
		return "the text before it is not a scheme"
	case ReasonNotRooted:
		return `after an authority, a path is empty or begins with "/"`
	case ReasonDotSegment:
		return "resolution would remove it"
	}
	return ""
}

// A Component is a component or subcomponent of a URI-reference (RFC 3986, section 3).
type Component uint8

const (
	ComponentNone Component = iota // no component in particular
	ComponentScheme
	ComponentAuthority
	ComponentUserinfo
	ComponentHost
	ComponentPort
	ComponentPath
	ComponentQuery
	ComponentFragment
)

var componentNames = [...]string{
	ComponentNone:      "",
	ComponentScheme:    "scheme",
	ComponentAuthority: "authority",
	ComponentUserinfo:  "userinfo",
	ComponentHost:      "host",
	ComponentPort:      "port",
	ComponentPath:      "path",
	ComponentQuery:     "query",
	ComponentFragment:  "fragment",
}

// componentOf maps the components of package fsm to those of this package.
var componentOf = [...]Component{
	tables.None:      ComponentNone,
	tables.Scheme:    ComponentScheme,
	tables.Authority: ComponentAuthority,
	tables.Userinfo:  ComponentUserinfo,
	tables.Host:      ComponentHost,
	tables.Port:      ComponentPort,
	tables.Path:      ComponentPath,
	tables.Query:     ComponentQuery,
	tables.Fragment:  ComponentFragment,
}

// String returns the name of the component in RFC 3986, in lower case, or "" for ComponentNone.
func (c Component) String() string { return enum.Name(componentNames[:], c, "Component") }

// A Reason is the reason of an [Error]. Package uri describes them.
type Reason uint8

const (
	_ Reason = iota
	ReasonIllegalByte
	ReasonBadPercent
	ReasonBadIPLiteral
	ReasonBadPort
	ReasonColonInSegment
	ReasonNoScheme
	ReasonHasScheme
	ReasonHasFragment
	ReasonTooLong
	ReasonBadUTF8 // the last one that means that an input does not match the grammar

	ReasonNotRooted
	ReasonNoHost
	ReasonAboveRoot
	ReasonDotSegment
	ReasonInexpressible
	ReasonRefusedOctet
	ReasonTooMany
)

var reasonNames = [...]string{
	0:                    "no error",
	ReasonIllegalByte:    "illegal byte",
	ReasonBadPercent:     "bad percent-encoding",
	ReasonBadIPLiteral:   "bad IP-literal",
	ReasonBadPort:        "bad port",
	ReasonColonInSegment: "colon in first segment",
	ReasonNoScheme:       "no scheme",
	ReasonHasScheme:      "unwanted scheme",
	ReasonHasFragment:    "unwanted fragment",
	ReasonTooLong:        "too long",
	ReasonBadUTF8:        "invalid UTF-8",
	ReasonNotRooted:      `path without a leading "/"`,
	ReasonNoHost:         "no host",
	ReasonAboveRoot:      `".." above the root`,
	ReasonDotSegment:     "dot segment",
	ReasonInexpressible:  "inexpressible",
	ReasonRefusedOctet:   "refused octet",
	ReasonTooMany:        "too many",
}

// NamesOf returns the Component and the Reason for those of package fsm.
func NamesOf(c fsm.Component, r fsm.Reason) (Component, Reason) { return componentOf[c], reasonOf[r] }

// reasonOf maps the reasons of package fsm to those of this package.
var reasonOf = [...]Reason{
	fsm.IllegalByte:    ReasonIllegalByte,
	fsm.BadPercent:     ReasonBadPercent,
	fsm.BadIPLiteral:   ReasonBadIPLiteral,
	fsm.BadPort:        ReasonBadPort,
	fsm.ColonInSegment: ReasonColonInSegment,
	fsm.NoScheme:       ReasonNoScheme,
	fsm.HasScheme:      ReasonHasScheme,
	fsm.HasFragment:    ReasonHasFragment,
	fsm.TooLong:        ReasonTooLong,
	fsm.BadUTF8:        ReasonBadUTF8,
}

// String returns a few words for the reason, such as "bad percent-encoding".
func (r Reason) String() string { return enum.Name(reasonNames[:], r, "Reason") }
