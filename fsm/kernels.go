//go:build (amd64 || arm64) && !purego

package fsm

import "github.com/urispan/uri/internal/simd"

// This file has the vector kernels that this package uses. The kernels are described in package simd.

// block is the number of bytes that classify reads.
const block = simd.Block

// maxVector is a length. Shorter inputs take the vector road. It is 0 on a processor without the instructions.
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

// span is like spanBytes, but reads blocks if s is a string of at least one block.
func span[T string | []byte](s T, n int, run uint8) int {
	text, ok := any(s).(string)
	if !ok || len(s) < block || maxVector == 0 {
		return spanBytes(s, n, run)
	}
	row := simd.RowQueryRun
	switch run {
	case pathRun:
		row = simd.RowPathRun
	case segmentRun:
		row = simd.RowSegmentRun
	case hostRun:
		row = simd.RowHostRun
	}
	return spanBlocks(text, n, &simd.Nibbles[row])
}
