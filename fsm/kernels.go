//go:build (amd64 || arm64) && !purego

package fsm

import "github.com/urispan/uri/internal/simd"

// block is the number of bytes that classify reads.
const block = simd.Block

// The kernels of package simd scan only inputs that are shorter than maxVector. It is 0 on a processor without the
// vector instructions that they need.
var maxVector = func() uint64 {
	if simd.Available {
		return MaxLen
	}
	return 0
}()

// classify is simd.Classify.
//
//go:noescape
func classify(s string, m *simd.Bitmaps)

// spanBlocks is simd.SpanBlocks.
//
//go:noescape
func spanBlocks(s string, n int, row *[32]uint8) int
