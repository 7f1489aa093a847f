package uri

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// This file knows dot segments and removes them (RFC 3986, sections 3.3 and 5.2.4).

// slashGuard is put before a path that begins with "//" if there is no authority. Without it, the start of the path
// would be read as an authority (section 3.3). After a scheme, no other path needs a guard.
const slashGuard = "/."

// dotSegment returns the number of dots of the dot segment at path[i:], or 0 if there is no dot segment.
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

// encodedDotSegment is dotSegment for the start of path, where "%2E" also counts as a dot. It also returns the number
// of bytes.
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

// hasDotSegment reports whether path has a dot segment.
func hasDotSegment(path string) bool {
	for path != "" {
		if dotSegment(path, 0) > 0 {
			return true
		}
		_, path, _ = strings.Cut(path, "/")
	}
	return false
}

// words has the constants of isDotless. It is a variable because the compiler would load constants again for each word.
var words = struct{ dots, ones, highs uint64 }{'.' * octet.Each, octet.Each, octet.High}

// isDotless is a glance at path. If it returns true, path has no dot segments: it does not begin with one, and has no
// "/." (and, if encoded is true, no "%"). If it returns false, path must be inspected. It looks at eight bytes at a
// time.
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
		x |= x<<8 ^ w.ones // "/" is "." with the lowest bit set
		if (x-w.ones)&^x&w.highs != 0 {
			return false
		}
	}
	return true
}

// RemoveDotSegments returns path without its dot segments, as the routine remove_dot_segments of RFC 3986 does (section
// 5.2.4). The time is linear. If there are no dot segments, nothing is allocated.
//
// The result is only a path. If there is no authority before it, a result that begins with "//" must not be put into a
// URI as it is.
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
	p := dotless{path: path}
	p.make()
	return p.appendTo(dst)
}

// A dotless removes the dot segments of a path (RFC 3986, section 5.2.4). It reads the path from right to left. In this
// direction a counter is enough to know which segments a ".." removes, and nothing has to be written and taken back.
// The result is a few spans of the path. If there are too many to keep, the path is read again to write them.
type dotless struct {
	dir, path string // the two parts of the path; dir is empty or ends with "/"
	clean     bool   // dir has no dot segments
	encoded   bool   // "%2E" is "." in dot segments
	rootless  bool   // the path is that of a relative-path reference: there is no root, and each ".." counts

	size    int     // the length of the result so far
	first   byte    // the first byte of the result so far
	second  byte    // the second one, or 0
	up      int     // the number of ".." that have not yet removed a segment
	removed bool    // the last segment read that is not a dot segment was removed
	count   int     // the number of spans
	spans   [4]span // the first spans, from right to left
	buf     []byte  // if not nil, the result fills buf from its end
}

// A span is a range of the whole path, dir followed by path. It lies in one of the two.
type span struct{ lo, hi int }

// appendTo appends the result to dst. The caller must have called make before.
func (p *dotless) appendTo(dst []byte) []byte {
	begin, end := len(dst), len(dst)+p.size
	dst = slices.Grow(dst, p.size)[:end]
	if p.count > len(p.spans) {
		again := dotless{
			dir: p.dir, path: p.path, clean: p.clean, encoded: p.encoded, rootless: p.rootless, buf: dst[begin:],
		}
		again.make()
		return dst
	}
	for _, x := range p.spans[:p.count] {
		end -= x.hi - x.lo
		if n := len(p.dir); x.lo < n {
			copy(dst[end:], p.dir[x.lo:x.hi])
		} else {
			copy(dst[end:], p.path[x.lo-n:x.hi-n])
		}
	}
	if end > begin {
		dst[begin] = '/' // the root, which is not in a span
	}
	return dst
}

// make makes the result: it sets size and the spans, or fills buf.
func (p *dotless) make() {
	dir, path, rooted := p.dir, p.path, false
	if dir == "" {
		path, rooted = strings.CutPrefix(path, "/")
	} else {
		dir, rooted = strings.CutPrefix(dir, "/")
	}
	begin := len(p.dir) - len(dir)
	p.read(path, len(p.dir)+len(p.path)-len(path))
	switch {
	case p.up > 0 || !p.clean:
		p.read(dir, begin)
	case dir != "":
		p.put(dir, begin)
		p.removed = false
	}
	if rooted || p.removed && !p.rootless { // section 5.2.4 leaves a "/" if it removes the first segment of a path without a root
		p.put("/", -1)
	}
}

// read reads the segments of a part of the path from the last one to the first one. The part begins at the offset at in
// the whole path, and does not include the root.
func (p *dotless) read(part string, at int) {
	kept, up := len(part), p.up // the segments from i to kept stay, and are not put yet
	for i := len(part); i > 0; {
		begin, end := lastSegment(part, i)
		dots := 0
		if p.encoded {
			dots, _ = encodedDotSegment(part[begin:end])
		} else if n := end - begin; (n == 1 || n == 2) && part[begin] == '.' && part[end-1] == '.' {
			dots = n
		}
		if dots == 0 && up == 0 {
			p.removed = false
			i = begin
			continue
		}
		p.put(part[i:kept], at+i)
		switch dots {
		case 0:
			up--
			p.removed = true
		case 2:
			up++
			for strings.HasSuffix(part[:begin], climbs) && (begin == len(climbs) || part[begin-len(climbs)-1] == '/') {
				up += len(climbs) / len("../")
				begin -= len(climbs)
			}
		}
		i, kept = begin, begin
	}
	p.put(part[:kept], at)
	p.up = up
}

// climbs is skipped in one step, so that a path of many "../" takes no more time than other paths of its length.
const climbs = "../../../../../../../../"

// lastSegment returns the range of the last segment of part[:i], without the "/" that may follow it.
func lastSegment(part string, i int) (begin, end int) {
	end = i
	if part[i-1] == '/' {
		end--
	}
	for begin = end; begin > 0 && part[begin-1] != '/'; begin-- {
	}
	return begin, end
}

// put puts text before the result so far. It is at the offset at in the whole path, or at is -1 for the root.
func (p *dotless) put(text string, at int) {
	if text == "" {
		return
	}
	p.size += len(text)
	if p.buf != nil {
		copy(p.buf[len(p.buf)-p.size:], text)
	} else if at >= 0 {
		if p.count < len(p.spans) {
			p.spans[p.count] = span{at, at + len(text)}
		}
		p.count++
	}
	p.second = p.first
	if len(text) > 1 {
		p.second = text[1]
	}
	p.first = text[0]
}

// isDouble reports whether the result begins with "//".
func (p *dotless) isDouble() bool { return p.first == '/' && p.second == '/' }

// firstAboveRoot returns the offset in path of the first ".." for which no segment is left to remove, or -1. The whole
// path is dir followed by path, but a ".." in dir is not reported.
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
			case dots == 0 && (begun || n > 0): // an empty segment at the start is the root
				depth++
			}
			begun = begun || dots == 0
			i += n + 1
		}
	}
	return -1
}
