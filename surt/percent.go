package surt

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// This file has the percent-encodings of the profiles that decode everything.

// appendDecoded appends s, decoded until it has no percent-encoding left. It looks at the end of the result after each
// byte: decoding in rounds would take quadratic time for "%2525...". Since two percent-encodings cannot overlap, the
// order in which they are decoded makes no difference.
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

// Codings for text that is decoded. They differ in the characters of ASCII that are encoded.
var (
	looseCoding = newCoding("#%")   // what the Safe Browsing API calls its canonical form
	pathCoding  = newCoding("#%?")  // of Semantic
	paramCoding = newCoding("#%&=") // of Semantic
)

// newCoding returns a Coding that encodes white space, control characters, bytes from 0x7F, and the bytes of also.
func newCoding(also string) octet.Coding {
	return octet.NewCoding(func(c byte) bool { return ' ' < c && c < 0x7f && !slices.Contains([]byte(also), c) })
}
