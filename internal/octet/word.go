// Package octet works on bytes: on eight of them in a word, on hex digits and the case of ASCII letters, and on
// percent-encodings. It knows no component: callers say which bytes they mean.
package octet

import "math/bits"

// These constants have a byte eight times. Each is for multiplication: 'a'*Each is a word of eight "a".
const (
	Each uint64 = 0x0101010101010101
	Low7        = 0x7f * Each // all bits but the highest one of each byte
	High        = 0x80 * Each // the highest bit of each byte
)

// Word returns the eight bytes of s from i on, the first one in the low bits.
func Word[T string | []byte](s T, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Set returns a word that has the high bit of each byte that is not 0 in w, and no other bit.
func Set(w uint64) uint64 { return (w&Low7 + Low7 | w) & High }

// Index returns the index of the first of the eight bytes of w that is c, or 8.
func Index(w uint64, c byte) int {
	w ^= uint64(c) * Each
	return bits.TrailingZeros64((w-Each)&^w&High) / 8 // a borrow spoils only bytes above the first one
}

// LastIndex returns the index of the last of the eight bytes of w that is c, or -1.
func LastIndex(w uint64, c byte) int {
	return 7 - bits.LeadingZeros64(Set(w^uint64(c)*Each)^High)/8
}

// Upper returns a word that has the high bit of each byte of w that is an upper-case letter, and no other bit.
func Upper(w uint64) uint64 {
	// The sums of the low seven bits have the high bit if these are at least "A", and if they are more than "Z".
	low := w & Low7
	return (low + (0x80-'A')*Each) &^ (low + (0x7f-'Z')*Each) &^ w & High
}

// LowerWord returns w with the upper-case letters among its bytes in lower case.
func LowerWord(w uint64) uint64 { return w | Upper(w)>>2 }
