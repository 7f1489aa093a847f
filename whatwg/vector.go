package whatwg

import (
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// scanTail reports whether s[n:] is a path of a special URL, and a query and a fragment if it has them, that the parser
// does not change. If so, it sets their ends in o, and otherwise its content is undefined. The first segment must not be
// a dot segment. scanTail may return false for others too.
func scanTail(s string, n int, o *ranges.Offsets) bool {
	if !simd.HasWeb() {
		return scanTailPortable(s, n, o)
	}
	return simd.WebTail(s, n, &webRules, o.Words())
}

// webRules configures the kernel. It accepts only bytes that are valid both in a path and in a query. It rejects two
// adjacent bytes of "/.%", because a dot segment begins with "/." or "/%". The last label of a host must begin with a
// letter, so the host does not end in a number.
var webRules = simd.WebRules{
	Text:       simd.Row(func(c byte) bool { return tailBytes[c]&(notPath|notQuery|isBackslash) == 0 || c == '?' }),
	Joints:     simd.LowNibbles("/.%"),
	Name:       simd.Row(func(c byte) bool { return hostBytes[c]&notDomain == 0 }),
	MaxLen:     maxLen,
	LastLabels: 1 << 0,
}
