package uri

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
)

// A Resolution is a set of flags that change how references are resolved, where RFC 3986 leaves a choice or other
// parsers differ. Flags are combined with "|". The zero Resolution is that of a strict parser (section 5.2).
type Resolution uint8

const (
	// NonStrict ignores the scheme of a reference if it is the scheme of the base, in either case: "http:g" means "g"
	// (RFC 3986, section 5.2.2).
	NonStrict Resolution = 1 << iota

	// EncodedDots reads "%2E" in a dot segment as ".", as the URL Standard of the WHATWG does: "%2e" and ".%2E" are dot
	// segments, in the reference and in the base. In RFC 3986 they become dot segments only when the target is
	// normalized (sections 6.2.2.2 and 6.2.2.3).
	EncodedDots

	// RefuseAboveRoot makes it an error if no segment is left that a ".." segment could remove. Section 5.2.4 ignores
	// such a "..".
	RefuseAboveRoot

	// RelativeBase lets [NewBase] accept a relative reference, such as "a/b", "/a" or "//h/a". RFC 3986 requires a base
	// to be a URI (section 5.1), so this goes beyond the RFC. The target of a reference is then mostly a relative
	// reference, which is resolved against another base later: with the base "a/b", the target of "../c" is "c", and
	// that of "../../c" is "../c".
	//
	// The dot segments of the base are removed first: "a/.." becomes "./". References are resolved by section 5.2, with
	// an undefined scheme in the base. There is one exception, if the base begins neither with a scheme nor with "/":
	// then a ".." for which no segment is left stays at the start of the target, and "./" is put before a target that
	// would be empty, or begin with "/" or with a segment that has a ":".
	//
	// So it makes no difference which base is used first. Let B be a URI that has an authority or a path that begins
	// with "/". With B as the base, the target of the target of a reference is the same as with the target of the
	// relative base as the base. For other B, such as "urn:q", that is not true. Nor is it true for a reference whose
	// scheme [NonStrict] ignores, because the relative base has no scheme to compare.
	RelativeBase
)

// A Base is a base URI that is prepared to resolve many references (RFC 3986, section 5.2). It is immutable, and
// several goroutines can use it at the same time. [NewBase] makes a Base. Results of the zero Base are valid
// references, but are not specified.
type Base struct {
	u       URI        // without its fragment
	c       components // of u
	flags   Resolution
	grammar grammar // of the references that are parsed

	// dir is the path to which a relative path is appended (section 5.2.3): that of u up to its last "/", or "/" if u has
	// an authority and an empty path. hasDots is set if it may have dot segments or need a guard.
	dir     string
	hasDots bool

	// rooted is set unless u is a relative-path reference. If it is not set, each ".." at the start of a target stays. The
	// zero Base is that of the empty reference, so that its targets are references.
	rooted bool
}

// NewBase prepares u as a base. The fragment of u is ignored (RFC 3986, section 5.1). If u has no scheme, and flags do
// not have [RelativeBase], the error is an [*Error] with ReasonNoScheme. With RefuseAboveRoot, a ".." above the root is
// also an error if it is in the part of the base to which relative paths are appended, its path up to the last "/".
// Offset is then in u. Time and memory are linear in the length of u.
func NewBase(u URI, flags Resolution) (*Base, error) {
	if flags&RelativeBase != 0 && u.IsRelative() {
		nowhere := Base{flags: flags}
		var err error
		if u, err = nowhere.Resolve(u); err != nil {
			return nil, err
		}
	}
	b := new(Base)
	if err := b.init(&u, flags); err != nil {
		return nil, err
	}
	if err := b.cleanDir(); err != nil {
		return nil, err
	}
	return b, nil
}

// init makes b the base u, without any allocation.
func (b *Base) init(u *URI, flags Resolution) error {
	if u.IsRelative() && flags&RelativeBase == 0 {
		return notABase(u.s)
	}
	var r fsm.Ranges
	b.u = u.WithoutFragment()
	b.u.ranges(&r)
	b.c.split(b.u.s, &r)
	b.flags = flags
	b.dir = b.c.path[:strings.LastIndexByte(b.c.path, '/')+1]
	if b.c.authority != "" && b.c.path == "" {
		b.dir = "/"
	}
	b.hasDots = mayHaveDots(b.dir, flags&EncodedDots != 0)
	b.rooted = !u.IsRelativePath()
	return nil
}

