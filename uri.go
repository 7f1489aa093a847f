package uri

import (
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
)

// Parse parses s as a URI-reference (RFC 3986, section 4.1). If s is not one, it returns the zero URI and an [*Error].
// Only that error is allocated. Inputs longer than [fsm.MaxLen], about 4 GiB, are refused.
func Parse(s string) (URI, error) {
	var r fsm.Ranges
	if n, ok := fsm.Scan(s, &r); !ok {
		return URI{}, reference.NewError(reference.RuleReference, s, n)
	}
	if len(s) < far {
		return near(s, &r), nil
	}
	return pack(s, &r), nil
}

// ParseBytes is [Parse] for a []byte, like [net/url.URL.UnmarshalBinary]. The URI has a copy of text, so the caller may
// change text after the call. To find components in bytes without a copy, see [fsm.Scan].
func ParseBytes(text []byte) (URI, error) { return Parse(string(text)) }

// TryParse is [Parse] for programs that reject many inputs, such as a filter in a log pipeline. It returns the error by
// value and reports success by ok, so that bad input costs no allocation either. If ok is true, e is the zero Error.
func TryParse(s string) (u URI, e Error, ok bool) {
	var r fsm.Ranges
	n, ok := fsm.Scan(s, &r)
	if !ok {
		return URI{}, reference.Explain(reference.RuleReference, s, n), false
	}
	if len(s) < far {
		return near(s, &r), Error{}, true
	}
	return pack(s, &r), Error{}, true
}

// ParseURI is [Parse] for the rule URI: s must have a scheme, and may have a fragment (RFC 3986, section 3).
func ParseURI(s string) (URI, error) { return parseAs(reference.RuleURI, s) }

// ParseAbsoluteURI is [Parse] for the rule absolute-URI: s must have a scheme and no fragment (RFC 3986, section 4.3).
// A base URI matches this rule (section 5.1).
func ParseAbsoluteURI(s string) (URI, error) { return parseAs(reference.RuleAbsoluteURI, s) }

// ParseRelativeRef is [Parse] for the rule relative-ref: s must not have a scheme (RFC 3986, section 4.2).
func ParseRelativeRef(s string) (URI, error) { return parseAs(reference.RuleRelativeRef, s) }

func parseAs(rule reference.Rule, s string) (URI, error) {
	var r fsm.Ranges
	if err := reference.Parse(rule, s, &r); err != nil {
		return URI{}, err
	}
	return pack(s, &r), nil
}

// MustParse is [Parse] for constants. It panics if s is not a URI-reference. The text of the panic does not contain s.
func MustParse(s string) URI {
	u, err := Parse(s)
	if err != nil {
		panic("uri.MustParse: " + err.Error())
	}
	return u
}

// CanonicalScheme returns the scheme in lower case, like the Scheme of a [net/url.URL]: its canonical form (RFC 3986,
// section 3.1). It allocates only if the scheme has an upper-case letter.
func (u URI) CanonicalScheme() string { return strings.ToLower(u.Scheme()) }

// RequestURI returns path and query as written, for the first line of an HTTP request, like
// [net/url.URL.RequestURI]: an empty path is "/", and the query follows with its "?" if it is defined. This is the
// origin-form of RFC 9112, section 3.2.1, if u has an authority or a path that begins with "/". It allocates only if an
// empty path has a query.
func (u URI) RequestURI() string {
	var r fsm.Ranges
	u.ranges(&r)
	lo, end := r.Path()
	_, hi, ok := r.Query()
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

// IsAbs reports whether u has a scheme, that is, whether it is a URI and not a relative reference. It may have a
// fragment.
func (u URI) IsAbs() bool { return u.schemeEnd() != 0 }

// IsAbsoluteURI reports whether u matches the rule absolute-URI: it has a scheme and no fragment (RFC 3986, section
// 4.3).
func (u URI) IsAbsoluteURI() bool {
	_, fragment := u.Fragment()
	return !fragment && u.offsets>>16&far != 0
}

// IsRelative reports whether u is a relative reference, which has no scheme. Every relative reference is either a
// network-path, an absolute-path or a relative-path reference (RFC 3986, section 4.2).
func (u URI) IsRelative() bool { return !u.IsAbs() }

// IsNetworkPath reports whether u is a network-path reference: a relative reference that begins with "//"
// (RFC 3986, section 4.2).
func (u URI) IsNetworkPath() bool { return u.authority && !u.IsAbs() }

// IsAbsolutePath reports whether u is an absolute-path reference: a relative reference that begins with a single "/"
// (RFC 3986, section 4.2).
func (u URI) IsAbsolutePath() bool {
	// Where a scheme or an authority is defined, the path does not begin at 0.
	return uint16(u.path) == 0 && u.path != 0 && u.s[0] == '/'
}

// IsRelativePath reports whether u is a relative-path reference: a relative reference that does not begin with "/",
// such as "g", "?y", "#s" and "" (RFC 3986, section 4.2).
func (u URI) IsRelativePath() bool {
	return uint16(u.path) == 0 && (u.path == 0 || u.s[0] != '/')
}

// known returns the URI with the text s, which is known to be a URI-reference or, in functions that package iri uses,
// an IRI-reference.
func known(s string) URI {
	var r fsm.Ranges
	reference.ScanKnown(s, &r)
	return pack(s, &r)
}

// Ranges returns the ranges of the components of u in its text.
func (u URI) Ranges() (r Ranges) {
	u.ranges((*fsm.Ranges)(&r))
	return r
}

// Ranges has the ranges of the components of a URI-reference in its text. They are in bytes, half-open, and without the
// delimiters. For an undefined component, ok is false. Ranges is comparable. The zero Ranges is that of the empty
// reference.
type Ranges fsm.Ranges

// Scheme returns the range of the scheme, without the ":".
func (r Ranges) Scheme() (lo, hi int, ok bool) { return (*fsm.Ranges)(&r).Scheme() }

// Authority returns the range of the authority, without the "//".
func (r Ranges) Authority() (lo, hi int, ok bool) { return (*fsm.Ranges)(&r).Authority() }

// Userinfo returns the range of the userinfo, without the "@".
func (r Ranges) Userinfo() (lo, hi int, ok bool) { return (*fsm.Ranges)(&r).Userinfo() }

// Host returns the range of the host, an IP-literal with its brackets.
func (r Ranges) Host() (lo, hi int, ok bool) { return (*fsm.Ranges)(&r).Host() }

// Port returns the range of the port, without the ":".
func (r Ranges) Port() (lo, hi int, ok bool) { return (*fsm.Ranges)(&r).Port() }

// Path returns the range of the path, which is never undefined.
func (r Ranges) Path() (lo, hi int) { return (*fsm.Ranges)(&r).Path() }

// Query returns the range of the query, without the "?".
func (r Ranges) Query() (lo, hi int, ok bool) { return (*fsm.Ranges)(&r).Query() }

// Fragment returns the range of the fragment, without the "#".
func (r Ranges) Fragment() (lo, hi int, ok bool) { return (*fsm.Ranges)(&r).Fragment() }
