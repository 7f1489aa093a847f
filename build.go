package uri

import (
	"fmt"
	"net/netip"

	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/tables"
)

// A Builder makes a URI-reference from its components (RFC 3986, section 5.3). The zero Builder makes the empty
// reference: every component is undefined, and the path is empty. [URI.Builder] starts with the components of a URI.
//
// A component is given in one of two ways. SetScheme, SetHost and the like take it raw, with percent-encodings, as the
// accessors of [URI] return it. They encode and decode nothing, and text that does not match the rule of the component
// is an error. SetUserinfoFields and SetPathSegments take data, where "%" is an ordinary character, and percent-encode the
// bytes that do not fit. For data in a host, a query or a fragment, encode it first, as in
// b.SetQuery(PlaceQuery.Encode(text)). Both kinds define the component, even if it is "". [Builder.Unset] makes it
// undefined. [Builder.URI] returns the errors. To check a component alone, see [Component.Check].
//
// The result matches the grammar and has the given components: no part of one is ever read as another. To achieve that,
// the Builder may add a dot segment before the path. It is then a part of the path, but means nothing, because the
// removal of dot segments removes it (section 5.2.4):
//
//   - "./", if the first segment of the path has a ":", and scheme and authority are undefined: "a:b" becomes "./a:b"
//     (section 4.2).
//   - "/.", if the path begins with "//", and the authority is undefined: "//a" becomes "/.//a" (section 3.3).
//
// If the result is built again, nothing more is added. Apart from these two cases, components that do not fit together
// are an [*Error]. It names the first wrong component, in the order of the text, and its Offset is in the raw or
// encoded text of the component. Examples are a userinfo or port without a host ([ReasonNoHost]), and a path after an
// authority that is not empty and does not begin with "/" ([ReasonNotRooted]).
//
// A Builder may be copied, and may be used again after it has returned a result. It keeps the strings that it was
// given, including passwords. It is not safe for concurrent use.
type Builder struct{ b reference.Builder }

// Builder returns a new Builder with the components of u. If nothing is set, it builds u again. It does not allocate if
// the Builder does not outlive the calling function.
func (u URI) Builder() *Builder {
	b := new(Builder)
	b.load(&u)
	return b
}

func (b *Builder) load(u *URI) { b.b.Load(u.s, u.at()) }

func (b *Builder) set(c Component, raw string) *Builder {
	b.b.Set(tables.Component(c), raw)
	return b
}

// SetScheme sets the scheme, without the ":" (RFC 3986, section 3.1). The scheme cannot be empty: see [Builder.Unset].
func (b *Builder) SetScheme(raw string) *Builder { return b.set(ComponentScheme, raw) }

// SetAuthority sets userinfo, host and port from raw, an authority without the "//". Components that are not in raw
// become undefined (RFC 3986, section 3.2). An error names one of the three, and its Offset is relative to the start of
// that one.
func (b *Builder) SetAuthority(raw string) *Builder {
	b.b.SetAuthority(raw)
	return b
}

// SetUserinfo sets the userinfo, without the "@" (RFC 3986, section 3.2.1).
func (b *Builder) SetUserinfo(raw string) *Builder { return b.set(ComponentUserinfo, raw) }

// SetHost sets the host (RFC 3986, section 3.2.2). An IP-literal has its brackets. SetHost also defines the authority:
// "" makes a host and an authority that are defined and empty, as in "file:///etc/hosts". A name that is data becomes raw
// by [PlaceRegName].Encode; it must be UTF-8.
func (b *Builder) SetHost(raw string) *Builder { return b.set(ComponentHost, raw) }

// SetHostAddr sets the host to an IP address, with brackets for IPv6 (RFC 3986, section 3.2.2). A URI cannot have an
// address with a zone, or the zero Addr: these are errors with [ReasonBadIPLiteral].
func (b *Builder) SetHostAddr(addr netip.Addr) *Builder { return b.SetHost(reference.HostOf(addr)) }

// SetPort sets the port, without the ":", to any number of digits, possibly none (RFC 3986, section 3.2.3).
func (b *Builder) SetPort(raw string) *Builder { return b.set(ComponentPort, raw) }

// SetPath sets the path, with all its slashes (RFC 3986, section 3.3). Dot segments stay.
func (b *Builder) SetPath(raw string) *Builder { return b.set(ComponentPath, raw) }

// SetQuery sets the query, without the "?" (RFC 3986, section 3.4).
func (b *Builder) SetQuery(raw string) *Builder { return b.set(ComponentQuery, raw) }

// SetFragment sets the fragment, without the "#" (RFC 3986, section 3.5).
func (b *Builder) SetFragment(raw string) *Builder { return b.set(ComponentFragment, raw) }

// Unset makes the component undefined. For ComponentAuthority it unsets userinfo, host and port. For ComponentPath,
// which is never undefined, it makes the path empty. It ignores other values of c.
func (b *Builder) Unset(c Component) *Builder {
	b.b.Unset(tables.Component(c))
	return b
}

