package address

import "github.com/urispan/uri/internal/octet"

// spanBytes implements span byte by byte. The row has the hex digits.
func spanBytes(text string, i int, row *[32]uint8) int {
	for i < len(text) && inRow(row, text[i]) && (text[i] != '%' || octet.IsEncoded(text[i:])) {
		i++
	}
	return i
}

// inRow reports whether c is in the set of a row, which has the layout of simd.Nibbles.
func inRow(row *[32]uint8, c byte) bool { return row[c&15]>>(c>>4)&1 != 0 }
