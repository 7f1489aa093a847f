package hostname

import "github.com/urispan/uri/internal/octet"

// CutDot returns the host of a URI without the dot at its end, which may be percent-encoded, and reports whether it has
// one. The name of a host is the same with it and without it (RFC 3986, section 3.2.2).
func CutDot(text string) (before string, found bool) {
	if last, rest := CutLast(text); last == '.' {
		return rest, true
	}
	return text, false
}

// CutLast returns the last octet of text, percent-decoded, and the text before it. The octet is 0 if text is empty.
func CutLast(text string) (last byte, rest string) {
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
