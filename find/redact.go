package find

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// hidden replaces a secret, as in [uri.Redactor].
const hidden = "xxxxx"

// AppendRedacted appends text to dst, with the secrets of every address in it replaced by "xxxxx", and returns the
// extended slice. All other bytes are copied. In all tests, redacting the result again did not change it.
//
// An address has any scheme, and "//" after it. The slashes may be backslashes, and the address may be escaped once, by
// JSON or by percent-encoding. What redactor hides in a URI is hidden in each address. A "%3A" in a userinfo counts as
// the start of a password.
//
// Text after a scheme that is not a URI may hold a secret with unencoded characters, as in "https://u:p#w@example.com/".
// Unless the authority is a host, or a list of hosts, with ports and without "@", such text is hidden after the first
// ":" of the authority, or without one from its start. It is hidden up to the last "@" before a quotation mark, "<" or
// ">". If there is no such "@", it is hidden up to the last "@" before the next space, or else up to that space.
//
// These secrets cannot be recognized, and stay:
//
//   - a password without an address, as in "password is 1234", and a header such as "Authorization: Basic dTpw"
//   - base64, and text that is escaped twice
//   - a password that begins with a number and one of / ? # \, as in "https://u:1234/w@h/": "u" is a host, and 1234 a port
//   - the part of a password after a space
//   - a secret in a path, and in a query if its key is not in redactor.QueryKeys
//   - a password without a scheme before it, as in "u:p@example.com"
//
// It takes time linear in text for each of the keys. Each call makes two small allocations. It allocates more if dst is
// too small for the result, if text overlaps the free capacity of dst, for escaped addresses with a userinfo, and for
// a token in which a quotation mark is hidden.
func AppendRedacted(dst, text []byte, redactor uri.Redactor) []byte {
	return appendRedacted(dst, octet.TextFor(dst, text), &redactor, maxRounds)
}

// maxRounds is the number of times that a token is redacted again.
const maxRounds = 4

// appendRedacted implements AppendRedacted. rounds is the number of times that a token may be redacted again.
func appendRedacted(dst []byte, text string, redactor *uri.Redactor, rounds int) []byte {
	r := redaction{text: text, redactor: redactor, dst: dst, rounds: rounds}
	r.pending = r.few[:0]
	r.tail = redactor.OriginOnly || redactor.Fragment || len(redactor.QueryKeys) > 0
	for x, ok := r.next(0); ok; {
		r.redact(x)
		if r.tail {
			y, more := r.next(x.authority)
			r.redactTail(x, y, more)
		}
		x, ok = r.next(max(x.authority, r.hidden))
	}
	r.flush()
	return append(r.dst, r.text[r.copied:]...)
}

// A redaction copies a text without secrets.
type redaction struct {
	text     string
	redactor *uri.Redactor
	tail     bool // secrets after the authority are to be hidden
	dst      []byte
	copied   int // the end of the text that is in dst
	rounds   int // the number of times that a token may be redacted again

	pending []span  // to be hidden in the token, not yet in dst
	few     [4]span // memory of pending
	hidden  int     // the end of the last span
	again   bool    // a quotation mark of the token is hidden

	colon, encoded, escaped int         // the next ":", "%3" and "\u003" after the last search
	tokenEnd                int         // the end of the token of the last address
	segments                [2]*segment // by percent
	memory                  [2]segment

	query bool // the text at the end of the last tail belongs to a query
	end   int  // the end of the last tail
}

// A segment is the rest of a token up to a quotation mark, "<" or ">".
type segment struct {
	end     int
	at      int  // the last "@", or -1
	tokenAt int  // the last "@" of the token, or -1
	isURI   bool // the path, query and fragment of an address are valid up to end
}

// A start is the start of an address in a text.
type start struct {
	colon     int  // the ":" after the scheme
	authority int  // after the slashes
	percent   bool // the address is percent-encoded
}

