package uri

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
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
	b.u.r.CutFragment()
	b.u.s = u.s[:b.u.r.Len()]
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

// cleanDir appends the missing "/" to dir and removes its dot segments. With a guard it still is not clean: that has to
// go if what is before it does.
func (b *Base) cleanDir() error {
	lo, _ := b.u.r.Path()
	path := b.dir[lo:] + "/"[:b.slash]
	text := append([]byte(b.dir[:lo]), path...)
	end, above := putPath(text, lo, lo, path, b.flags&EncodedDots != 0)
	if above >= 0 && b.flags&RefuseAboveRoot != 0 {
		return partError(ComponentPath, lo+above, ReasonAboveRoot)
	}
	b.dir, b.slash, b.clean = string(text[:end]), 0, true
	if _, _, ok := b.u.r.Authority(); !ok && needsGuard(text[lo:end]) {
		b.dir, b.clean = b.dir[:lo]+guard+b.dir[lo:], false
	}
	return nil
}

// URI returns the base, without its fragment.
func (b *Base) URI() URI { return b.u }

// String returns the base for people to read: [URI.Redacted], which shows no password.
func (b *Base) String() string { return b.u.Redacted() }

// AppendResolve appends the target of ref to dst (RFC 3986, sections 5.2 and 5.3), and returns the extended slice and
// where the target's components lie in what was appended, which is what [Parse] would say of it. If dst has room for
// base and reference together, nothing is allocated, and nothing is written behind that room. The time is linear in
// their lengths.
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
	if n := u.r.Len(); n > len(room) {
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
	u.r.CutFragment()
	u.s = u.s[:u.r.Len()]
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
		r.SetScheme(end, ref, end+1-begin)
		return b.u.s[:end+1], s[begin:], hi - begin, true
	}
	if lo < hi {
		if s[lo] == '/' {
			end, _ := b.u.r.Path()
			r.SetTail(&b.u.r, ref, end-lo)
			return b.u.s[:end], s[lo:], hi - lo, true
		}
		head = b.dir
		if s[lo] == '.' && b.up != nil {
			head, lo = b.climb(s[:hi], lo)
		}
		r.SetTail(&b.u.r, ref, len(head)+b.slash-lo)
		return head, s[lo:], hi - lo, b.clean
	}
	if _, _, ok := ref.Query(); ok {
		_, end := b.u.r.Path()
		r.SetTail(&b.u.r, ref, end-lo)
		return b.u.s[:end], s[lo:], 0, true
	}
	r.SetFragment(&b.u.r, ref, len(b.u.s)-lo)
	return b.u.s, s[lo:], 0, true
}

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
	return uint64(head)+uint64(rest) > fsm.MaxLen || uint64(r.Len()) > fsm.MaxLen
}

// swar has the constants of isDotless, as a variable, since the compiler would load constants anew for every word.
var swar = struct{ dots, ones, highs uint64 }{0x2e2e2e2e2e2e2e2e, 0x0101010101010101, 0x8080808080808080}

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
	for swar := swar; i > 1; i -= 7 {
		i = max(i, 8)
		b := path[i-8 : i]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		x ^= swar.dots
		x |= x<<8 ^ swar.ones
		if (x-swar.ones)&^x&swar.highs != 0 {
			return false
		}
	}
	return true
}

// appendDotted is appendTarget where there may be dot segments: it appends what split returned, without them. n is the
// length of the reference.
func (b *Base) appendDotted(
	dst []byte, head, rest string, k int, clean bool, n int, r *fsm.Ranges,
) ([]byte, error) {
	start := len(dst)
	out := slices.Grow(dst, r.Len())[:start+r.Len()]
	text := out[start:]
	lo, hi := r.Path()
	encoded := b.flags&EncodedDots != 0
	end := copy(text, head)
	if !clean {
		end, _ = putPath(text, lo, lo, head[lo:], encoded)
		end += copy(text[end:], "/"[:hi-len(head)-k])
	}
	at := pathStart(head, r)
	if at > 0 {
		end += copy(text[end:], rest[:at])
	}
	end, above := putPath(text, lo, end, rest[at:k], encoded)
	if above >= 0 && b.flags&RefuseAboveRoot != 0 {
		return dst, partError(ComponentPath, n-len(rest)+at+above, ReasonAboveRoot)
	}
	if _, _, ok := r.Authority(); !ok && needsGuard(text[lo:end]) {
		// There is room: a dot segment and its "/" were removed, or the path would not begin so.
		end = lo + len(guard) + copy(text[lo+len(guard):], text[lo:end])
		copy(text[lo:], guard)
	}
	r.ShiftEnds(end - hi)
	if k < len(rest) {
		end += copy(text[end:], rest[k:])
	}
	return out[:start+end], nil
}

// guard stands before a path that begins with "//" where there is no authority, for else it would be read as one
// (section 3.3). Behind a scheme, no other path is read as anything else.
const guard = "/."

func needsGuard(path []byte) bool { return len(path) >= 2 && path[0] == '/' && path[1] == '/' }

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
	start := len(dst)
	dst = slices.Grow(dst, len(path))[:start+len(path)]
	end, _ := putPath(dst, start, start, path, false)
	return dst[:end]
}

// putPath puts path behind text[root:end], which is empty or ends with "/", without its dot segments, and returns where
// it ends then, and the offset of the first ".." that was above the root, -1 if none was.
//
// What section 5.2.4 has in its output buffer is text[root:end] here, without the "/" at its end: that is still in the
// input buffer there.
func putPath(text []byte, root, end int, path string, encoded bool) (_, above int) {
	above = -1
	for i := 0; i < len(path); {
		dots := dotSegment(path, i)
		n := dots
		if encoded {
			dots, n = encodedDotSegment(path[i:])
		}
		if dots == 0 {
			for c := byte(0); c != '/' && i < len(path); {
				c = path[i]
				text[end] = c
				i, end = i+1, end+1
			}
			continue
		}
		up := i
		i = min(i+n+1, len(path))
		switch {
		case dots == 1:
		case isRoot(text[root:end]):
			if above < 0 {
				above = up
			}
			for strings.HasPrefix(path[i:], climbs) {
				i += len(climbs)
			}
		default:
			end = root + parent(text[root:end])
		}
	}
	return end, above
}

// climbs is to skip many at a time, so that they cost no more than other paths of that length.
const climbs = "../../../../../../../../"

func isRoot(path []byte) bool { return len(path) == 0 || len(path) == 1 && path[0] == '/' }

// parent shortens path, which ends with "/" and is not the root, by its last segment, and returns its length. What is
// left of a single segment is "/", even if there was none before it.
func parent(path []byte) int {
	n := len(path) - 1
	for n > 0 && path[n-1] != '/' {
		n--
	}
	if n == 0 {
		path[0] = '/'
		n = 1
	}
	return n
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
