package reference

import (
	"math"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// Relativizing is the inverse of resolution (RFC 3986, section 5.2): it finds the shortest of all references that lead
// to a target. That is always an end of the text of the target, sometimes with dot segments before it.

// Relativize returns the shortest reference that b resolves to the target s, with the ranges r, and its ranges.
func (b *Base) Relativize(s string, r *fsm.Ranges) (_ string, q fsm.Ranges, fault *Fault) {
	c, fault := b.shortest(s, r)
	switch {
	case fault != nil:
		return "", q, fault
	case c.parents == 0 && c.dots == "":
		s = s[c.from:]
	default:
		var buf [256]byte
		s = string(c.appendTo(buf[:0], s))
	}
	Split(s, &q)
	return s, q, nil
}

// Relativize returns the shortest reference that the base with the text base and the ranges q resolves to the target s,
// with the ranges r, and its ranges.
func Relativize(base string, q *fsm.Ranges, s string, r *fsm.Ranges) (string, fsm.Ranges, *Fault) {
	b, fault := NewBase(&URIs, base, q, 0)
	if fault != nil {
		return "", fsm.Ranges{}, fault
	}
	return b.Relativize(s, r)
}

// A candidate is a reference that leads to the target. It has dot segments, followed by the end of the target.
type candidate struct {
	parents uint64 // the number of "../"; three times that can be more than fits a 32-bit int
	dots    string // the text after these: "", ".", "..", "./" or "/."
	from    int    // the offset in the target of the text after these
}

// none is longer than every candidate.
var none = candidate{parents: math.MaxUint32}

// dotsLen returns the number of bytes before the text of the target.
func (c *candidate) dotsLen() uint64 { return c.parents*uint64(len("../")) + uint64(len(c.dots)) }

func (c *candidate) isShorter(than *candidate) bool {
	return c.dotsLen()+uint64(than.from) < than.dotsLen()+uint64(c.from)
}

// appendTo appends the reference to s, the text of the target.
func (c *candidate) appendTo(dst []byte, s string) []byte {
	dst = slices.Grow(dst, int(c.dotsLen())+len(s)-c.from)
	for range c.parents {
		dst = append(dst, "../"...)
	}
	return append(append(dst, c.dots...), s[c.from:]...)
}

// shortest returns the shortest reference to s. r is the ranges of s. Of equally short ones it returns the one that it
// tries first.
func (b *Base) shortest(s string, r *fsm.Ranges) (candidate, *Fault) {
	if fault := b.check(); fault != nil {
		return candidate{}, fault
	}
	var t components
	t.split(s, r)
	if t.scheme == "" && b.c.scheme != "" {
		var q fsm.Ranges
		return candidate{}, b.grammar.Parse(RuleURI, s, &q)
	}
	lo, hi := r.Path()
	isClose := t.scheme == b.c.scheme && t.authority == b.c.authority
	if isClose && t.path == b.c.path {
		// A reference without a path leads to the path of the base, with its dot segments (section 5.2.2). No other
		// reference is shorter. Without a query, it also keeps the query of the base.
		switch {
		case t.query == b.c.query:
			return candidate{from: len(s) - len(t.fragment)}, nil
		case t.query != "":
			return candidate{from: hi}, nil
		}
	}
	if b.c.scheme == "" && t.isRelativePath() {
		return b.shortestToRelativePath(t.path)
	}
	path := t.path
	if t.authority == "" && strings.HasPrefix(path, slashGuard+"//") {
		path = path[len(slashGuard):] // resolution adds the guard
	}
	if fault := b.refuseDots(path, hi); fault != nil {
		return candidate{}, fault
	}
	if b.c.authority != "" && t.scheme == "" && t.authority == "" && strings.HasPrefix(t.path, "/") {
		return candidate{}, PartFault(tables.Authority, 0, ReasonInexpressible)
	}
	var best candidate // the target itself
	if b.ignores(t.scheme) && !(isClose && b.dir == "") {
		best = none // without its scheme, a target without an authority leads elsewhere
	}
	try := func(c candidate) {
		if c.isShorter(&best) {
			best = c
		}
	}
	if isClose && b.rooted {
		try(b.alongPath(path, hi))
	}
	switch {
	case !isClose:
	case strings.HasPrefix(t.path, "//"):
		try(candidate{dots: slashGuard, from: lo}) // without "/.", the path would be read as an authority
	case strings.HasPrefix(t.path, "/"):
		try(candidate{from: lo})
	}
	if t.scheme == b.c.scheme && t.authority != "" {
		try(candidate{from: len(t.scheme)})
	}
	if best == none {
		return candidate{}, PartFault(tables.Scheme, 0, ReasonInexpressible)
	}
	return best, nil
}

// refuseDots returns a Fault if path, which ends at the offset end in the target, has a dot segment.
func (b *Base) refuseDots(path string, end int) *Fault {
	if i := firstDotSegment(path, b.flags&EncodedDots != 0); i >= 0 {
		return PartFault(tables.Path, end-len(path)+i, ReasonDotSegment)
	}
	return nil
}

// alongPath returns the relative-path reference to path, which ends at the offset end in a target with the same scheme
// and authority, or none.
func (b *Base) alongPath(path string, end int) candidate {
	n := commonDirectory(b.dir, path)
	rest := path[n:]
	if n == 0 && b.dir != "" {
		// At least one of the paths does not begin with "/". No ".." leads to such a path. But a ".." that leaves "a/"
		// leads to "/".
		if !strings.HasPrefix(rest, "/") {
			return none
		}
		rest = rest[1:]
	}
	return downTo(strings.Count(b.dir[n:], "/"), rest, end)
}

// downTo returns the reference that goes up a number of directories and then down along rest, which ends the path of
// the target at the offset end.
func downTo(parents int, rest string, end int) candidate {
	c := candidate{parents: uint64(parents), from: end - len(rest)}
	switch {
	case rest == "" && parents == 0:
		c.dots = "."
	case rest == "":
		c.parents, c.dots = c.parents-1, ".."
	case parents == 0 && needsDot(rest):
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
func (b *Base) shortestToRelativePath(path string) (candidate, *Fault) {
	end := len(path)
	if b.rooted || path == "" {
		return candidate{}, PartFault(tables.Path, 0, ReasonInexpressible)
	}
	parents, rest := cutParents(path)
	if parents == 0 && strings.HasPrefix(rest, "./") && (rest == "./" || needsDot(rest[2:])) {
		rest = rest[2:]
	}
	if fault := b.refuseDots(rest, end); fault != nil {
		return candidate{}, fault
	}
	above, dir := cutParents(b.dir)
	dir = strings.TrimPrefix(dir, "./")
	n := 0
	switch {
	case above > parents: // the reference would have to name a directory that is not known
		return candidate{}, PartFault(tables.Path, 0, ReasonInexpressible)
	case above == parents:
		n = commonDirectory(dir, rest)
	}
	return downTo(strings.Count(dir[n:], "/")+parents-above, rest[n:], end), nil
}

// cutParents returns the number of "../" at the start of path, and the rest.
func cutParents(path string) (parents int, rest string) {
	for strings.HasPrefix(path, "../") {
		parents++
		path = path[len("../"):]
	}
	return parents, path
}
