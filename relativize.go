package uri

import (
	"math"
	"strings"

	"github.com/urispan/uri/fsm"
)

// Relativizing is the inverse of resolution (RFC 3986, section 5.2): it finds the shortest of all references that lead
// to a target. That is always an end of the text of the target, sometimes with dot segments before it.

// AppendRelativize appends to dst the shortest reference, in bytes, that b resolves to target: [Base.AppendResolve]
// returns target for it, byte for byte. If no reference is shorter than target, it appends target. Texts are compared
// as written. To treat "HTTP://A/%7e" and "http://a/~" as equal, normalize both before.
//
// Of several shortest references, target itself comes first, then a relative-path reference, then an absolute-path
// reference, and then a network-path reference (RFC 3986, section 4.2).
//
// The time is linear in the lengths of the two paths. If dst has room, nothing is allocated. On error dst is returned
// as it was. The error is an [*Error], whose Offset is in target:
//   - with ReasonNoScheme, if target is a relative reference but the base is a URI: the error of [ParseURI];
//   - with ReasonDotSegment, if the path has a dot segment. Resolution removes the dot segments of every reference, and
//     only "", "?query" and "#fragment" keep those of the base. The "." that guards a path, as in "x:/.//b", does not
//     count, because resolution adds it (section 5.3);
//   - with ReasonInexpressible and a relative base, if no reference leads to target: from "/a" to "b", from "//h/a" to
//     "/b", or from "../a" to "b", because the name of the directory is not known;
//   - with ReasonInexpressible, if only a reference with the scheme of the base could lead to target, but b is
//     [NonStrict] and ignores that scheme: no reference leads from "http://a/b" to "http:g".
func (b *Base) AppendRelativize(dst []byte, target URI) ([]byte, error) {
	w, err := b.wayTo(&target)
	if err != nil {
		return dst, err
	}
	return append(w.appendDots(dst), target.s[w.from:]...), nil
}

// Relativize returns the shortest reference that b resolves to target: see [Base.AppendRelativize]. Its text is a part
// of the text of target, unless it begins with a dot. Only then is it allocated.
func (b *Base) Relativize(target URI) (URI, error) {
	s, err := b.relative(&target)
	if err != nil {
		return URI{}, err
	}
	return known(s), nil
}

// relative returns the text of the shortest reference.
func (b *Base) relative(target *URI) (string, error) {
	w, err := b.wayTo(target)
	switch {
	case err != nil:
		return "", err
	case w.climb == 0 && w.lead == "":
		return target.s[w.from:], nil
	}
	var room [256]byte
	return string(append(w.appendDots(room[:0]), target.s[w.from:]...)), nil
}

// Relativize returns the shortest reference that leads from u, as the base, to target: see [Base.Relativize]. If u has
// no scheme, the error is an [*Error] with ReasonNoScheme. To relativize many targets, prepare a [Base].
func (u URI) Relativize(target URI) (URI, error) {
	s, err := u.relative(&target)
	if err != nil {
		return URI{}, err
	}
	return known(s), nil
}

func (u *URI) relative(target *URI) (string, error) {
	var b Base
	if err := b.set(u); err != nil {
		return "", err
	}
	if !b.clean && b.slash == 0 {
		if err := b.cleanDir(); err != nil {
			return "", err
		}
	}
	return b.relative(target)
}

// A target is a URI with its ranges.
type target struct {
	URI
	r fsm.Ranges
}

// A way is a reference that leads to a target: dot segments, followed by the text of the target from an offset on.
type way struct {
	climb uint64 // the length of "../../.."; for a path of slashes, it can be more than fits a 32-bit int
	lead  string // the text after that: "", ".", "./" or "/."
	from  int
}

// noWay is longer than every way.
var noWay = way{climb: math.MaxUint64 / 2}

func (w *way) isShorter(than *way) bool {
	return w.climb+uint64(len(w.lead)+than.from) < than.climb+uint64(len(than.lead)+w.from)
}

