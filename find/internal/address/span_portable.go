//go:build !(amd64 || arm64) || purego

package address

// span returns the offset of the first byte of text[i:] that is neither in the row nor part of a percent-encoding, or
// len(text).
func span(text string, i int, row *[32]uint8) int { return spanBytes(text, i, row) }
