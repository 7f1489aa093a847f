package address

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
)

// A set is a set of ASCII characters for span. It must have the hex digits, but not "%".
type set struct {
	has [256]bool
	row [32]uint8 // the set and "%", in the layout of simd.Nibbles
}

// spanBytes implements span byte by byte.
func spanBytes(text string, i int, s *set) int {
	for i < len(text) && (s.has[text[i]] || octet.IsEncoded(text[i:])) {
		i++
	}
	return i
}

// span returns the offset of the first byte of text[i:] that is neither in the set nor part of a percent-encoding, or
// len(text).
func span(text string, i int, s *set) int {
	if simd.Available && len(text) >= simd.Block {
		return endOfSpan(text, simd.SpanBlocks(text, i, &s.row), i)
	}
	return spanBytes(text, i, s)
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
