package uri

import (
	"errors"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// An Error describes where and why an input was refused. Functions return it as a pointer, which [errors.As] finds.
//
// An Error has no pointers and at most 16 bytes, so that it is cheap to allocate and keeps no input in memory. It holds
// at most the byte or the character of the input at Offset. If Offset is in the authority, it holds neither, so that no
// error text shows a part of a userinfo. The text is built only when Error is called.
type Error struct {
	// Offset is the index of the first byte that no valid input could have there. It is the length of the input if the
	// input is only too short.
	Offset int

	// Component is the component that was being read at Offset. It is ComponentAuthority where userinfo, host and port
	// cannot be distinguished yet.
	Component Component

	// Reason is the rule that the input breaks at Offset.
	Reason Reason

	details uint32 // see reference.Fault
}

// Error returns a message such as "bad percent-encoding in query at byte 41: expected a hex digit".
func (e *Error) Error() string { return (*reference.Fault)(unsafe.Pointer(e)).Text() }

// ErrorOf returns the [*Error] of a fault, or nil for nil. Only the packages of this module can make a fault: package
// iri returns this Error for IRIs. It does not allocate: an Error and a Fault have the same fields in memory.
func ErrorOf(f *reference.Fault) error {
	if f == nil {
		return nil
	}
	return (*Error)(unsafe.Pointer(f))
}

// partError returns an error about text that was given to a function. The offset is in that text.
func partError(c Component, offset int, r Reason) error {
	return ErrorOf(reference.PartFault(tables.Component(c), offset, fsm.Reason(r)))
}

// Errors that [URI.HostAddr] and [URI.PortNumber] return, plain or wrapped: test for them with [errors.Is].
var (
	// ErrNoAddress means that the host is neither an IPv4address nor an IPv6address: it is undefined or a registered
	// name.
	ErrNoAddress = errors.New("no IP address")

	// ErrAddressMechanism means that the host is an IPvFuture, such as "[v1.x]". This package supports no version of it
	// (RFC 3986, section 3.2.2).
	ErrAddressMechanism = errors.New("address mechanism not supported")

	// ErrNoPort means that the port is undefined or empty. Both mean the default port of the scheme, if it has one (RFC
	// 3986, section 3.2.3): see [DefaultPort].
	ErrNoPort = errors.New("no port number")

	// ErrPortRange means that the port is larger than 65535. RFC 3986 sets no limit, but TCP and UDP do.
	ErrPortRange = errors.New("port number out of range: larger than 65535")
)

// A Component is a component or subcomponent of a URI-reference (RFC 3986, section 3). It has the values of
// [fsm.Component].
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

// String returns the name of the component in RFC 3986, in lower case, or "" for ComponentNone.
func (c Component) String() string {
	if c <= ComponentFragment {
		return tables.Component(c).String()
	}
	return textio.Name(nil, c, "Component")
}

// Check returns nil if raw is valid as the component c, that is, if the accessor of c, such as [URI.Host], returns raw
// for some URI-reference. Otherwise it returns an [*Error] with an Offset in raw. Package net/url has no such function.
//
// Check accepts the strings that the Set method of [Builder] for the component accepts, and returns the same errors.
// But it ignores the other components: "//a" and "a:b" are valid paths, as in "//h//a" and "s:a:b". For
// ComponentAuthority, which can have an error in any of its parts, it returns the error of [Parse] for "//" and raw.
// For ComponentNone and values without a name, no raw is valid.
//
// It allocates the error, and a copy of an authority or IP-literal.
func (c Component) Check(raw string) error {
	return ErrorOf(reference.Check(tables.Component(c), raw))
}

// A Reason describes why an input was refused. The zero Reason means that there is no error. Values up to
// ReasonHostList are those of [fsm.Reason].
type Reason uint8

// The reasons up to ReasonHostList mean that an input does not match the grammar.
//
// The other reasons mean that a reference is refused although it matches the grammar, or that parts cannot be put
// together or decoded. The Offset of the Error is then in the text that was given to the function, or in one component
// of a URI: see the function.
const (
	ReasonIllegalByte    Reason = iota + 1 // a byte that the component cannot have
	ReasonBadPercent                       // "%" without two hex digits after it (RFC 3986, section 2.1)
	ReasonBadIPLiteral                     // brackets without an IPv6address or IPvFuture in them (section 3.2.2)
	ReasonBadPort                          // not a port after the ":" of the host (section 3.2.3)
	ReasonColonInSegment                   // ":" in the first segment of a relative path, and no scheme before it (section 4.2)
	ReasonNoScheme                         // an undefined scheme, where a URI or absolute-URI is expected
	ReasonHasScheme                        // a defined scheme, where a relative-ref is expected
	ReasonHasFragment                      // a defined fragment, where an absolute-URI is expected
	ReasonTooLong                          // an input or output that is too long for 32-bit offsets
	ReasonBadUTF8                          // octets that are not UTF-8, where text is expected
	ReasonHostList                         // "," after a port: a list of hosts, which package scheme reads (section 3.2.2)

	ReasonNotRooted     // a path that follows an authority but does not begin with "/" (section 3.3)
	ReasonNoHost        // a userinfo or port without a host (section 3.2)
	ReasonAboveRoot     // a ".." segment above the root, with ResolveRefuseAboveRoot (section 5.2.4)
	ReasonDotSegment    // a dot segment in a target or in data: resolution would remove it (section 5.2.4)
	ReasonInexpressible // a component that Elements cannot express, or a target that no reference leads to
	ReasonRefusedOctet  // a percent-encoded octet that must not be decoded (section 2.1)
	ReasonTooMany       // more segments or pairs than the limit
)

// String returns a few words for the reason, such as "bad percent-encoding".
func (r Reason) String() string { return reference.ReasonText(fsm.Reason(r)) }
