package uri

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
)

// Elements is a URI-reference as a plain struct with exported fields, for example to fill in, to compare, or to store
// in the columns of a database. All texts are raw, with percent-encodings (see [EncodeText]). An empty text means that
// there is no such component: unlike a [URI], Elements cannot distinguish an empty component from an undefined one.
//
// [URI.Elements] and [Elements.URI] return an error if their result cannot express a component. So nothing is changed
// or lost, and each is the inverse of the other, except for two short forms of Path. The zero Elements is not a
// reference, because IsRelative is false and Scheme is empty.
type Elements struct {
	// IsRelative says that the reference is a relative reference. It must be true if and only if Scheme is empty.
	IsRelative bool

	// Scheme is the scheme.
	Scheme string

	// UserInfo is the userinfo, which can contain a password. If it is not empty, Host must not be empty.
	UserInfo string

	// Host is the host, an IP-literal with its brackets. If it is empty, there is no authority.
	Host string

	// Port is the port as a number. HasPort says whether there is a port, because 0 is a valid port. If HasPort is
	// false, Port must be 0. If it is true, Host must not be empty.
	Port    uint16
	HasPort bool

	// Path has the parts of the path before, between and after its slashes. Joined by "/", they are the path:
	//
	//	nil           ""
	//	{"a", "b"}    "a/b"
	//	{"", "a"}     "/a"
	//	{"", "a", ""} "/a/"
	//	{"", ""}      "/"
	//
	// [Elements.URI] also accepts two short forms, which [URI.Elements] does not return: {""} means "/", because every
	// path with an empty first element is absolute, and {} means "".
	Path []string

	// Query is the query.
	Query string

	// Fragment is the fragment.
	Fragment string
}

// Elements returns the elements of u. They cannot express a userinfo, host, query or fragment that is defined and
// empty, nor a port that is empty, larger than 65535, or has leading zeros. If u has such a component, Elements returns
// the zero Elements and an [*Error] with [ReasonInexpressible], which names the first of them and whose Offset is in
// it. It allocates only the Path, or the error.
func (u URI) Elements() (e Elements, err error) {
	var port string
	var userinfo, host, query, fragment, lost bool
	var r fsm.Ranges
	u.ranges(&r)
	e.Scheme, _ = u.text(r.Scheme())
	e.IsRelative = e.Scheme == ""
	e.UserInfo, userinfo = u.text(r.Userinfo())
	e.Host, host = u.text(r.Host())
	port, e.HasPort = u.text(r.Port())
	e.Query, query = u.text(r.Query())
	e.Fragment, fragment = u.text(r.Fragment())
	if e.HasPort {
		digits := 0
		e.Port, digits = octet.Uint16(port)
		lost = digits < len(port) || port == "" || len(port) > 1 && port[0] == '0'
	}
	if lost || userinfo && e.UserInfo == "" || host && e.Host == "" || query && e.Query == "" || fragment && e.Fragment == "" {
		return Elements{}, u.inexpressible(&r)
	}
	if lo, hi := r.Path(); lo < hi {
		e.Path = splitPath(u.s[lo:hi])
	}
	return e, nil
}

// splitPath returns the parts of path before, between and after its slashes. It does what strings.Split does, but finds
// the slashes of a path of at most 64 bytes in words of eight bytes.
func splitPath(path string) []string {
	if len(path) > 64 {
		return strings.Split(path, "/")
	}
	slashes := uint64(0) // bit i is set if path[i] is "/"
	for i := 0; i < len(path); i += 8 {
		if len(path) < 8 {
			slashes = slashBits(octet.Short(path))
		} else {
			at := min(i, len(path)-8) // the last step reads the last eight bytes
			slashes |= slashBits(octet.Word(path, at)) << (at & 63)
		}
	}
	parts := make([]string, bits.OnesCount64(slashes)+1)
	last, lo := len(parts)-1, 0
	for i := range parts[:last] {
		hi := bits.TrailingZeros64(slashes)
		parts[i] = path[lo:hi]
		slashes &= slashes - 1
		lo = hi + 1
	}
	parts[last] = path[lo:]
	return parts
}

