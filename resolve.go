package uri

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
)

// A Resolution chooses how references are resolved, where RFC 3986 leaves a choice or others chose differently. The
// flags can be or-ed; 0 is what section 5.2 says of a strict parser.
type Resolution uint8

const (
	// NonStrict ignores the scheme of a reference if it is the base's, in either case: "http:g" is taken for "g"
	// (RFC 3986, section 5.2.2).
	NonStrict Resolution = 1 << iota

	// EncodedDots takes "%2E" in a dot segment for ".", as the WHATWG's URL Standard does: "%2e" and ".%2E" are dot
	// segments, in the reference and in the base. For RFC 3986 they are none until the target is normalized (sections
	// 6.2.2.2 and 6.2.2.3).
	EncodedDots

	// RefuseAboveRoot makes it an error if a ".." segment has nothing left to remove. Section 5.2.4 ignores it then.
	RefuseAboveRoot
)

// A Base is a base URI, prepared to resolve many references (RFC 3986, section 5.2). It is immutable and safe for
// concurrent use. It comes from [NewBase]: the zero Base is none.
type Base struct {
	u     URI // without its fragment
	flags Resolution

	// dir is what a relative path is appended to (section 5.2.3): u up to the last "/" of its path, or up to its path
	// if that has none. If slash is 1, a "/" goes in between. If clean, none does, and dir has no dot segments.
	dir   string
	slash int
	clean bool

	// up[i] is the length of what i segments ".." leave of dir, the last of its elements that of the root. It is nil
	// before prepare, and without an authority: what is left may not be the beginning of dir then.
	up []uint32
}

