package uri

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
)

// An Error says where and why an input is not what was asked for. The parsing functions return it as a pointer, to be
// found with [errors.As]; [TryParse] returns it by value.
//
// It holds no pointer and is at most 16 bytes, so that it is cheap to allocate and keeps no input in memory. Of the
// input it holds at most the one byte, or character of an IRI, at Offset, and nothing if that stands in the authority:
// its text never shows a part of a userinfo. The text is built only when asked for.
type Error struct {
	// Offset is the first byte at which the input stops being the beginning of anything that was asked for. It is the
	// input's length if the whole input is such a beginning, but incomplete.
	Offset int

	// Component is the component that was being read at Offset. It is ComponentAuthority where userinfo, host and port
	// cannot be told apart yet.
	Component Component

	// Reason is what went wrong there.
	Reason Reason

	// For the text only, from the low bits up: the byte or character at Offset if it may be shown, whether Offset is
	// the input's length, and the fsm.Production that was asked for. One field and not three, since the compiler keeps
	// structs of at most four in registers; in memory, an Error would cost as much as the scan.
	more uint32
}

const (
	charBits   = 21 // as many as a character has
	endBit     = 1 << charBits
	askedShift = charBits + 1
)

func (e *Error) char() rune            { return rune(e.more & (endBit - 1)) }
func (e *Error) atEnd() bool           { return e.more&endBit != 0 }
func (e *Error) asked() fsm.Production { return fsm.Production(e.more >> askedShift) }

// newError is kept out of line, so that the parsing functions carry nothing of it.
//
//go:noinline
func newError(p fsm.Production, s string, n int, dead *fsm.Ranges) error {
	e := explain(p, s, n, dead)
	return &e
}

//go:noinline
func explain(p fsm.Production, s string, n int, dead *fsm.Ranges) Error {
	c, r := explainAs(p, s, n, dead)
	more := uint32(p) << askedShift
	if n < len(s) {
		more |= uint32(s[n] & shown[c&15]) // a branch would be mispredicted as often as components vary
	} else {
		more |= endBit
	}
	return Error{Offset: n, Component: Component(c), Reason: Reason(r), more: more}
}

// explainAs is fsm.Explain for a production of URIs or IRIs.
func explainAs(p fsm.Production, s string, n int, dead *fsm.Ranges) (fsm.Component, fsm.Reason) {
	if p >= askedIRI {
		return fsm.ExplainIRI(p-askedIRI, s, n, dead)
	}
	return fsm.Explain(p, s, n, dead)
}

// partError is about a part that was given on its own, or a reference that matches the grammar: offset is that in it.
// Which byte stands there is not told, since there may be none.
func partError(c Component, offset int, r Reason) error {
	return &Error{Offset: offset, Component: c, Reason: r, more: uint32(askedPart) << askedShift}
}

// shown has all bits set for the components of which an Error may hold a byte. Inside an authority it never does: until
// its end is read, any of it can be a password.
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

func (e *Error) what() string {
	switch {
	case e.atEnd() && e.Reason <= ReasonBadPort:
		// Nothing bad was read yet: what is wrong is that it goes on no more.
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

// hex returns r in upper-case hex digits, at least as many as asked for.
func hex(r rune, digits int) string {
	text := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return strings.Repeat("0", max(0, digits-len(text))) + text
}

// where names the component, unless the reason's own words do.
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
		return "what stands before it is no scheme"
	case ReasonNotRooted:
		return `behind an authority a path is empty or begins with "/"`
	case ReasonDotSegment:
		return "no resolution gives it"
	}
	return ""
}

var askedNames = [...]string{
	fsm.URIReference:           "a URI-reference",
	fsm.URI:                    "a URI",
	fsm.AbsoluteURI:            "an absolute-URI",
	fsm.RelativeRef:            "a relative-ref",
	askedBase:                  "a base URI",
	askedIRI + fsm.URI:         "an IRI",
	askedIRI + fsm.AbsoluteURI: "an absolute-IRI",
	askedIRI + fsm.RelativeRef: "an irelative-ref",
	askedIRI + askedBase:       "a base IRI",
}

// askedBase stands beside the productions for what a base URI must be: a URI, whose fragment does not count
// (RFC 3986, section 5.1).
const askedBase = fsm.RelativeRef + 1

// askedPart stands for no production: only a part was given.
const askedPart = askedBase + 1

// askedIRI plus one of those before stands for the same by the grammar of RFC 3987.
const askedIRI = askedPart + 1

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

// String returns the RFC's name of the component, in lower case; "" for ComponentNone.
func (c Component) String() string {
	if int(c) < len(componentNames) {
		return componentNames[c]
	}
	return "Component(" + strconv.Itoa(int(c)) + ")"
}

// A Reason says why an input is not what was asked for. The zero Reason is that of no error.
type Reason uint8

const (
	_                    Reason = iota
	ReasonIllegalByte           // the byte cannot stand in the component
	ReasonBadPercent            // "%" without two hex digits after it (RFC 3986, section 2.1)
	ReasonBadIPLiteral          // what stands in the brackets is no IPv6address or IPvFuture (section 3.2.2)
	ReasonBadPort               // what stands after the host's ":" is no digit (section 3.2.3)
	ReasonColonInSegment        // ":" in the first segment of a relative path, and no scheme before it (section 4.2)
	ReasonNoScheme              // a URI or absolute-URI was asked for, and the scheme is undefined
	ReasonHasScheme             // a relative-ref was asked for, and the scheme is defined
	ReasonHasFragment           // an absolute-URI was asked for, and the fragment is defined
	ReasonTooLong               // the input is, or the output would be, too long for 32-bit offsets
	ReasonBadUTF8               // octets that are not UTF-8 where text was asked for

	// What is wrong with references that match the grammar, or with parts to be put together or decoded. The Offset is
	// that in the part named by Component, or in the text that was given.

	ReasonNotRooted     // a path that does not begin with "/", behind an authority (section 3.3)
	ReasonNoHost        // a userinfo or port, and the host is undefined (section 3.2)
	ReasonAboveRoot     // a ".." segment that climbs above the root, where that was not to be ignored (section 5.2.4)
	ReasonDotSegment    // a dot segment in a target: no reference resolves to it (section 5.2.4)
	ReasonInexpressible // something that the elements model has no place for, or a target that no reference leads to
	ReasonRefusedOctet  // a percent-encoded octet that was not to be decoded (section 2.1)
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

// String returns a few words for the reason, such as "bad percent-encoding".
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}