// next returns the first start of an address whose ":" is at from or later.
func (r *redaction) next(from int) (x start, ok bool) {
	for {
		r.colon = indexFrom(r.text, ":", r.colon, from)
		r.encoded = indexFrom(r.text, "%3", r.encoded, from)
		r.escaped = indexFrom(r.text, `\u003`, r.escaped, from)
		n := min(r.colon, r.encoded, r.escaped)
		if n == len(r.text) {
			return start{}, false
		}
		size := 1
		switch {
		case n == r.encoded && n+2 < len(r.text) && r.text[n+2]|0x20 == 'a':
			size = len("%3A")
		case n == r.escaped && n+5 < len(r.text) && r.text[n+5]|0x20 == 'a':
			size = len(`\u003a`)
		case n != r.colon:
			from = n + 1
			continue
		}
		if x, ok = r.slashes(n, n+size, size == len("%3A")); ok {
			return x, true
		}
		from = n + size
	}
}

// indexFrom returns the first offset of s in text at from or later, or len(text). last is the result for an earlier
// offset, or 0.
func indexFrom(text, s string, last, from int) int {
	if last >= from && last > 0 {
		return last
	}
	if n := strings.Index(text[from:], s); n >= 0 {
		return from + n
	}
	return len(text)
}

// slashes returns the start of the address with the given colon if slashes follow at n. A scheme that needs a host needs
// one, other schemes two.
func (r *redaction) slashes(colon, n int, percent bool) (x start, ok bool) {
	if n == len(r.text) || r.text[n] != '/' && r.text[n] != '\\' && r.text[n] != '%' {
		return start{}, false
	}
	lo := colon
	for lo > 0 && tables.Is(r.text[lo-1], tables.SchemeChars) && colon-lo < len("https") {
		lo--
	}
	all := schemes.NeedsHost(r.text[lo:colon]) || colon-lo > 4 && schemes.NeedsHost(r.text[lo+1:colon])
	count := 0
	for needed := 2; n < len(r.text) && (all || count < needed); count++ {
		c, size := char(r.text, n, true)
		if c != '/' && c != '\\' {
			break
		}
		percent = percent || r.text[n] == '%'
		all = all || size > 1 || c == '\\'
		n += size
	}
	if count >= 2 || count == 1 && schemes.NeedsHost(r.text[lo:colon]) {
		return start{colon, n, percent}, true
	}
	return start{}, false
}

// char decodes the character at text[i], or its escape. A percent-encoding is an escape if percent is set.
func char(text string, i int, percent bool) (c rune, size int) {
	switch c := text[i]; {
	case c == '\\':
		return address.JSON.Char(text, i)
	case c == '%' && percent && octet.IsEncoded(text[i:]):
		return rune(octet.At(text, i)), 3
	default:
		return rune(c), 1
	}
}

// A span is a range of a text.
type span struct{ lo, hi int }

// hide hides the text from lo to hi.
func (r *redaction) hide(lo, hi int) {
	if lo < hi {
		r.pending = append(r.pending, span{lo, hi})
		r.hidden = hi
	}
}

// flush appends the text up to the last hidden one to dst. If a quotation mark was hidden, the text before it and after
// it may be read as one address, with more to hide. So the token is redacted again, before it is in dst.
func (r *redaction) flush() {
	if len(r.pending) == 0 {
		return
	}
	if r.again && r.rounds > 0 {
		lo := r.pending[0].lo
		for lo > r.copied && r.text[lo-1] > ' ' {
			lo--
		}
		r.dst = append(r.dst, r.text[r.copied:lo]...)
		r.copied = lo
		token := append(r.appendPending(nil), r.text[r.hidden:r.tokenEnd]...)
		r.dst = appendRedacted(r.dst, octet.Text(token), r.redactor, r.rounds-1)
		r.copied = r.tokenEnd
	} else {
		r.dst = r.appendPending(r.dst)
		r.copied = r.hidden
	}
	r.pending, r.again = r.pending[:0], false
}

// appendPending appends the text after r.copied, up to the last hidden one.
func (r *redaction) appendPending(dst []byte) []byte {
	lo := r.copied
	for _, s := range r.pending {
		dst = append(append(dst, r.text[lo:s.lo]...), hidden...)
		lo = s.hi
	}
	return dst
}

// An authority is an authority in a text. The offsets are -1 for characters that it lacks.
type authority struct {
	end     int
	colon   int  // after the first ":"
	encoded int  // the first "%3A", decoded, that text follows in the userinfo
	at      int  // the last "@"
	percent bool // "%40"
}