// appendDots appends the part of the reference before the text of the target.
func (w *way) appendDots(dst []byte) []byte {
	const up = "../../../../../../../../"
	n := w.climb
	for ; n > uint64(len(up)); n -= uint64(len(up)) {
		dst = append(dst, up...)
	}
	dst = append(dst, up[:n]...)
	return append(dst, w.lead...)
}

// wayTo returns the shortest way to the target. Of equally short ways it returns the one that it tries first.
func (b *Base) wayTo(u *URI) (way, error) {
	t := &target{URI: *u}
	u.ranges(&t.r)
	if !t.IsAbs() && b.u.IsAbs() {
		_, err := ParseURI(t.s)
		return way{}, err
	}
	lo, _ := t.r.Path()
	at, _ := b.r.Path()
	near := t.s[:lo] == b.u.s[:at] // scheme and authority are the same
	if near {
		if w, ok := b.wayWithoutPath(t); ok {
			return w, nil
		}
	}
	if b.u.IsRelative() && t.IsRelativePath() {
		return b.wayToRelativePath(t)
	}
	if err := b.refuseDots(t); err != nil {
		return way{}, err
	}
	if _, _, authority := b.r.Authority(); authority && t.IsAbsolutePath() {
		return way{}, partError(ComponentAuthority, 0, ReasonInexpressible)
	}
	var best way // the target itself
	if b.ignores(t.Scheme()) && !(near && len(b.dir) == lo) {
		// Without its scheme the target leads elsewhere, unless its path is relative to the start of dir. A path that
		// begins with "/" has a shorter way.
		best = noWay
	}
	if near {
		if b.rooted {
			best = shorter(best, b.wayAlongPath(t))
		}
		best = shorter(best, wayFromRoot(t))
	}
	if t.Scheme() == b.u.Scheme() {
		best = shorter(best, wayFromAuthority(t))
	}
	if best == noWay {
		return way{}, partError(ComponentScheme, 0, ReasonInexpressible)
	}
	return best, nil
}

func shorter(a, b way) way {
	if b.isShorter(&a) {
		return b
	}
	return a
}

// wayWithoutPath returns the way to a target that has the scheme, authority and path of the base, and reports whether
// there is one. No other way is shorter. The path may have dot segments, because resolution keeps the path of the base
// as it is.
func (b *Base) wayWithoutPath(t *target) (way, bool) {
	_, hi := t.r.Path()
	_, at := b.r.Path()
	if t.s[:hi] != b.u.s[:at] {
		return way{}, false
	}
	_, end, ok := t.r.Query()
	if t.s[hi:max(hi, end)] == b.u.s[at:] {
		return way{from: max(hi, end)}, true
	}
	return way{from: hi}, ok // a reference cannot undefine the query: without one, it takes that of the base
}

// refuseDots returns an error if the path of the target has a dot segment.
func (b *Base) refuseDots(t *target) error {
	lo, hi := t.r.Path()
	path := withoutGuard(t, t.s[lo:hi])
	return b.refuseDotsIn(path, hi-len(path))
}

