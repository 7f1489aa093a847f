package surt

import "bytes"

// removeEmpty removes empty segments: it replaces each run of a separator with one, in place.
func removeEmpty(s []byte, separator byte) []byte {
	out := s[:0]
	for i, c := range s {
		if c != separator || i == 0 || s[i-1] != separator {
			out = append(out, c)
		}
	}
	return out
}

// trimEndSlash returns path without its last byte if that is a "/" and not the whole path.
func trimEndSlash(path []byte) []byte {
	if len(path) > 1 {
		return bytes.TrimSuffix(path, []byte("/"))
	}
	return path
}