// authority reads the authority of x.
func (r *redaction) authority(x start) (a authority) {
	a = authority{colon: -1, encoded: -1, at: -1}
	n := x.authority
	for n < len(r.text) && r.text[n] > ' ' {
		c, size := char(r.text, n, x.percent)
		if c == '/' || c == '?' || c == '#' || c == '\\' || endsSegment(c) || c == '\n' && size > 1 {
			break
		}
		switch {
		case c == ':' && a.colon < 0:
			a.colon = n + size
		case c == '@':
			a.at = n
		case c == '%' && n+size+2 <= len(r.text):
			switch r.text[n+size : n+size+2] {
			case "40":
				a.percent = true
			case "3A", "3a":
				if a.encoded < 0 {
					a.encoded = n
				}
			}
		}
		n += size
	}
	a.end = n
	return a
}

// endsSegment reports whether c ends the text that an "@" may end.
func endsSegment(c rune) bool { return c == '"' || c == '<' || c == '>' }

// redact hides the userinfo of x.
func (r *redaction) redact(x start) {
	n := x.authority
	for n < len(r.text) && tables.Is(r.text[n], tables.Unreserved) {
		n++
	}
	if n == len(r.text) || r.text[n] == '/' || r.text[n] <= ' ' || r.text[n] == '"' {
		return // most addresses have a host only
	}
	a := r.authority(x)
	if a.at < 0 && a.percent && !x.percent {
		x.percent = true
		a = r.authority(x)
	}
	if a.at < 0 {
		// Without a host, "http://:8080/" has no secret, but "redis://:1234#w@example.com" may have one.
		text := r.decoded(x.authority, a.end, x.percent)
		if isHosts(text) && (!strings.HasPrefix(text, ":") || r.segment(x).at < 0) {
			return
		}
	}
	s := r.segment(x)
	all := r.redactor.User || r.redactor.OriginOnly
	if a.at >= 0 && r.isURI(x, a, s) {
		switch {
		case all, a.encoded >= 0 && a.encoded+len("%3A") < a.at && (a.colon < 0 || a.colon > a.encoded):
			r.hide(x.authority, a.at)
		case a.colon >= 0 && a.colon < a.at:
			r.hide(a.colon, a.at)
		}
		return
	}
	lo := a.colon
	if lo < 0 || all {
		lo = x.authority
	}
	switch {
	case s.at >= lo:
		r.hide(lo, s.at)
	case s.tokenAt >= lo:
		r.again = true
		r.hide(lo, s.tokenAt)
	default:
		r.again = r.again || s.end < r.tokenEnd
		r.hide(lo, r.tokenEnd)
	}
	r.query, r.end = true, r.hidden // the "?" may be hidden
}

// segment returns the segment at the authority of x.
func (r *redaction) segment(x start) *segment {
	if x.authority >= r.tokenEnd {
		r.flush()
		r.segments = [2]*segment{}
		r.tokenEnd = x.authority
		for r.tokenEnd < len(r.text) && r.text[r.tokenEnd] > ' ' {
			r.tokenEnd++
		}
	}
	i := 0
	if x.percent {
		i = 1
	}
	if s := r.segments[i]; s != nil && x.authority <= s.end {
		return s
	}
	s := &r.memory[i]
	tokenAt := s.tokenAt
	isNew := r.segments[i] == nil
	*s = segment{end: -1, at: -1, tokenAt: tokenAt}
	if isNew {
		s.tokenAt = -1
	}
	r.segments[i] = s
	for n := x.authority; n < r.tokenEnd; {
		c, size := char(r.text, n, x.percent)
		if c == '@' {
			if s.end < 0 {
				s.at = n
			}
			s.tokenAt = max(s.tokenAt, n)
		}
		if endsSegment(c) && s.end < 0 {
			if s.end = n; !isNew {
				break
			}
		}
		n += size
	}
	if s.end < 0 {
		s.end = r.tokenEnd
	}
	return s
}

// isURI reports whether the text from the slashes of x to the end of s is a URI-reference.
func (r *redaction) isURI(x start, a authority, s *segment) bool {
	if s.isURI {
		return isReference("//" + r.decoded(x.authority, a.end, x.percent))
	}
	if text := r.text[x.authority-2 : s.end]; !x.percent && strings.HasPrefix(text, "//") && strings.IndexByte(text, '\\') < 0 {
		s.isURI = isReference(text)
	} else {
		s.isURI = isReference("//" + r.decoded(x.authority, s.end, x.percent))
	}
	return s.isURI
}

func isReference(text string) bool {
	_, err := uri.Parse(text)
	return err == nil
}

