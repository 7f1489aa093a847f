package uri

import (
	"cmp"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// A Builder puts a URI-reference together from its components (RFC 3986, section 5.3). The zero Builder is that of the
// empty reference: every component is undefined, and the path empty. [URI.Builder] begins with the components of a URI.
//
// There are two ways to give a component. The Set methods take it raw, with its percent-encodings, as the accessors of
// [URI] return it: what does not match the component's rule is an error, and nothing is encoded or decoded. The Encode
// methods take data, in which "%" means itself, and percent-encode what cannot stand there. Both define the component,
// even if it is given as "". [Builder.Unset] makes it undefined. None of them fails: what is wrong is found by
// [Builder.URI] and [Builder.AppendText].
//
// What these return matches the grammar and has the components that were given: no part of one is ever read as another.
// The one thing that may be added is a dot segment in front of a path that otherwise would be read as something else.
// It is a part of the path from then on, and means nothing: the removal of dot segments takes it away (section 5.2.4).
//
//   - "./", if the path's first segment has a ":", and neither scheme nor authority is defined: "a:b" becomes "./a:b"
//     (section 4.2).
//   - "/.", if the path begins with "//", and the authority is undefined: "//a" becomes "/.//a" (section 3.3).
//
// Building again from the result adds no more. Everything else that does not fit is an [*Error] that names the first
// wrong component in the order in which they stand; its Offset counts from the beginning of that component's text, raw
// or as encoded. Among these are a userinfo or port without a host ([ReasonNoHost]), and behind an authority a path
// that is not empty and does not begin with "/" ([ReasonNotRooted]).
//
// A Builder may be copied, and used again after it gave a result. It keeps the strings it was given, passwords among
// them. It is not safe for concurrent use.
type Builder struct {
	settings [ComponentFragment + 1]setting // by Component; that of ComponentAuthority is not used
	grammar  grammar
}

// A setting is what a Builder knows of a component.
type setting struct {
	raw     string // "" if it is undefined
	defined bool   // false for the path of the zero Builder, which is "" all the same
	refused *Error // what is wrong and does not show in raw; nil if nothing is
}

// Builder returns a new Builder with the components of u, which builds u again if nothing is set. If the Builder does
// not outlive the function that asks for it, nothing is allocated.
func (u URI) Builder() *Builder {
	b := new(Builder)
	b.load(u)
	return b
}

func (b *Builder) load(u URI) {
	s := &b.settings
	s[ComponentScheme].raw, s[ComponentScheme].defined = u.Scheme(), u.IsAbs()
	s[ComponentUserinfo].raw, s[ComponentUserinfo].defined = u.Userinfo()
	s[ComponentHost].raw, s[ComponentHost].defined = u.Host()
	s[ComponentPort].raw, s[ComponentPort].defined = u.Port()
	s[ComponentPath].raw, s[ComponentPath].defined = u.Path(), true
	s[ComponentQuery].raw, s[ComponentQuery].defined = u.Query()
	s[ComponentFragment].raw, s[ComponentFragment].defined = u.Fragment()
}

func (b *Builder) set(c Component, raw string) *Builder {
	b.settings[c] = setting{raw: raw, defined: true}
	return b
}

// refuse notes an error in c, as it is set, that does not show in its text.
func (b *Builder) refuse(c Component, offset int, r Reason) *Builder {
	b.settings[c].refused = partError(c, offset, r).(*Error)
	return b
}

// SetScheme sets the scheme, without its ":" (RFC 3986, section 3.1). It cannot be empty: see [Builder.Unset].
func (b *Builder) SetScheme(raw string) *Builder { return b.set(ComponentScheme, raw) }

// SetAuthority sets userinfo, host and port to what stands in raw, an authority without its "//", and makes undefined
// what does not stand there (RFC 3986, section 3.2). An error names one of the three, and the offset in that.
func (b *Builder) SetAuthority(raw string) *Builder {
	b.Unset(ComponentAuthority)
	if userinfo, rest, ok := strings.Cut(raw, "@"); ok {
		b.SetUserinfo(userinfo)
		raw = rest
	}
	literal := strings.LastIndexByte(raw, ']') + 1 // the end of an IP-literal, in which a ":" is no delimiter
	if host, port, ok := strings.Cut(raw[literal:], ":"); ok {
		b.SetPort(port)
		raw = raw[:literal+len(host)]
	}
	return b.SetHost(raw)
}

// SetUserinfo sets the userinfo, without its "@" (RFC 3986, section 3.2.1).
func (b *Builder) SetUserinfo(raw string) *Builder { return b.set(ComponentUserinfo, raw) }

// SetHost sets the host, an IP-literal with its brackets (RFC 3986, section 3.2.2). Where it was undefined, this also
// defines the authority: "" makes a host and an authority that are defined and empty, as in "file:///etc/hosts".
func (b *Builder) SetHost(raw string) *Builder { return b.set(ComponentHost, raw) }

// SetHostAddr sets the host to an IP address, in brackets if that is of IPv6 (RFC 3986, section 3.2.2). An address with
// a zone and the zero Addr have no place in a URI; they are errors, with [ReasonBadIPLiteral].
func (b *Builder) SetHostAddr(addr netip.Addr) *Builder {
	switch {
	case addr.Is4():
		return b.SetHost(addr.String())
	case addr.Is6():
		return b.SetHost("[" + addr.String() + "]") // a zone ends the literal as an error: it begins with "%"
	}
	return b.SetHost("[]")
}

// SetPort sets the port, without its ":", to any number of digits, even none (RFC 3986, section 3.2.3).
func (b *Builder) SetPort(raw string) *Builder { return b.set(ComponentPort, raw) }

// SetPortNumber sets the port to a number, which costs an allocation from 100 on. See [URI.PortNumber].
func (b *Builder) SetPortNumber(port uint16) *Builder { return b.SetPort(strconv.Itoa(int(port))) }

// SetPath sets the path, with all its slashes (RFC 3986, section 3.3). Dot segments stay as they are.
func (b *Builder) SetPath(raw string) *Builder { return b.set(ComponentPath, raw) }

// SetQuery sets the query, without its "?" (RFC 3986, section 3.4).
func (b *Builder) SetQuery(raw string) *Builder { return b.set(ComponentQuery, raw) }

// SetFragment sets the fragment, without its "#" (RFC 3986, section 3.5).
func (b *Builder) SetFragment(raw string) *Builder { return b.set(ComponentFragment, raw) }

// Unset makes the component undefined: for ComponentAuthority its userinfo, host and port; for ComponentPath, which is
// never undefined, the path is made empty. For anything else than a component it does nothing.
func (b *Builder) Unset(c Component) *Builder {
	if c == ComponentAuthority {
		return b.Unset(ComponentUserinfo).Unset(ComponentHost).Unset(ComponentPort)
	}
	if int(c) < len(b.settings) {
		b.settings[c] = setting{}
	}
	return b
}

// encodeRoom is the length up to which an encoded text costs one allocation: so much room it has on the stack.
const encodeRoom = 256

// EncodeUserinfo sets the userinfo to the fields, percent-encoded and with ":" between them: a user's name, or that and
// a password, though that use is deprecated (RFC 3986, section 3.2.1). A ":" in a field is encoded. Without any field
// the userinfo is defined and empty.
func (b *Builder) EncodeUserinfo(fields ...string) *Builder {
	raw := make([]byte, 0, encodeRoom)
	for i, field := range fields {
		if i > 0 {
			raw = append(raw, ':')
		}
		raw = AppendEncodeText(raw, PlaceRegName, field) // of all places that of a userinfo without ":"
	}
	return b.SetUserinfo(string(raw))
}

// EncodeHost sets the host to a registered name, percent-encoded (RFC 3986, section 3.2.2). It never makes an
// IP-literal: brackets are encoded; see [Builder.SetHostAddr] and, for what may be either, [Builder.SetHost]. What has
// the form of an IPv4 address is one. Since percent-encodings in a host must be of UTF-8, other text is an error, with
// [ReasonBadUTF8]. Names for the DNS should be given in their IDNA form, which needs no encoding.
func (b *Builder) EncodeHost(name string) *Builder {
	raw := EncodeText(PlaceRegName, name)
	b.SetHost(raw)
	if !utf8.ValidString(name) {
		_, offset, reason := RefuseBadUTF8.check(raw)
		b.refuse(ComponentHost, offset, reason)
	}
	return b
}

// EncodePath sets the path to one "/" and one percent-encoded segment for each of the segments, as the rule
// path-abempty does (RFC 3986, section 3.3): it is always absolute, or empty if there are no segments. A "/" in a
// segment is encoded, so that there are as many segments as were given, even if some are empty: "a", "" make "/a/".
//
// A segment "." or ".." is an error, with [ReasonDotSegment]: it would be taken for a step in the hierarchy wherever
// the reference is resolved or normalized, and no percent-encoding prevents that, since "." is unreserved (sections 2.3
// and 5.2.4). Where steps are meant, or a path that does not begin with "/", give raw text to [Builder.SetPath], such
// as EncodeText(PlaceSegment, a) + "/" + EncodeText(PlaceSegment, b).
func (b *Builder) EncodePath(segments ...string) *Builder {
	raw := make([]byte, 0, encodeRoom)
	dots := 0 // the offset of the first such segment, which is not at 0
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

// EncodeQuery sets the query to text, percent-encoded as a whole (RFC 3986, section 3.4): "&", "=" and "+" stay as they
// are. For the keys and values of pairs see [PlacePair].
func (b *Builder) EncodeQuery(text string) *Builder { return b.SetQuery(EncodeText(PlaceQuery, text)) }

// EncodeFragment sets the fragment to text, percent-encoded (RFC 3986, section 3.5).
func (b *Builder) EncodeFragment(text string) *Builder {
	return b.SetFragment(EncodeText(PlaceFragment, text))
}

// URI returns the URI-reference that has the components of b, with a dot segment in front of the path where one is
// needed (see [Builder]). If there is none, it returns the zero URI and an [*Error]. It allocates nothing but the URI's
// text, or that and the error.
func (b *Builder) URI() (URI, error) {
	var p pieces
	if b.recompose(&p); p.len() <= maxText {
		u := URI{s: strings.Join(p[:], "")}
		if _, ok := scan(b.grammar, u.s, &u.r); ok && b.matches(&u.r, &p) {
			return u, nil
		}
	}
	return URI{}, cmp.Or(b.fault(), errDisagree)
}

// errDisagree is the error if scanner and tables disagree about a component, which they never do.
var errDisagree = partError(ComponentNone, 0, ReasonIllegalByte)

// AppendText appends the text of what [Builder.URI] returns to dst and returns the extended slice; on error it returns
// dst as it was. If dst has room, it allocates nothing but the error. It implements [encoding.TextAppender].
func (b *Builder) AppendText(dst []byte) ([]byte, error) {
	if err := b.fault(); err != nil {
		return dst, err
	}
	var p pieces
	b.recompose(&p)
	for i := range p {
		dst = append(dst, p[i]...)
	}
	return dst, nil
}

// maxText is the length of the longest text that can be a URI and a string.
const maxText = min(fsm.MaxLen, math.MaxInt)

// pieces has the texts that make a reference, in order. Joining them costs one allocation, appending them none.
type pieces [14]string

const guardPiece = 8 // the index of what stands in front of the path

// recompose makes the pieces, as RFC 3986, section 5.3 does. What has no place, such as a port without a host, is left
// out: matches will tell.
func (b *Builder) recompose(p *pieces) {
	s := &b.settings
	if s[ComponentScheme].defined {
		p[0], p[1] = s[ComponentScheme].raw, ":"
	}
	if s[ComponentHost].defined {
		p[2] = "//"
		if s[ComponentUserinfo].defined {
			p[3], p[4] = s[ComponentUserinfo].raw, "@"
		}
		p[5] = s[ComponentHost].raw
		if s[ComponentPort].defined {
			p[6], p[7] = ":", s[ComponentPort].raw
		}
	}
	p[guardPiece], p[9] = b.pathGuard(), s[ComponentPath].raw
	if s[ComponentQuery].defined {
		p[10], p[11] = "?", s[ComponentQuery].raw
	}
	if s[ComponentFragment].defined {
		p[12], p[13] = "#", s[ComponentFragment].raw
	}
}

// len is 64 bits wide: on a 32-bit system a few long strings, or one several times, are more than an int can count.
func (p *pieces) len() (n uint64) {
	for i := range p {
		n += uint64(len(p[i]))
	}
	return n
}

// pathGuard returns what must stand in front of the path lest its beginning be read as a scheme or as an authority.
func (b *Builder) pathGuard() string {
	path := b.settings[ComponentPath].raw
	switch {
	case b.settings[ComponentHost].defined:
	case strings.HasPrefix(path, "//"):
		return guard
	case !b.settings[ComponentScheme].defined && colonInFirst(path) >= 0:
		return "./"
	}
	return ""
}

// colonInFirst returns the offset of the first ":" in the first segment of the path; -1 if there is none.
func colonInFirst(path string) int {
	first, _, _ := strings.Cut(path, "/")
	return strings.IndexByte(first, ':')
}

// matches reports whether the pieces, read as r says, are the components of b. The lengths are enough: they are those
// of consecutive parts of one text.
func (b *Builder) matches(r *fsm.Ranges, p *pieces) bool {
	s := &b.settings
	lo, hi := r.Path()
	return s[ComponentScheme].matches(r.Scheme()) &&
		s[ComponentUserinfo].matches(r.Userinfo()) &&
		s[ComponentHost].matches(r.Host()) &&
		s[ComponentPort].matches(r.Port()) &&
		s[ComponentPath].matches(lo+len(p[guardPiece]), hi, s[ComponentPath].defined) &&
		s[ComponentQuery].matches(r.Query()) &&
		s[ComponentFragment].matches(r.Fragment())
}

func (s *setting) matches(lo, hi int, defined bool) bool {
	return hi-lo == len(s.raw) && defined == s.defined && s.refused == nil
}

// fault returns an error for the first component of b that does not fit, nil if all do.
func (b *Builder) fault() error {
	var p pieces
	if b.recompose(&p); p.len() > maxText {
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

// misplaced returns why c, whatever its text, does not go with the other components; 0 if it does.
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

// componentChars has the bytes that the components consist of, besides percent-encodings.
var componentChars = [...]tables.Set{
	ComponentScheme:   tables.SchemeChars,
	ComponentUserinfo: tables.UserinfoChars,
	ComponentHost:     tables.RegNameChars,
	ComponentPort:     tables.DIGIT,
	ComponentPath:     tables.SegmentChars, // and "/"
	ComponentQuery:    tables.QueryChars,
	ComponentFragment: tables.FragmentChars,
}

// misfit returns the offset at which text stops being the beginning of any c, and the reason; 0 if text is a c.
func misfit(g grammar, c Component, text string) (offset int, r Reason) {
	switch {
	case c == ComponentHost && strings.HasPrefix(text, "["):
		return misfitLiteral(text)
	case c == ComponentScheme && (text == "" || !tables.Is(text[0], tables.ALPHA)):
		return 0, ReasonIllegalByte
	}
	for i := 0; i < len(text); i++ {
		switch {
		case tables.Is(text[i], componentChars[c]), text[i] == '/' && c == ComponentPath:
		case g.textLen(c, text[i:]) > 0:
			i += g.textLen(c, text[i:]) - 1
		case c == ComponentPort:
			return i, ReasonBadPort
		case text[i] != '%' || c == ComponentScheme:
			return i, ReasonIllegalByte
		default:
			for range 2 {
				if i++; i == len(text) || !tables.Is(text[i], tables.HEXDIG) {
					return i, ReasonBadPercent
				}
			}
		}
	}
	return len(text), 0
}

// misfitLiteral is misfit for a host that begins with "[".
func misfitLiteral(text string) (offset int, r Reason) {
	end := strings.IndexByte(text, ']') + 1
	if end == 0 {
		end = len(text)
	}
	var ranges fsm.Ranges
	if n, ok := fsm.Scan("//"+text[:end], &ranges); !ok {
		return n - len("//"), ReasonBadIPLiteral
	}
	if end < len(text) {
		return end, ReasonIllegalByte
	}
	return end, 0
}

// misfitError tells the byte, as the error of a parser does.
func misfitError(g grammar, c Component, text string, offset int, r Reason) error {
	e := Error{Offset: offset, Component: c, Reason: r, more: g.asked(fsm.URIReference)}
	if offset < len(text) {
		e.more |= uint32(text[offset] & shown[c])
	} else {
		e.more |= endBit
	}
	g.spell(&e, text[offset:])
	return &e
}

// raw returns the text of any component of u.
func (u URI) raw(c Component) (text string, ok bool) {
	switch c {
	case ComponentScheme:
		return u.Scheme(), u.IsAbs()
	case ComponentAuthority:
		return u.Authority()
	case ComponentUserinfo:
		return u.Userinfo()
	case ComponentHost:
		return u.Host()
	case ComponentPort:
		return u.Port()
	case ComponentPath:
		return u.Path(), true
	case ComponentQuery:
		return u.Query()
	case ComponentFragment:
		return u.Fragment()
	}
	return "", false
}

func (u URI) with(g grammar, c Component, raw string) (URI, error) {
	if old, ok := u.raw(c); ok && old == raw {
		return u, nil
	}
	b := u.Builder()
	b.grammar = g
	if c == ComponentAuthority {
		return b.SetAuthority(raw).URI()
	}
	return b.set(c, raw).URI()
}

// WithScheme returns u with its scheme set as by [Builder.SetScheme]. Like all With methods, it returns what
// [Builder.URI] returns for the components of u and the new one, or u itself if that changes nothing; and it allocates
// only the text of a new URI, or that and an error.
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

// Without returns u with the component made undefined as by [Builder.Unset]. To take a host away from its userinfo or
// port is an error; ComponentAuthority takes all three away. See [URI.WithScheme].
func (u URI) Without(c Component) (URI, error) { return u.without(ofURIs, c) }

func (u URI) without(g grammar, c Component) (URI, error) {
	if old, ok := u.raw(c); !ok || c == ComponentPath && old == "" {
		return u, nil
	}
	b := u.Builder().Unset(c)
	b.grammar = g
	return b.URI()
}
