package address

import "github.com/urispan/uri/internal/octet"

// spanBytes implements span byte by byte.
func spanBytes(text string, i int, row *[32]uint8) int {
	for i < len(text) && inRow(row, text[i]) {
		switch {
		case text[i] != '%':
			i++
		case octet.IsEncoded(text[i:]):
			i += 3
		default:
			return i
		}
	}
	return i
}

// inRow reports whether c is in the set of a row, which has the layout of simd.Nibbles.
func inRow(row *[32]uint8, c byte) bool { return c < 0x80 && row[c&15]>>(c>>4)&1 != 0 }
