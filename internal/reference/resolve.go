package reference

import (
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/tables"
)

// A Resolution is a set of flags. Package uri describes them.
type Resolution uint8

const (
	NonStrict Resolution = 1 << iota
	EncodedDots
	RefuseAboveRoot
	RelativeBase
)

// A Base is a base that is prepared to resolve many references (section 5.2). [NewBase] makes it. The methods of the zero
// Base that resolve or relativize return a Fault.
type Base struct {
	text    string     // without its fragment
	ranges  fsm.Ranges // of text
	c       components // of text
	flags   Resolution
	grammar *Grammar // of the base, and of the references that are parsed; nil for the zero Base

	// dir is the path that a relative path is appended to (section 5.2.3): the path of the base up to its last "/", or
	// "/" if the base has an authority and an empty path. hasDots is set if it may have dot segments or need a guard.
	dir     string
	hasDots bool

	// rooted is set unless the base is a relative-path reference. If it is not set, each ".." at the start of a target
	// stays.
	rooted bool
}

// NewBase prepares s as a base. r is the ranges of s.
func NewBase(g *Grammar, s string, r *fsm.Ranges, flags Resolution) (b Base, fault *Fault) {
	q := *r
	if flags&RelativeBase != 0 && isRelative(r) {
		nowhere := Base{flags: flags}
		if s, q, fault = nowhere.Resolve(s, r); fault != nil {
			return b, fault
		}
	}
	if fault = b.Init(g, s, &q, flags); fault == nil {
		fault = b.cleanDir()
	}
	return b, fault
}

// Init sets b to the base s, without an allocation. The dot segments of the base are removed together with the dot
// segments of each reference.
func (b *Base) Init(g *Grammar, s string, r *fsm.Ranges, flags Resolution) *Fault {
	if isRelative(r) && flags&RelativeBase == 0 {
		var q fsm.Ranges
		return g.Parse(RuleBase, s, &q) // fails without a scheme
	}
	b.text, b.ranges = WithoutFragment(s, *r)
	b.c.split(b.text, &b.ranges)
	b.flags, b.grammar = flags, g
	b.dir = b.c.path[:strings.LastIndexByte(b.c.path, '/')+1]
	if b.c.authority != "" && b.c.path == "" {
		b.dir = "/"
	}
	b.hasDots = MayHaveDots(b.dir, flags&EncodedDots != 0)
	b.rooted = !b.c.isRelativePath()
	return nil
}

// isRelative reports whether a reference with the ranges r has no scheme.
func isRelative(r *fsm.Ranges) bool { return ranges.Of((*ranges.Opaque)(r)).SchemeEnd == 0 }

// check returns a Fault for the zero Base, which is not rooted and does not have [RelativeBase].
func (b *Base) check() *Fault {
	if !b.rooted && b.flags&RelativeBase == 0 {
		var r fsm.Ranges
		return URIs.Parse(RuleBase, "", &r)
	}
	return nil
}

// Text returns the base, without its fragment, and its ranges.
func (b *Base) Text() (string, fsm.Ranges) { return b.text, b.ranges }

// cleanDir removes the dot segments of dir. It keeps them in a relative-path reference.
func (b *Base) cleanDir() *Fault {
	if !b.hasDots || !b.rooted {
		return nil
	}
	encoded := b.flags&EncodedDots != 0
	if b.flags&RefuseAboveRoot != 0 {
		if above := firstAboveRoot("", b.dir, encoded); above >= 0 {
			return PartFault(tables.Path, len(b.c.scheme)+len(b.c.authority)+above, ReasonAboveRoot)
		}
	}
	b.dir = string(appendWithoutDots(make([]byte, 0, len(b.dir)), b.dir, dotOptions{encoded: encoded}))
	b.hasDots = b.c.authority == "" && strings.HasPrefix(b.dir, "//") // the guard of such a path is a dot segment
	return nil
}

// AppendTarget appends the target of the reference s to dst, and nothing after it. r is the ranges of s, and becomes those
// of the target. On a Fault it returns dst and sets r to zero.
func (b *Base) AppendTarget(dst []byte, s string, r *fsm.Ranges) ([]byte, *Fault) {
	var t target
	if fault := b.resolve(&t, s, r); fault != nil {
		*r = fsm.Ranges{}
		return dst, fault
	}
	if !t.hasDots {
		return t.appendTo(slices.Grow(dst, int(t.size())), r), nil
	}
	return t.appendDotless(dst, r), nil
}

// AppendTargetString appends the target of the reference s, which has not been scanned, to dst. It sets r to the ranges
// of the target.
func (b *Base) AppendTargetString(dst []byte, s string, r *fsm.Ranges) ([]byte, *Fault) {
	if fault := b.check(); fault != nil {
		*r = fsm.Ranges{}
		return dst, fault
	}
	if n, ok := b.grammar.Scan(s, r); !ok {
		*r = fsm.Ranges{}
		return dst, b.grammar.Fault(RuleReference, s, n)
	}
	return b.AppendTarget(dst, s, r)
}

