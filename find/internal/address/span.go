package address

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
)

// A set is a set of ASCII characters for span. It must have the hex digits, but not "%".
type set [256]bool

// tailRow is tailSet and "%", for the kernel.
var tailRow = simd.Row(func(c byte) bool { return tailSet[c] || c == '%' })

// span returns the offset of the first byte of text[i:] that is neither in the set nor part of a percent-encoding, or
// len(text).
//
// PERF: the kernel reads long tails. Text with addresses of 250 bytes takes a third of the time then.
func span(text string, i int, s *set) int {
	if s == &tailSet && simd.Available && len(text) >= simd.Block {
		i = max(i, simd.SpanBlocks(text, i, &tailRow)-2) // before a percent-encoding that is not whole
	}
	for i < len(text) && (s[text[i]] || octet.IsEncoded(text[i:])) {
		i++
	}
	return i
}
