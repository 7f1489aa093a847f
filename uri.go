package uri

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

// A URI is a URI-reference as it was written: a URI or a relative reference (RFC 3986, section 4.1). It corresponds to
// a [net/url.URL], but is immutable, and keeps the text.
//
// A URI is a small value (48 bytes on 64-bit systems). It can be passed by value, compared with ==, used as a map key,
// and used by several goroutines at the same time. Two URIs are == if and only if their texts are equal byte for byte.
// The zero URI is the empty reference, which is what Parse("") returns. A URI keeps the string that it was parsed from
// in memory.
type URI struct {
	s string
	r fsm.Ranges
}

// Parse parses s as a URI-reference (RFC 3986, section 4.1). If s is not one, it returns the zero URI and an [*Error].
// Only that error is allocated. Inputs longer than [fsm.MaxLen], about 4 GiB, are refused.
func Parse(s string) (u URI, err error) {
	u.s = s // before the scan, so that s need not be kept elsewhere during the call
	if n, ok := fsm.Scan(s, &u.r); !ok {
		return URI{}, newError(askedReference, u.s, n, &u.r)
	}
	return u, nil
}

// ParseBytes is [Parse] for a []byte, like [net/url.URL.UnmarshalBinary]. The URI has a copy of text, so the caller may
// change text after the call. To find components in bytes without a copy, see [fsm.Scan].
func ParseBytes(text []byte) (URI, error) { return Parse(string(text)) }

// TryParse is [Parse] for programs that reject many inputs, such as a filter in a log pipeline. It returns the error by
// value and reports success by ok, so that bad input costs no allocation either. If ok is true, e is the zero Error.
func TryParse(s string) (u URI, e Error, ok bool) {
	n, ok := fsm.Scan(s, &u.r)
	if !ok {
		return URI{}, explain(askedReference, s, n, &u.r), false
	}
	u.s = s
	return u, Error{}, true
}

// ParseURI is [Parse] for the rule URI: s must have a scheme, and may have a fragment (RFC 3986, section 3).
func ParseURI(s string) (URI, error) { return parseAs(askedURI, s) }

// ParseAbsoluteURI is [Parse] for the rule absolute-URI: s must have a scheme and no fragment (RFC 3986, section 4.3).
// A base URI matches this rule (section 5.1).
func ParseAbsoluteURI(s string) (URI, error) { return parseAs(askedAbsoluteURI, s) }

// ParseRelativeRef is [Parse] for the rule relative-ref: s must not have a scheme (RFC 3986, section 4.2).
func ParseRelativeRef(s string) (URI, error) { return parseAs(askedRelativeRef, s) }

func parseAs(a asked, s string) (u URI, err error) {
	if n, ok := fsm.ScanAs(productionOf[a], s, &u.r); !ok {
		return URI{}, newError(a, s, n, &u.r)
	}
	u.s = s
	return u, nil
}

// MustParse is [Parse] for constants. It panics if s is not a URI-reference. The text of the panic does not contain s.
func MustParse(s string) URI {
	u, err := Parse(s)
	if err != nil {
		panic("uri.MustParse: " + err.Error())
	}
	return u
}

// Scheme returns the scheme as written, without the ":". It is "" if and only if the scheme is undefined, that is, if u
// is a relative reference. Schemes are case-insensitive: compare [URI.CanonicalScheme] (RFC 3986, section 3.1).
func (u URI) Scheme() string { return view{&u}.Scheme() }

// CanonicalScheme returns the scheme in lower case, like the Scheme of a [net/url.URL]: its canonical form (RFC 3986,
// section 3.1). It allocates only if the scheme has an upper-case letter.
func (u URI) CanonicalScheme() string { return strings.ToLower(u.Scheme()) }

// Authority returns the authority as written, without the "//": the User and the Host of a [net/url.URL]. If it is
// undefined, ok is false (RFC 3986, section 3.2). It may contain a password.
func (u URI) Authority() (authority string, ok bool) { return view{&u}.Authority() }

// Userinfo returns the userinfo as written, without the "@", like the User of a [net/url.URL]. If it is undefined, ok
// is false (RFC 3986, section 3.2.1). It may contain a password.
func (u URI) Userinfo() (userinfo string, ok bool) { return view{&u}.Userinfo() }

// Host returns the host as written, an IP-literal with its brackets, and without the port, unlike the Host of a
// [net/url.URL]. If it is undefined, ok is false: then the authority is undefined as well (RFC 3986, section 3.2.2).
// See [URI.Hostname], [URI.HostKind] and [URI.HostAddr].
func (u URI) Host() (host string, ok bool) { return view{&u}.Host() }

// Port returns the port as written, without the ":". If it is undefined, ok is false. A port has any number of digits,
// possibly none (RFC 3986, section 3.2.3). See [URI.PortNumber].
func (u URI) Port() (port string, ok bool) { return view{&u}.Port() }

// Path returns the path as written, like [net/url.URL.EscapedPath], also where a [net/url.URL] has an Opaque. It may be
// empty, but is never undefined (RFC 3986, section 3.3).
func (u URI) Path() string { return view{&u}.Path() }

// Query returns the query as written, without the "?", like the RawQuery of a [net/url.URL]. If it is undefined, ok is
// false (RFC 3986, section 3.4). For the values of its parameters, see [URI.QueryGet].
func (u URI) Query() (query string, ok bool) { return view{&u}.Query() }