// encodedLen is the length of the longest encoded text that costs only one allocation.
const encodedLen = reference.EncodedLen

// SetUserinfoFields sets the userinfo to the fields, percent-encoded and separated by ":", like [net/url.UserPassword].
// The fields are a user name, or a user name and a password, which is deprecated (RFC 3986, section 3.2.1). A ":" in a
// field is encoded. Without fields, the userinfo is defined and empty.
func (b *Builder) SetUserinfoFields(fields ...string) *Builder {
	raw := make([]byte, 0, encodedLen)
	for i, field := range fields {
		if i > 0 {
			raw = append(raw, ':')
		}
		raw = PlaceRegName.coding().AppendText(raw, field) // keeps the bytes of a userinfo except ":"
	}
	return b.SetUserinfo(string(raw))
}

// SetPathSegments sets the path to the segments, percent-encoded and each with a "/" before it, as in the rule
// path-abempty (RFC 3986, section 3.3). The path is absolute, or empty without segments. A "/" in a segment is encoded,
// so that the path has as many segments as were given, even if some are empty: "a", "" becomes "/a/". A ";" is also
// encoded, because in some servers it begins a parameter, so that they read "..;" as "..".
//
// A segment "." or ".." is an error, with [ReasonDotSegment]. It would be removed wherever the reference is resolved or
// normalized, and percent-encoding does not prevent that, because "." is unreserved (sections 2.3 and 5.2.4). For paths
// with dot segments, or without a "/" at the start, give raw text to [Builder.SetPath], such as
// PlaceSegment.Encode(a) + "/" + PlaceSegment.Encode(b).
func (b *Builder) SetPathSegments(segments ...string) *Builder {
	raw := make([]byte, 0, encodedLen)
	for _, segment := range segments {
		raw = nameCoding.AppendText(append(raw, '/'), segment)
	}
	b.b.SetPathData(string(raw))
	return b
}

// URI returns the URI-reference that has the components of b, with a dot segment before the path if it needs one: see
// [Builder]. If no reference has these components, it returns the zero URI and an [*Error]. It allocates only the text
// of the URI, and the error.
func (b *Builder) URI() (URI, error) {
	if b == nil {
		return URI{}, nil
	}
	return result(b.b.Build())
}

// Format prints b for package fmt. For every verb it prints [URI.Redacted] of the URI that [Builder.URI] returns, or
// the text of the error. It implements [fmt.Formatter].
func (b Builder) Format(f fmt.State, verb rune) {
	u, err := b.URI()
	if err != nil {
		formatText(f, verb, err.Error())
		return
	}
	formatText(f, verb, u.Redacted())
}

func (u *URI) with(c Component, raw string) (URI, error) {
	return result(reference.With(u.s, u.at(), tables.Component(c), raw))
}

// WithScheme returns u with its scheme set by [Builder.SetScheme]. Like all With methods, it returns the result of
// [Builder.URI] for the components of u and the new one, or u itself if nothing changes. It allocates only the text of
// the new URI, and the error. To change several components, or the userinfo, use [URI.Builder], which allocates only
// one string.
func (u URI) WithScheme(raw string) (URI, error) { return u.with(ComponentScheme, raw) }

// WithHost returns u with its host set by [Builder.SetHost]. See [URI.WithScheme].
func (u URI) WithHost(raw string) (URI, error) { return u.with(ComponentHost, raw) }

// WithPort returns u with its port set by [Builder.SetPort]. See [URI.WithScheme].
func (u URI) WithPort(raw string) (URI, error) { return u.with(ComponentPort, raw) }

// WithPath returns u with its path set by [Builder.SetPath]. See [URI.WithScheme].
func (u URI) WithPath(raw string) (URI, error) { return u.with(ComponentPath, raw) }

// WithQuery returns u with its query set by [Builder.SetQuery]. See [URI.WithScheme].
func (u URI) WithQuery(raw string) (URI, error) { return u.with(ComponentQuery, raw) }

// WithFragment returns u with its fragment set by [Builder.SetFragment]. See [URI.WithScheme].
func (u URI) WithFragment(raw string) (URI, error) { return u.with(ComponentFragment, raw) }

// Without returns u with the component made undefined by [Builder.Unset]. It is an error to remove the host of a URI
// that has a userinfo or a port. ComponentAuthority removes all three. See [URI.WithScheme].
func (u URI) Without(c Component) (URI, error) {
	return result(reference.Without(u.s, u.at(), tables.Component(c)))
}

// WithoutFragment returns u with its fragment undefined, like Without(ComponentFragment), which cannot fail. A client
// sends a URI without its fragment in a request (RFC 9110, section 7.1), and a base URI has no fragment (RFC 3986,
// section 5.1). It does not allocate.
func (u URI) WithoutFragment() URI {
	if fragment, ok := u.Fragment(); ok {
		u.s = u.s[:len(u.s)-len(fragment)-len("#")] // the offsets of u do not change
	}
	return u
}
