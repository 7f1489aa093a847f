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

// scanVector is scanNormal by the kernel simd.Web, for a URL whose path begins with "/": the kernel also accepts
// "http://host" and "http://host?query". It returns false where the kernel does not decide.
func scanVector(s string, o *ranges.Offsets) bool {
	return simd.Available && web(s, &webRules, o.Words())
}

// webRules are the rules by which the kernel leaves a URL to other roads. It takes only bytes that path and query
// share. A dot segment begins with "/." or "/%", so the kernel leaves any two adjacent bytes of "/.%" to others. The
// last label of a host must begin with a letter and not be empty.
var webRules = simd.WebRules{
	Text:       simd.Row(func(c byte) bool { return inRuns[c]&inPath != 0 && inRuns[c]&inQuery != 0 || c == '?' }),
	Joints:     simd.LowNibbles("/.%"),
	Name:       simd.Row(func(c byte) bool { return inRuns[c]&inHost != 0 }),
	Mark:       simd.Bytes('?'),
	MaxLen:     fsm.MaxLen,
	LastLabels: 1 << 0,
}

func classify(s string, m *simd.Bitmaps) { simd.Classify(s, m) }

func traits(s string, head uint32, dst *byte) uint8 { return simd.Traits(s, head, dst) }
