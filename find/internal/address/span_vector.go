//go:build (amd64 || arm64) && !purego

package address

import (
	"math/bits"

	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// span returns the offset of the first byte of text[i:] that is neither in the row nor part of a percent-encoding, or
// len(text).
func span(text string, i int, row *[32]uint8) int {
	if simd.Available && len(text) >= simd.Block {
		return endOfSpan(text, simd.SpanBlocks(text, i, row), i)
	}
	return spanBytes(text, i, row)
}

// endOfSpan moves the end of a span in a percent-encoding back to its "%".
func endOfSpan(text string, n, i int) int {
	switch {
	case n-i > 0 && text[n-1] == '%':
		n--
	case n-i > 1 && text[n-2] == '%':
		n -= 2
	}
	return n
}

// plainEnd returns the end of a plain address with the authority at n. It returns 0 for all other text.
func plainEnd(text string, n int) int {
	if !simd.Available || len(text)-n < simd.Block {
		return plainEndBytes(text, n)
	}
	notHost, notPlain := simd.Stops(text[n:], &plainRows)
	path := bits.TrailingZeros64(notHost)
	if path == 0 || path == simd.Block || text[n+path] != '/' || !tables.Is(text[n], tables.ALPHA|tables.DIGIT) {
		return 0
	}
	end := n + bits.TrailingZeros64(notPlain) // not in the host: its bytes are in both rows
	if end == n+simd.Block || text[end] == '%' {
		end = span(text, end, &rowTail)
	}
	return trimPlain(text, end)
}
