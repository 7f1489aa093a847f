package uri

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
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
// references, but mean nothing.
type Base struct {
	u       URI        // without its fragment
	r       fsm.Ranges // of u
	flags   Resolution
	grammar grammar // of the references that are parsed

	// dir is the text to which a relative path is appended (section 5.2.3): u up to and including the last "/" of its
	// path, or up to its path if that has no "/". If slash is 1, a "/" belongs between dir and the relative path. If
	// clean is true, slash is 0 and dir has no dot segments.
	dir   string
	slash int
	clean bool

	// rooted says that the base is not a relative-path reference. If it is false, clean is false. The zero Base is that of
	// the empty reference, so that its targets are references.
	rooted bool
}

// NewBase prepares u as a base. The fragment of u is ignored (RFC 3986, section 5.1). If u has no scheme, and flags do
// not have [RelativeBase], the error is an [*Error] with ReasonNoScheme. With RefuseAboveRoot, a ".." above the root is
// also an error if it is in the part of the base to which relative paths are appended, its path up to the last "/".
// Offset is then in u. Time and memory are linear in the length of u.
func NewBase(u URI, flags Resolution) (*Base, error) {
	b := &Base{flags: flags}
	var err error
	if flags&RelativeBase != 0 && !u.IsAbs() {
		nowhere := Base{flags: flags}
		u, err = nowhere.Resolve(u)
	}
	if err == nil {
		err = b.set(&u)
	}
	if err == nil && b.rooted && (!b.clean || flags&EncodedDots != 0) {
		err = b.cleanDir()
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// set makes b the base u. It does only the steps that do not allocate.
func (b *Base) set(u *URI) error {
	if !u.IsAbs() && b.flags&RelativeBase == 0 {
		return notABase(u.s)
	}
	b.u = u.WithoutFragment()
	b.u.ranges(&b.r)
	lo, hi := b.r.Path()
	if _, _, ok := b.r.Authority(); ok && lo == hi {
		b.slash = 1
	}
	b.dir = b.u.s[:lo+strings.LastIndexByte(b.u.s[lo:hi], '/')+1]
	b.rooted = !u.IsRelativePath()
	b.clean = b.slash == 0 && b.rooted && isDotless(b.dir[lo:], false)
	return nil
}

// notABase returns the error of s, which is not a URI and cannot be a base.
func notABase(s string) error {
	var r fsm.Ranges
	n, _ := fsm.ScanAs(fsm.URI, s, &r)
	return newError(askedBase, s, n)
}

// cleanDir appends the missing "/" to dir and removes its dot segments. If dir then needs a guard, it stays unclean,
// because the guard must go if the segments after it do.
func (b *Base) cleanDir() error {
	lo, _ := b.r.Path()
	path := b.dir[lo:] + "/"[:b.slash]
	encoded := b.flags&EncodedDots != 0
	if above := firstAboveRoot("", path, encoded); above >= 0 && b.flags&RefuseAboveRoot != 0 {
		return partError(ComponentPath, lo+above, ReasonAboveRoot)
	}
	p := dotless{path: path, encoded: encoded}
	p.make()
	text := append(make([]byte, 0, lo+len(slashGuard)+p.size), b.dir[:lo]...)
	_, _, ok := b.r.Authority()
	if b.clean = ok || !p.isDouble(); !b.clean {
		text = append(text, slashGuard...)
	}
	b.dir, b.slash = string(p.appendTo(text)), 0
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
// the ranges of the components of the target, as [Parse] would return them. If dst has room for the target, nothing is
// allocated. The time is linear in the lengths of base and reference.
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
	if dst, err = b.appendTarget(dst, ref.s, &r.r, &r.r); err != nil {
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
		dst, err = b.appendTarget(dst, ref, &r.r, &r.r)
	} else {
		err = newError(b.grammar.asked(askedReference), ref, n)
	}
	if err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// Resolve returns the target of ref, like [net/url.URL.ResolveReference]. See [Base.AppendResolve] for the rules and
// the errors. It allocates only the text of the target, and a buffer if dot segments are removed from more than 256
// bytes. If ref is its own target, it allocates nothing.
func (b *Base) Resolve(ref URI) (URI, error) {
	var r fsm.Ranges
	ref.ranges(&r)
	head, rest, k, clean := b.split(ref.s, &r, &r)
	if isTooLong(len(head), len(rest), &r) {
		return URI{}, partError(ComponentNone, 0, ReasonTooLong)
	}
	if clean && isDotless(rest[pathStart(head, &r):k], b.flags&EncodedDots != 0) {
		return pack(head+rest, &r), nil
	}
	var room [256]byte
	text := room[:0]
	if n := offsetsOf(&r).Len(); n > len(room) {
		text = make([]byte, 0, n)
	}
	text, err := b.appendDotted(text, head, rest, k, clean, len(ref.s), &r)
	if err != nil {
		return URI{}, err
	}
	return pack(string(text), &r), nil
}

// AppendResolve appends the target of ref to dst, with u as the base and a [Resolution] of 0: see [Base.AppendResolve].
// If u has no scheme, the error is an [*Error] with ReasonNoScheme. For many references, a prepared [Base] is faster.
func (u URI) AppendResolve(dst []byte, ref URI) (_ []byte, r Ranges, err error) {
	var b Base
	if err = b.set(&u); err == nil {
		ref.ranges(&r.r)
		dst, err = b.appendTarget(dst, ref.s, &r.r, &r.r)
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
	if err := b.set(&u); err != nil {
		return URI{}, err
	}
	return b.Resolve(ref)
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

// appendTarget appends the target of the reference s, whose ranges are ref, and sets r to the ranges of the target. r
// may be ref.
func (b *Base) appendTarget(dst []byte, s string, ref, r *fsm.Ranges) ([]byte, error) {
	head, rest, k, clean := b.split(s, ref, r)
	if isTooLong(len(head), len(rest), r) {
		return dst, partError(ComponentNone, 0, ReasonTooLong)
	}
	if !clean || !isDotless(rest[pathStart(head, r):k], b.flags&EncodedDots != 0) {
		return b.appendDotted(dst, head, rest, k, clean, len(s), r)
	}
	return append(append(slices.Grow(dst, len(head)+len(rest)), head...), rest...), nil
}

// split returns the target as sections 5.2.2 and 5.3 make it, but with its dot segments, and sets r to its ranges. head
// is from the base, and rest is the end of the reference. rest[k:] is the part of rest after the path. If clean is
// true, only rest can have dot segments to be removed, and if it has none, head and rest together are the target. If
// clean is false and r is longer than the two, a "/" is missing between them.
func (b *Base) split(s string, ref, r *fsm.Ranges) (head, rest string, k int, clean bool) {
	lo, hi := ref.Path()
	begin := 0 // the start of the reference without an ignored scheme
	if _, end, ok := ref.Scheme(); ok {
		if !b.ignores(s[:end]) {
			if r != ref {
				*r = *ref
			}
			return "", s, hi, true
		}
		begin = end + 1
	}
	if _, _, ok := ref.Authority(); ok {
		_, end, abs := b.r.Scheme()
		if !abs {
			*r = *ref
			return "", s, hi, true
		}
		offsetsOf(r).SetScheme(end, offsetsOf(ref), end+1-begin)
		return b.u.s[:end+1], s[begin:], hi - begin, true
	}
	if lo < hi {
		if s[lo] == '/' {
			end, _ := b.r.Path()
			offsetsOf(r).SetTail(offsetsOf(&b.r), offsetsOf(ref), end-lo)
			return b.u.s[:end], s[lo:], hi - lo, true
		}
		head = b.dir
		if s[lo] == '.' && b.clean {
			head, lo = b.climb(s[:hi], lo)
		}
		offsetsOf(r).SetTail(offsetsOf(&b.r), offsetsOf(ref), len(head)+b.slash-lo)
		return head, s[lo:], hi - lo, b.clean
	}
	if _, _, ok := ref.Query(); ok {
		_, end := b.r.Path()
		offsetsOf(r).SetTail(offsetsOf(&b.r), offsetsOf(ref), end-lo)
		return b.u.s[:end], s[lo:], 0, true
	}
	offsetsOf(r).SetFragment(offsetsOf(&b.r), offsetsOf(ref), len(b.u.s)-lo)
	return b.u.s, s[lo:], 0, true
}

// pathStart returns the offset, in the text after head, at which the path begins or continues.
func pathStart(head string, r *fsm.Ranges) int {
	lo, _ := r.Path()
	return max(lo-len(head), 0)
}

// ignores reports whether the scheme of a reference is ignored.
func (b *Base) ignores(scheme string) bool {
	return b.flags&NonStrict != 0 && strings.EqualFold(scheme, b.u.Scheme())
}

// climb is for a relative path that begins with ".", and a clean base. Dot segments are mostly at its start, and climb
// removes those by shortening both dir and the path. It returns the text to which the path is appended, and the offset
// of the rest of the path. Without an authority it leaves all to appendDotted, because the result may then not begin
// with a part of dir.
func (b *Base) climb(path string, lo int) (head string, k int) {
	if _, _, ok := b.r.Authority(); !ok {
		return b.dir, lo
	}
	root, _ := b.r.Path()
	k, end := lo, len(b.dir) // dir[:end] begins with "/" at root, and ends with "/"
	for k < len(path) && path[k] == '.' {
		n := k + 1
		if n < len(path) && path[n] == '.' {
			n++
		}
		if n < len(path) && path[n] != '/' {
			break
		}
		if n == k+2 {
			if end-1 > root {
				for end--; b.dir[end-1] != '/'; end-- {
				}
			} else if b.flags&RefuseAboveRoot != 0 {
				return b.dir, lo
			}
		}
		k = min(n+1, len(path))
	}
	return b.dir[:end], k
}

// isTooLong reports whether the target is too long, given the lengths of head and rest. r includes a missing "/", but
// its length has 32 bits, so that it means something only if the sum of the other two fits.
func isTooLong(head, rest int, r *fsm.Ranges) bool {
	return uint64(head)+uint64(rest) > fsm.MaxLen || uint64(offsetsOf(r).Len()) > fsm.MaxLen
}

// appendDotted is appendTarget for a target that may have dot segments. It appends the text that split returned,
// without its dot segments. n is the length of the reference.
func (b *Base) appendDotted(
	dst []byte, head, rest string, k int, clean bool, n int, r *fsm.Ranges,
) ([]byte, error) {
	lo, hi := r.Path()
	at := pathStart(head, r)
	before := head[:min(lo, len(head))]
	var p dotless // a literal would be copied
	p.dir, p.path = head[len(before):], rest[at:k]
	if p.dir == "" {
		p.dir = "/"[:hi-len(head)-k] // which is missing, or nothing
	}
	p.clean, p.encoded, p.rootless = clean, b.flags&EncodedDots != 0, !b.rooted && !clean
	if b.flags&RefuseAboveRoot != 0 && !p.rootless {
		if above := firstAboveRoot(p.dir, p.path, p.encoded); above >= 0 {
			return dst, partError(ComponentPath, n-len(rest)+at+above, ReasonAboveRoot)
		}
	}
	p.make()
	if p.rootless {
		return p.appendRootless(dst, rest[k:], r)
	}
	lead := ""
	if _, _, ok := r.Authority(); !ok && p.isDouble() {
		lead = slashGuard // it fits: a dot segment and its "/" were removed, or the path would not begin with "//"
	}
	offsetsOf(r).ShiftEnds(lo + len(lead) + p.size - hi)
	dst = append(slices.Grow(dst, offsetsOf(r).Len()), before...)
	if at > 0 { // mostly there is nothing, and appending nothing costs a call
		dst = append(dst, rest[:at]...)
	}
	if lead != "" {
		dst = append(dst, lead...)
	}
	dst = p.appendTo(dst)
	if k < len(rest) {
		dst = append(dst, rest[k:]...)
	}
	return dst, nil
}

// appendRootless appends the target of a relative-path reference and a rootless base: the path p, for which make was
// called, and tail, the text after it. r has the ranges of the target with its dot segments.
func (p *dotless) appendRootless(dst []byte, tail string, r *fsm.Ranges) ([]byte, error) {
	const up, dot = "../", "./"
	begin, size := len(dst), len(up)*p.up+p.size
	if uint64(size)+uint64(len(dot))+uint64(len(tail)) > fsm.MaxLen {
		return dst, partError(ComponentNone, 0, ReasonTooLong)
	}
	dst = slices.Grow(dst, size+len(tail))
	for range p.up {
		dst = append(dst, up...)
	}
	dst = p.appendTo(dst)
	if size == 0 || needsDot(octet.Text(dst[begin:])) {
		dst = append(dst, dot...)
		copy(dst[begin+len(dot):], dst[begin:])
		copy(dst[begin:], dot)
	}
	_, hi := r.Path()
	offsetsOf(r).ShiftEnds(len(dst) - begin - hi)
	return append(dst, tail...), nil
}