// notABase returns the error of s, which is not a URI and cannot be a base.
func notABase(s string) error {
	var r fsm.Ranges
	n, _ := fsm.ScanAs(fsm.URI, s, &r)
	return newError(askedBase, s, n)
}

// cleanDir removes the dot segments of dir, unless they count because the base is a relative-path reference.
func (b *Base) cleanDir() error {
	if !b.hasDots || !b.rooted {
		return nil
	}
	encoded := b.flags&EncodedDots != 0
	if b.flags&RefuseAboveRoot != 0 {
		if above := firstAboveRoot("", b.dir, encoded); above >= 0 {
			return partError(ComponentPath, len(b.c.scheme)+len(b.c.authority)+above, ReasonAboveRoot)
		}
	}
	b.dir = string(removeDotSegments([]byte(b.dir), 0, dotOptions{encoded: encoded}))
	b.hasDots = b.c.authority == "" && strings.HasPrefix(b.dir, "//") // the guard of such a path is a dot segment
	return nil
}

// URI returns the base, without its fragment.
func (b *Base) URI() URI { return b.u }

// String returns the base for people to read: [URI.Redacted], which hides the password. For a nil *Base it returns
// "<nil>".
func (b *Base) String() string {
	if b == nil {
		return "<nil>"
	}
	return b.u.Redacted()
}

// Format prints b for package fmt. For every verb it prints [Base.String], which hides the password. It implements
// [fmt.Formatter].
func (b Base) Format(f fmt.State, verb rune) { formatText(f, verb, b.String()) }

