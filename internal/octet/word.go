// Package octet works on bytes: eight of them in a word, hex digits, the case of ASCII letters, and percent-encodings.
// It does not depend on components; callers pass the sets of bytes.
package octet

import "math/bits"

// Each constant repeats one byte eight times. Multiply a byte by Each to repeat it: 'a'*Each is a word of eight "a".
const (
	Each uint64 = 0x0101010101010101
	Low7        = 0x7f * Each // all bits but the highest one of each byte
	High        = 0x80 * Each // the highest bit of each byte
)

// Word returns the eight bytes s[i:i+8] as a word, with the first byte in the low bits.
func Word[T string | []byte](s T, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Short returns the bytes of s, at most seven, as a word with the first byte in the low bits, and 0 in the bytes after
// s.
func Short(s string) uint64 {
	switch n := len(s); {
	case n >= 4:
		return uint64(half(s, 0)) | uint64(half(s, n-4))<<(8*(n-4))
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<(8*(n/2)) | uint64(s[n-1])<<(8*(n-1))
	}
	return 0
}

// half returns the four bytes s[i:i+4] as half a word.
func half(s string, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// Set returns a word with the high bit set in each byte that is not 0 in w, and no other bits.
func Set(w uint64) uint64 { return (w&Low7 + Low7 | w) & High }

// Index returns the index of the first byte of w that is c, or 8.
func Index(w uint64, c byte) int {
	w ^= uint64(c) * Each
	return bits.TrailingZeros64((w-Each)&^w&High) / 8 // a borrow changes only bytes above the first one
}
