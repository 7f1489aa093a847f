//go:build !(amd64 || arm64) || purego

package address

// span returns the offset of the first byte of text[i:] that is neither in the set nor part of a percent-encoding, or
// len(text).
func span(text string, i int, s *set) int { return spanBytes(text, i, s) }
