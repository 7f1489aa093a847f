package surt

import (
	"bytes"
	"slices"
)

// removeEmpty removes empty segments: it replaces each run of a separator with one, in place.
func removeEmpty(s []byte, separator byte) []byte {
	return slices.CompactFunc(s, func(a, b byte) bool { return a == separator && b == separator })
}

// trimEndSlash returns path without its last byte if that is a "/" and not the whole path.
func trimEndSlash(path []byte) []byte {
	if len(path) > 1 {
		return bytes.TrimSuffix(path, []byte("/"))
	}
	return path
}
