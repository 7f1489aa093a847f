package hostname

import "github.com/urispan/uri/internal/octet"

// IsIPv4 reports whether text matches IPv4address (RFC 3986, section 3.2.2): four decimal numbers without leading zeros.
func IsIPv4(text string) bool {
	for dots := 0; ; dots++ {
		value, n := octet.Uint16(text)
		switch {
		case n == 0, n > 1 && text[0] == '0', value > 255:
			return false
		case dots == 3:
			return n == len(text)
		case n == len(text) || text[n] != '.':
			return false
		}
		text = text[n+len("."):]
	}
}