// RequestURI returns path and query as written, as they stand in the first line of an HTTP request, like
// [net/url.URL.RequestURI]: an empty path is "/", and the query follows with its "?" if it is defined. Only for a URI
// with an authority, or a path that begins with "/", is that the origin-form of RFC 9112, section 3.2.1. It allocates
// only if an empty path has a query.
func (u URI) RequestURI() string {
	lo, end := u.r.Path()
	_, hi, ok := u.r.Query()
	switch {
	case !ok && lo == end:
		return "/"
	case !ok:
		return u.s[lo:end]
	case lo == end:
		return "/" + u.s[end:hi]
	}
	return u.s[lo:hi]
}

// Fragment returns the fragment as written, without the "#", like [net/url.URL.EscapedFragment]. If it is undefined, ok
// is false (RFC 3986, section 3.5).
func (u URI) Fragment() (fragment string, ok bool) { return view{&u}.Fragment() }

// IsAbs reports whether u has a scheme, that is, whether it is a URI and not a relative reference. It may have a
// fragment.
func (u URI) IsAbs() bool {
	_, _, ok := u.r.Scheme()
	return ok
}

// IsAbsoluteURI reports whether u matches the rule absolute-URI: it has a scheme and no fragment (RFC 3986, section
// 4.3).
func (u URI) IsAbsoluteURI() bool {
	_, _, fragment := u.r.Fragment()
	return u.IsAbs() && !fragment
}

// IsRelative reports whether u is a relative reference, which has no scheme. Every relative reference is either a
// network-path, an absolute-path or a relative-path reference (RFC 3986, section 4.2).
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

// offsetsOf returns the offsets of r, to be changed.
func offsetsOf(r *fsm.Ranges) *ranges.Offsets { return (*ranges.Ranges)(r).Offsets() }

// raw returns the text of any component of u.
func (u *URI) raw(c Component) (text string, ok bool) {
	v := view{u}
	switch c {
	case ComponentScheme:
		_, _, ok = u.r.Scheme()
		return v.Scheme(), ok
	case ComponentAuthority:
		return v.Authority()
	case ComponentUserinfo:
		return v.Userinfo()
	case ComponentHost:
		return v.Host()
	case ComponentPort:
		return v.Port()
	case ComponentPath:
		return v.Path(), true
	case ComponentQuery:
		return v.Query()
	case ComponentFragment:
		return v.Fragment()
	}
	return "", false
}

// known returns the URI with the text s, which is made from valid references and so is valid itself. For an IRI it is
// an IRI.
func known(s string) (u URI) {
	u.s = s
	scanKnown(s, &u.r)
	return u
}

// A view has the accessors of a URI. They do what the methods of the URI do, but do not copy it, which would cost more
// than everything else that they do.
type view struct{ u *URI }

// Text returns the text.
func (v view) Text() string { return v.u.s }

// Scheme is [URI.Scheme].
func (v view) Scheme() string {
	lo, hi, _ := v.u.r.Scheme()
	return v.u.s[lo:hi]
}

// Authority is [URI.Authority].
func (v view) Authority() (text string, ok bool) {
	lo, hi, ok := v.u.r.Authority()
	return v.u.s[lo:hi], ok
}

// Userinfo is [URI.Userinfo].
func (v view) Userinfo() (text string, ok bool) {
	lo, hi, ok := v.u.r.Userinfo()
	return v.u.s[lo:hi], ok
}

// Host is [URI.Host].
func (v view) Host() (text string, ok bool) {
	lo, hi, ok := v.u.r.Host()
	return v.u.s[lo:hi], ok
}

// Port is [URI.Port].
func (v view) Port() (text string, ok bool) {
	lo, hi, ok := v.u.r.Port()
	return v.u.s[lo:hi], ok
}

// Path is [URI.Path].
func (v view) Path() string {
	lo, hi := v.u.r.Path()
	return v.u.s[lo:hi]
}

// Query is [URI.Query].
func (v view) Query() (text string, ok bool) {
	lo, hi, ok := v.u.r.Query()
	return v.u.s[lo:hi], ok
}

// Fragment is [URI.Fragment].
func (v view) Fragment() (text string, ok bool) {
	lo, hi, ok := v.u.r.Fragment()
	return v.u.s[lo:hi], ok
}

// Ranges returns the ranges of the components of u in its text.
func (u URI) Ranges() Ranges { return Ranges{u.r} }

// Ranges has the ranges of the components of a URI-reference in its text. They are in bytes, half-open, and without the
// delimiters. For an undefined component, ok is false. Ranges is comparable. The zero Ranges is that of the empty
// reference.
type Ranges struct{ r fsm.Ranges }

// Scheme returns the range of the scheme, without the ":".
func (r Ranges) Scheme() (lo, hi int, ok bool) { return r.r.Scheme() }

// Authority returns the range of the authority, without the "//".
func (r Ranges) Authority() (lo, hi int, ok bool) { return r.r.Authority() }

// Userinfo returns the range of the userinfo, without the "@".
func (r Ranges) Userinfo() (lo, hi int, ok bool) { return r.r.Userinfo() }

// Host returns the range of the host, an IP-literal with its brackets.
func (r Ranges) Host() (lo, hi int, ok bool) { return r.r.Host() }

// Port returns the range of the port, without the ":".
func (r Ranges) Port() (lo, hi int, ok bool) { return r.r.Port() }

// Path returns the range of the path, which is never undefined.
func (r Ranges) Path() (lo, hi int) { return r.r.Path() }

// Query returns the range of the query, without the "?".
func (r Ranges) Query() (lo, hi int, ok bool) { return r.r.Query() }

// Fragment returns the range of the fragment, without the "#".
func (r Ranges) Fragment() (lo, hi int, ok bool) { return r.r.Fragment() }
