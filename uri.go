package uri

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// A URI is a URI-reference: a URI or a relative reference, in its original spelling (RFC 3986, section 4.1). It
// corresponds to a [net/url.URL], but is immutable, and keeps the text.
//
// A URI is a small value (32 bytes on 64-bit systems). It can be passed by value, compared with ==, used as a map key,
// and used by several goroutines at the same time. Two URIs are == if and only if their strings are equal byte for
// byte. The zero URI is the empty reference, which is what Parse("") returns. A URI and its components share the memory
// of the string that was parsed. If that string is a part of a page, they keep the whole page in memory: see
// [URI.Clone].
//
// Reading a component takes the same time for short and long URIs if the component ends before offset 65,534. Reading
// any other component may scan the URI again.
type URI struct {
	s string

	// PERF: the fields are in the order that costs the inlined getters the fewest steps.
	offsets   uint64 // of Host, SchemeEnd, QueryEnd and HostEnd, from the low bits to the high ones; see fsm.Ranges
	path      uint32 // the offsets Path and PathEnd
	authority bool   // whether it is defined; if not, Host and HostEnd are 0
}

// Parse parses s as a URI-reference (RFC 3986, section 4.1). If s is not one, it returns the zero URI and an [*Error].
// It allocates only that error. Inputs longer than [fsm.MaxLen], about 4 GiB, are refused.
func Parse(s string) (URI, error) {
	var r fsm.Ranges
	if n, ok := fsm.Scan(s, &r); !ok {
		return URI{}, ErrorOf(reference.URIs.Fault(reference.RuleReference, s, n))
	}
	if len(s) < maxOffset {
		return packShort(s, &r), nil
	}
	return pack(s, &r), nil
}

// ParseBytes parses text as a URI-reference, like [Parse] and [net/url.URL.UnmarshalBinary]. The URI has a copy of
// text, so the caller may change text after the call. To find components in bytes without a copy, see [fsm.Scan].
func ParseBytes(text []byte) (URI, error) { return Parse(string(text)) }

// ParseURI parses s by the rule URI: s must have a scheme, and may have a fragment (RFC 3986, section 3).
func ParseURI(s string) (URI, error) { return parseAs(reference.RuleURI, s) }

// ParseAbsoluteURI parses s by the rule absolute-URI: s must have a scheme and no fragment (RFC 3986, section 4.3). A
// base URI matches this rule (section 5.1).
func ParseAbsoluteURI(s string) (URI, error) { return parseAs(reference.RuleAbsoluteURI, s) }

// ParseRelativeRef parses s by the rule relative-ref: s must not have a scheme (RFC 3986, section 4.2).
func ParseRelativeRef(s string) (URI, error) { return parseAs(reference.RuleRelativeRef, s) }

func parseAs(rule reference.Rule, s string) (URI, error) {
	var r fsm.Ranges
	if fault := reference.URIs.Parse(rule, s, &r); fault != nil {
		return URI{}, ErrorOf(fault)
	}
	return pack(s, &r), nil
}

// MustParse is like [Parse] but panics if s is not a URI-reference. Use it for constants. The text of the panic does
// not contain s.
func MustParse(s string) URI { return textio.Must("uri.MustParse: ", Parse, s) }

// Scheme returns the scheme in its original spelling, without the ":". It is "" if and only if the scheme is undefined,
// that is, if u is a relative reference. Schemes are case-insensitive: to compare one, use [strings.EqualFold], or
// [strings.ToLower] for the canonical form (RFC 3986, section 3.1).
func (u URI) Scheme() string {
	if uint16(u.offsets>>16) < maxOffset {
		return u.s[:uint16(u.offsets>>16)]
	}
	return scanScheme(u)
}

// Authority returns the authority, not decoded and without the "//": the User and the Host of a [net/url.URL]. If it is
// undefined, ok is false (RFC 3986, section 3.2). It may contain a password.
func (u URI) Authority() (authority string, ok bool) {
	hi := u.path & maxOffset
	switch {
	case !u.authority:
		return "", false
	case hi == maxOffset:
		return u.scanned(ComponentAuthority)
	}
	return u.s[u.authorityBegin():hi], true
}

// Userinfo returns the userinfo, not decoded and without the "@", like the User of a [net/url.URL]. If it is undefined,
// ok is false (RFC 3986, section 3.2.1). It may contain a password.
func (u URI) Userinfo() (userinfo string, ok bool) {
	lo, hi := u.authorityBegin(), uint32(uint16(u.offsets))
	switch {
	case hi == maxOffset:
		return u.scanned(ComponentUserinfo)
	case lo >= hi: // also if the authority is undefined: then hi is 0
		return "", false
	}
	return u.s[lo : hi-1], true
}

