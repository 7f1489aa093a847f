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
// port no userinfo ends, unless another address begins, and no key follows another "=", unless a list begins.
func (rules *Rules) appendSimple(dst []byte, s string) (out []byte, isSimple bool) {
	n := webHead(s)
	if n == 0 || rules.hidesComponents() {
		return dst, false
	}
	out, copied := dst, 0
	begin, equals := 0, 0 // of the pair at n, or 0
	hasStart := false     // of another address or a list, which begin after ":", "," or "//"
	for size := 1; n <= len(s); n += size {
		isKey := begin > 0 && equals == 0
		for n < len(s) && (tables.Is(s[n], tables.Unreserved) || s[n] == '/' && !isKey && s[n-1] != '/') {
			n++
		}
		size = 1
		c := byte('&') // ends the last pair
		if n < len(s) {
			c, size = octet.First(s[n:])
		}
		isEncoded := size > 1
		hasStart = hasStart || c == ':' || c == ',' || c == '/' && (isEncoded || s[n-1] == '/')
		switch {
		case c == '@' && hasStart, isKey && strings.IndexByte("/@:,", c) >= 0:
			return dst, false
		case isEncoded && strings.IndexByte("=&?", c) >= 0,
			!simpleBytes[c] && !tables.Is(c, tables.Unreserved) && !(isEncoded && (c == ' ' || c >= utf8.RuneSelf)):
			return dst, false
		case c == '?' && begin > 0, c == '&' && begin == 0 && n < len(s), c == '=' && !isKey && hasStart,
			c == '=' && isKey && n-begin > longestKey:
			return dst, false
		case c == '=' && isKey:
			equals = n
		case c == '?', c == '&':
			if equals > 0 && rules.isSecretPair(s[begin:equals], s[equals+1:n]) {
				out = append(append(out, s[copied:equals+1]...), Hidden...)
				copied = n
			}
			begin, equals = n+1, 0
		}
	}
	return append(out, s[copied:]...), true
}

// simpleBytes are the bytes that appendSimple accepts, besides unreserved characters.
var simpleBytes = byteSet("+[]@/=?&:,")

// webHead returns the end of the host and port of a web address, or 0 if s has another scheme or another authority.
func webHead(s string) int {
	colon := strings.IndexByte(s, ':')
	if colon < 0 || !schemes.KindOf(s[:colon]).IsWeb() || !strings.HasPrefix(s[colon:], "://") {
		return 0
	}
	begin := colon + len("://")
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