// decoded returns the text from lo to hi without escapes.
func (r *redaction) decoded(lo, hi int, percent bool) string {
	text := r.text[lo:hi]
	if strings.IndexByte(text, '\\') < 0 && (!percent || strings.IndexByte(text, '%') < 0) {
		return text
	}
	decoded := make([]byte, 0, len(text))
	for n := 0; n < len(text); {
		c, size := char(text, n, percent)
		if c < 0 || c > 0xff {
			c = 0xff
		}
		decoded = append(decoded, byte(c))
		n += size
	}
	return octet.Text(decoded)
}

// isHosts reports whether text is a list of hosts, each with at most a port. Punctuation of the text around an address
// may precede and follow a host.
func isHosts(text string) bool {
	for more := true; more; {
		var one string
		one, text, more = strings.Cut(text, ",")
		one = strings.TrimLeft(one, "'`(*")
		trimmed := strings.TrimRight(one, "'`)]}.;:!*|^~&")
		if !isHost(trimmed) && !isHost(trimmed+"]") {
			return false
		}
	}
	return true
}

// isHost reports whether text is a host with at most a port. The host may have any characters outside ASCII.
func isHost(text string) bool {
	n := strings.LastIndexByte(text, ':')
	if strings.HasSuffix(text, "]") || n < 0 {
		n = len(text)
	} else if _, size := octet.Uint16(text[n+1:]); size != len(text)-n-1 {
		return false
	}
	host := text[:n]
	if strings.HasPrefix(host, "[") {
		return isReference("//" + host)
	}
	for i := 0; i < len(host); i++ {
		if c := host[i]; c < 0x80 && c != '%' && !tables.Is(c, tables.RegNameChars) {
			return false
		}
	}
	return true
}

// redactTail hides secrets in the path, the query and the fragment of x, up to the address y.
func (r *redaction) redactTail(x, y start, more bool) {
	n := max(r.authority(x).end, r.hidden)
	s := r.segment(start{authority: n, percent: x.percent})
	hi := s.end
	if more {
		hi = min(hi, y.colon)
	}
	if x.authority > r.end {
		r.query = false
	}
	nested := r.query
	if r.redactor.OriginOnly {
		r.redactParts(x, n, s.end)
		return
	}
	item := -1 // the start of the text that may be a key
	for n < hi {
		c, size := char(r.text, n, x.percent)
		switch {
		case c == '#' && r.redactor.Fragment:
			r.hide(n+size, s.end)
			r.end = s.end
			return
		case c == '#' && !nested:
			r.query, r.end = false, s.end
			return
		case c == '?' && (!r.query || nested):
			r.query, item = true, n+size
		case r.query && (c == '&' || c == ';' && item < 0):
			item = n + size
		case c == '=' && item >= 0:
			if r.hidesKey(r.decoded(item, n, x.percent)) {
				end := r.valueEnd(x, n+size, s.end)
				r.hide(n+size, end)
				n, size = end, 0
				hi = s.end // an address in the value is hidden
				if y, ok := r.next(end); ok {
					hi = min(hi, y.colon)
				}
			}
			item = -1
		}
		n += size
	}
	r.end = s.end
}

// valueEnd returns the end of the value at n in a query.
func (r *redaction) valueEnd(x start, n, hi int) int {
	for n < hi {
		c, size := char(r.text, n, x.percent)
		if c == '&' || c == '#' {
			break
		}
		n += size
	}
	return n
}

// hidesKey reports whether raw, or its rest after a ";", is a key with a secret value.
func (r *redaction) hidesKey(raw string) bool {
	for more := true; more; _, raw, more = strings.Cut(raw, ";") {
		for _, key := range r.redactor.QueryKeys {
			if (octet.Keys{Loose: true}).Match(raw, key) {
				return true
			}
		}
	}
	return false
}

// redactParts hides the path, without its first slash, the query and the fragment of x.
func (r *redaction) redactParts(x start, n, hi int) {
	lo, part := n, rune('/')
	first := true
	for n < hi {
		c, size := char(r.text, n, x.percent)
		switch {
		case first && (c == '/' || c == '\\'):
			lo = n + size
		case c == '?' && part == '/', c == '#' && part != '#':
			r.hide(lo, n)
			lo, part = n+size, c
		}
		first = false
		n += size
	}
	r.hide(lo, hi)
}