// NewBase prepares u as a base. Its fragment is ignored (RFC 3986, section 5.1). If u has no scheme, the error is an
// [*Error] with ReasonNoScheme. RefuseAboveRoot is about the base, too: a ".." above the root in what relative paths
// are appended to, its path up to the last "/", is an error here, whose offset is that in u. Time and memory are linear
// in the length of u.
func NewBase(u URI, flags Resolution) (*Base, error) {
	b := &Base{flags: flags}
	err := b.set(&u)
	if err == nil {
		err = b.prepare()
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// set makes b the base u, but prepares nothing that costs an allocation.
func (b *Base) set(u *URI) error {
	if !u.IsAbs() {
		return notABase(u.s)
	}
	b.u.r = u.r
	offsetsOf(&b.u.r).CutFragment()
	b.u.s = u.s[:offsetsOf(&b.u.r).Len()]
	lo, hi := b.u.r.Path()
	if _, _, ok := b.u.r.Authority(); ok && lo == hi {
		b.slash = 1
	}
	b.dir = b.u.s[:lo+strings.LastIndexByte(b.u.s[lo:hi], '/')+1]
	b.clean = b.slash == 0 && isDotless(b.dir[lo:], false)
	return nil
}

// notABase says where s stops being the beginning of a URI.
func notABase(s string) error {
	var r fsm.Ranges
	n, _ := fsm.ScanAs(fsm.URI, s, &r)
	return newError(askedBase, s, n, &r)
}

// prepare makes dir clean, and finds the places in it to which a ".." leads.
func (b *Base) prepare() error {
	if !b.clean || b.flags&EncodedDots != 0 {
		if err := b.cleanDir(); err != nil {
			return err
		}
	}
	if _, _, ok := b.u.r.Authority(); !ok {
		return nil
	}
	lo, _ := b.u.r.Path()
	b.up = make([]uint32, 0, strings.Count(b.dir[lo:], "/"))
	for i := len(b.dir); i > lo; i-- {
		if b.dir[i-1] == '/' {
			b.up = append(b.up, uint32(i))
		}
	}
	return nil
}

// cleanDir appends the missing "/" to dir and removes its dot segments. If dir then needs a guard, it is still not clean:
// the guard has to go if the segments after it do.
func (b *Base) cleanDir() error {
	lo, _ := b.u.r.Path()
	path := b.dir[lo:] + "/"[:b.slash]
	encoded := b.flags&EncodedDots != 0
	if above := firstAboveRoot("", path, encoded); above >= 0 && b.flags&RefuseAboveRoot != 0 {
		return partError(ComponentPath, lo+above, ReasonAboveRoot)
	}
	p := dotless{path: path, encoded: encoded}
	p.make()
	text := append(make([]byte, 0, lo+len(guard)+p.size), b.dir[:lo]...)
	_, _, ok := b.u.r.Authority()
	if b.clean = ok || !p.double; !b.clean {
		text = append(text, guard...)
	}
	b.dir, b.slash = string(p.appendTo(text)), 0
	return nil
}

// URI returns the base, without its fragment.
func (b *Base) URI() URI { return b.u }

// String returns the base for people to read: [URI.Redacted], which shows no password. For a nil *Base it returns
// "<nil>".
func (b *Base) String() string {
	if b == nil {
		return "<nil>"
	}
	return b.u.Redacted()
}

// AppendResolve appends the target of ref to dst (RFC 3986, sections 5.2 and 5.3). It returns the extended slice and the
// ranges of the components of the target, as [Parse] would return them for it alone. If dst has room for the target,
// nothing is allocated. The time is linear in the lengths of base and reference.
//
// The target always is a URI. If its path begins with "//" and it has no authority, it gets "/." in front, lest it be
// read as one: "..//b" resolves to "x:/.//b" if the base is "x:/a/".
//
// On error dst is returned as it was. The error is an [*Error]: with ReasonAboveRoot, where the offset is that of the
// ".." in ref; or with ReasonTooLong, if base and reference together are longer than a URI can be.
func (b *Base) AppendResolve(dst []byte, ref URI) (_ []byte, r Ranges, err error) {
	if dst, err = b.appendTarget(dst, ref.s, &ref.r, &r.r); err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// AppendResolveString is [Base.AppendResolve] for a reference that is not parsed yet. If ref is no URI-reference, the
// error is that of [Parse].
func (b *Base) AppendResolveString(dst []byte, ref string) (_ []byte, r Ranges, err error) {
	if n, ok := fsm.Scan(ref, &r.r); !ok {
		err = newError(fsm.URIReference, ref, n, &r.r)
	} else {
		dst, err = b.appendTarget(dst, ref, &r.r, &r.r)
	}
	if err != nil {
		r = Ranges{}
	}
	return dst, r, err
}

// Resolve returns the target of ref: see [Base.AppendResolve], whose errors it has. It costs at most one allocation,
// that of the text, or two if dot segments have to be removed from more than 256 bytes. If ref is its own target, it
// costs none.
func (b *Base) Resolve(ref URI) (u URI, err error) {
	head, rest, k, clean := b.split(ref.s, &ref.r, &u.r)
	if isTooLong(len(head), len(rest), &u.r) {
		return URI{}, partError(ComponentNone, 0, ReasonTooLong)
	}
	if clean && isDotless(rest[pathStart(head, &u.r):k], b.flags&EncodedDots != 0) {
		u.s = head + rest
		return u, nil
	}
	var room [256]byte
	text := room[:0]
	if n := offsetsOf(&u.r).Len(); n > len(room) {
		text = make([]byte, 0, n)
	}
	text, err = b.appendDotted(text, head, rest, k, clean, len(ref.s), &u.r)
	if err != nil {
		return URI{}, err
	}
	u.s = string(text)
	return u, nil
}

// AppendResolve appends the target of ref to dst, where u is the base and the [Resolution] is 0: see
// [Base.AppendResolve]. If u has no scheme, the error is an [*Error] with ReasonNoScheme. For many references it is
// faster to prepare a [Base].
func (u URI) AppendResolve(dst []byte, ref URI) ([]byte, error) {
	var b Base
	if err := b.set(&u); err != nil {
		return dst, err
	}
	return b.appendTarget(dst, ref.s, &ref.r, &ref.r)
}

// Resolve returns the target of ref, where u is the base: see [URI.AppendResolve] and [Base.Resolve].
func (u URI) Resolve(ref URI) (URI, error) {
	var b Base
	if err := b.set(&u); err != nil {
		return URI{}, err
	}
	return b.Resolve(ref)
}

// EstablishBase returns the base of relative references, given the URI-references that could be it in their order of
// precedence (RFC 3986, section 5.1): the one embedded in the content, that of the encapsulating entity, the one used
// to retrieve the entity, and the application's default. The zero URI stands for none. The base is the first one that
// has a scheme, without its fragment; relative references before it are resolved as by [URI.Resolve], each against the
// base that those behind it give.
//
// If none has a scheme, the error is an [*Error] with ReasonNoScheme, whose offset is that in the first that is not the
// zero URI. Each relative reference costs the allocations of [URI.Resolve].
func EstablishBase(sources ...URI) (URI, error) {
	i := slices.IndexFunc(sources, URI.IsAbs)
	if i < 0 {
		first := ""
		for _, u := range slices.Backward(sources) {
			first = cmp.Or(u.s, first)
		}
		return URI{}, notABase(first)
	}
	base := sources[i].withoutFragment()
	for _, u := range slices.Backward(sources[:i]) {
		target, err := base.Resolve(u.withoutFragment())
		if err != nil {
			return URI{}, err
		}
		base = target
	}
	return base, nil
}

// withoutFragment returns u with its fragment undefined. It allocates nothing.
func (u URI) withoutFragment() URI {
	offsetsOf(&u.r).CutFragment()
	u.s = u.s[:offsetsOf(&u.r).Len()]
	return u
}

// SameDocument reports whether ref is a same-document reference (RFC 3986, section 4.4): whether its target, as
// [URI.Resolve] finds it, and base are identical, their fragments aside. They are compared byte for byte: to have more
// that are the same, normalize both before. If base has no scheme, SameDocument answers as if it had one that ref has
// not. It allocates nothing, and the time is linear.
func SameDocument(base, ref URI) bool {
	path, rel := base.Path(), ref.Path()
	_, authority := base.Authority()
	if !authority && strings.HasPrefix(path, guard+"//") {
		path = path[len(guard):] // the target's path, too, gets its guard last
	}
	n := 0
	switch whole := ref.IsAbs() || ref.IsNetworkPath(); {
	case ref.IsAbs() && ref.Scheme() != base.Scheme(), whole && !sameAuthority(base, ref):
		return false
	case whole, strings.HasPrefix(rel, "/"):
	case rel == "":
		_, ok := ref.Query()
		return !ok || sameQuery(base, ref)
	case authority && path == "":
		return false // the target's path begins with "/"
	default:
		n = strings.LastIndexByte(path, '/') + 1
		if hasDotSegment(path[:n]) {
			return false // the target's path has none
		}
	}
	return sameQuery(base, ref) && leadsTo(path, n, rel)
}

func sameAuthority(u, v URI) bool {
	a, ok := u.Authority()
	b, defined := v.Authority()
	return a == b && ok == defined
}

func sameQuery(u, v URI) bool {
	a, ok := u.Query()
	b, defined := v.Query()
	return a == b && ok == defined
}

func hasDotSegment(path string) bool {
	for path != "" {
		if dotSegment(path, 0) > 0 {
			return true
		}
		_, path, _ = strings.Cut(path, "/")
	}
	return false
}

// leadsTo reports whether path is what is left of rel, appended to path[:n], without dot segments. path[:n] is empty or
// ends with "/", and has no dot segments.
func leadsTo(path string, n int, rel string) bool {
	strays := 0 // how many segments stand behind path[:n] that do not in path
	for rel != "" {
		segment := rel
		if i := strings.IndexByte(rel, '/'); i >= 0 {
			segment = rel[:i+1]
		}
		switch dots := dotSegment(rel, 0); {
		case dots == 2 && strays > 1:
			strays--
		case dots == 2 && n+strays > 0:
			if strays == 0 {
				n = strings.LastIndexByte(path[:n-1], '/') + 1
			}
			if strays = 0; n == 0 {
				// What is left of the first segment is "/", even if there was none before it.
				if !strings.HasPrefix(path, "/") {
					return false
				}
				n = 1
			}
		case dots > 0:
		case strays == 0 && strings.HasPrefix(path[n:], segment):
			n += len(segment)
		default:
			strays++
		}
		rel = rel[len(segment):]
	}
	return strays == 0 && n == len(path)
}

// appendTarget appends the target of the reference s, whose ranges are ref, and makes r the target's ranges. r may be
// ref.
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

// split returns the target as sections 5.2.2 and 5.3 make it, but with its dot segments, and makes r its ranges: head
// is of the base, and rest the end of the reference, whose path ends where rest[k:] begins. If head is clean, dot
// segments to be removed can be in rest only, and if there are none, the two together are the target. Otherwise, if r
// is longer than the two, a "/" is missing between them.
func (b *Base) split(s string, ref, r *fsm.Ranges) (head, rest string, k int, clean bool) {
	lo, hi := ref.Path()
	begin := 0 // of the reference, an ignored scheme aside
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
		_, end, _ := b.u.r.Scheme()
		offsetsOf(r).SetScheme(end, offsetsOf(ref), end+1-begin)
		return b.u.s[:end+1], s[begin:], hi - begin, true
	}
	if lo < hi {
		if s[lo] == '/' {
			end, _ := b.u.r.Path()
			offsetsOf(r).SetTail(offsetsOf(&b.u.r), offsetsOf(ref), end-lo)
			return b.u.s[:end], s[lo:], hi - lo, true
		}
		head = b.dir
		if s[lo] == '.' && b.up != nil {
			head, lo = b.climb(s[:hi], lo)
		}
		offsetsOf(r).SetTail(offsetsOf(&b.u.r), offsetsOf(ref), len(head)+b.slash-lo)
		return head, s[lo:], hi - lo, b.clean
	}
	if _, _, ok := ref.Query(); ok {
		_, end := b.u.r.Path()
		offsetsOf(r).SetTail(offsetsOf(&b.u.r), offsetsOf(ref), end-lo)
		return b.u.s[:end], s[lo:], 0, true
	}
	offsetsOf(r).SetFragment(offsetsOf(&b.u.r), offsetsOf(ref), len(b.u.s)-lo)
	return b.u.s, s[lo:], 0, true
}

// offsetsOf returns the offsets of r, to be changed.
func offsetsOf(r *fsm.Ranges) *ranges.Offsets { return (*ranges.Ranges)(r).Offsets() }

// pathStart returns where, in what follows head, the path begins or goes on.
func pathStart(head string, r *fsm.Ranges) int {
	lo, _ := r.Path()
	return max(lo-len(head), 0)
}

// ignores reports whether a reference's scheme is to be ignored.
func (b *Base) ignores(scheme string) bool {
	return b.flags&NonStrict != 0 && strings.EqualFold(scheme, b.u.Scheme())
}

// climb returns what a relative path is appended to that begins with ".", and where what is appended begins: dot
// segments at the beginning, as they mostly are, are removed by taking less of both.
func (b *Base) climb(path string, lo int) (head string, k int) {
	k, level := lo, 0
	for k < len(path) && path[k] == '.' {
		n := k + 1
		if n < len(path) && path[n] == '.' {
			n++
		}
		if n < len(path) && path[n] != '/' {
			break
		}
		level += n - k - 1
		k = min(n+1, len(path))
	}
	if level >= len(b.up) {
		if b.flags&RefuseAboveRoot != 0 {
			return b.dir, lo
		}
		level = len(b.up) - 1
	}
	return b.dir[:b.up[level]], k
}

// isTooLong tells by the lengths of what split returned. That of r, which counts the missing "/", has 32 bits and means
// something only if the sum of the others does not need more.
func isTooLong(head, rest int, r *fsm.Ranges) bool {
	return uint64(head)+uint64(rest) > fsm.MaxLen || uint64(offsetsOf(r).Len()) > fsm.MaxLen
}

// words has the constants of isDotless, as a variable, since the compiler would load constants anew for every word.
var words = struct{ dots, ones, highs uint64 }{'.' * octet.Each, octet.Each, octet.High}

// isDotless reports whether path surely has no dot segments: it does not begin with one, and has no "/." (and no "%",
// if encoded). It looks at eight bytes at a time.
func isDotless(path string, encoded bool) bool {
	if encoded && strings.IndexByte(path, '%') >= 0 || dotSegment(path, 0) > 0 {
		return false
	}
	i := len(path)
	if i < 8 {
		for i--; i > 0; i-- {
			if path[i] == '.' && path[i-1] == '/' {
				return false
			}
		}
		return true
	}
	for w := words; i > 1; i -= 7 {
		i = max(i, 8)
		x := octet.Word(path, i-8) ^ w.dots
		x |= x<<8 ^ w.ones // "/" is "." and 1
		if (x-w.ones)&^x&w.highs != 0 {
			return false
		}
	}
	return true
}

// appendDotted is appendTarget for a target that may have dot segments: it appends the text that split returned, without
// them. n is the length of the reference.
func (b *Base) appendDotted(
	dst []byte, head, rest string, k int, clean bool, n int, r *fsm.Ranges,
) ([]byte, error) {
	lo, hi := r.Path()
	at := pathStart(head, r)
	before := head[:min(lo, len(head))]
	p := dotless{
		dir:     cmp.Or(head[len(before):], "/"[:hi-len(head)-k]), // or the missing "/"
		clean:   clean,
		path:    rest[at:k],
		encoded: b.flags&EncodedDots != 0,
	}
	if b.flags&RefuseAboveRoot != 0 {
		if above := firstAboveRoot(p.dir, p.path, p.encoded); above >= 0 {
			return dst, partError(ComponentPath, n-len(rest)+at+above, ReasonAboveRoot)
		}
	}
	var room [shortPath]byte
	if p.isShort() {
		p.buf = room[:]
	}
	p.make()
	lead := ""
	if _, _, ok := r.Authority(); !ok && p.double {
		lead = guard // for which there is room: a dot segment and its "/" were removed, or the path would not begin so
	}
	offsetsOf(r).ShiftEnds(lo + len(lead) + p.size - hi)
	dst = append(append(slices.Grow(dst, offsetsOf(r).Len()), before...), rest[:at]...)
	dst = p.appendTo(append(dst, lead...))
	return append(dst, rest[k:]...), nil
}

// guard stands before a path that begins with "//" where there is no authority, for else it would be read as one
// (section 3.3). Behind a scheme, no other path is read as anything else.
const guard = "/."

// RemoveDotSegments returns path without its dot segments, as the routine remove_dot_segments of RFC 3986 does (section
// 5.2.4), in linear time. It allocates nothing if there are none.
//
// It knows nothing but the path: where no authority stands before it, a result that begins with "//" must not be put
// into a URI as it is.
func RemoveDotSegments(path string) string {
	if isDotless(path, false) {
		return path
	}
	var room [256]byte
	text := AppendRemoveDotSegments(room[:0], path)
	if len(text) == len(path) {
		return path
	}
	return string(text)
}

// AppendRemoveDotSegments appends [RemoveDotSegments](path) to dst. Nothing is allocated if dst has room for path.
func AppendRemoveDotSegments(dst []byte, path string) []byte {
	if isDotless(path, false) {
		return append(dst, path...)
	}
	var room [shortPath]byte
	p := dotless{path: path}
	if p.isShort() {
		p.buf = room[:]
	}
	p.make()
	return p.appendTo(dst)
}

// A dotless is a path without its dot segments (RFC 3986, section 5.2.4), made from right to left. In this direction a
// counter is enough to know which segments a ".." removes, so nothing has to be written and taken back. A long path is
// read twice: first to know the length of the result, then to write it.
type dotless struct {
	dir, path string // the two parts of the path; dir is empty or ends with "/"
	clean     bool   // dir has no dot segments
	encoded   bool   // "%2E" is "." in dot segments

	size    int    // the length of the result so far
	slash   bool   // the result begins with "/"
	double  bool   // the result begins with "//"
	up      int    // the ".." that have removed nothing yet
	removed bool   // the last segment that was read, dot segments aside, was removed
	buf     []byte // the result fills buf from its end; nil if the path is only measured
}

// shortPath is the length of the longest path that is read only once.
const shortPath = 128

// isShort reports whether the result fits into shortPath bytes, whatever the path is.
func (p *dotless) isShort() bool { return len(p.dir)+len(p.path) < shortPath }

// appendTo appends the result to dst. It must have been made before, in a short buffer or in none.
func (p *dotless) appendTo(dst []byte) []byte {
	if p.buf != nil {
		return append(dst, p.buf[len(p.buf)-p.size:]...)
	}
	begin, end := len(dst), len(dst)+p.size
	dst = slices.Grow(dst, p.size)[:end]
	again := dotless{dir: p.dir, path: p.path, clean: p.clean, encoded: p.encoded, buf: dst[begin:]}
	again.make()
	return dst
}

// make makes the result, and sets size and double.
func (p *dotless) make() {
	dir, path, rooted := p.dir, p.path, false
	if dir == "" {
		path, rooted = strings.CutPrefix(path, "/")
	} else {
		dir, rooted = strings.CutPrefix(dir, "/")
	}
	p.read(path)
	switch {
	case p.up > 0 || !p.clean:
		p.read(dir)
	case dir != "":
		p.put(dir)
		p.removed = false
	}
	if rooted || p.removed { // where the first segment of a path without a root is removed, section 5.2.4 leaves a "/"
		p.put("/")
	}
}

// read reads the segments of a part of the path, from the last one to the first one. The root is not in part.
func (p *dotless) read(part string) {
	kept := len(part) // the segments from i to kept stay, and are not written yet
	for i := len(part); i > 0; {
		begin, dots := p.lastSegment(part[:i])
		if dots == 0 && p.up == 0 {
			p.removed = false
			i = begin
			continue
		}
		p.put(part[i:kept])
		if dots > 0 {
			p.up += dots - 1
		} else {
			p.up--
			p.removed = true
		}
		for strings.HasSuffix(part[:begin], climbs) && (begin == len(climbs) || part[begin-len(climbs)-1] == '/') {
			p.up += len(climbs) / len("../")
			begin -= len(climbs)
		}
		i, kept = begin, begin
	}
	p.put(part[:kept])
}

// climbs is skipped in one step, so that many "../" cost no more than other paths of that length.
const climbs = "../../../../../../../../"

// lastSegment returns where the last segment of part begins, and how many dots it has if it is a dot segment, otherwise
// 0. The "/" after the segment belongs to it.
func (p *dotless) lastSegment(part string) (begin, dots int) {
	end := len(part)
	if part[end-1] == '/' {
		end--
	}
	begin = end
	for begin > 0 && part[begin-1] != '/' {
		begin--
	}
	switch {
	case p.encoded:
		dots, _ = encodedDotSegment(part[begin:end])
	case begin < end && part[begin] == '.' && end-begin <= 2 && part[end-1] == '.':
		dots = end - begin
	}
	return begin, dots
}

// put writes text before the result so far.
func (p *dotless) put(text string) {
	if text == "" {
		return
	}
	p.size += len(text)
	if p.buf != nil {
		copy(p.buf[len(p.buf)-p.size:], text)
	}
	p.double = p.slash
	if p.slash = text[0] == '/'; len(text) > 1 {
		p.double = text[1] == '/'
	}
	p.double = p.double && p.slash
}

// firstAboveRoot returns the offset in path of the first ".." that has no segment left to remove, -1 if there is none.
// The path is dir and path together, but a ".." in dir is not reported.
func firstAboveRoot(dir, path string, encoded bool) int {
	depth, begun := 0, false
	for k, part := range [...]string{dir, path} {
		for i := 0; i < len(part); {
			n := strings.IndexByte(part[i:], '/')
			if n < 0 {
				n = len(part) - i
			}
			segment := part[i : i+n]
			dots := dotSegment(segment, 0)
			if encoded {
				dots, _ = encodedDotSegment(segment)
			}
			switch {
			case dots == 2 && depth > 0:
				depth--
			case dots == 2 && k == 1:
				return i
			case dots == 0 && (begun || n > 0): // an empty one is the root where nothing is before it
				depth++
			}
			begun = begun || dots == 0
			i += n + 1
		}
	}
	return -1
}

// dotSegment returns the number of dots of the dot segment that is at path[i:]; 0 if there is none.
func dotSegment(path string, i int) (dots int) {
	if i >= len(path) || path[i] != '.' {
		return 0
	}
	if i++; i == len(path) || path[i] == '/' {
		return 1
	}
	if path[i] != '.' {
		return 0
	}
	if i++; i == len(path) || path[i] == '/' {
		return 2
	}
	return 0
}

// encodedDotSegment is dotSegment, and the number of bytes, where "%2E" is a dot, too.
func encodedDotSegment(path string) (dots, n int) {
	for n < len(path) && path[n] != '/' {
		switch {
		case dots == 2:
			return 0, 0
		case path[n] == '.':
			n++
		case len(path) >= n+3 && strings.EqualFold(path[n:n+3], "%2E"):
			n += 3
		default:
			return 0, 0
		}
		dots++
	}
	return dots, n
}
