// Package segments reads the segments of paths as servers do.
package segments

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// MayHaveDotSegment reports whether a server can read a segment of path as "." or "..": see [Cursor].
func MayHaveDotSegment(path string) bool {
	if !strings.HasPrefix(path, ".") && !strings.Contains(path, "/.") && strings.IndexByte(path, '%') < 0 {
		return false // as nearly all paths
	}
	for c := NewCursor(path); c.Next(); {
		if c.Hazards&Dots != 0 {
			return true
		}
	}
	return false
}

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
