package host

import "github.com/urispan/uri/internal/hostname"

// Localhost is the name of the loopback host (RFC 6761, section 6.3).
const Localhost = "localhost"

// IsLocalhost reports whether the host of a URI is "localhost" or a name under it, such as "a.localhost." and
// "%6cocalhost". These names resolve to loopback addresses (RFC 6761, section 6.3). IsLocalhost does not allocate.
func IsLocalhost(text string) bool {
	rest, _ := hostname.CutDot(text)
	for i := len(Localhost) - 1; i >= 0; i-- {
		var last byte
		// Of all octets, only letters become a letter by |0x20.
		if last, rest = hostname.CutLast(rest); last|0x20 != Localhost[i] {
			return false
		}
	}
	before, _ := hostname.CutLast(rest)
	return rest == "" || before == '.'
}