// Host returns the host, not decoded. It has no port, unlike the Host of a [net/url.URL]. An IP-literal has its
// brackets. If the host is undefined, ok is false: then the authority is undefined as well (RFC 3986, section 3.2.2).
// See [URI.Hostname], [URI.HostKind] and [URI.HostAddr].
func (u URI) Host() (host string, ok bool) {
	if u.offsets < maxOffset<<48 {
		return u.s[uint16(u.offsets) : u.offsets>>48], u.authority
	}
	return scanHost(u), true
}

// Port returns the port without the ":". If it is undefined, ok is false. A port has any number of digits, possibly
// none (RFC 3986, section 3.2.3). See [URI.PortNumber].
func (u URI) Port() (port string, ok bool) {
	lo, hi := uint32(u.offsets>>48), u.path&maxOffset
	switch {
	case !u.authority || lo == hi && hi != maxOffset:
		return "", false
	case hi == maxOffset:
		return u.scanned(ComponentPort)
	}
	return u.s[lo+1 : hi], true
}

// Path returns the path, not decoded, like [net/url.URL.EscapedPath]. If a [net/url.URL] has an Opaque, as for
// "mailto:a", Path returns the text of the Opaque. The path may be empty, but is never undefined (RFC 3986, section
// 3.3).
func (u URI) Path() string {
	if u.path < maxOffset<<16 {
		return u.s[uint16(u.path) : u.path>>16]
	}
	return scanPath(u)
}

// Query returns the query, not decoded and without the "?", like the RawQuery of a [net/url.URL]. If it is undefined,
// ok is false (RFC 3986, section 3.4). For the values of its parameters, see [URI.QueryGet].
func (u URI) Query() (query string, ok bool) {
	lo, hi := u.path>>16, u.queryEnd()
	switch {
	case hi == maxOffset:
		return u.scanned(ComponentQuery)
	case lo == hi:
		return "", false
	}
	return u.s[lo+1 : hi], true
}

// Fragment returns the fragment, not decoded and without the "#", like [net/url.URL.EscapedFragment]. If it is
// undefined, ok is false (RFC 3986, section 3.5).
func (u URI) Fragment() (fragment string, ok bool) {
	switch lo := u.queryEnd(); {
	case lo == maxOffset:
		return u.scanned(ComponentFragment)
	case int(lo) < len(u.s):
		return u.s[lo+1:], true
	}
	return "", false
}

// IsAbs reports whether u has a scheme, that is, whether it is a URI and not a relative reference. It may have a
// fragment.
func (u URI) IsAbs() bool { return u.schemeEnd() != 0 }

// IsNetworkPathRef reports whether u is a network-path reference: a relative reference that begins with "//"
// (RFC 3986, section 4.2).
func (u URI) IsNetworkPathRef() bool { return u.authority && !u.IsAbs() }

// IsAbsolutePathRef reports whether u is an absolute-path reference: a relative reference that begins with a single "/"
// (RFC 3986, section 4.2).
func (u URI) IsAbsolutePathRef() bool {
	// Where a scheme or an authority is defined, the path does not begin at 0.
	return uint16(u.path) == 0 && u.path != 0 && u.s[0] == '/'
}

// RequestURI returns path and query for the first line of an HTTP request, not decoded, like [net/url.URL.RequestURI]:
// an empty path is "/", and the query follows with its "?" if it is defined. This is the origin-form of RFC 9112,
// section 3.2.1, if u has an authority or a path that begins with "/". It allocates only if an empty path has a query.
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

// Range returns the range of a component of u in its text: u.String()[lo:hi] is what the getter of the component, such
// as [URI.Host], returns. If the component is undefined, or c is not one, ok is false, and lo and hi are 0. Range does not
// allocate.
func (u URI) Range(c Component) (lo, hi int, ok bool) {
	var r fsm.Ranges
	u.ranges(&r)
	return reference.RangeOf(&r, tables.Component(c))
}

// Ranges returns the ranges of all components of u in its text. To call a method of the result, store it in a variable.
// For one component, see [URI.Range].
func (u URI) Ranges() (r fsm.Ranges) {
	u.ranges(&r)
	return r
}

// Known returns the URI of a string that is known to be a reference, without a scan. Only the packages of this module
// can make its argument: a program calls [Parse].
func Known(k *reference.Known) URI {
	if k == nil {
		return URI{}
	}
	s, r := k.Text()
	if len(s) < maxOffset {
		return packShort(s, r)
	}
	return pack(s, r)
}

