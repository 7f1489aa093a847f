// Package segments reads the segments of paths as servers do.
package segments

import (
	"bytes"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// MayHaveDotSegment reports whether a server can read a segment of path as "." or "..": see [Cursor].
func MayHaveDotSegment(path string) bool {
	if !strings.HasPrefix(path, ".") && !strings.Contains(path, "/.") && strings.IndexByte(path, '%') < 0 {
		return false // as nearly all paths
	}
	c := NewCursor(path)
	c.Run()
	return c.Path&Dots != 0
}

// HasPrefix reports whether path is prefix, or begins with prefix and a "/". The "/" can be the last byte of prefix. They
// are compared as [CommonPrefix] does.
func HasPrefix(path, prefix string) bool {
	n, m := CommonPrefix(path, prefix)
	return m == len(prefix) && (n == len(path) || path[n] == '/' || strings.HasSuffix(prefix, "/"))
}

// CommonPrefix returns the lengths of the longest beginnings of a and b that are equal. A percent-encoded unreserved
// character is equal to the character, and the case of the hex digits makes no difference (RFC 3986, sections 6.2.2.1 and
// 6.2.2.2).
func CommonPrefix(a, b string) (n, m int) {
	for n < len(a) && m < len(b) {
		c, size := octet.First(a[n:])
		d, sizeB := octet.First(b[m:])
		if c != d || size != sizeB && !tables.Is(c, tables.Unreserved) {
			break
		}
		n, m = n+size, m+sizeB
	}
	return n, m
}

// AppendLenient appends the path that a lenient server reads: it decodes percent-encodings, takes "\" for "/", drops the
// text from a ";" or a NUL to the end of a segment, empty segments and dot segments. Octets that no segment has are appended
// percent-encoded. If paramsFirst is set, it drops parameters before it decodes, so that they end at a "/" that is not
// encoded.
func AppendLenient(dst []byte, path string, paramsFirst bool) []byte {
	begin := len(dst)
	dst = append(dst, '/')
	inParams := false
	for path != "" {
		b, size := octet.First(path)
		path = path[size:]
		isSlash := b == '/' || b == '\\'
		switch {
		case isSlash && !(inParams && paramsFirst && (size > 1 || b != '/')):
			dst, inParams = endLenient(dst, begin), false
		case inParams:
		case b == ';' || b == 0:
			inParams = true
		case tables.Is(b, tables.SegmentChars):
			dst = append(dst, b)
		default:
			dst = append(dst, octet.Encoded(b)...)
		}
	}
	n := len(endLenient(dst, begin))
	if n > len(dst) { // the last segment stays, without the slash after it
		n--
	}
	return dst[:n]
}

// endLenient ends the last segment of the path dst[begin:]. The result ends with "/".
func endLenient(dst []byte, begin int) []byte {
	start := begin + 1 + bytes.LastIndexByte(dst[begin:], '/')
	switch string(dst[start:]) {
	case "", ".":
		return dst[:start]
	case "..":
		above := bytes.LastIndexByte(dst[begin:start-1], '/')
		return dst[:max(begin+above, begin)+1]
	}
	return append(dst, '/')
}

// AppendNormal appends a segment in normal form: unreserved characters are decoded, hex digits are in upper case, and
// octets that no segment has are percent-encoded. A "/" or "?" is an octet of the segment.
func AppendNormal(dst []byte, segment string) []byte {
	for segment != "" {
		b, size := octet.First(segment)
		segment = segment[size:]
		if size == 1 && tables.Is(b, tables.SegmentChars) || tables.Is(b, tables.Unreserved) {
			dst = append(dst, b)
		} else {
			dst = append(dst, octet.Encoded(b)...)
		}
	}
	return dst
}

// AppendSent appends a request-target as a browser sends it: it percent-encodes what browsers do not send raw, and keeps
// all else. pathEnd is the end of its path.
func AppendSent(dst []byte, target string, pathEnd int) []byte {
	dst = pathCoding.AppendRaw(dst, target[:pathEnd])
	return queryCoding.AppendText(dst, target[pathEnd:]) // with any "%"
}

// AppendEncoded appends a request-target as a URI has it: it percent-encodes the bytes that no URI has, which [Cursor]
// counts as Raw.
func AppendEncoded(dst []byte, target string) []byte { return uriCoding.AppendRaw(dst, target) }

var (
	uriCoding   = octet.NewCoding(func(c byte) bool { return tables.Is(c, tables.QueryChars) })
	pathCoding  = octet.NewCoding(func(c byte) bool { return c != '%' && pathTable[c] <= raw })
	queryCoding = octet.NewCoding(func(c byte) bool { return queryTable[c] <= raw })
)
