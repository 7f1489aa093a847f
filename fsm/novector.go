//go:build !(amd64 || arm64) || purego

package fsm

// This file is for the systems without a vector road.

// scan is Scan for a string or a []byte.
func scan(input any, r *Ranges) (n int, ok bool) {
	if s, ok := input.(string); ok {
		return scanPortable(s, r)
	}
	return scanPortable(input.([]byte), r)
}

// span is spanBytes.
func span[T string | []byte](s T, n int, run uint8) int { return spanBytes(s, n, run) }

// TraitsOf returns the traits of s, where r is what Scan said of s.
func TraitsOf(s string, r *Ranges) Traits { return traitsOf(s, int(r.path)) }

// Plain reports whether s has no traits, where r is what Scan said of s. It may return false where that is quicker.
func Plain(s string, r *Ranges) bool { return TraitsOf(s, r) == 0 }

// CopyPlainWeb is Scan and Plain in one for URIs such as most of the web are. If it returns true, s is a URI of the
// scheme http or https, in lower case, whose authority is a host alone, whose path is not empty, and that has none of
// the Traits, and s is copied to dst. Otherwise nothing is written. It returns false if dst is shorter than s, and may
// do so where that is quicker.
func CopyPlainWeb(dst []byte, s string) bool { return false }
