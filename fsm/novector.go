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

// Plain reports whether s has no traits, where r is what Scan said of s. It may say no where that is quicker.
func Plain(s string, r *Ranges) bool { return TraitsOf(s, r) == 0 }

// CopyPlain is Plain, and if that says yes, it copies s to dst, which must have CopyLen(s) bytes. It may overwrite all
// of them, whatever it says.
func CopyPlain(dst []byte, s string, r *Ranges) bool { return Plain(s, r) && copy(dst, s) == len(s) }

// CopyLen returns how many bytes CopyPlain needs.
func CopyLen(s string) int { return len(s) }

// CopyPlainWeb is Scan and CopyPlain in one for URIs such as most of the web are. If it says yes, s is one of the
// scheme http or https, in lower case, with a host alone for authority, with a path that is not empty, and with none of
// the Traits. It may say no where that is quicker.
func CopyPlainWeb(dst []byte, s string) bool { return false }
