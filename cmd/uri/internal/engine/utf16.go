package engine

import "unicode/utf16"

// utf16Units returns the number of code units of UTF-16 before the byte offset in text: the offset as editors count it.
// In "é😀x", the "x" is at byte 6 and at 3 in UTF-16.
//
// A byte that is not UTF-8 counts as one unit, and an offset inside a character as the start of the character. An offset
// outside text counts as the next end of text.
func utf16Units(text string, offset int64) (units int64) {
	before := int64(0) // the units before the last character
	for i, r := range text {
		if int64(i) > offset {
			return before
		}
		before = units
		units += int64(utf16.RuneLen(r))
	}
	if offset < int64(len(text)) {
		return before
	}
	return units
}
