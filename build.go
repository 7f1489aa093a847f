package uri

import (
	"cmp"
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// A Builder makes a URI-reference from its components (RFC 3986, section 5.3). For the zero Builder that is the empty
// reference: every component is undefined, and the path is empty. [URI.Builder] starts with the components of a URI.
//
// A component is given in one of two ways. The Set methods take it raw, with percent-encodings, as the accessors of
// [URI] return it. They encode and decode nothing, and text that does not match the rule of the component is an error.
// The Encode methods take data, in which "%" is an ordinary character, and percent-encode the bytes that do not fit.
// They allocate, but EncodeHost, EncodeQuery and EncodeFragment only if there is something to encode. Both kinds define
// the component, even if it is "". [Builder.Unset] makes it undefined. Errors are returned by [Builder.URI] and
// [Builder.AppendText]. To check a component alone, see [Component.Check].
//
// The result matches the grammar and has the given components: no part of one is ever read as another. To achieve that,
// the Builder may add a dot segment before the path. It is then a part of the path, but means nothing, because the
// removal of dot segments removes it (section 5.2.4):
//
//   - "./", if the first segment of the path has a ":", and scheme and authority are undefined: "a:b" becomes "./a:b"
//     (section 4.2).
//   - "/.", if the path begins with "//", and the authority is undefined: "//a" becomes "/.//a" (section 3.3).
//
// Building again from the result adds nothing. Everything else that does not fit is an [*Error]. It names the first
// wrong component, in the order of the text, and its Offset is in the raw or encoded text of the component. Examples
// are a userinfo or port without a host ([ReasonNoHost]), and a path after an authority that is not empty and does not
// begin with "/" ([ReasonNotRooted]).
//
// A Builder may be copied, and may be used again after it has returned a result. It keeps the strings that it was
// given, including passwords. It is not safe for concurrent use.
type Builder struct {
	settings [ComponentFragment + 1]setting // by Component; that of ComponentAuthority is not used
	grammar  grammar
}

// A setting is the state of a component in a Builder.
type setting struct {
	raw     string // "" if the component is undefined
	defined bool   // false for the path of the zero Builder, which is "" all the same
	refused *Error // an error that raw does not show, or nil
}

// Builder returns a new Builder with the components of u. If nothing is set, it builds u again. Nothing is allocated if
// the Builder does not outlive the calling function.
func (u URI) Builder() *Builder {
	b := new(Builder)
	b.load(u)
	return b
}

func (b *Builder) load(u URI) {
	var r fsm.Ranges
	u.ranges(&r)
	s := &b.settings
	s[ComponentScheme].raw, s[ComponentScheme].defined = u.text(r.Scheme())
	s[ComponentUserinfo].raw, s[ComponentUserinfo].defined = u.text(r.Userinfo())
	s[ComponentHost].raw, s[ComponentHost].defined = u.text(r.Host())
	s[ComponentPort].raw, s[ComponentPort].defined = u.text(r.Port())
	s[ComponentPath].raw, s[ComponentPath].defined = u.text(rangeOf(&r, ComponentPath))
	s[ComponentQuery].raw, s[ComponentQuery].defined = u.text(r.Query())
	s[ComponentFragment].raw, s[ComponentFragment].defined = u.text(r.Fragment())
}

func (b *Builder) set(c Component, raw string) *Builder {
	b.settings[c] = setting{raw: raw, defined: true}
	return b
}

// refuse records an error in the component c, as it is set, that its text does not show.
func (b *Builder) refuse(c Component, offset int, r Reason) *Builder {
	b.settings[c].refused = partError(c, offset, r).(*Error)
	return b
}

// SetScheme sets the scheme, without the ":" (RFC 3986, section 3.1). The scheme cannot be empty: see [Builder.Unset].
func (b *Builder) SetScheme(raw string) *Builder { return b.set(ComponentScheme, raw) }

// SetAuthority sets userinfo, host and port to those of raw, an authority without the "//". The ones that raw does not
// have become undefined (RFC 3986, section 3.2). An error names one of the three, and its Offset is in that one.
func (b *Builder) SetAuthority(raw string) *Builder {
	b.Unset(ComponentAuthority)
	if userinfo, rest, ok := strings.Cut(raw, "@"); ok {
		b.SetUserinfo(userinfo)
		raw = rest
	}
	literal := strings.LastIndexByte(raw, ']') + 1 // the end of an IP-literal, in which a ":" is not a delimiter
	if name, port, ok := strings.Cut(raw[literal:], ":"); ok {
		b.SetPort(port)
		raw = raw[:literal+len(name)]
	}
	return b.SetHost(raw)
}

// SetUserinfo sets the userinfo, without the "@" (RFC 3986, section 3.2.1).
func (b *Builder) SetUserinfo(raw string) *Builder { return b.set(ComponentUserinfo, raw) }

// SetHost sets the host, an IP-literal with its brackets (RFC 3986, section 3.2.2). It also defines the authority: ""
// makes a host and an authority that are defined and empty, as in "file:///etc/hosts".
func (b *Builder) SetHost(raw string) *Builder { return b.set(ComponentHost, raw) }

// SetHostAddr sets the host to an IP address, with brackets for IPv6 (RFC 3986, section 3.2.2). A URI cannot have an
// address with a zone, or the zero Addr: these are errors with [ReasonBadIPLiteral].
func (b *Builder) SetHostAddr(addr netip.Addr) *Builder {
	switch {
	case addr.Is4():
		return b.SetHost(addr.String())
	case addr.Is6():
		return b.SetHost("[" + addr.String() + "]") // a zone ends the literal as an error: it begins with "%"
	}
	return b.SetHost("[]")
}

// SetPort sets the port, without the ":", to any number of digits, possibly none (RFC 3986, section 3.2.3).
func (b *Builder) SetPort(raw string) *Builder { return b.set(ComponentPort, raw) }

// SetPortNumber sets the port to a number. It allocates for numbers of three and more digits. See [URI.PortNumber].
func (b *Builder) SetPortNumber(port uint16) *Builder { return b.SetPort(strconv.Itoa(int(port))) }

// SetPath sets the path, with all its slashes (RFC 3986, section 3.3). Dot segments stay as they are.
func (b *Builder) SetPath(raw string) *Builder { return b.set(ComponentPath, raw) }

// SetQuery sets the query, without the "?" (RFC 3986, section 3.4).
func (b *Builder) SetQuery(raw string) *Builder { return b.set(ComponentQuery, raw) }

// SetFragment sets the fragment, without the "#" (RFC 3986, section 3.5).
func (b *Builder) SetFragment(raw string) *Builder { return b.set(ComponentFragment, raw) }

// Unset makes the component undefined. For ComponentAuthority it unsets userinfo, host and port. For ComponentPath,
// which is never undefined, it makes the path empty. It ignores other values of c.
func (b *Builder) Unset(c Component) *Builder {
	if c == ComponentAuthority {
		return b.Unset(ComponentUserinfo).Unset(ComponentHost).Unset(ComponentPort)
	}
	if int(c) < len(b.settings) {
		b.settings[c] = setting{}
	}
	return b
}

// encodeRoom is the length of the longest encoded text that costs only one allocation.
const encodeRoom = 256

// EncodeUserinfo sets the userinfo to the fields, percent-encoded and separated by ":", like [net/url.UserPassword].
// The fields are a user name, or a user name and a password, which is deprecated (RFC 3986, section 3.2.1). A ":" in a
// field is encoded. Without fields, the userinfo is defined and empty.
func (b *Builder) EncodeUserinfo(fields ...string) *Builder {
	raw := make([]byte, 0, encodeRoom)
	for i, field := range fields {
		if i > 0 {
			raw = append(raw, ':')
		}
		raw = AppendEncodeText(raw, PlaceRegName, field) // keeps the bytes of a userinfo except ":"
	}
	return b.SetUserinfo(string(raw))
}

// EncodeHost sets the host to a registered name, percent-encoded (RFC 3986, section 3.2.2). It never makes an
// IP-literal, because it encodes brackets: see [Builder.SetHostAddr], or [Builder.SetHost] for text that may be either.
// A name that has the form of an IPv4 address becomes one. A host must encode UTF-8, so a name that
// is not UTF-8 is an error with [ReasonBadUTF8]. Names for the DNS should be given in their IDNA form, which needs no
// encoding.
func (b *Builder) EncodeHost(name string) *Builder {
	raw := EncodeText(PlaceRegName, name)
	b.SetHost(raw)
	if !utf8.ValidString(name) {
		_, offset, reason := RefuseBadUTF8.check(raw)
		b.refuse(ComponentHost, offset, reason)
	}
	return b
}

// EncodePath sets the path to the segments, percent-encoded and each with a "/" before it, as in the rule path-abempty
// (RFC 3986, section 3.3). The path is absolute, or empty if there are no segments. A "/" in a segment is encoded, so
// that the path has as many segments as were given, even if some are empty: "a", "" becomes "/a/".
//
// A segment "." or ".." is an error, with [ReasonDotSegment]. It would be removed wherever the reference is resolved or
// normalized, and percent-encoding does not prevent that, because "." is unreserved (sections 2.3 and 5.2.4). For paths
// with dot segments, or without a "/" at the start, give raw text to [Builder.SetPath], such as
// EncodeText(PlaceSegment, a) + "/" + EncodeText(PlaceSegment, b).
func (b *Builder) EncodePath(segments ...string) *Builder {
	raw := make([]byte, 0, encodeRoom)
	dots := 0 // the offset of the first dot segment, or 0
	for _, segment := range segments {
		raw = append(raw, '/')
		if dots == 0 && (segment == "." || segment == "..") {
			dots = len(raw)
		}
		raw = AppendEncodeText(raw, PlaceSegment, segment)
	}
	b.SetPath(string(raw))
	if dots > 0 {
		b.refuse(ComponentPath, dots, ReasonDotSegment)
	}
	return b
}

// EncodeQuery sets the query to text, percent-encoded as a whole (RFC 3986, section 3.4). It keeps "&", "=" and "+".
// For the keys and values of pairs see [PlacePair].
func (b *Builder) EncodeQuery(text string) *Builder { return b.SetQuery(EncodeText(PlaceQuery, text)) }

// EncodeFragment sets the fragment to text, percent-encoded (RFC 3986, section 3.5).
func (b *Builder) EncodeFragment(text string) *Builder {
	return b.SetFragment(EncodeText(PlaceFragment, text))
}

// URI returns the URI-reference that has the components of b, with a dot segment before the path if it needs one: see
// [Builder]. If there is no such reference, it returns the zero URI and an [*Error]. It allocates only the text of the
// URI, and the error.
func (b *Builder) URI() (URI, error) {
	guard := b.pathGuard()
	if n := b.textLen(guard); n <= maxText {
		text := octet.Text(b.recompose(make([]byte, 0, n), guard)) // nothing else has these bytes
		var r fsm.Ranges
		if _, ok := scan(b.grammar, text, &r); ok && b.matches(&r, guard) {
			return pack(text, &r), nil
		}
	}
	return URI{}, cmp.Or(b.fault(), errDisagree)
}

// errDisagree is the error if the scanner and the byte sets disagree about a component. They never do.
var errDisagree = partError(ComponentNone, 0, ReasonIllegalByte)

// AppendText appends the text of the URI that [Builder.URI] returns to dst and returns the extended slice. On error it
// returns dst as it was. If dst has room, it allocates only the error. It implements [encoding.TextAppender].
func (b *Builder) AppendText(dst []byte) ([]byte, error) {
	if err := b.fault(); err != nil {
		return dst, err
	}
	return b.recompose(dst, b.pathGuard()), nil
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

// maxText is the length of the longest text that fits a URI and a string.
const maxText = min(fsm.MaxLen, math.MaxInt)

// recompose appends the text to dst, as section 5.3 of RFC 3986 does, with guard before the path. It leaves out
// components that have no place, such as a port without a host. matches then returns false.
func (b *Builder) recompose(dst []byte, guard string) []byte {
	s := &b.settings
	if s[ComponentScheme].defined {
		dst = append(append(dst, s[ComponentScheme].raw...), ':')
	}
	if s[ComponentHost].defined {
		dst = append(dst, '/', '/')
		if s[ComponentUserinfo].defined {
			dst = append(append(dst, s[ComponentUserinfo].raw...), '@')
		}
		dst = append(dst, s[ComponentHost].raw...)
		if s[ComponentPort].defined {
			dst = append(append(dst, ':'), s[ComponentPort].raw...)
		}
	}
	dst = append(append(dst, guard...), s[ComponentPath].raw...)
	if s[ComponentQuery].defined {
		dst = append(append(dst, '?'), s[ComponentQuery].raw...)
	}
	if s[ComponentFragment].defined {
		dst = append(append(dst, '#'), s[ComponentFragment].raw...)
	}
	return dst
}

// textLen returns a length that is enough for the text, and exact if every component has a place. It has 64 bits,
// because on a 32-bit system a few long strings can have more bytes than an int can count.
func (b *Builder) textLen(guard string) (n uint64) {
	n = uint64(len(guard))
	for c := range b.settings {
		if s := &b.settings[c]; s.defined {
			n += uint64(len(s.raw)) + 1 // with the delimiter of the component; the path has none
		}
	}
	if b.settings[ComponentHost].defined {
		n += uint64(len("//")) - 1
	}
	if b.settings[ComponentPath].defined {
		n--
	}
	return n
}

// pathGuard returns the dot segment that must be put before the path so that its beginning is not read as a scheme or
// an authority. It may be "".
func (b *Builder) pathGuard() string {
	path := b.settings[ComponentPath].raw
	switch {
	case b.settings[ComponentHost].defined:
	case strings.HasPrefix(path, "//"):
		return slashGuard
	case !b.settings[ComponentScheme].defined && colonInFirst(path) >= 0:
		return "./"
	}
	return ""
}

// colonInFirst returns the offset of the first ":" in the first segment of the path, or -1.
func colonInFirst(path string) int {
	first, _, _ := strings.Cut(path, "/")
	return strings.IndexByte(first, ':')
}

// matches reports whether the components with the ranges r, which were scanned in the joined pieces, are those of b. It
// compares only lengths. That is enough, because the components are consecutive parts of one text.
func (b *Builder) matches(r *fsm.Ranges, guard string) bool {
	s := &b.settings
	lo, hi := r.Path()
	return s[ComponentScheme].matches(r.Scheme()) &&
		s[ComponentUserinfo].matches(r.Userinfo()) &&
		s[ComponentHost].matches(r.Host()) &&
		s[ComponentPort].matches(r.Port()) &&
		s[ComponentPath].matches(lo+len(guard), hi, s[ComponentPath].defined) &&
		s[ComponentQuery].matches(r.Query()) &&
		s[ComponentFragment].matches(r.Fragment())
}

func (s *setting) matches(lo, hi int, defined bool) bool {
	return hi-lo == len(s.raw) && defined == s.defined && s.refused == nil
}

// fault returns an error for the first component of b that does not fit, or nil.
func (b *Builder) fault() error {
	if b.textLen(b.pathGuard()) > maxText {
		return partError(ComponentNone, 0, ReasonTooLong)
	}
	for c := ComponentScheme; c <= ComponentFragment; c++ {
		if r := b.misplaced(c); r != 0 {
			return partError(c, 0, r)
		}
		s := &b.settings[c]
		offset, r := misfit(b.grammar, c, s.raw)
		switch {
		case s.refused != nil && (r == 0 || s.refused.Offset <= offset):
			return s.refused
		case s.defined && r != 0:
			return misfitError(b.grammar, c, s.raw, offset, r)
		}
	}
	return nil
}

// misplaced returns the reason if c, whatever its text, does not fit the other components, or 0.
func (b *Builder) misplaced(c Component) Reason {
	hasHost, s := b.settings[ComponentHost].defined, &b.settings[c]
	switch {
	case (c == ComponentUserinfo || c == ComponentPort) && s.defined && !hasHost:
		return ReasonNoHost
	case c == ComponentPath && s.raw != "" && s.raw[0] != '/' && hasHost:
		return ReasonNotRooted
	}
	return 0
}

// with returns u with the component c set to raw, for the With methods of URI and IRI.
func (u *URI) with(g grammar, c Component, raw string) (URI, error) {
	if old, ok := u.raw(c); ok && old == raw {
		return *u, nil
	}
	b := Builder{grammar: g}
	b.load(*u)
	if c == ComponentAuthority {
		b.SetAuthority(raw)
	} else {
		b.set(c, raw)
	}
	return b.URI()
}

// WithScheme returns u with its scheme set as by [Builder.SetScheme]. Like all With methods, it returns the result of
// [Builder.URI] for the components of u and the new one, or u itself if nothing changes. It allocates only the text of
// the new URI, and the error.
func (u URI) WithScheme(raw string) (URI, error) { return u.with(ofURIs, ComponentScheme, raw) }

// WithAuthority returns u with userinfo, host and port set as by [Builder.SetAuthority]. See [URI.WithScheme].
func (u URI) WithAuthority(raw string) (URI, error) { return u.with(ofURIs, ComponentAuthority, raw) }

// WithUserinfo returns u with its userinfo set as by [Builder.SetUserinfo]. See [URI.WithScheme].
func (u URI) WithUserinfo(raw string) (URI, error) { return u.with(ofURIs, ComponentUserinfo, raw) }

// WithHost returns u with its host set as by [Builder.SetHost]. See [URI.WithScheme].
func (u URI) WithHost(raw string) (URI, error) { return u.with(ofURIs, ComponentHost, raw) }

// WithPort returns u with its port set as by [Builder.SetPort]. See [URI.WithScheme].
func (u URI) WithPort(raw string) (URI, error) { return u.with(ofURIs, ComponentPort, raw) }

// WithPath returns u with its path set as by [Builder.SetPath]. See [URI.WithScheme].
func (u URI) WithPath(raw string) (URI, error) { return u.with(ofURIs, ComponentPath, raw) }

// WithQuery returns u with its query set as by [Builder.SetQuery]. See [URI.WithScheme].
func (u URI) WithQuery(raw string) (URI, error) { return u.with(ofURIs, ComponentQuery, raw) }

// WithFragment returns u with its fragment set as by [Builder.SetFragment]. See [URI.WithScheme].
func (u URI) WithFragment(raw string) (URI, error) { return u.with(ofURIs, ComponentFragment, raw) }

// Without returns u with the component made undefined as by [Builder.Unset]. It is an error to remove the host of a URI
// that has a userinfo or a port. ComponentAuthority removes all three. See [URI.WithScheme].
func (u URI) Without(c Component) (URI, error) { return u.without(ofURIs, c) }

func (u *URI) without(g grammar, c Component) (URI, error) {
	if c == ComponentFragment {
		return u.WithoutFragment(), nil
	}
	if old, ok := u.raw(c); !ok || c == ComponentPath && old == "" {
		return *u, nil
	}
	b := Builder{grammar: g}
	b.load(*u)
	return b.Unset(c).URI()
}

// WithoutFragment returns u with its fragment undefined, like Without(ComponentFragment), which cannot fail. It is what
// a client sends in a request (RFC 9110, section 7.1), and what a base URI is made of (RFC 3986, section 5.1). It
// allocates nothing.
func (u URI) WithoutFragment() URI {
	if fragment, ok := u.Fragment(); ok {
		u.s = u.s[:len(u.s)-len(fragment)-len("#")] // the offsets that u has stay
	}
	return u
}
