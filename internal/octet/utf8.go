package octet

import (
	"math/bits"
	"unicode/utf8"
)

// replacement is U+FFFD in UTF-8.
const replacement = "\uFFFD"

// FirstRune returns the first code point of s in UTF-8, and the number of bytes of s that it takes. If s begins with an
// ill-formed sequence, char is U+FFFD, and size is the length of the longest prefix of s that begins a code point, or
// 1. Decoders of the Encoding Standard, and so browsers, replace these bytes with one U+FFFD. For "\xe2\x82A" size is
// 2, but utf8.DecodeRuneInString returns 1. s must not be empty.
func FirstRune(s string) (char string, size int) {
	if r, size := utf8.DecodeRuneInString(s); r != utf8.RuneError || size > 1 {
		return s[:size], size
	}
	size = 1
	for size < min(len(s), utf8.UTFMax) && !utf8.FullRuneInString(s[:size]) && !utf8.FullRuneInString(s[:size+1]) {
		size++
	}
	return replacement, size
}

// EncodedRune decodes the percent-encoded character at the start of s. There must be a percent-encoding, and every "%"
// in s must begin one. It returns the character and the number of its octets, as [utf8.DecodeRune] does.
func EncodedRune(s string) (r rune, size int) {
	first := At(s, 0)
	if first < utf8.RuneSelf {
		return rune(first), 1
	}
	octets := [utf8.UTFMax]byte{first}
	want := min(bits.LeadingZeros8(^first), len(octets)) // as the first octet says
	n := 1
	for n < want && len("%XX")*n < len(s) && s[len("%XX")*n] == '%' {
		octets[n&3] = At(s, len("%XX")*n)
		n++
	}
	return utf8.DecodeRune(octets[:n])
}
