// Package segments reads the segments of paths as servers do.
package segments

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// IsPlain is a quick check. It reports whether path has no percent-encoding and no ";", and each segment has a byte and
// does not begin with ".". The last segment may be empty.
func IsPlain(path string) bool {
	for i := range len(path) {
		switch path[i] {
		case '%', ';':
			return false
		case '/':
			if i > 0 && path[i-1] == '/' {
				return false
			}
		case '.':
			if i == 0 || path[i-1] == '/' {
				return false
			}
		}
	}
	return true
}

// MayHaveDotSegment reports whether a server can read a segment of path as "." or "..". Servers decode dots before or
// after they split a path, split at "\" as well, ignore a ";" and the rest of its segment, or end the path at a NUL. So
// MayHaveDotSegment decodes path once, ends segments at "/" and "\", and ends the name of a segment at ";" and NUL.
func MayHaveDotSegment(path string) bool {
	if IsPlain(path) {
		return false
	}
	dots, onlyDots := 0, true // of the name of the current segment
	for path != "" {
		c, size := octet.First(path)
		path = path[size:]
		switch c {
		case '.':
			dots++
		case '/', '\\', ';', 0:
			if isDots(dots, onlyDots) {
				return true
			}
			dots, onlyDots = 0, c == '/' || c == '\\'
		default:
			onlyDots = false
		}
	}
	return isDots(dots, onlyDots)
}

func isDots(dots int, onlyDots bool) bool { return onlyDots && (dots == 1 || dots == 2) }

// HasPrefix reports whether path is prefix, or begins with prefix and a "/". The "/" can be the last byte of prefix. A
// percent-encoded unreserved character is equal to the character, and the case of the hex digits makes no difference
// (RFC 3986, sections 6.2.2.1 and 6.2.2.2).
func HasPrefix(path, prefix string) bool {
	atSlash := strings.HasSuffix(prefix, "/")
	for prefix != "" {
		if path == "" {
			return false
		}
		b, size := octet.First(path)
		c, prefixSize := octet.First(prefix)
		if b != c || size != prefixSize && !tables.Is(c, tables.Unreserved) {
			return false
		}
		path, prefix = path[size:], prefix[prefixSize:]
	}
	return atSlash || path == "" || path[0] == '/'
}
