package address

import "github.com/urispan/uri/internal/octet"

// A set is a set of ASCII characters for span. It must have the hex digits, but not "%".
type set [256]bool

// span returns the offset of the first byte of text[i:] that is neither in the set nor part of a percent-encoding, or
// len(text).
func span(text string, i int, s *set) int {
	for i < len(text) && (s[text[i]] || octet.IsEncoded(text[i:])) {
		i++
	}
	return i
}