// Resolve returns the target of the reference s, with the ranges r, and the ranges of the target. The target is s or the
// text of b if it is equal to it.
func (b *Base) Resolve(s string, r *fsm.Ranges) (string, fsm.Ranges, *Fault) {
	var t target
	if fault := b.resolve(&t, s, r); fault != nil {
		return "", fsm.Ranges{}, fault
	}
	var buf Buffer
	var q fsm.Ranges
	text := t.appendTo(buf.slice(int(t.size())+relativeGrowth), &q)
	switch octet.Text(text) {
	case s:
		return s, q, nil
	case b.text:
		return b.text, q, nil
	}
	return string(text), q, nil
}

// Resolve returns the target of the reference s, with the ranges r, for the base with the text base and the ranges q.
func Resolve(g *Grammar, base string, q *fsm.Ranges, s string, r *fsm.Ranges) (string, fsm.Ranges, *Fault) {
	var b Base
	if fault := b.Init(g, base, q, 0); fault != nil {
		return "", fsm.Ranges{}, fault
	}
	return b.Resolve(s, r)
}

// SameDocument reports whether the reference s, with the ranges r, is a same-document reference (section 4.4) for the
// base with the text base and the ranges q.
func SameDocument(base string, q *fsm.Ranges, s string, r *fsm.Ranges) bool {
	var b Base
	b.Init(&URIs, base, q, RelativeBase) // with RelativeBase, it returns nil
	b.rooted = true                      // as if the base had a scheme
	var t target
	if fault := b.resolve(&t, s, r); fault != nil {
		return false // the target is too long
	}
	t.fragment = ""
	var buf Buffer
	var x fsm.Ranges
	return string(t.appendTo(buf.slice(int(t.size())), &x)) == b.text
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
	o := ranges.Of((*ranges.Opaque)(r))
	if o.SchemeEnd != 0 {
		c.scheme = s[:o.SchemeEnd+1]
	}
	if o.Authority != 0 {
		begin := o.Authority - uint32(len("//"))
		c.authority, c.host, c.hostEnd = s[begin:o.Path], o.Host-begin, o.HostEnd-begin
	}
	c.path, c.query, c.fragment = s[o.Path:o.PathEnd], s[o.PathEnd:o.QueryEnd], s[o.QueryEnd:]
}

// isRelativePath reports whether the reference is a relative-path reference (section 4.2).
func (c *components) isRelativePath() bool {
	return c.scheme == "" && c.authority == "" && !strings.HasPrefix(c.path, "/")
}

// A target is the target of a reference, before its dot segments are removed.
type target struct {
	components
	dir     string // the start of the path: the path is dir followed by components.path
	hasDots bool   // whether the path may have dot segments that must be removed, or need a guard
	dots    dotOptions
}

// resolve sets t to the target of the reference s, as section 5.2.2 describes it. r holds the ranges of s.
func (b *Base) resolve(t *target, s string, r *fsm.Ranges) *Fault {
	if fault := b.check(); fault != nil {
		return fault
	}
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
	t.hasDots = t.hasDots || MayHaveDots(t.path, encoded)
	t.dots.encoded = encoded
	if t.dots.relative {
		return t.checkSize(relativeGrowth)
	}
	if t.hasDots && b.flags&RefuseAboveRoot != 0 {
		if above := firstAboveRoot(t.dir, t.path, encoded); above >= 0 {
			begin, _ := r.Path()
			return PartFault(tables.Path, begin+above, ReasonAboveRoot)
		}
	}
	return t.checkSize(0)
}

// setFront takes scheme and authority from the base.
func (t *target) setFront(base *components) {
	t.scheme, t.authority, t.host, t.hostEnd = base.scheme, base.authority, base.host, base.hostEnd
}

// ignores reports whether the scheme of a reference is ignored (section 5.2.2).
func (b *Base) ignores(scheme string) bool {
	return b.flags&NonStrict != 0 && strings.EqualFold(scheme, b.c.scheme)
}

// relativeGrowth is the number of bytes that the removal of dot segments can add to a relative path: "./" before it and
// "/" after it.
const relativeGrowth = 3

// size returns the length of t with its dot segments.
func (t *target) size() uint64 {
	return uint64(len(t.scheme)) + uint64(len(t.authority)) + uint64(len(t.dir)) + uint64(len(t.path)) +
		uint64(len(t.query)) + uint64(len(t.fragment))
}

// checkSize returns a Fault if t would be too long to be parsed after it has grown by n bytes.
func (t *target) checkSize(n uint64) *Fault {
	if n+t.size() > fsm.MaxLen {
		return PartFault(tables.None, 0, fsm.TooLong)
	}
	return nil
}

// appendDotless appends t as appendTo does, but never uses the capacity of dst after the result.
func (t *target) appendDotless(dst []byte, r *fsm.Ranges) []byte {
	var buf Buffer
	return append(dst, t.appendTo(buf.slice(int(t.size())+relativeGrowth), r)...)
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
		dst = appendWithoutDots(dst[:path], octet.Text(dst[path:]), t.dots)
		if t.authority == "" {
			dst = guardPath(dst, path)
		}
	}
	o := ranges.Of((*ranges.Opaque)(r))
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
