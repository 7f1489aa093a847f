package reference

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// slashGuard is put before a path that begins with "//" if the authority is undefined. Without it, the start of the
// path would be read as an authority (RFC 3986, section 3.3). After a scheme, no other path needs a guard.
const slashGuard = "/."

// guardPath puts slashGuard before the path b[begin:] if it begins with "//".
func guardPath(b []byte, begin int) []byte {
	if !strings.HasPrefix(octet.Text(b[begin:]), "//") {
		return b
	}
	return slices.Insert(b, begin, slashGuard[0], slashGuard[1])
}

// RemoveDotSegments returns path without its dot segments (section 5.2.4).
func RemoveDotSegments(path string) string {
	if !MayHaveDots(path, false) {
		return path
	}
	var buf Buffer
	text := appendWithoutDots(buf.slice(len(path)), path, dotOptions{})
	if len(text) == len(path) {
		return path
	}
	return string(text)
}

// MayHaveDots is a quick check. If it returns false, path has no dot segments. If encoded is set, "%2E" counts as ".".
func MayHaveDots(path string, encoded bool) bool {
	return strings.HasPrefix(path, ".") || nextDots(path, 0, false) < len(path) ||
		encoded && (strings.Contains(path, "%2E") || strings.Contains(path, "%2e"))
}

// DotsOf returns the number of dots of segment if it is a dot segment, and 0 otherwise. If encoded is set, "%2E" counts
// as ".".
func DotsOf[T string | []byte](segment T, encoded bool) (dots int) {
	dots, size := cutDots(segment, encoded)
	if size != len(segment) {
		return 0
	}
	return dots
}

// cutDots returns the number of dots at the start of path and their length, but no more than two of them. If encoded is
// set, "%2E" counts as ".".
func cutDots[T string | []byte](path T, encoded bool) (dots, size int) {
	for ; dots < len("..") && size < len(path); dots++ {
		switch {
		case path[size] == '.':
			size++
		case encoded && len(path)-size >= len("%2E") && path[size] == '%' && path[size+1] == '2' && path[size+2]|0x20 == 'e':
			size += len("%2E")
		default:
			return dots, size
		}
	}
	return dots, size
}

// dotOptions change how dot segments are removed. With the zero value, they are removed as section 5.2.4 does.
type dotOptions struct {
	encoded bool // "%2E" counts as "."

	// relative is set for the path of a relative-path reference. A ".." that has no segment to remove stays, at the
	// start of the path, because it removes a segment of a base. If the rest would be empty or would be read as
	// something else, it begins with "./" (section 4.2). A path that begins with "/" is not relative.
	relative bool

	// keepFirst keeps the first segment of a relative path that is not a dot segment: no ".." removes it.
	keepFirst bool
}

// appendWithoutDots appends path to b without its dot segments. It appends each segment that stays, with the "/" after it.
// For a ".." it truncates the result to the "/" before the last segment.
//
// path may be the text after b, in the capacity of b. The result then overwrites path, but only bytes that have been read.
// After the last segment, the result may become one byte longer than path, and "./" may be inserted at its start.
func appendWithoutDots(b []byte, path string, o dotOptions) []byte {
	begin := len(b)
	kept := begin // no ".." removes a part of b[:kept]
	i := 0        // path[:i] has been read
	if !o.relative && strings.HasPrefix(path, "/") {
		b = append(b, '/') // the root
		i = 1
	}
	for i < len(path) {
		dots, n := cutDots(path[i:], o.encoded)
		next := i + n + 1 // after the "/"
		switch isDots := dots > 0 && (next > len(path) || path[next-1] == '/'); {
		case !isDots:
			next = nextDots(path, i, o.encoded)
			if o.relative && o.keepFirst {
				first, _, _ := strings.Cut(path[i:next], "/")
				kept, o.keepFirst = len(b)+len(first)+1, false
			}
			b = append(b, path[i:next]...)
		case dots == 2 && len(b) > kept:
			b = b[:kept+bytes.LastIndexByte(b[kept:len(b)-1], '/')+1]
			if len(b) == begin && !o.relative {
				b = append(b, '/') // the root, or the "/" after the first segment, stays
			}
		case dots == 2 && o.relative:
			b = append(b, "../"...)
			kept = len(b)
		}
		i = next
	}
	if o.relative && (len(b) == begin || needsDot(octet.Text(b[begin:]))) {
		b = slices.Insert(b, begin, '.', '/')
	}
	return b
}

// nextDots returns the offset in path of the first segment after i that begins with a dot, or len(path). If encoded is
// set, it returns the start of the next segment.
func nextDots(path string, i int, encoded bool) int {
	if encoded {
		return min(octet.Next(path, i, "/")+len("/"), len(path))
	}
	n := i + endAt(path[i:], '.') // PERF: strings.Index takes twice as long to find "/."
	for n < len(path) && (n == i || path[n-1] != '/') {
		n += len(".")
		n += endAt(path[n:], '.')
	}
	return n
}

// firstAboveRoot returns the offset in path of the first ".." that has no segment left to remove, or -1. The whole path
// is dir followed by path, but a ".." in dir is not reported. dir is empty or ends with "/".
func firstAboveRoot(dir, path string, encoded bool) int {
	depth, isStart := 0, true
	for k, part := range [...]string{dir, path} {
		for i := 0; i < len(part); {
			segment, _, _ := strings.Cut(part[i:], "/")
			switch dots := DotsOf(segment, encoded); {
			case dots == 2 && depth > 0:
				depth--
			case dots == 2 && k == 1:
				return i
			case dots == 0:
				if segment != "" || !isStart { // an empty segment at the start is the root
					depth++
				}
				isStart = false
			}
			i += len(segment) + 1
		}
	}
	return -1
}

// firstDotSegment returns the offset in path of the first dot segment, or -1.
func firstDotSegment(path string, encoded bool) int {
	if !MayHaveDots(path, encoded) {
		return -1
	}
	for i := 0; i < len(path); {
		segment, _, _ := strings.Cut(path[i:], "/")
		if DotsOf(segment, encoded) > 0 {
			return i
		}
		i += len(segment) + 1
	}
	return -1
}
