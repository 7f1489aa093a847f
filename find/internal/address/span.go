package address

import "github.com/urispan/uri/internal/octet"

// A set is a set of ASCII characters for span. It must have the hex digits, but not "%".
type set struct {
	has [256]bool
	row [32]uint8 // the set and "%", in the layout of simd.Nibbles
}

// spanBytes implements span byte by byte.
func spanBytes(text string, i int, s *set) int {
	for i < len(text) && (s.has[text[i]] || octet.IsEncoded(text[i:])) {
		i++
	}
	return i
}
