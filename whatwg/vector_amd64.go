//go:build !purego

package whatwg

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// web is simd.Web.
//
//go:noescape
func web(s string, rules *simd.WebRules, offsets *[8]uint32) bool

// scanVector is scanNormal by the kernel simd.Web, for a URL that hasPath accepts. It returns false if the kernel does not
// accept s.
func scanVector(s string, o *ranges.Offsets) bool {
	return simd.Available && web(s, &webRules, o.Words())
}

// webRules are the rules of the kernel. It accepts only bytes that path and query share. A dot segment begins with "/."
// or "/%", so it accepts no two adjacent bytes of "/.%". The last label of a host must begin with a letter.
var webRules = simd.WebRules{
	Text:       simd.Row(func(c byte) bool { return inRuns[c]&inPath != 0 && inRuns[c]&inQuery != 0 || c == '?' }),
	Joints:     simd.LowNibbles("/.%"),
	Name:       simd.Row(func(c byte) bool { return inRuns[c]&inHost != 0 }),
	Mark:       simd.Bytes('?'),
	MaxLen:     fsm.MaxLen,
	LastLabels: 1 << 0,
}
