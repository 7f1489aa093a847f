// Package schemes finds the scheme at the start of a string, and recognizes the schemes of HTTP and the special schemes
// of the URL Standard.
package schemes

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Len returns the length of the longest scheme at the start of s (RFC 3986, section 3.1). Any byte may follow it.
func Len[T string | []byte](s T) int {
	if len(s) == 0 || !tables.Is(s[0], tables.ALPHA) {
		return 0
	}
	n := 1
	for n < len(s) && tables.Is(s[n], tables.SchemeChars) {
		n++
	}
	return n
}

// HTTPS and HTTP begin most URIs on the web.
const (
	HTTPS = "https://"
	HTTP  = "http://"
)

// HTTPLen returns the length of "https://" or "http://" if s begins with one of these, in lower case, and is longer than
// both. Otherwise it returns 0.
func HTTPLen(s string) (n int) {
	if len(s) > len(HTTPS) {
		isHTTPS := 0 // PERF: set without a branch, which would be mispredicted
		if s[len("http")] == 's' {
			isHTTPS = 1
		}
		if s[:len("http")] == "http" && s[len("http")+isHTTPS:len(HTTP)+isHTTPS] == "://" {
			n = len(HTTP) + isHTTPS
		}
	}
	return n
}

// IsHTTP reports whether scheme is http or https, in upper or lower case (RFC 9110, section 4.2).
func IsHTTP[T string | []byte](scheme T) bool {
	return IsLowerHTTP(scheme) || octet.EqualFold(scheme, "https") || octet.EqualFold(scheme, "http")
}

// IsLowerHTTP reports whether scheme is http or https, in lower case.
func IsLowerHTTP[T string | []byte](scheme T) bool {
	return string(scheme) == "https" || string(scheme) == "http"
}

// IsWeb reports whether scheme is http, https, ws or wss, in upper or lower case (RFC 9110, section 4.2; RFC 6455,
// section 3).
func IsWeb(scheme string) bool {
	return IsHTTP(scheme) || octet.EqualFold(scheme, "wss") || octet.EqualFold(scheme, "ws")
}

// Special reports whether scheme, in lower case, is a special scheme (URL Standard, section 4.2), and returns its
// default port. The port is 0 for "file", which has none, and for schemes that are not special.
func Special[T string | []byte](scheme T) (port uint16, special bool) {
	switch string(scheme) {
	case "http", "ws":
		return 80, true // RFC 9110, section 4.2.1; RFC 6455, section 3
	case "https", "wss":
		return 443, true // RFC 9110, section 4.2.2; RFC 6455, section 3
	case "ftp":
		return 21, true // RFC 1738, section 3.2
	case "file":
		return 0, true
	}
	return 0, false
}

// Specials lists the special schemes.
var Specials = [...]string{"http", "https", "ws", "wss", "ftp", "file"}

// IsSpecial reports whether scheme is special, in upper or lower case.
func IsSpecial(scheme string) bool {
	var lower [len("https")]byte
	if len(scheme) > len(lower) {
		return false
	}
	for i := range len(scheme) {
		lower[i] = octet.Lower(scheme[i])
	}
	_, special := Special(lower[:len(scheme)])
	return special
}

// NeedsHost reports whether scheme, in upper or lower case, is a special scheme other than file. Browsers read a host
// after it, with or without slashes.
func NeedsHost(scheme string) bool { return IsSpecial(scheme) && !IsFile(scheme) }

// IsFile reports whether scheme is file, in upper or lower case.
func IsFile(scheme string) bool { return octet.EqualFold(scheme, "file") }
