//go:build !purego

package whatwg

import (
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// scanVector is a fast path of scanNormal that uses the kernel simd.Web. The caller must still check hasPath. If
// scanVector returns false, s may be normal all the same.
func scanVector(s string, o *ranges.Offsets) bool {
	return simd.Available && simd.Web(s, &webRules, o.Words())
}

// webRules configures the kernel. It accepts only bytes that are valid both in a path and in a query. It rejects two
// adjacent bytes of "/.%", because a dot segment begins with "/." or "/%". The last label of a host must begin with a
// letter, so the host does not end in a number.
var webRules = simd.WebRules{
	Text:       simd.Row(func(c byte) bool { return inRuns[c]&inPath != 0 && inRuns[c]&inQuery != 0 || c == '?' }),
	Joints:     simd.LowNibbles("/.%"),
	Name:       simd.Row(func(c byte) bool { return inRuns[c]&inHost != 0 }),
	Mark:       simd.Bytes('?'),
	MaxLen:     maxLen,
	LastLabels: 1 << 0,
}
