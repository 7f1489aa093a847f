package engine

import (
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Units returns the number of code units of UTF-16 before the byte offset in text: the offset as editors count it.
// In "é😀x", the "x" is at byte 6 and at 3 in UTF-16.
//
// A byte that is not UTF-8 counts as one unit, and an offset inside a character as the start of the character. An offset
// outside text counts as the next end of text.
func utf16Units(text string, offset int64) int64 {
	n, end := int64(0), min(max(offset, 0), int64(len(text)))
	for i := int64(0); i < end; {
		if text[i] < utf8.RuneSelf {
			i++
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if i += int64(size); i <= end {
			n += int64(utf16.RuneLen(r))
		}
	}
	return n
}
