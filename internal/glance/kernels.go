//go:build (amd64 || arm64) && !purego

package glance

import "github.com/urispan/uri/internal/simd"

// classify is simd.Classify.
//
//go:noescape
func classify(s string, m *simd.Bitmaps)

// traits is simd.Traits.
//
//go:noescape
func traits(s string, head uint32, dst *byte) uint8