// A URI keeps the offsets of its components, in 16 bits each. A larger offset is stored as 65,535, and a getter that
// needs it scans the URI again.
//
// PERF: so a URI has four words, and functions take and return it in registers.

// maxOffset stands for itself and all larger offsets.
const maxOffset = 1<<16 - 1

// packShort returns the URI with the text s, which is shorter than maxOffset, and the ranges r.
func packShort(s string, r *fsm.Ranges) URI {
	o := ranges.Of((*ranges.Opaque)(r))
	hostEnd := o.HostEnd
	if o.Authority == 0 {
		hostEnd = 0
	}
	return URI{s,
		uint64(o.Host) | uint64(o.SchemeEnd)<<16 | uint64(o.QueryEnd)<<32 | uint64(hostEnd)<<48,
		o.Path | o.PathEnd<<16,
		o.Authority != 0}
}

// pack returns the URI with the text s and the ranges r. Functions that must save the cost of a call use packShort
// themselves if s is shorter than maxOffset.
func pack(s string, r *fsm.Ranges) URI {
	if len(s) < maxOffset {
		return packShort(s, r)
	}
	packed := *r
	for i, offset := range ranges.Of((*ranges.Opaque)(r)).Words() {
		ranges.Of((*ranges.Opaque)(&packed)).Words()[i] = min(offset, maxOffset)
	}
	return packShort(s, &packed)
}

// The following functions return offsets that may be maxOffset.

func (u *URI) schemeEnd() uint32 { return uint32(uint16(u.offsets >> 16)) }
func (u *URI) queryEnd() uint32  { return uint32(uint16(u.offsets >> 32)) }

// authorityBegin returns the offset just after "//" if the authority is defined and the scheme ends before maxOffset.
func (u *URI) authorityBegin() uint32 {
	if end := u.schemeEnd(); end != 0 {
		return end + uint32(len("://"))
	}
	return uint32(len("//"))
}

// ranges sets r to the ranges of u.
func (u *URI) ranges(r *fsm.Ranges) {
	if u.queryEnd() == maxOffset { // no other offset is larger
		reference.Split(u.s, r)
		return
	}
	// PERF: a copy of the struct would wait for the stores of its fields, which are smaller than its loads.
	o := ranges.Of((*ranges.Opaque)(r))
	o.SchemeEnd = u.schemeEnd()
	o.Host = uint32(uint16(u.offsets))
	if u.authority {
		o.Authority, o.HostEnd = u.authorityBegin(), uint32(u.offsets>>48)
	} else {
		o.Authority, o.HostEnd = 0, uint32(uint16(u.path))
	}
	o.Path, o.PathEnd = uint32(uint16(u.path)), u.path>>16
	o.QueryEnd, o.End = u.queryEnd(), uint32(len(u.s))
}

// at returns the ranges of u.
//
// PERF: it is inlined, and then does not allocate them.
func (u *URI) at() *fsm.Ranges {
	r := new(fsm.Ranges)
	u.ranges(r)
	return r
}

// result returns the results of a function of package reference as a URI.
func result(s string, r fsm.Ranges, f *reference.Fault) (URI, error) { return pack(s, &r), ErrorOf(f) }

// pathRange returns the range of the path.
func (u *URI) pathRange() (lo, hi int) {
	if u.path < maxOffset<<16 {
		return int(uint16(u.path)), int(u.path >> 16)
	}
	var r fsm.Ranges
	u.ranges(&r)
	return r.Path()
}

// known returns the URI with the text s, which is known to be a URI-reference.
func known(s string) URI {
	var r fsm.Ranges
	reference.Split(s, &r)
	return pack(s, &r)
}

// The getters call the following functions for components with offsets of maxOffset or more.
//
// PERF: they have one argument and one result each, so that the getters are small enough to be inlined.

//go:noinline
func scanScheme(u URI) string { return u.scannedText(ComponentScheme) }

//go:noinline
func scanHost(u URI) string { return u.scannedText(ComponentHost) }

//go:noinline
func scanPath(u URI) string { return u.scannedText(ComponentPath) }

func (u *URI) scannedText(c Component) string {
	text, _ := u.scanned(c)
	return text
}

// scanned returns the text of any component of u.
func (u *URI) scanned(c Component) (text string, ok bool) {
	var r fsm.Ranges
	u.ranges(&r)
	return u.text(reference.RangeOf(&r, tables.Component(c)))
}

// text returns the text of a component with the range [lo, hi). Functions that need several components get the ranges
// once, because each getter may scan the URI again.
func (u *URI) text(lo, hi int, ok bool) (string, bool) { return u.s[lo:hi], ok }
