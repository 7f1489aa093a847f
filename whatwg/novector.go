//go:build !(amd64 || arm64) || purego

package whatwg

import (
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// This file is for systems without vector instructions.

func scanVector(string, *ranges.Offsets) bool { return false }

func classify(s string, m *simd.Bitmaps) { simd.Classify(s, m) }

func traits(s string, head uint32, dst *byte) uint8 { return simd.Traits(s, head, dst) }