// slashBits returns a bit for each byte of w that is "/", the lowest one for the first byte.
func slashBits(w uint64) uint64 { return octet.Bits(^octet.Set(w ^ '/'*octet.Each)) }

// inexpressible returns the error for the first component of u that Elements cannot express. The ranges of u are r.
func (u *URI) inexpressible(r *fsm.Ranges) error {
	for c := ComponentUserinfo; c <= ComponentFragment; c++ {
		if text, ok := u.text(rangeOf(r, c)); ok {
			if offset, bad := inexpressible(c, text); bad {
				return partError(c, offset, ReasonInexpressible)
			}
		}
	}
	return errDisagree
}

// inexpressible reports whether Elements cannot express a component c with this text, and at which offset.
func inexpressible(c Component, text string) (offset int, bad bool) {
	if text == "" || c != ComponentPort {
		return 0, text == "" && c != ComponentPath
	}
	if text[0] == '0' {
		return 1, len(text) > 1
	}
	_, n := octet.Uint16(text)
	return n, n < len(text)
}

// URI returns the URI-reference that has the elements e. If there is no such reference, it returns the zero URI and an
// [*Error] that names the first wrong component, and whose Offset is in that component.
//
// Besides text that does not match its rule, these are errors:
//
//   - IsRelative with a Scheme ([ReasonHasScheme]), or neither ([ReasonNoScheme]);
//   - a UserInfo or HasPort without a Host ([ReasonNoHost]), and a Port without HasPort ([ReasonInexpressible]);
//   - with a Host, a Path whose first element is not empty ([ReasonNotRooted], by the rule path-abempty);
//   - in a relative reference, a Path whose first element has a ":" ([ReasonColonInSegment], by the rule
//     path-noscheme);
//   - without a Host, a Path that begins with "//" ([ReasonIllegalByte]);
//   - an element of Path that has a "/" ([ReasonIllegalByte]).
//
// In some of these cases a [Builder] would add a dot segment before the path. Here that would change the elements.
//
// With a scheme and a host, it allocates only the text of the URI, and the error. Otherwise it also allocates the path.
func (e Elements) URI() (URI, error) { return e.build(ofURIs) }

func (e *Elements) build(g grammar) (URI, error) {
	if u, ok := e.fill(g); ok {
		return u, nil
	}
	b := Builder{grammar: g}
	e.setScheme(&b)
	for c, raw := range [...]string{
		ComponentUserinfo: e.UserInfo,
		ComponentHost:     e.Host,
		ComponentQuery:    e.Query,
		ComponentFragment: e.Fragment,
	} {
		if raw != "" {
			b.set(Component(c), raw)
		}
	}
	switch {
	case e.HasPort:
		b.SetPortNumber(e.Port)
	case e.Port != 0:
		b.refuse(ComponentPort, 0, ReasonInexpressible)
	}
	e.setPath(&b)
	return b.URI()
}

