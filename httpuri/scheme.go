package httpuri

import "strings"

// isHTTP reports whether the scheme is http or https (RFC 9110, section 4.2), in upper or lower case.
func isHTTP[T string | []byte](scheme T) bool {
	if len(scheme) > len("https") {
		return false
	}
	s := string(scheme)
	return isLowerHTTP(s) || strings.EqualFold(s, "https") || strings.EqualFold(s, "http")
}

// isLowerHTTP reports whether the scheme is http or https, in lower case.
func isLowerHTTP(scheme string) bool { return scheme == "https" || scheme == "http" }