// refuseDotsIn returns an error if path has a dot segment. It is at the offset at in the target.
func (b *Base) refuseDotsIn(path string, at int) error {
	encoded := b.flags&EncodedDots != 0
	if isDotless(path, encoded) {
		return nil
	}
	for i := 0; i < len(path); {
		dots := dotSegment(path, i)
		if encoded {
			dots, _ = encodedDotSegment(path[i:])
		}
		if dots > 0 {
			return partError(ComponentPath, at+i, ReasonDotSegment)
		}
		n := strings.IndexByte(path[i:], '/')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return nil
}

// withoutGuard returns path without its guard, if it has one. path is the path of t, or a part or another form of it.
func withoutGuard(t *target, path string) string {
	if _, _, authority := t.r.Authority(); !authority && strings.HasPrefix(path, slashGuard+"//") {
		return path[len(slashGuard):]
	}
	return path
}

// wayAlongPath returns the relative-path reference to a target with the same scheme and authority, or noWay.
func (b *Base) wayAlongPath(t *target) way {
	lo, hi := t.r.Path()
	dir := withoutGuard(t, b.dir[lo:]+"/"[:b.slash])
	rest := withoutGuard(t, t.s[lo:hi])
	n := commonDirectory(dir, rest)
	rest = rest[n:]
	if n == 0 && dir != "" {
		// At least one path has no root, and no ".." leads to it. But a ".." that leaves "a/" leads to "/".
		if !strings.HasPrefix(rest, "/") {
			return noWay
		}
		rest = rest[1:]
	}
	return wayDown(strings.Count(dir[n:], "/"), rest, hi)
}

// wayDown returns the way up by a number of directories, and then down along rest, which is the end of the path of the
// target. The path ends at hi.
func wayDown(climbs int, rest string, hi int) way {
	w := way{climb: 3 * uint64(climbs), from: hi - len(rest)}
	switch {
	case rest == "" && w.climb == 0:
		w.lead = "."
	case rest == "":
		w.climb--
	case w.climb == 0 && needsDot(rest):
		w.lead = "./"
	}
	return w
}

// commonDirectory returns the length of the longest common prefix that ends with "/". dir is empty or ends with "/".
func commonDirectory(dir, path string) (n int) {
	if strings.HasPrefix(path, dir) {
		return len(dir) // most links are near, and this compares several bytes at a time
	}
	for i := range min(len(dir), len(path)) {
		if dir[i] != path[i] {
			break
		}
		if dir[i] == '/' {
			n = i + 1
		}
	}
	return n
}

// needsDot reports whether a relative path needs "./" before it: an empty first segment, or a first segment with a ":",
// would be read as something else at the start of a reference (RFC 3986, section 4.2).
func needsDot(path string) bool {
	for i := range len(path) {
		switch path[i] {
		case ':':
			return true
		case '/':
			return i == 0
		}
	}
	return false
}

// wayToRelativePath returns the way from a relative base to a relative-path reference.
func (b *Base) wayToRelativePath(t *target) (way, error) {
	_, hi := t.r.Path()
	if b.rooted || hi == 0 {
		return way{}, partError(ComponentPath, 0, ReasonInexpressible)
	}
	climbs, rest := cutClimbs(t.s[:hi])
	if climbs == 0 && strings.HasPrefix(rest, "./") && (rest == "./" || needsDot(rest[2:])) {
		rest = rest[2:]
	}
	if err := b.refuseDotsIn(rest, hi-len(rest)); err != nil {
		return way{}, err
	}
	above, dir := cutClimbs(b.dir)
	dir = strings.TrimPrefix(dir, "./")
	n := 0
	switch {
	case above > climbs: // the reference would have to name a directory that is not known
		return way{}, partError(ComponentPath, 0, ReasonInexpressible)
	case above == climbs:
		n = commonDirectory(dir, rest)
	}
	return wayDown(strings.Count(dir[n:], "/")+climbs-above, rest[n:], hi), nil
}

// cutClimbs returns the number of "../" at the start of path, and the rest.
func cutClimbs(path string) (climbs int, rest string) {
	for strings.HasPrefix(path, "../") {
		climbs++
		path = path[len("../"):]
	}
	return climbs, path
}

// wayFromRoot returns the absolute-path reference to a target with the same scheme and authority, or noWay.
func wayFromRoot(t *target) way {
	lo, hi := t.r.Path()
	switch path := t.s[lo:hi]; {
	case strings.HasPrefix(path, "//"):
		return way{lead: "/.", from: lo} // it would be read as an authority
	case strings.HasPrefix(path, "/"):
		return way{from: lo}
	}
	return noWay
}

// wayFromAuthority returns the network-path reference to a target with the same scheme, or noWay.
func wayFromAuthority(t *target) way {
	if lo, _, ok := t.r.Authority(); ok {
		return way{from: lo - len("//")}
	}
	return noWay
}
