//go:build (amd64 || arm64) && !purego

package fsm

import "github.com/urispan/uri/internal/simd"

// classify is simd.Classify.
//
//go:noescape
func classify(s string, m *simd.Bitmaps)

// spanBlocks is simd.SpanBlocks.
//
//go:noescape
func spanBlocks(s string, n int, row *[32]uint8) int
