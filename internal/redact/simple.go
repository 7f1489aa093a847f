package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// appendSimple is a fast path of AppendValue for the addresses of nearly all requests, such as
// "http://h/a?token=S&b=https%3A%2F%2Fx". It declines every text in which another rule than that of keys may find a
// secret, or in which a key may begin elsewhere than after "?" and "&". Then ok is false, and dst is unchanged.
//
// What it accepts: a query of pairs, each with at most one "=". A key has unreserved characters and "[]". All else has
// unreserved characters, "/", ":", "+" and ",", percent-encodings of these and of "[]" and, where it is no secret, of
// spaces and octets outside US-ASCII. The path may have a "=" after a name that begins a segment. One "@" may be behind
// the host.
func (rules *Rules) appendSimple(dst []byte, s string) (out []byte, ok bool) {
	if rules.Fragment || rules.OriginOnly {
		return dst, false
	}
	i, hasAt := 0, false
	for i < len(s) && s[i] != '?' {
		size := 1
		switch c := s[i]; {
		case simpleBytes[c], c == '=' && beginsSegment(s, i):
		case c == '@' && !hasAt && isAfterHost(s, i):
			hasAt = true
		default:
			if size, _ = simpleEscape(s[i:]); size == 0 {
				return dst, false
			}
		}
		i += size
	}
	out, copied := dst, 0
	for i < len(s) {
		begin := i + 1 // after the "?" or "&" at i
		p, ok := readPair(s, begin, &hasAt)
		if !ok {
			return dst, false
		}
		i = p.end
		if p.equals == 0 {
			continue
		}
		if !isSimpleKey(s[begin:p.equals]) {
			return dst, false
		}
		if p.equals+1 < i && rules.isSecretPair(s, begin, p) {
			if p.isOdd { // the secret may end at the space
				return dst, false
			}
			out = append(append(out, s[copied:p.equals+1]...), Hidden...)
			copied = i
		}
	}
	return append(out, s[copied:]...), true
}

// isSecretPair reports whether the value of p, the pair at begin, is secret.
func (rules *Rules) isSecretPair(s string, begin int, p pair) bool {
	keys := &rules.Keys
	return len(keys.names) > 0 && (keys.endsAt(s, p.equals) && keys.has(s[begin:p.equals]) || isToken(s[p.equals+1:p.end]))
}

// A pair is a key and a value in a query.
type pair struct {
	equals, end int  // the offset of the "=", or 0, and the end of the value
	isOdd       bool // it has a space or an octet outside US-ASCII
}

// readPair reads the pair at begin. It returns false if appendSimple does not accept it. hasAt is set at an "@".
func readPair(s string, begin int, hasAt *bool) (p pair, ok bool) {
	i := begin
	for i < len(s) && s[i] != '&' {
		size := 1
		switch c := s[i]; {
		case simpleBytes[c]:
		case c == '=' && p.equals == 0 && !p.isOdd:
			p.equals = i
		case c == '@' && !*hasAt && isAfterHost(s, i):
			*hasAt = true
		default:
			isOdd := false
			if size, isOdd = simpleEscape(s[i:]); size == 0 {
				return p, false
			}
			p.isOdd = p.isOdd || isOdd
		}
		i += size
	}
	p.end = i
	return p, true
}

// simpleEscape returns the length of the percent-encoding at the start of s, or 0 if appendSimple does not accept it.
// It is odd if it stands for a space or an octet outside US-ASCII.
func simpleEscape(s string) (size int, isOdd bool) {
	if !octet.IsEncoded(s) {
		return 0, false
	}
	c := octet.At(s, 0)
	if isOdd = !simpleBytes[c]; isOdd && c != ' ' && c < utf8.RuneSelf {
		return 0, false
	}
	return len("%41"), isOdd
}

// beginsSegment reports whether the name before the "=" at equals is the start of a segment, where no key is.
func beginsSegment(s string, equals int) bool {
	n := equals
	for n > 0 && equals-n < longestKey && tables.Is(s[n-1], tables.Unreserved) {
		n--
	}
	return n > 0 && s[n-1] == '/'
}

// isAfterHost reports whether the "@" at n is behind the authority of an http or https URI, and no ":" or "//" before
// it can begin a password or another address: http://h/@me.
func isAfterHost(s string, n int) bool {
	begin := schemes.HTTPLen(s)
	if begin == 0 || begin >= n || strings.IndexByte(s[begin:n], '/') <= 0 {
		return false
	}
	for i := begin; i < n; i++ {
		c := s[i]
		if octet.IsEncoded(s[i:]) {
			if c = octet.At(s, i); c == '/' {
				return false
			}
		}
		if c == ':' || c == '/' && s[i-1] == '/' && i > begin {
			return false
		}
	}
	return true
}

// isSimpleKey reports whether a key before "=" is one that appendSimple accepts.
func isSimpleKey(key string) bool {
	for i := range len(key) {
		if c := key[i]; !tables.Is(c, tables.Unreserved) && c != '[' && c != ']' && c != '%' {
			return false
		}
	}
	return len(key) < longestKey
}

var simpleBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = tables.Is(byte(c), tables.Unreserved) || strings.IndexByte("/:+,[]", byte(c)) >= 0
	}
	return t
}()
