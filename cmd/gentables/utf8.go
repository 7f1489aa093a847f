package main

import "unicode/utf8"

// utf8Forms returns the UTF-8 encodings of the code points lo to hi as sequences of byte ranges. Every sequence of
// bytes that matches a form is the UTF-8 of one of the code points, and every code point matches exactly one form:
//
//	utf8Forms(0x7f, 0x80)    7F; C2 80
//	utf8Forms(0xa0, 0x7ff)   C2 A0-BF; C3-DF 80-BF
//
// There must be no surrogates between lo and hi.
func utf8Forms(lo, hi rune) [][]byteSet {
	split := func(last rune) [][]byteSet { return append(utf8Forms(lo, last), utf8Forms(last+1, hi)...) }
	for _, last := range []rune{0x7f, 0x7ff, 0xffff} { // the last of each length
		if lo <= last && last < hi {
			return split(last)
		}
	}
	var a, b [utf8.UTFMax]byte
	length := utf8.EncodeRune(a[:], lo)
	utf8.EncodeRune(b[:], hi)
	for rest := 1; rest < length; rest++ {
		// If lo and hi differ before their last rest bytes, those last bytes must take all values.
		switch low := rune(1)<<(6*rest) - 1; {
		case lo|low == hi|low:
		case lo&low != 0:
			return split(lo | low)
		case hi&low != low:
			return split(hi&^low - 1)
		}
	}
	form := make([]byteSet, length)
	for i := range form {
		form[i] = byteRange(a[i], b[i])
	}
	return [][]byteSet{form}
}
