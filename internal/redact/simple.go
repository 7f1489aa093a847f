package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// appendSimple is a fast path of AppendValue for the addresses of nearly all requests, such as
// "http://h/a?token=S&b=https%3A%2F%2Fx&to=joe%40h". It declines every text in which another rule than that of keys may
// find a secret, or in which a key may begin elsewhere than after "?" and "&". Then ok is false, and dst is unchanged.
//
// It accepts a query of pairs. A key has unreserved characters and "[]". The other parts have unreserved characters,
// "/", ":", "+" and ",", and percent-encodings of these and of "[]". A value may also have "=". Outside of secrets,
// these parts may also have percent-encodings of spaces and of octets outside US-ASCII.
//
// After the host and port of a web address, the path may have "=", and the path and the query may have "@" or "%40",
// because the authority has ended. But another address or a list of keys may begin after ":", "," and "//".
func (rules *Rules) appendSimple(dst []byte, s string) (out []byte, ok bool) {
	if rules.Fragment || rules.OriginOnly {
		return dst, false
	}
	head, seen := webHead(s), simple(0)
	if head == 0 {
		seen = simpleStart
	}
	path, ok := readPair(s, head, '?')
	if !ok || head == 0 && (path.equals > 0 || path.seen&simpleAt != 0) {
		return dst, false
	}
	seen |= path.seen & simpleStart
	out, copied := dst, 0
	for i := path.end; i < len(s); {
		begin := i + 1 // after the "?" or "&" at i
		p, ok := readPair(s, begin, '&')
		if !ok || p.seen&simpleAt != 0 && seen != 0 || p.equals > 0 && !isSimpleKey(s[begin:p.equals]) {
			return dst, false
		}
		i, seen = p.end, seen|p.seen&simpleStart
		if p.equals > 0 && p.equals+1 < i && rules.isSecretPair(s, begin, p) {
			if p.seen&(simpleOdd|simpleAt) != 0 { // the secret may end there
				return dst, false
			}
			out = append(append(out, s[copied:p.equals+1]...), Hidden...)
			copied = i
		}
	}
	return append(out, s[copied:]...), true
}

// webHead returns the end of the authority of a web address, or 0 if s is no web address or its authority is not a name
// of unreserved characters and possibly a port.
func webHead(s string) int {
	colon := strings.IndexByte(s, ':')
	if colon < 0 || !schemes.KindOf(s[:colon]).IsWeb() || !strings.HasPrefix(s[colon:], "://") {
		return 0
	}
	begin := colon + len("://")
	n := spanOf(s, begin, tables.Unreserved)
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

// isSecretPair reports whether the value of p, the pair at begin, is secret.
func (rules *Rules) isSecretPair(s string, begin int, p pair) bool {
	keys, value := &rules.Keys, s[p.equals+1:p.end]
	if len(keys.names) == 0 || !keys.endsAt(s, p.equals) && tokenPrefix(value) == 0 {
		return false
	}
	return keys.has(s[begin:p.equals]) || isToken(value)
}

// A pair is a key and a value in a query.
type pair struct {
	equals, end int // the offset of the first "=", or 0, and the end of the value
	seen        simple
}

// readPair reads the pair at begin, up to stop. It returns false if appendSimple does not accept it: for example, if an
// "=" that is not after the key may be after another key, or before a token.
func readPair(s string, begin int, stop byte) (p pair, ok bool) {
	for p.end = begin; p.end < len(s); {
		size := 1
		c := s[p.end]
		class := simpleBytes[c]
		switch {
		case class == simpleOther: // most bytes
			p.end++
			continue
		case class != 0:
		case c == stop:
			return p, true
		case c != '=':
			if size, class = simpleEscape(s[p.end:]); size == 0 {
				return p, false
			}
		case stop == '&' && p.equals == 0:
			if p.seen&simpleOdd != 0 {
				return p, false
			}
			p.equals = p.end
		case p.seen&simpleStart != 0 || tokenPrefix(s[p.end+1:]) > 0:
			return p, false
		case p.equals == 0:
			p.equals = p.end
		}
		if class == simpleSlash && p.seen&simpleSlash != 0 && s[p.end-1] == '/' {
			class = simpleStart
		}
		if class == simpleAt && p.seen&simpleStart != 0 {
			return p, false
		}
		p.seen |= class
		p.end += size
	}
	return p, true
}

// simpleEscape returns the length of the percent-encoding at the start of s, and what it stands for, or 0 if
// appendSimple does not accept it.
func simpleEscape(s string) (size int, class simple) {
	if !octet.IsEncoded(s) {
		return 0, 0
	}
	c := octet.At(s, 0)
	switch class = simpleBytes[c]; {
	case class == simpleSlash:
		class = simpleStart
	case class == 0 && (c == ' ' || c >= utf8.RuneSelf):
		class = simpleOdd
	case class == 0:
		return 0, 0
	}
	return len("%41"), class
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

// simple is a set of kinds of bytes that appendSimple accepts.
type simple uint8

const (
	simpleOther simple = 1 << iota
	simpleSlash
	simpleStart // after it, an address or a list of keys may begin: ":", ",", "//" and encodings of these
	simpleAt
	simpleOdd // an encoded space or octet outside US-ASCII
)

var simpleBytes = func() (t [256]simple) {
	for c := range t {
		if tables.Is(byte(c), tables.Unreserved) || strings.IndexByte("+[]", byte(c)) >= 0 {
			t[c] = simpleOther
		}
	}
	t[':'], t[','] = simpleStart, simpleStart
	t['/'], t['@'] = simpleSlash, simpleAt
	return t
}()
