//go:build !purego

package whatwg

import (
	"strings"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/simd"
)

// scanVector implements scanNormal with the kernel simd.CopyPlain for normal hrefs of http and https, and with
// scanPortable for other inputs.
func scanVector(s string, o *ranges.Offsets) simd.Known {
	head := schemes.HTTPLen(s)
	if !simd.Available || head == 0 || len(s) > maxLen || !simd.CopyPlain(nil, s, head, &plainRules) {
		return scanPortable(s, o)
	}
	path := head + strings.IndexByte(s[head:], '/')
	if path == head || hostname.MayEndInNumber(s[head:path]) {
		return scanPortable(s, o)
	}
	queryEnd := path + indexByteOrEnd(s[path:], '#')
	pathEnd := path + indexByteOrEnd(s[path:queryEnd], '?')
	*o = ranges.Offsets{SchemeEnd: uint32(head - len("://")), Authority: uint32(head),
		Host: uint32(head), HostEnd: uint32(path), Path: uint32(path),
		PathEnd: uint32(pathEnd), QueryEnd: uint32(queryEnd), End: uint32(len(s))}
	return simd.Normal
}

// indexByteOrEnd returns the index of the first c in s, or len(s).
func indexByteOrEnd(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}

// scanTail calls scanTailPortable, because arm64 has no kernel for it.
func scanTail(s string, n int, o *ranges.Offsets) bool { return scanTailPortable(s, n, o) }

// plainRules configures the kernel. It accepts only bytes that are valid both in a path and in a query, without "%".
// Then a dot segment begins with "/.", which the kernel rejects.
var plainRules = simd.PlainRules{
	Name: simd.Row(func(c byte) bool { return hostBytes[c]&(notDomain|isUpper) == 0 }),
	Text: simd.Row(func(c byte) bool { return tailBytes[c]&(notPath|notQuery|isBackslash) == 0 && c != '%' || c == '?' }),
}
