package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// Password returns the offset where the secret text of a userinfo begins: after the first ":". Without a ":", it is 0 if
// text follows a "%3A", and otherwise the length of the userinfo, because there is nothing to hide.
func Password(userinfo string) int {
	if n := strings.IndexByte(userinfo, ':'); n >= 0 {
		return n + len(":")
	}
	for lo := 0; lo < len(userinfo); {
		c, n := octet.First(userinfo[lo:])
		if lo += n; c == ':' && lo < len(userinfo) {
			return 0
		}
	}
	return len(userinfo)
}

// A Query finds the secret values of a query, one character after the other. A key begins after "&" or ";" and can
// contain a ";". Its value ends at "&" only.
type Query struct {
	Keys []string // the keys with secret values, decoded
	Key  int      // the offset of the key that is being read, or -1
}

// Step reads the character c, after which the text goes on at next. It reports whether c is the "=" after a key, which
// begins at q.Key.
func (q *Query) Step(c rune, next int) (isKey bool) {
	switch {
	case c == '&', c == ';' && q.Key < 0:
		q.Key = next
	case c == '=':
		return q.Key >= 0
	}
	return false
}

// Hides reports whether the value after a key is secret. A key that begins after a ";" in it counts as well.
func (q *Query) Hides(key string) bool {
	for more := true; more; _, key, more = strings.Cut(key, ";") {
		for _, one := range q.Keys {
			if (octet.Keys{Loose: true}).Match(key, one) {
				return true
			}
		}
	}
	return false
}