// fill is build for elements with a host and an absolute path, which most have. It joins them, and compares the offsets
// of a scan with those at which it has put them. If it returns false, build has to find the error.
func (e *Elements) fill(g grammar) (URI, bool) {
	n := uint64(len(e.Scheme)) + uint64(len(e.UserInfo)) + uint64(len(e.Host)) + uint64(len(e.Query)) +
		uint64(len(e.Fragment)) + uint64(len("://@:65535?#"))
	for _, element := range e.Path {
		n += uint64(len(element)) + 1
	}
	if e.IsRelative || e.Scheme == "" || e.Host == "" || e.Port != 0 && !e.HasPort || n > maxText ||
		len(e.Path) == 1 || len(e.Path) > 0 && e.Path[0] != "" {
		return URI{}, false
	}
	var o ranges.Offsets
	dst := append(make([]byte, 0, n), e.Scheme...)
	o.SchemeEnd = uint32(len(dst))
	dst = append(dst, "://"...)
	o.Authority = uint32(len(dst))
	if e.UserInfo != "" {
		dst = append(append(dst, e.UserInfo...), '@')
	}
	o.Host = uint32(len(dst))
	dst = append(dst, e.Host...)
	o.HostEnd = uint32(len(dst))
	if e.HasPort {
		dst = strconv.AppendUint(append(dst, ':'), uint64(e.Port), 10)
	}
	o.Path = uint32(len(dst))
	for _, element := range e.Path[min(1, len(e.Path)):] {
		dst = append(append(dst, '/'), element...)
	}
	o.PathEnd = uint32(len(dst))
	if e.Query != "" {
		dst = append(append(dst, '?'), e.Query...)
	}
	o.QueryEnd = uint32(len(dst))
	if e.Fragment != "" {
		dst = append(append(dst, '#'), e.Fragment...)
	}
	o.End = uint32(len(dst))
	text := octet.Text(dst) // nothing else has these bytes
	var r fsm.Ranges
	if _, ok := scan(g, text, &r); !ok || *offsetsOf(&r) != o ||
		strings.Count(text[o.Path:o.PathEnd], "/") != max(0, len(e.Path)-1) {
		return URI{}, false
	}
	if len(text) < far {
		return near(text, &r), true
	}
	return pack(text, &r), true
}

func (e *Elements) setScheme(b *Builder) {
	if e.Scheme != "" {
		b.SetScheme(e.Scheme)
	}
	s := &b.settings[ComponentScheme]
	switch {
	case e.IsRelative && s.defined:
		s.refused = schemeError(ReasonHasScheme, b.grammar.asked(askedRelativeRef))
	case !e.IsRelative && !s.defined:
		s.refused = schemeError(ReasonNoScheme, b.grammar.asked(askedURI))
	}
}

func schemeError(r Reason, a asked) *Error {
	return &Error{Component: ComponentScheme, Reason: r, more: uint32(a) << askedShift}
}

// setPath sets the path of b, which already has the other components.
func (e *Elements) setPath(b *Builder) {
	length, slash := uint64(0), -1
	for _, element := range e.Path {
		if i := strings.IndexByte(element, '/'); i >= 0 && slash < 0 {
			slash = int(length) + i
		}
		if length += uint64(len(element)) + 1; length > maxText {
			b.refuse(ComponentPath, 0, ReasonTooLong) // before they are joined: many elements can share one text
			return
		}
	}
	path := strings.Join(e.Path, "/")
	if len(e.Path) == 1 && path == "" {
		path = "/"
	}
	b.SetPath(path)
	switch before := b.pathGuard(); {
	case before == "./":
		b.refuse(ComponentPath, colonInFirst(path), ReasonColonInSegment)
	case slash >= 0:
		b.refuse(ComponentPath, slash, ReasonIllegalByte)
	case before != "":
		b.refuse(ComponentPath, 1, ReasonIllegalByte)
	}
}

// Format prints e for package fmt as a struct of its fields, for every verb, with "xxxxx" in place of the password in
// UserInfo, or of one in Path that [URI.Redacted] hides. It implements [fmt.Formatter].
func (e Elements) Format(f fmt.State, verb rune) {
	if i := passwordIn(e.UserInfo); i < len(e.UserInfo) {
		e.UserInfo = e.UserInfo[:i] + redacted
	}
	if e.Host == "" && schemes.NeedsHost(e.Scheme) {
		e.Path = redactedPath(e.Path)
	}
	type plain Elements
	type Elements plain // has no methods; %#v prints its name
	fmt.Fprintf(f, fmt.FormatString(f, verb), Elements(e))
}

// redactedPath returns path, or a copy of it, without a password before the last "@" of its first element that is not
// empty.
func redactedPath(path []string) []string {
	i := slices.IndexFunc(path, func(element string) bool { return element != "" })
	if i < 0 {
		return path
	}
	at := max(strings.LastIndexByte(path[i], '@'), 0)
	if n := passwordIn(path[i][:at]); n < at {
		path = slices.Clone(path)
		path[i] = path[i][:n] + redacted + path[i][at:]
	}
	return path
}
