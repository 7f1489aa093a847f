// Package uri reads URIs and relative references as RFC 3986 defines them: exactly, and without allocation.
//
// A [URI] is a string that is known to match the grammar, with the places of its components. [Parse] takes any
// URI-reference; [ParseURI], [ParseAbsoluteURI] and [ParseRelativeRef] demand one of the RFC's narrower rules. What
// does not match is refused with an [*Error] that names the first byte at which the input goes wrong, the component
// that was being read there, and the reason. Nothing is repaired, guessed or decoded on the way.
//
// The components have the RFC's names:
//
//	foo://user@example.com:8042/over/there?name=ferret#nose
//	\_/   \___________________/\_________/ \_________/ \__/
//	 |             |               |            |        |
//	scheme     authority          path        query   fragment
//
// and the authority holds a userinfo, a host and a port. A component is undefined if its delimiter does not stand in
// the text, and empty if nothing is there but the delimiter: the query of "a?" is empty, that of "a" undefined. The two
// are never confused: every component that can be undefined comes with a bool, but for the scheme, which cannot be
// empty. The path is never undefined.
//
// Accessors return the text as it was written, with its percent-encodings, as slices of the parsed string. Offsets are
// in bytes. Character data outside US-ASCII is no part of RFC 3986 and must be percent-encoded.
//
// A userinfo can hold a password. [URI.String] and [URI.MarshalText] give it as written, because a text that hides
// something would corrupt data; [URI.Redacted] and [URI.LogValue] hide it; errors never show it.
package uri

import (
	"strings"

	"github.com/urispan/uri/fsm"
)

// A URI is a URI-reference: a URI or a relative reference (RFC 3986, section 4.1), as it was written.
//
// It is a small immutable value (48 bytes on 64-bit systems) to be passed by value, usable as a map key, and safe for
// concurrent use. Two URIs are == if and only if their texts are equal byte for byte. The zero URI is the empty
// reference, which is what Parse("") returns. A URI keeps the string that it was parsed from in memory.
type URI struct {
	s string
	r fsm.Ranges
}

// Parse returns s as a URI if it matches the rule URI-reference (RFC 3986, section 4.1). Otherwise it returns the zero
// URI and an [*Error]. It allocates nothing but that error. Inputs of 4 GiB and more are refused.
func Parse(s string) (u URI, err error) {
	u.s = s // first, and not when s is known to be good: so nothing of it has to be kept elsewhere over the call
	if n, ok := fsm.Scan(s, &u.r); !ok {
		return URI{}, newError(fsm.URIReference, u.s, n, &u.r)
	}
	return u, nil
}

// TryParse is [Parse] for callers that meet many bad inputs: it reports success by ok and returns the Error by value,
// so that rejecting, too, allocates nothing. If ok is true, e is the zero Error.
func TryParse(s string) (u URI, e Error, ok bool) {
	n, ok := fsm.Scan(s, &u.r)
	if !ok {
		return URI{}, explain(fsm.URIReference, s, n, &u.r), false
	}
	u.s = s
	return u, Error{}, true
}

// ParseURI is [Parse] for the rule URI, which demands a scheme and allows a fragment (RFC 3986, section 3).
func ParseURI(s string) (URI, error) { return parseAs(fsm.URI, s) }

// ParseAbsoluteURI is [Parse] for the rule absolute-URI, which demands a scheme and allows no fragment. A base URI must
// match it (RFC 3986, sections 4.3 and 5.1).
func ParseAbsoluteURI(s string) (URI, error) { return parseAs(fsm.AbsoluteURI, s) }

// ParseRelativeRef is [Parse] for the rule relative-ref, which allows no scheme (RFC 3986, section 4.2).
func ParseRelativeRef(s string) (URI, error) { return parseAs(fsm.RelativeRef, s) }

func parseAs(p fsm.Production, s string) (u URI, err error) {
	if n, ok := fsm.ScanAs(p, s, &u.r); !ok {
		return URI{}, newError(p, s, n, &u.r)
	}
	u.s = s
	return u, nil
}

// MustParse is [Parse] for constants: it panics if s is no URI-reference. The panic's text does not hold s.
func MustParse(s string) URI {
	u, err := Parse(s)
	if err != nil {
		panic("uri.MustParse: " + err.Error())
	}
	return u
}

// Scheme returns the scheme as written, without its ":". It is "" if and only if the scheme is undefined, that is, if u
// is a relative reference. Schemes are case-insensitive: compare [URI.CanonicalScheme] (RFC 3986, section 3.1).
func (u URI) Scheme() string {
	lo, hi, _ := u.r.Scheme()
	return u.s[lo:hi]
}

// CanonicalScheme returns the scheme in lower case, its canonical form (RFC 3986, section 3.1). It allocates only if
// the scheme is written with an upper-case letter.
func (u URI) CanonicalScheme() string { return strings.ToLower(u.Scheme()) }

