//go:build !purego

package whatwg

import (
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// classify is simd.Classify.
//
//go:noescape
func classify(s string, m *simd.Bitmaps)

// traits is simd.Traits.
//
//go:noescape
func traits(s string, head uint32, dst *byte) uint8

// scanVector is scanNormal by kernels. It returns false where they do not decide.
func scanVector(s string, o *ranges.Offsets) bool { return simd.Available && scanBlock(s, o) == normal }
