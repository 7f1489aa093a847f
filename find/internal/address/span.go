package address

import "github.com/urispan/uri/internal/octet"

// A set is a set of bytes of US-ASCII.
type set struct {
	has [256]bool
	row [32]uint8 // the set with "%", in the layout of simd.Nibbles
}

// spanBytes implements span byte by byte. The set has the hex digits.
func spanBytes(text string, i int, s *set) int {
	for i < len(text) && (s.has[text[i]] || octet.IsEncoded(text[i:])) {
		i++
	}
	return i
}
