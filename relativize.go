package uri

import (
	"math"
	"slices"
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
// The time is linear in the lengths of the two paths. If dst has room, it does not allocate. On error dst is returned
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
	c, err := b.shortest(&target)
	if err != nil {
		return dst, err
	}
	return c.appendTo(dst, target.s), nil
}

// Relativize returns the shortest reference that b resolves to target: see [Base.AppendRelativize]. Its text is a part
// of the text of target, unless it begins with a dot. Only then is it allocated.
func (b *Base) Relativize(target URI) (URI, error) {
	c, err := b.shortest(&target)
	switch {
	case err != nil:
		return URI{}, err
	case c.climbs == 0 && c.dots == "":
		return known(target.s[c.from:]), nil
	}
	var buf [256]byte
	return known(string(c.appendTo(buf[:0], target.s))), nil
}

// Relativize returns the shortest reference that leads from u, as the base, to target: see [Base.Relativize]. If u has
// no scheme, the error is an [*Error] with ReasonNoScheme. To relativize many targets, prepare a [Base].
func (u URI) Relativize(target URI) (URI, error) {
	var b Base
	if err := b.init(&u, 0); err != nil {
		return URI{}, err
	}
	if err := b.cleanDir(); err != nil {
		return URI{}, err
	}
	return b.Relativize(target)
}

// A candidate is a reference that leads to the target. It has dot segments, followed by the end of the target.
type candidate struct {
	climbs uint64 // the number of "../"; three times that can be more than fits a 32-bit int
	dots   string // the text after these: "", ".", "..", "./" or "/."
	from   int    // the offset in the target of the text after these
}

// none is longer than every candidate.
var none = candidate{climbs: math.MaxUint32}

// dotsLen returns the number of bytes before the text of the target.
func (c *candidate) dotsLen() uint64 { return c.climbs*uint64(len("../")) + uint64(len(c.dots)) }

func (c *candidate) isShorter(than *candidate) bool {
	return c.dotsLen()+uint64(than.from) < than.dotsLen()+uint64(c.from)
}

// appendTo appends the reference to s, the text of the target.
func (c *candidate) appendTo(dst []byte, s string) []byte {
	dst = slices.Grow(dst, int(c.dotsLen())+len(s)-c.from)
	for range c.climbs {
		dst = append(dst, "../"...)
	}
	return append(append(dst, c.dots...), s[c.from:]...)
}

// shortest returns the shortest reference to u. Of equally short ones it returns the one that it tries first.
func (b *Base) shortest(u *URI) (candidate, error) {
	var r fsm.Ranges
	u.ranges(&r)
	var t components
	t.split(u.s, &r)
	if t.scheme == "" && b.c.scheme != "" {
		_, err := ParseURI(u.s)
		return candidate{}, err
	}
	lo, hi := r.Path()
	isNear := t.scheme == b.c.scheme && t.authority == b.c.authority
	if isNear && t.path == b.c.path {
		// A reference without a path leads to the path of the base, with its dot segments (section 5.2.2). No other
		// reference is shorter. Without a query, it also leads to the query of the base, so it cannot undefine that.
		switch {
		case t.query == b.c.query:
			return candidate{from: len(u.s) - len(t.fragment)}, nil
		case t.query != "":
			return candidate{from: hi}, nil
		}
	}
	if b.c.scheme == "" && u.IsRelativePath() {
		return b.shortestToRelativePath(t.path)
	}
	path := t.path
	if t.authority == "" && strings.HasPrefix(path, slashGuard+"//") {
		path = path[len(slashGuard):] // resolution adds the guard
	}
	if err := b.refuseDots(path, hi); err != nil {
		return candidate{}, err
	}
	if b.c.authority != "" && u.IsAbsolutePath() {
		return candidate{}, partError(ComponentAuthority, 0, ReasonInexpressible)
	}
	var best candidate // the target itself
	if b.ignores(t.scheme) && !(isNear && b.dir == "") {
		best = none // without its scheme, a target without an authority leads elsewhere
	}
	try := func(c candidate) {
		if c.isShorter(&best) {
			best = c
		}
	}
	if isNear && b.rooted {
		try(b.alongPath(path, hi))
	}
	switch {
	case !isNear:
	case strings.HasPrefix(t.path, "//"):
		try(candidate{dots: slashGuard, from: lo}) // it would be read as an authority
	case strings.HasPrefix(t.path, "/"):
		try(candidate{from: lo})
	}
	if t.scheme == b.c.scheme && t.authority != "" {
		try(candidate{from: len(t.scheme)})
	}
	if best == none {
		return candidate{}, partError(ComponentScheme, 0, ReasonInexpressible)
	}
	return best, nil
}