// AppendResolve appends the target of ref to dst (RFC 3986, sections 5.2 and 5.3). It returns the extended slice and
// the ranges of the components of the target, as [Parse] would return them. The time is linear in the lengths of base
// and reference. If dst has room for the target, it does not allocate, unless dot segments are removed from more than
// 1 KiB.
//
// The target always is a URI, except with [RelativeBase]. If it has no authority and its path begins with "//", "/." is
// put before the path, which would be read as an authority otherwise: for the base "x:/a/", "..//b" resolves to
// "x:/.//b".
//
// On error dst is returned as it was. The error is an [*Error]. With ReasonAboveRoot, its Offset is that of the ".." in
// ref. With ReasonTooLong, base and reference together are longer than a URI can be.
//
// The target is not normalized. A browser that reads the same target can have another text for it, its href, which
// package whatwg returns: the target "http://EXAMPLE.com:80" has the href "http://example.com/".
func (b *Base) AppendResolve(dst []byte, ref URI) (_ []byte, r Ranges, err error) {
	ref.ranges(&r.r)
	if dst, err = b.appendTarget(dst, ref.s, &r.r); err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// AppendResolveString is [Base.AppendResolve] for a reference that is not yet parsed. If ref is not a URI-reference,
// the error is that of [Parse].
func (b *Base) AppendResolveString(dst []byte, ref string) (_ []byte, r Ranges, err error) {
	n, ok := 0, false
	if b.grammar == ofURIs {
		n, ok = fsm.Scan(ref, &r.r) // inlined, unlike scan
	} else {
		n, ok = scan(b.grammar, ref, &r.r)
	}
	if ok {
		dst, err = b.appendTarget(dst, ref, &r.r)
	} else {
		err = newError(b.grammar.asked(askedReference), ref, n)
	}
	if err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// Resolve returns the target of ref, like [net/url.URL.ResolveReference]. See [Base.AppendResolve] for the rules and
// the errors. It allocates only the text of the target, and a buffer if that is longer than 1 KiB. If the target is ref
// or the base, it allocates neither.
func (b *Base) Resolve(ref URI) (URI, error) {
	var r fsm.Ranges
	ref.ranges(&r)
	var t target
	if err := b.resolve(&t, ref.s, &r); err != nil {
		return URI{}, err
	}
	var buf buffer
	text := t.appendTo(buf.slice(t.size()+relativeGrowth), &r)
	switch octet.Text(text) {
	case ref.s:
		return ref, nil
	case b.u.s:
		return b.u, nil
	}
	return pack(string(text), &r), nil
}

// AppendResolve appends the target of ref to dst, with u as the base and a [Resolution] of 0: see [Base.AppendResolve].
// If u has no scheme, the error is an [*Error] with ReasonNoScheme. For many references, a prepared [Base] is faster.
func (u URI) AppendResolve(dst []byte, ref URI) (_ []byte, r Ranges, err error) {
	var b Base
	if err = b.init(&u, 0); err == nil {
		ref.ranges(&r.r)
		dst, err = b.appendTarget(dst, ref.s, &r.r)
	}
	if err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// Resolve returns the target of ref, with u as the base, like [net/url.URL.ResolveReference]: see [URI.AppendResolve]
// and [Base.Resolve].
func (u URI) Resolve(ref URI) (URI, error) {
	var b Base
	if err := b.init(&u, 0); err != nil {
		return URI{}, err
	}
	return b.Resolve(ref)
}

// SameDocument reports whether ref is a same-document reference where u is the base (RFC 3986, section 4.4): whether u
// and the target of ref, as [URI.Resolve] returns it, have the same text apart from their fragments. To recognize more
// references, normalize u and ref first. If u has no scheme, SameDocument assumes that its scheme is not that of ref:
// then a ref with a scheme is not a same-document reference. SameDocument takes linear time, and allocates only if the
// target is longer than 1 KiB.
func (u URI) SameDocument(ref URI) bool {
	var b Base
	_ = b.init(&u, RelativeBase) // there is no error for a relative base
	b.rooted = true              // as if u had a scheme
	var r fsm.Ranges
	ref.ranges(&r)
	var t target
	if err := b.resolve(&t, ref.s, &r); err != nil {
		return false // the target is too long
	}
	t.fragment = ""
	var buf buffer
	return string(t.appendTo(buf.slice(t.size()), &r)) == b.u.s
}

// EstablishBase returns the base of relative references. Its arguments are the URI-references that could be the base,
// in their order of precedence (RFC 3986, section 5.1): the one in the content, that of the encapsulating entity, the
// one by which the entity was retrieved, and the default of the application. The zero URI means that there is no such
// reference. The base is the first one that has a scheme, without its fragment. A relative reference before it is
// resolved as by [URI.Resolve], against the base that the arguments after it give.
//
// If no argument has a scheme, the error is an [*Error] with ReasonNoScheme, and Offset is in the first argument that
// is not the zero URI. Each relative reference costs the allocations of [URI.Resolve].
func EstablishBase(sources ...URI) (URI, error) {
	i := slices.IndexFunc(sources, URI.IsAbs)
	if i < 0 {
		first := ""
		for _, u := range slices.Backward(sources) {
			first = cmp.Or(u.s, first)
		}
		return URI{}, notABase(first)
	}
	base := sources[i].WithoutFragment()
	for _, u := range slices.Backward(sources[:i]) {
		target, err := base.Resolve(u.WithoutFragment())
		if err != nil {
			return URI{}, err
		}
		base = target
	}
	return base, nil
}

// appendTarget appends the target of the reference s, and nothing after it. r holds the ranges of s, and becomes those
// of the target.
func (b *Base) appendTarget(dst []byte, s string, r *fsm.Ranges) ([]byte, error) {
	var t target
	if err := b.resolve(&t, s, r); err != nil {
		return dst, err
	}
	if !t.hasDots {
		return t.appendTo(slices.Grow(dst, t.size()), r), nil
	}
	return t.appendDotless(dst, r), nil
}

// components are the components of a reference with their delimiters: one after the other they are its text. A
// component is undefined if it is empty. The path is always defined.
type components struct {
	scheme    string // with its ":"
	authority string // with its "//"
	path      string
	query     string // with its "?"
	fragment  string // with its "#"

	host, hostEnd uint32 // the range of the host in authority
}

// split sets c to the components of s. r holds the ranges of s.
func (c *components) split(s string, r *fsm.Ranges) {
	o := offsetsOf(r)
	if o.SchemeEnd != 0 {
		c.scheme = s[:o.SchemeEnd+1]
	}
	if o.Authority != 0 {
		begin := o.Authority - uint32(len("//"))
		c.authority, c.host, c.hostEnd = s[begin:o.Path], o.Host-begin, o.HostEnd-begin
	}
	c.path, c.query, c.fragment = s[o.Path:o.PathEnd], s[o.PathEnd:o.QueryEnd], s[o.QueryEnd:]
}

// A target is the target of a reference, before its dot segments are removed.
type target struct {
	components
	dir     string // the start of the path: the path is dir followed by components.path
	hasDots bool   // whether the path may have dot segments that must be removed, or need a guard
	dots    dotOptions
}

// resolve sets t to the target of the reference s, as section 5.2.2 describes it. r holds the ranges of s.
func (b *Base) resolve(t *target, s string, r *fsm.Ranges) error {
	t.split(s, r)
	if b.ignores(t.scheme) {
		t.scheme = ""
	}
	encoded := b.flags&EncodedDots != 0
	switch {
	case t.scheme != "":
	case t.authority != "":
		t.scheme = b.c.scheme
	case t.path == "":
		t.setFront(&b.c)
		t.path = b.c.path // with its dot segments
		if t.query == "" {
			t.query = b.c.query
		}
		return t.checkSize(0)
	case t.path[0] == '/':
		t.setFront(&b.c)
	default: // merge the paths (section 5.2.3)
		t.setFront(&b.c)
		t.dir, t.hasDots, t.dots.relative = b.dir, b.hasDots, !b.rooted
	}
	t.hasDots = t.hasDots || mayHaveDots(t.path, encoded)
	t.dots.encoded = encoded
	if t.dots.relative {
		return t.checkSize(relativeGrowth)
	}
	if t.hasDots && b.flags&RefuseAboveRoot != 0 {
		if above := firstAboveRoot(t.dir, t.path, encoded); above >= 0 {
			begin, _ := r.Path()
			return partError(ComponentPath, begin+above, ReasonAboveRoot)
		}
	}
	return t.checkSize(0)
}

// setFront sets scheme and authority to those of the base.
func (t *target) setFront(base *components) {
	t.scheme, t.authority, t.host, t.hostEnd = base.scheme, base.authority, base.host, base.hostEnd
}

// ignores reports whether the scheme of a reference is ignored (section 5.2.2).
func (b *Base) ignores(scheme string) bool {
	return b.flags&NonStrict != 0 && strings.EqualFold(scheme, b.c.scheme)
}

// relativeGrowth is the number of bytes by which the removal of dot segments can make a relative path longer: "./"
// before it and "/" after it.
const relativeGrowth = 3

// size returns the length of t with its dot segments.
func (t *target) size() int {
	return len(t.scheme) + len(t.authority) + len(t.dir) + len(t.path) + len(t.query) + len(t.fragment)
}

// checkSize returns an error if t would be too long to be parsed after it has grown by n bytes.
func (t *target) checkSize(n uint64) error {
	n += uint64(len(t.scheme)) + uint64(len(t.authority)) + uint64(len(t.dir)) + uint64(len(t.path)) +
		uint64(len(t.query)) + uint64(len(t.fragment))
	if n > fsm.MaxLen {
		return partError(ComponentNone, 0, ReasonTooLong)
	}
	return nil
}

// appendDotless appends t, and nothing after it.
func (t *target) appendDotless(dst []byte, r *fsm.Ranges) []byte {
	var buf buffer
	return append(dst, t.appendTo(buf.slice(t.size()+relativeGrowth), r)...)
}

// appendTo appends t without its dot segments, as section 5.3 composes it, and sets r to its ranges. If t may have dot
// segments, it also uses the capacity of dst after the result.
func (t *target) appendTo(dst []byte, r *fsm.Ranges) []byte {
	start := len(dst)
	dst = append(dst, t.scheme...)
	dst = append(dst, t.authority...)
	path := len(dst)
	dst = append(dst, t.dir...)
	dst = append(dst, t.path...)
	if t.hasDots {
		dst = removeDotSegments(dst, path, t.dots)
		if t.authority == "" {
			dst = guardPath(dst, path)
		}
	}
	o := offsetsOf(r)
	*o = ranges.Offsets{Path: uint32(path - start), PathEnd: uint32(len(dst) - start)}
	o.HostEnd = o.Path
	if t.scheme != "" {
		o.SchemeEnd = uint32(len(t.scheme) - len(":"))
	}
	if t.authority != "" {
		begin := uint32(len(t.scheme))
		o.Authority, o.Host, o.HostEnd = begin+uint32(len("//")), begin+t.host, begin+t.hostEnd
	}
	dst = append(dst, t.query...)
	o.QueryEnd = uint32(len(dst) - start)
	dst = append(dst, t.fragment...)
	o.End = uint32(len(dst) - start)
	return dst
}
