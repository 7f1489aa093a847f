package uri

import (
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// DefaultPort returns the default port of a scheme, in upper or lower case (RFC 3986, section 3.2.3). ok is false for
// schemes that have no port, and for schemes that are neither registered with IANA nor in wide use. It does not allocate
// for schemes of up to 64 bytes.
func DefaultPort(scheme string) (port uint16, ok bool) { return schemes.DefaultPort(scheme) }

// schemeLen returns the length of the longest scheme at the start of s.
func schemeLen(s string) (n int) {
	for n < len(s) && tables.Is(s[n], tables.SchemeChars) && (n > 0 || tables.Is(s[n], tables.ALPHA)) {
		n++
	}
	return n
}

// cutScheme cuts s around the ":" after the scheme at its start.
func cutScheme(s string) (scheme, rest string, ok bool) {
	n := schemeLen(s)
	if n == 0 || n == len(s) || s[n] != ':' {
		return "", "", false
	}
	return s[:n], s[n+1:], true
}

// checkScheme returns an error if s is not a scheme.
func checkScheme(s string) error {
	if s == "" {
		return reference.PartError(ComponentScheme, 0, ReasonNoScheme)
	}
	if n := schemeLen(s); n < len(s) {
		return reference.PartError(ComponentScheme, n, ReasonIllegalByte)
	}
	return nil
}