// refuseDots returns an error if path, which ends at the offset end in the target, has a dot segment.
func (b *Base) refuseDots(path string, end int) error {
	if i := firstDotSegment(path, b.flags&EncodedDots != 0); i >= 0 {
		return partError(ComponentPath, end-len(path)+i, ReasonDotSegment)
	}
	return nil
}

// alongPath returns the relative-path reference to path, which ends at the offset end in a target with the same scheme
// and authority, or none.
func (b *Base) alongPath(path string, end int) candidate {
	n := commonDirectory(b.dir, path)
	rest := path[n:]
	if n == 0 && b.dir != "" {
		// At least one path has no root, and no ".." leads to it. But a ".." that leaves "a/" leads to "/".
		if !strings.HasPrefix(rest, "/") {
			return none
		}
		rest = rest[1:]
	}
	return downTo(strings.Count(b.dir[n:], "/"), rest, end)
}

// downTo returns the reference that climbs a number of directories and then goes down along rest, which ends the path
// of the target at the offset end.
func downTo(climbs int, rest string, end int) candidate {
	c := candidate{climbs: uint64(climbs), from: end - len(rest)}
	switch {
	case rest == "" && climbs == 0:
		c.dots = "."
	case rest == "":
		c.climbs, c.dots = c.climbs-1, ".."
	case climbs == 0 && needsDot(rest):
		c.dots = "./"
	}
	return c
}

// commonDirectory returns the length of the longest common prefix that ends with "/". dir is empty or ends with "/".
func commonDirectory(dir, path string) (n int) {
	if strings.HasPrefix(path, dir) {
		return len(dir) // most links lead to a place below, and this compares several bytes at a time
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
	i := strings.IndexAny(path, ":/")
	return i >= 0 && (path[i] == ':' || i == 0)
}

// shortestToRelativePath returns the shortest reference from a base without a scheme to a relative-path reference.
func (b *Base) shortestToRelativePath(path string) (candidate, error) {
	end := len(path)
	if b.rooted || path == "" {
		return candidate{}, partError(ComponentPath, 0, ReasonInexpressible)
	}
	climbs, rest := cutClimbs(path)
	if climbs == 0 && strings.HasPrefix(rest, "./") && (rest == "./" || needsDot(rest[2:])) {
		rest = rest[2:]
	}
	if err := b.refuseDots(rest, end); err != nil {
		return candidate{}, err
	}
	above, dir := cutClimbs(b.dir)
	dir = strings.TrimPrefix(dir, "./")
	n := 0
	switch {
	case above > climbs: // the reference would have to name a directory that is not known
		return candidate{}, partError(ComponentPath, 0, ReasonInexpressible)
	case above == climbs:
		n = commonDirectory(dir, rest)
	}
	return downTo(strings.Count(dir[n:], "/")+climbs-above, rest[n:], end), nil
}

// cutClimbs returns the number of "../" at the start of path, and the rest.
func cutClimbs(path string) (climbs int, rest string) {
	for strings.HasPrefix(path, "../") {
		climbs++
		path = path[len("../"):]
	}
	return climbs, path
}
