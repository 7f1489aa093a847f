package uri

import (
	"errors"

	"github.com/urispan/uri/internal/reference"
)

// An Error says where and why an input is not what the caller asked for. The parsing functions return it as a pointer,
// which [errors.As] finds. [TryParse] returns it by value. Its fields are:
//
//	// Offset is the index of the first byte that no valid input could have there. It is the length of the input if the
//	// input is only too short.
//	Offset int
//
//	// Component is the component that was being read at Offset. It is ComponentAuthority where userinfo, host and port
//	// cannot be distinguished yet.
//	Component Component
//
//	// Reason is the rule that the input breaks at Offset.
//	Reason Reason
//
// Its method Error returns a text such as "bad percent-encoding in query at byte 41: expected a hex digit".
//
// An Error has no pointers and at most 16 bytes, so that it is cheap to allocate and keeps no input in memory. Of the
// input it holds at most the byte at Offset, or for an IRI the character. If Offset is in the authority it holds
// nothing, so that no error text shows a part of a userinfo. The text is built only when Error is called.
type Error = reference.Error

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

// A Component is a component or subcomponent of a URI-reference (RFC 3986, section 3). Its method String returns its name
// in the RFC, in lower case, or "" for ComponentNone. Its method Check checks the text of a component:
//
//	func (c Component) Check(raw string) error
//
// Check returns nil if raw is a valid c: if some URI-reference has it as that component, as the accessors of [URI]
// return it, without delimiters. If not, the error is an [*Error] whose Offset is in raw. Package net/url has no such
// function.
//
// Check agrees with the Set method of [Builder] for the component, and the error is the same. But the other components
// do not matter: "//a" and "a:b" are valid paths, of "//h//a" and "s:a:b". For ComponentAuthority, which can have an
// error in any of its parts, the error is that of [Parse] for "//" and raw. For ComponentNone and values without a
// name, no raw is valid.
//
// It allocates the error, and a copy of an authority or IP-literal.
type Component = reference.Component

const (
	ComponentNone      Component = reference.ComponentNone // no component in particular
	ComponentScheme    Component = reference.ComponentScheme
	ComponentAuthority Component = reference.ComponentAuthority
	ComponentUserinfo  Component = reference.ComponentUserinfo
	ComponentHost      Component = reference.ComponentHost
	ComponentPort      Component = reference.ComponentPort
	ComponentPath      Component = reference.ComponentPath
	ComponentQuery     Component = reference.ComponentQuery
	ComponentFragment  Component = reference.ComponentFragment
)

// A Reason says why an input is not what the caller asked for. The zero Reason means that there is no error. Its method
// String returns a few words for it, such as "bad percent-encoding".
type Reason = reference.Reason

// The reasons up to ReasonBadUTF8 are those for which an input does not match the grammar.
//
// For the others, a reference that matches the grammar is refused, or parts cannot be put together or decoded. The
// Offset of the Error is then in the part that Component names. With ComponentNone it is in the text that was given to
// the function.
const (
	ReasonIllegalByte    Reason = reference.ReasonIllegalByte    // a byte that the component cannot have
	ReasonBadPercent     Reason = reference.ReasonBadPercent     // "%" without two hex digits after it (RFC 3986, section 2.1)
	ReasonBadIPLiteral   Reason = reference.ReasonBadIPLiteral   // brackets without an IPv6address or IPvFuture in them (section 3.2.2)
	ReasonBadPort        Reason = reference.ReasonBadPort        // a byte that is not a digit after the ":" of the host (section 3.2.3)
	ReasonColonInSegment Reason = reference.ReasonColonInSegment // ":" in the first segment of a relative path, and no scheme before it (section 4.2)
	ReasonNoScheme       Reason = reference.ReasonNoScheme       // an undefined scheme, where a URI or absolute-URI was asked for
	ReasonHasScheme      Reason = reference.ReasonHasScheme      // a defined scheme, where a relative-ref was asked for
	ReasonHasFragment    Reason = reference.ReasonHasFragment    // a defined fragment, where an absolute-URI was asked for
	ReasonTooLong        Reason = reference.ReasonTooLong        // an input or output that is too long for 32-bit offsets
	ReasonBadUTF8        Reason = reference.ReasonBadUTF8        // octets that are not UTF-8, where text was asked for

	ReasonNotRooted     Reason = reference.ReasonNotRooted     // a path that follows an authority but does not begin with "/" (section 3.3)
	ReasonNoHost        Reason = reference.ReasonNoHost        // a userinfo or port without a host (section 3.2)
	ReasonAboveRoot     Reason = reference.ReasonAboveRoot     // a ".." segment above the root, with RefuseAboveRoot (section 5.2.4)
	ReasonDotSegment    Reason = reference.ReasonDotSegment    // a dot segment in a target or in data: resolution would remove it (section 5.2.4)
	ReasonInexpressible Reason = reference.ReasonInexpressible // a component that Elements cannot express, or a target that no reference leads to
	ReasonRefusedOctet  Reason = reference.ReasonRefusedOctet  // a percent-encoded octet that must not be decoded (section 2.1)
	ReasonTooMany       Reason = reference.ReasonTooMany       // more segments or pairs than the limit
)
