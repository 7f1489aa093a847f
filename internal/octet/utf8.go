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

// DecodedRune returns the character at the start of s and the number of its octets, as [utf8.DecodeRune] does. Each octet
// may be percent-encoded. size is the number of bytes of s that they take. s must not be empty.
func DecodedRune(s string) (r rune, octets, size int) {
	first, size := First(s)
	if first < utf8.RuneSelf {
		return rune(first), 1, size
	}
	sequence, ends := [utf8.UTFMax]byte{first}, [utf8.UTFMax]int{size}
	want := min(bits.LeadingZeros8(^first), len(sequence)) // as the first octet says
	n := 1
	for ; n < want && ends[n-1] < len(s); n++ {
		b, length := First(s[ends[n-1]:])
		sequence[n&3], ends[n&3] = b, ends[n-1]+length
	}
	r, octets = utf8.DecodeRune(sequence[:n])
	return r, octets, ends[octets-1]
}
