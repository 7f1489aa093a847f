package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// appendSimple is a fast path of AppendValue for the addresses of most requests, such as
// "http://h/@me?token=S&to=joe%40h&next=/a". It declines every other text. Then isSimple is false, and dst is
// unchanged.
//
// It accepts a web address with a plain host, and only the values in the query may be secrets. For after the host and
// port no ":", "," or "//" begins another address or a list, and a pair has one "=".
func (rules *Rules) appendSimple(dst []byte, s string) (out []byte, isSimple bool) {
	n := webHead(s)
	path, query, hasQuery := strings.Cut(s[n:], "?")
	if n == 0 || rules.hidesComponents() || !isSimplePart(path) {
		return dst, false
	}
	out, copied := dst, 0
	for end := n + len(path); hasQuery; {
		var pair string
		pair, query, hasQuery = strings.Cut(query, "&")
		key, value, _ := strings.Cut(pair, "=")
		if len(key) > longestKey || strings.ContainsAny(key, "/@") || strings.Contains(key, "%40") ||
			!isSimplePart(key) || !isSimplePart(value) {
			return dst, false
		}
		begin := end + len("?") + len(key) + len("=")
		end += len("?") + len(pair)
		if rules.isSecretPair(key, value) {
			out = append(append(out, s[copied:begin]...), Hidden...)
			copied = end
		}
	}
	return append(out, s[copied:]...), true
}

// isSimplePart reports whether a path, a key or a value has only unreserved characters, "+", "[", "]", "@" and single
// slashes, and percent-encodings of these but a slash, of spaces, and of characters outside US-ASCII.
func isSimplePart(s string) bool {
	for n := octet.SpanOf(s, 0, tables.Unreserved); n < len(s); n = octet.SpanOf(s, n, tables.Unreserved) {
		c, size := octet.First(s[n:])
		isSlash := c == '/' && size == 1 && !strings.HasPrefix(s[n+1:], "/")
		isEncoded := size > 1 && (c == ' ' || c >= utf8.RuneSelf || tables.Is(c, tables.Unreserved))
		if !isSlash && !isEncoded && strings.IndexByte("+[]@", c) < 0 {
			return false
		}
		n += size
	}
	return true
}

// webHead returns the end of the host and port of a web address, or 0 if s has another scheme or another authority.
func webHead(s string) int {
	scheme, _, ok := strings.Cut(s, "://")
	if !ok || !schemes.KindOf(scheme).IsWeb() {
		return 0
	}
	begin := len(scheme) + len("://")
	n := octet.SpanOf(s, begin, tables.Unreserved)
	if n > begin && n < len(s) && s[n] == ':' {
		if _, digits := octet.Uint16(s[n+1:]); digits > 0 {
			n += 1 + digits
		}
	}
	if n == begin || n < len(s) && s[n] != '/' && s[n] != '?' {
		return 0
	}
	return n
}

// isSecretPair reports whether the value of a pair in a query is secret.
func (rules *Rules) isSecretPair(key, value string) bool {
	k := &rules.Keys
	return value != "" && len(k.names) > 0 && (k.endsAt(key, len(key)) && k.has(key) || isToken(value))
}
