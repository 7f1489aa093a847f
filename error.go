package uri

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/enum"
	"github.com/urispan/uri/tables"
)

// An Error says where and why an input is not what the caller asked for. The parsing functions return it as a pointer,
// which [errors.As] finds. [TryParse] returns it by value.
//
// An Error has no pointers and at most 16 bytes, so that it is cheap to allocate and keeps no input in memory. Of the
// input it holds at most the byte at Offset, or for an IRI the character. If Offset is in the authority it holds
// nothing, so that no error text shows a part of a userinfo. The text is built only when [Error.Error] is called.
type Error struct {
	// Offset is the index of the first byte that no valid input could have there. It is the length of the input if the
	// input is only too short.
	Offset int

	// Component is the component that was being read at Offset. It is ComponentAuthority where userinfo, host and port
	// cannot be distinguished yet.
	Component Component

	// Reason is the rule that the input breaks at Offset.
	Reason Reason

	// more is for the text only. From the low bits up, it has the byte or character at Offset, if that may be shown;
	// whether Offset is the length of the input; and the rule that the input was to match. It is one field because the
	// compiler keeps structs of at most four fields in registers. In memory, an Error would cost as much as the scan.
	more uint32
}

const (
	charBits   = 21 // the number of bits of a character
	endBit     = 1 << charBits
	askedShift = charBits + 1
)

func (e *Error) char() rune   { return rune(e.more & (endBit - 1)) }
func (e *Error) atEnd() bool  { return e.more&endBit != 0 }
func (e *Error) asked() asked { return asked(e.more >> askedShift) }

// newError returns the error of an input that package fsm found invalid from n on. It is not inlined, so that the parsing
// functions stay small.
//
//go:noinline
func newError(a asked, s string, n int) error {
	e := explain(a, s, n)
	return &e
}

// explain is newError for an error by value. If an IRI has an illegal character outside ASCII, the error has all of it.
//
//go:noinline
func explain(a asked, s string, n int) Error {
	c, r := fsm.Explain(productionOf[a], s, n)
	more := uint32(a) << askedShift
	if n < len(s) {
		more |= uint32(s[n] & shown[c&15]) // a branch would be mispredicted as often as components vary
	} else {
		more |= endBit
	}
	e := Error{Offset: n, Component: componentOf[c], Reason: reasonOf[r], more: more}
	if a >= askedIRI && e.Reason == ReasonIllegalByte {
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

// partError returns the error of a part that was given on its own, or of a reference that matches the grammar. The
// offset is in that part. The byte there is not recorded, because the text may end there.
func partError(c Component, offset int, r Reason) error {
	return &Error{Offset: offset, Component: c, Reason: r, more: uint32(askedPart) << askedShift}
}

// shown has the mask of the bytes that an Error may hold, by component. Inside an authority it is zero: until the end
// of the authority is known, any byte of it can belong to a password.
var shown = [16]byte{
	ComponentScheme:   0xff,
	ComponentPath:     0xff,
	ComponentQuery:    0xff,
	ComponentFragment: 0xff,
}

// showsByte reports whether the text names the byte at Offset.
func (e *Error) showsByte() bool {
	return e.Reason == ReasonIllegalByte && !e.atEnd() && e.asked() != askedPart && shown[e.Component&15] != 0
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
	case e.asked() >= askedIRI && e.char() >= utf8.RuneSelf:
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
		if e.asked() == askedPart {
			return ""
		}
		return askedNames[e.asked()] + " was asked for"
	case ReasonColonInSegment:
		return "the text before it is not a scheme"
	case ReasonNotRooted:
		return `after an authority, a path is empty or begins with "/"`
	case ReasonDotSegment:
		return "resolution would remove it"
	}
	return ""
}

// Errors that [URI.HostAddr] and [URI.PortNumber] return, plain or wrapped: test for them with [errors.Is].
var (
	// ErrNoAddress says that the host is not written as an IP address: it is undefined or a registered name.
	ErrNoAddress = errors.New("no IP address")

	// ErrAddressMechanism says that the host is an IPvFuture, "[v1.x]", whose version means nothing to this package
	// (RFC 3986, section 3.2.2).
	ErrAddressMechanism = errors.New("address mechanism not supported")

	// ErrNoPort says that the port is undefined or empty. Both mean the default port of the scheme, if it has one
	// (RFC 3986, section 3.2.3): see [DefaultPort].
	ErrNoPort = errors.New("no port number")

	// ErrPortRange says that the port is larger than 65535. RFC 3986 sets no limit, but TCP and UDP do.
	ErrPortRange = errors.New("port number out of range: larger than 65535")
)

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

// componentOf has the Component for each component of package fsm.
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

// A Reason says why an input is not what the caller asked for. The zero Reason means that there is no error.
type Reason uint8

// The reasons up to ReasonBadUTF8 are those for which an input does not match the grammar.
//
// For the others, a reference that matches the grammar is refused, or parts cannot be put together or decoded. The
// Offset of the Error is then in the part that Component names. With ComponentNone it is in the text that was given to
// the function.
const (
	_                    Reason = iota
	ReasonIllegalByte           // a byte that the component cannot have
	ReasonBadPercent            // "%" without two hex digits after it (RFC 3986, section 2.1)
	ReasonBadIPLiteral          // brackets without an IPv6address or IPvFuture in them (section 3.2.2)
	ReasonBadPort               // a byte that is not a digit after the ":" of the host (section 3.2.3)
	ReasonColonInSegment        // ":" in the first segment of a relative path, and no scheme before it (section 4.2)
	ReasonNoScheme              // an undefined scheme, where a URI or absolute-URI was asked for
	ReasonHasScheme             // a defined scheme, where a relative-ref was asked for
	ReasonHasFragment           // a defined fragment, where an absolute-URI was asked for
	ReasonTooLong               // an input or output that is too long for 32-bit offsets
	ReasonBadUTF8               // octets that are not UTF-8, where text was asked for

	ReasonNotRooted     // a path that follows an authority but does not begin with "/" (section 3.3)
	ReasonNoHost        // a userinfo or port without a host (section 3.2)
	ReasonAboveRoot     // a ".." segment above the root, with RefuseAboveRoot (section 5.2.4)
	ReasonDotSegment    // a dot segment in a target or in data: resolution would remove it (section 5.2.4)
	ReasonInexpressible // a component that Elements cannot express, or a target that no reference leads to
	ReasonRefusedOctet  // a percent-encoded octet that must not be decoded (section 2.1)
	ReasonTooMany       // more segments or pairs than the limit
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

// reasonOf has the Reason for each reason of package fsm.
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
