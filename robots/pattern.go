package robots

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// encode returns text, a path and query or a pattern, in the form for comparison (RFC 9309, section 2.2.2). Unreserved
// characters are decoded, and octets that no query can contain are percent-encoded, as are those in special.
func encode(text, special string) string {
	out := make([]byte, 0, len(text)+16)
	for i := 0; i < len(text); i++ {
		c := text[i]
		keep := tables.Is(c, tables.QueryChars) && strings.IndexByte(special, c) < 0
		if octet.IsEncoded(text[i:]) {
			c = octet.At(text, i)
			keep = tables.Is(c, tables.Unreserved)
			i += len("%41") - 1
		}
		if keep {
			out = append(out, c)
		} else {
			out = append(out, octet.Encoded(c)...)
		}
	}
	return string(out)
}

// encodeQuery percent-encodes the gen-delims after the first "?".
func encodeQuery(text string) string {
	path, query, ok := strings.Cut(text, "?")
	if !ok || !strings.ContainsAny(query, ":/?@") {
		return text
	}
	return path + "?" + genDelims.Replace(query)
}

// genDelims encodes the gen-delims that a query can contain (RFC 3986, section 3.4).
var genDelims = strings.NewReplacer(":", "%3A", "/", "%2F", "?", "%3F", "@", "%40")

func newRule(value string, allow bool) rule {
	value, whole := strings.CutSuffix(value, "$")
	text := encode(value, "$")
	r := rule{allow: allow, length: len(text), pattern: pattern{text, whole}}
	if whole {
		r.length++
	}
	if strings.Contains(text, "?") {
		p := pattern{encodeQuery(text), whole}
		r.encoded = &p
	}
	return r
}

// matches reports whether r matches a path and query. encoded is plain with an encoded query: see encodeQuery.
func (r *rule) matches(plain, encoded string) bool {
	return r.pattern.match(plain) || r.encoded != nil && r.encoded.match(encoded)
}

// A pattern is pieces of text separated by "*", which matches any string (section 2.2.3).
type pattern struct {
	text  string
	whole bool // the pattern ends with "$", which is not in text
}

// match reports whether p matches a beginning of target, or all of it if p ends with "$". The leftmost place of each
// piece is as good as any, because it leaves the most text to the pieces after it. The last piece of a pattern with "$"
// must be at the end. The time is linear in len(target) + len(p.text).
func (p *pattern) match(target string) bool {
	piece, rest, more := strings.Cut(p.text, "*")
	if !strings.HasPrefix(target, piece) {
		return false
	}
	n := len(piece) // the bytes of target that are matched
	for more {
		piece, rest, more = strings.Cut(rest, "*")
		if p.whole && !more {
			return strings.HasSuffix(target[n:], piece)
		}
		i := strings.Index(target[n:], piece)
		if i < 0 {
			return false
		}
		n += i + len(piece)
	}
	return !p.whole || n == len(target)
}
