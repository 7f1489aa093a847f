package octet

import (
	"testing"
	"unicode/utf8"
)

// TestFirstRune checks the examples of the Unicode Standard (version 17, section 3.9, tables 3-8 to 3-11), which the
// decoder of the Encoding Standard (section 8.1.1) follows.
func TestFirstRune(t *testing.T) {
	for _, test := range []struct {
		in   string
		size []int // of each code point; negative for U+FFFD
	}{
		{"", nil},
		{"a\u00e9\u20ac\U0001f4a9\ufffd", []int{1, 2, 3, 4, 3}},
		{"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82A", []int{-1, -1, -1, -1, -1, -1, -1, -1, 1}},
		{"\xED\xA0\x80\xED\xBF\xBF\xED\xAFA", []int{-1, -1, -1, -1, -1, -1, -1, -1, 1}},
		{"\xF4\x91\x92\x93\xFFA\x80\xBFB", []int{-1, -1, -1, -1, -1, 1, -1, -1, 1}},
		{"\xE1\x80\xE2\xF0\x91\x92\xF1\xBFA", []int{-2, -1, -3, -2, 1}},
		{"\xE2\x82", []int{-2}},
		{"\xF0\x9F\x92", []int{-3}},
		{"\xC3A", []int{-1, 1}},
	} {
		rest := test.in
		for _, want := range test.size {
			char, size := FirstRune(rest)
			if want < 0 && (char != replacement || size != -want) || want > 0 && (size != want || char != rest[:size]) {
				t.Errorf("%q: %q, %d, want %d", rest, char, size, want)
			}
			rest = rest[size:]
		}
		if rest != "" {
			t.Errorf("%q: %q is left", test.in, rest)
		}
	}
}

// TestFirstRuneMaximal checks every beginning of a code point with any byte after it: the longest one is replaced.
func TestFirstRuneMaximal(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r += 61 {
		text := string(r)
		if !utf8.ValidRune(r) {
			continue
		}
		for n := 1; n < len(text); n++ {
			for _, next := range []string{"", "A", "\xff", "\xc3\xa9"} {
				if char, size := FirstRune(text[:n] + next); char != replacement || size != n {
					t.Errorf("%q: %q, %d, want %d", text[:n]+next, char, size, n)
				}
			}
		}
	}
}
