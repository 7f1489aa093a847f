package octet

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// Lower returns c in lower case if it is an ASCII letter, and c otherwise.
func Lower(c byte) byte {
	if c-'A' <= 'Z'-'A' {
		c |= 0x20
	}
	return c
}

// EqualFold reports whether s is equal to lower, with the ASCII letters of s in lower case. Unlike [strings.EqualFold],
// it does not take U+017F and U+212A for the letters s and k.
func EqualFold[T string | []byte](s T, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(lower) {
		if Lower(s[i]) != lower[i] {
			return false
		}
	}
	return true
}

// HasPrefixFold reports whether s begins with lower. It compares them as [EqualFold] does.
func HasPrefixFold[T string | []byte](s T, lower string) bool {
	return len(s) >= len(lower) && EqualFold(s[:len(lower)], lower)
}

// ToLower changes the ASCII letters of b to lower case, in place.
func ToLower(b []byte) {
	if len(b) < 8 {
		for i, c := range b {
			b[i] = Lower(c)
		}
		return
	}
	for i := 0; i < len(b)-8; i += 8 {
		lowerWord(b[i : i+8])
	}
	lowerWord(b[len(b)-8:]) // some bytes may be in lower case by now
}

// AppendLower appends s to dst, with its ASCII letters in lower case.
//
// PERF: unlike ToLower after append, it does not read bytes that it has just written. That would make the processor wait.
func AppendLower(dst []byte, s string) []byte {
	n := len(dst)
	dst = append(dst, s...)
	ToLower(dst[n:])
	return dst
}

func lowerWord(b []byte) {
	putLower(b, binary.LittleEndian.Uint64(b))
}

// putLower writes the bytes of w to b[:8], with the ASCII letters in lower case.
func putLower(b []byte, w uint64) {
	binary.LittleEndian.PutUint64(b, w|upper(w)>>2)
}

// upper returns a word with the high bit set in each byte of w that is an upper-case ASCII letter, and no other bits.
func upper(w uint64) uint64 {
	low := w & Low7
	return (low + (0x80-'A')*Each) &^ (low + (0x7f-'Z')*Each) &^ w & High
}

// HasUpper reports whether s has an upper-case ASCII letter.
func HasUpper(s string) bool {
	if len(s) < 8 {
		for i := range len(s) {
			if 'A' <= s[i] && s[i] <= 'Z' {
				return true
			}
		}
		return false
	}
	found := upper(Word(s, len(s)-8)) // it may overlap the word before it
	for i := 0; i < len(s)-8; i += 8 {
		found |= upper(Word(s, i))
	}
	return found != 0
}

// Uint16 reads the decimal digits at the start of s, such as the digits of a port. It stops before a byte that is not a
// digit, or that would make the value larger than 65535. It returns the value, and the number of digits read, which may
// be 0.
func Uint16[T string | []byte](s T) (value uint16, n int) {
	sum := uint32(0)
	for ; n < len(s) && tables.Is(s[n], tables.DIGIT); n++ {
		next := sum*10 + uint32(s[n]-'0')
		if next > math.MaxUint16 {
			break
		}
		sum = next
	}
	return uint16(sum), n
}

// SpanOf returns the end of the bytes of text at n that are in set.
func SpanOf(text string, n int, set tables.Set) int {
	for n < len(text) && tables.Is(text[n], set) {
		n++
	}
	return n
}

// Next returns the offset of the first of the characters in s, from n on, or len(s).
func Next(s string, n int, chars string) int {
	if i := strings.IndexAny(s[n:], chars); i >= 0 {
		return n + i
	}
	return len(s)
}

// IsASCII reports whether all bytes of s are in US-ASCII.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// upperHex lists the digits of the percent-encodings that this package writes (RFC 3986, section 2.1).
const upperHex = "0123456789ABCDEF"

// hexValues maps each hex digit to its value, and all other bytes to noHexdig.
var hexValues = func() (t [256]uint8) {
	for i := range t {
		switch b := byte(i); {
		case !tables.Is(b, tables.HEXDIG):
			t[i] = noHexdig
		case tables.Is(b, tables.DIGIT):
			t[i] = b - '0'
		default:
			t[i] = Lower(b) - 'a' + 10
		}
	}
	return t
}()

const noHexdig = 0xf0

// HexValue returns the value of a hex digit. For other bytes it returns a value of 16 or more.
func HexValue(digit byte) byte { return hexValues[digit] }

// IsEncoded reports whether s begins with a percent-encoding: "%" and two hex digits.
func IsEncoded(s string) bool {
	return len(s) >= 3 && s[0] == '%' && (hexValues[s[1]]|hexValues[s[2]])&noHexdig == 0
}

// At returns the octet of the percent-encoding at s[i:]. s[i:] must begin with a percent-encoding.
func At(s string, i int) byte { return hexValues[s[i+1]]<<4 | hexValues[s[i+2]] }

// First returns the first octet of s after decoding, and the number of bytes of s that it takes. A "%" that does not
// begin a percent-encoding counts as itself. s must not be empty.
func First(s string) (b byte, size int) {
	if IsEncoded(s) {
		return At(s, 0), 3
	}
	return s[0], 1
}

// Plain returns the octet c as a string, and Encoded returns its percent-encoding with upper-case digits.
func Plain(c byte) string   { return Text(plain[c : int(c)+1]) }
func Encoded(c byte) string { return Text(encoded[3*int(c) : 3*int(c)+3]) }

// plain lists all octets in order, and encoded lists their percent-encodings.
var plain, encoded = func() (plain [256]byte, encoded [3 * 256]byte) {
	for c := range plain {
		plain[c] = byte(c)
		copy(encoded[3*c:], []byte{'%', upperHex[c>>4], upperHex[c&15]})
	}
	return plain, encoded
}()
