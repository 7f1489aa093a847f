package surt

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// appendDecoded appends s, decoded until it has no percent-encoding left. After each byte it checks the end of the
// result, because repeated passes would take quadratic time for "%2525...". Percent-encodings cannot overlap, so their
// order makes no difference.
func appendDecoded(dst []byte, s string) []byte {
	begin := len(dst)
	first := strings.IndexByte(s, '%')
	if first < 0 {
		return append(dst, s...)
	}
	dst = append(slices.Grow(dst, len(s)), s[:first]...) // the result is shorter
	for i := first; i < len(s); i++ {
		dst = append(dst, s[i])
		for n := len(dst) - 3; n >= begin && dst[n] == '%' && octet.IsEncoded(octet.Text(dst[n:])); n -= 2 {
			dst[n] = octet.At(octet.Text(dst), n)
			dst = dst[:n+1]
		}
	}
	return dst
}

// The Codings for decoded text. They differ in the ASCII characters that they encode.
var (
	looseCoding = newCoding("#%")   // the canonical form of the Safe Browsing API
	pathCoding  = newCoding("#%?")  // of Semantic
	paramCoding = newCoding("#%&=") // of Semantic
)

// newCoding returns a Coding that encodes white space, control characters, bytes from 0x7F, and the bytes of also.
func newCoding(also string) octet.Coding {
	return octet.NewCoding(func(c byte) bool { return ' ' < c && c < 0x7f && !slices.Contains([]byte(also), c) })
}