// Authority returns the authority as written, without its "//"; ok is false if it is undefined (RFC 3986, section 3.2).
// It may hold a password.
func (u URI) Authority() (authority string, ok bool) {
	lo, hi, ok := u.r.Authority()
	return u.s[lo:hi], ok
}

// Userinfo returns the userinfo as written, without its "@"; ok is false if it is undefined (RFC 3986, section 3.2.1).
// It may hold a password.
func (u URI) Userinfo() (userinfo string, ok bool) {
	lo, hi, ok := u.r.Userinfo()
	return u.s[lo:hi], ok
}

// Host returns the host as written, an IP-literal with its brackets; ok is false if it is undefined, which it is if and
// only if the authority is (RFC 3986, section 3.2.2). See [URI.HostKind] and [URI.HostAddr].
func (u URI) Host() (host string, ok bool) {
	lo, hi, ok := u.r.Host()
	return u.s[lo:hi], ok
}

// Port returns the port as written, without its ":"; ok is false if it is undefined. It consists of any number of
// digits, even none (RFC 3986, section 3.2.3). See [URI.PortNumber].
func (u URI) Port() (port string, ok bool) {
	lo, hi, ok := u.r.Port()
	return u.s[lo:hi], ok
}

// Path returns the path as written. It is never undefined, but may be empty (RFC 3986, section 3.3).
func (u URI) Path() string {
	lo, hi := u.r.Path()
	return u.s[lo:hi]
}

// Query returns the query as written, without its "?"; ok is false if it is undefined (RFC 3986, section 3.4).
func (u URI) Query() (query string, ok bool) {
	lo, hi, ok := u.r.Query()
	return u.s[lo:hi], ok
}

// Fragment returns the fragment as written, without its "#"; ok is false if it is undefined (RFC 3986, section 3.5).
func (u URI) Fragment() (fragment string, ok bool) {
	lo, hi, ok := u.r.Fragment()
	return u.s[lo:hi], ok
}

// IsAbs reports whether u has a scheme, that is, whether it is a URI and no relative reference. It may have a fragment.
func (u URI) IsAbs() bool {
	_, _, ok := u.r.Scheme()
	return ok
}

// IsAbsoluteURI reports whether u matches the rule absolute-URI: it has a scheme and no fragment
// (RFC 3986, section 4.3).
func (u URI) IsAbsoluteURI() bool {
	_, _, fragment := u.r.Fragment()
	return u.IsAbs() && !fragment
}

// IsRelative reports whether u is a relative reference: it has no scheme. Every relative reference is exactly one of
// network-path, absolute-path and relative-path reference (RFC 3986, section 4.2).
func (u URI) IsRelative() bool { return !u.IsAbs() }

// IsNetworkPath reports whether u is a network-path reference: a relative reference that begins with "//"
// (RFC 3986, section 4.2).
func (u URI) IsNetworkPath() bool {
	_, _, authority := u.r.Authority()
	return authority && !u.IsAbs()
}

// IsAbsolutePath reports whether u is an absolute-path reference: a relative reference that begins with a single "/"
// (RFC 3986, section 4.2).
func (u URI) IsAbsolutePath() bool {
	// Where a scheme or an authority is defined, the path does not begin at 0.
	lo, hi := u.r.Path()
	return lo == 0 && hi > 0 && u.s[0] == '/'
}

// IsRelativePath reports whether u is a relative-path reference: a relative reference that does not begin with "/",
// such as "g", "?y", "#s" and "" (RFC 3986, section 4.2).
func (u URI) IsRelativePath() bool {
	lo, hi := u.r.Path()
	return lo == 0 && (hi == 0 || u.s[0] != '/')
}

// Ranges returns where the components of u lie in its text.
func (u URI) Ranges() Ranges { return Ranges{u.r} }

// Ranges says where the components of a URI-reference lie in its text: in bytes, half-open, without the delimiters.
// Where a component is undefined, ok is false. The zero Ranges is that of the empty reference; Ranges is comparable.
type Ranges struct{ r fsm.Ranges }

// Scheme returns the range of the scheme, without its ":".
func (r Ranges) Scheme() (lo, hi int, ok bool) { return r.r.Scheme() }

// Authority returns the range of the authority, without its "//".
func (r Ranges) Authority() (lo, hi int, ok bool) { return r.r.Authority() }

// Userinfo returns the range of the userinfo, without its "@".
func (r Ranges) Userinfo() (lo, hi int, ok bool) { return r.r.Userinfo() }

// Host returns the range of the host, an IP-literal with its brackets.
func (r Ranges) Host() (lo, hi int, ok bool) { return r.r.Host() }

// Port returns the range of the port, without its ":".
func (r Ranges) Port() (lo, hi int, ok bool) { return r.r.Port() }

// Path returns the range of the path, which is never undefined.
func (r Ranges) Path() (lo, hi int) { return r.r.Path() }

// Query returns the range of the query, without its "?".
func (r Ranges) Query() (lo, hi int, ok bool) { return r.r.Query() }

// Fragment returns the range of the fragment, without its "#".
func (r Ranges) Fragment() (lo, hi int, ok bool) { return r.r.Fragment() }
