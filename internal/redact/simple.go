package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// appendSimple is a fast path of AppendValue for the addresses of nearly all requests, such as
// "http://h/a?token=S&b=https%3A%2F%2Fx". It declines every text in which another rule than that of keys may find a
// secret, or in which a key may begin elsewhere than after "?" and "&". Then ok is false, and dst is unchanged.
//
// It accepts a query of pairs, each with at most one "=". A key has unreserved characters and "[]". The other parts
// have unreserved characters, "/", ":", "+" and ",", and percent-encodings of these and of "[]". Outside of secrets,
// they may also have percent-encodings of spaces and of octets outside US-ASCII.
func (rules *Rules) appendSimple(dst []byte, s string) (out []byte, ok bool) {
	if rules.Fragment || rules.OriginOnly {
		return dst, false
	}
	path, ok := readPair(s, 0, '?')
	if !ok || path.equals > 0 {
		return dst, false
	}
	out, copied := dst, 0
	for i := path.end; i < len(s); {
		begin := i + 1 // after the "?" or "&" at i
		p, ok := readPair(s, begin, '&')
		if !ok || p.equals > 0 && !isSimpleKey(s[begin:p.equals]) {
			return dst, false
		}
		i = p.end
		if p.equals > 0 && p.equals+1 < i && rules.isSecretPair(s, begin, p) {
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

// readPair reads the pair at begin, up to stop. It returns false if appendSimple does not accept it.
func readPair(s string, begin int, stop byte) (p pair, ok bool) {
	for p.end = begin; p.end < len(s) && s[p.end] != stop; {
		size := 1
		switch c := s[p.end]; {
		case simpleBytes[c]:
		case c == '=' && p.equals == 0 && !p.isOdd:
			p.equals = p.end
		default:
			isOdd := false
			if size, isOdd = simpleEscape(s[p.end:]); size == 0 {
				return p, false
			}
			p.isOdd = p.isOdd || isOdd
		}
		p.end += size
	}
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
