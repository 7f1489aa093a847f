package host

import "github.com/urispan/uri/internal/octet"

// Localhost is the name of the loopback host (RFC 6761, section 6.3).
const Localhost = "localhost"

// IsLocalhost reports whether the host of a URI is "localhost" or a name under it, such as "a.localhost." and
// "%6cocalhost". These names resolve to loopback addresses (RFC 6761, section 6.3). IsLocalhost does not allocate.
func IsLocalhost(text string) bool {
	rest, _ := CutDot(text)
	for i := len(Localhost) - 1; i >= 0; i-- {
		var last byte
		// Of all octets, only letters become a letter by |0x20.
		if last, rest = cutLast(rest); last|0x20 != Localhost[i] {
			return false
		}
	}
	before, _ := cutLast(rest)
	return rest == "" || before == '.'
}

// CutDot returns the host of a URI without the dot at its end, which may be percent-encoded, and reports whether it has
// one. The name of a host is the same with it and without it (RFC 3986, section 3.2.2).
func CutDot(text string) (before string, found bool) {
	if last, rest := cutLast(text); last == '.' {
		return rest, true
	}
	return text, false
}

// cutLast returns the last octet of text, percent-decoded, and the text before it. The octet is 0 if text is empty.
func cutLast(text string) (last byte, rest string) {
	n := len(text)
	if n == 0 {
		return 0, ""
	}
	if n >= len("%XX") {
		if last, size := octet.First(text[n-len("%XX"):]); size == len("%XX") {
			return last, text[:n-size]
		}
	}
	return text[n-1], text[:n-1]
}
