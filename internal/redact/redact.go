// Package redact hides the secrets in text. It asks whether a secret may be at a place, not whether the text is a URI:
// people write passwords with "/", "#" and quotation marks in addresses, and these are no URIs.
//
// The text is read from left to right. These are the rules, in the order that they are applied to a place, each
// with its function. S is the secret.
//
//   - Place: a secret can follow a ":" before a slash, "//" at a start, "=", a quotation mark after a message, and can
//     precede an "@" in the address of a driver (isMark, isStart and secretAt in place.go).
//   - Characters: escapes count as the characters that they mean: https:\/\/u:S@h (char in character.go).
//   - Start: an address begins with a scheme and two slashes or backslashes, http with one or more, and "//" alone at
//     the start of a line, or after a space, a quotation mark or a bracket (address in start.go, beginsAddress in
//     place.go).
//   - User: the user name ends at the first ":", and has no space, quotation mark, "<", ">", "/", "?" or "#" (user in
//     start.go).
//   - End of the text: a space ends the text of an address, and so does the next address (tail in end.go).
//   - Closers: so does a quotation mark or a bracket of the text around it: {"url":"https://u:S@h"} (closes in
//     closer.go).
//   - No secret: without an "@" there is none, nor over http after a port and a delimiter: http://h:3000/@x (password
//     in secret.go).
//   - End of the secret: the last "@" of the text, or one that is surely the end of a userinfo (tail in end.go).
//   - A space in a password: without an "@", the next word counts if it ends in w@host: https://u:S w@h/ (nextWord in
//     secret.go).
//   - User names: a user name over http may be a token: https://ghp_0123456789@github.com/ (isSecretUser in token.go).
//   - Values of keys: key=S after "?", "&", ";" or "#", or in the address of a database (value in key.go, Keys in
//     keys.go).
//   - Addresses of drivers: sip:u:S@h, root:S@tcp(h:3306)/db (driverAt and mysql in driver.go).
//   - Messages: parsers repeat a password without its address: invalid port ":S" after host (message in message.go). Some
//     repeat a host: getaddrinfo ENOTFOUND S@h S@h:80 (hostOfMessage and hostAgain in message.go).
//   - Again: a line in which text was hidden is read again until nothing changes (appendLine in this file).
package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Hidden replaces a secret, as in net/url. It has a fixed length, so that it does not show the length of the secret,
// and consists of unreserved characters, so that a URI-reference stays one.
const Hidden = "xxxxx"

// Rules describe the secrets that are hidden besides passwords and tokens.
type Rules struct {
	Keys       Keys // their values
	User       bool // user names
	Fragment   bool // fragments of addresses
	OriginOnly bool // user names, paths, queries and fragments of addresses
}

// Options are the fields of a Redactor of package uri, which documents them.
type Options struct {
	User       bool
	QueryKeys  []string
	Fragment   bool
	OriginOnly bool
}

// Rules returns the rules for o. They retain QueryKeys.
func (o Options) Rules() Rules {
	return Rules{Keys: NewKeys(o.QueryKeys), User: o.User || o.OriginOnly, Fragment: o.Fragment, OriginOnly: o.OriginOnly}
}

// MayHide reports whether AppendValue may hide something in s: whether rules hide components, or s has a mark.
func (rules *Rules) MayHide(s string) bool {
	r := reader{text: s, rules: rules, equals: -1}
	return rules.hidesComponents() || r.search(0) < len(s)
}

// AppendValue appends s to dst with its secrets hidden. s must be one address, and not text that may have some: no
// quotation mark or bracket ends it, and a scheme such as http needs no slashes. If isSimple is set, it hides nothing
// but values in a query, so that a reference stays one.
//
// It is the one place that chooses between appendSimple, which reads the addresses of nearly all requests in a fifth of
// the time, and the rules above, which read every text. A front that logs takes half of the time with appendSimple.
func (rules *Rules) AppendValue(dst []byte, s string) (out []byte, isSimple bool) {
	if out, ok := rules.appendSimple(dst, s); ok {
		return out, true
	}
	return newReader(s, 0, rules, true).appendLine(dst, 0, len(s)), false
}

// Append appends text[begin:end] to dst with its secrets hidden. No secret may begin before end and end after it, as
// with the result of Settled. text must not overlap the free capacity of dst. The text before begin was appended before.
// It is the end of the same line, and its last LookBack bytes are enough. It takes time linear in text. A line without
// secrets is read once.
func (rules *Rules) Append(dst []byte, text string, begin, end int) []byte {
	for begin < end {
		r := newReader(text, begin, rules, false)
		if !r.everyPlace {
			r.findMark(begin) // beyond lines without secrets
		}
		next := octet.Next(text, max(r.mark, begin+1), "\n")
		r.text = text[:next]
		next = min(next, end)
		dst, begin = r.appendLine(dst, begin, next), next
	}
	return dst
}

// Secrets returns the ranges of the secrets that one reading of text finds.
func (rules *Rules) Secrets(text string) (list [][2]int) {
	r := newReader(text, 0, rules, false)
	for one, ok := r.next(); ok; one, ok = r.next() {
		list = append(list, [2]int{one.lo, one.hi})
	}
	return list
}

// maxReadings is the number of times that a line is read. The second reading nearly always changes nothing.
const maxReadings = 8

// appendLine appends r.text[begin:end], which ends in its last line, to dst with its secrets hidden. It reads the result
// again until nothing changes. If it still changes after maxReadings, the line is hidden as a whole.
func (r reader) appendLine(dst []byte, begin, end int) []byte {
	var buf [2][512]byte
	for i := range maxReadings {
		out, line, copied, isPlain := buf[i%2][:0], 0, 0, end == len(r.text)
		for one, ok := r.next(); ok && one.lo < end; one, ok = r.next() {
			if r.text[one.lo:one.hi] == Hidden {
				continue
			}
			if len(out) == 0 && !r.whole {
				line = strings.LastIndexByte(r.text[:one.lo], '\n') + 1
				dst = append(dst, r.text[begin:max(begin, line)]...)
				begin, copied = max(0, begin-line), line
			}
			isPlain = isPlain && r.isPlain(one)
			out = append(append(out, r.text[copied:one.lo]...), Hidden...)
			copied = one.hi
		}
		if len(out) == 0 {
			return append(dst, r.text[begin:end]...)
		}
		if isPlain && r.isShort(line) {
			return append(append(dst, out[begin:]...), r.text[copied:]...)
		}
		end = len(out) + max(0, end-copied)
		r = newReader(octet.Text(append(out, r.text[copied:]...)), begin, r.rules, r.whole)
	}
	return append(dst, Hidden...)
}

// isPlain reports whether one is the value of a secret key, of unreserved characters, or a password of them between ":"
// and "@", with a letter first.
//
// PERF: if all secrets of a short line are plain, a second reading would find the same ones. The marks before and after
// them stay, and no rule reads the characters between these, but for numbers and a few names. A rule may read how many they
// are, and hides less if they are fewer.
func (r *reader) isPlain(one span) bool {
	text, before := r.text[one.lo:one.hi], r.before(one.lo)
	isValue := before == '=' && r.equals == one.lo-1 && r.key.isSecret
	isPassword := before == ':' && tables.Is(text[0], tables.ALPHA) && strings.HasPrefix(r.text[one.hi:], "@")
	return (isValue || isPassword) && len(text) >= len(Hidden) && octet.SpanOf(text, 0, tables.Unreserved) == len(text)
}

// isShort reports whether the line from begin on has no message, and its marks and places are less than LookBack bytes
// from its begin and its end: text that is shorter after it is hidden brings nothing else near.
func (r *reader) isShort(begin int) bool {
	return !r.hasOther && r.host == (span{}) && r.last < begin+LookBack && len(r.text) < r.first+LookBack
}

// Settled returns the end of the text from begin on that can be redacted before the rest of the last line is known. Three
// words and 4*LookBack bytes follow the end: from a place, the rules look to the end of the next word, and up to
// 2*LookBack bytes ahead; and a secret can begin LookBack bytes before its place. The end is at the start of a word in
// which no secret ends.
//
// If flush is set, the end is as late as it can be without showing a part of most secrets.
func (rules *Rules) Settled(text string, begin int, flush bool) (n int) {
	if n = len(withoutWords(text[:max(0, len(text)-4*LookBack)], 1)); flush {
		n = rules.afterPlaces(text)
	} else {
		n = min(n, len(withoutWords(text, 3)))
	}
	start, end := begin, begin
	r := newReader(text, begin, rules, false)
	for one, ok := r.next(); ok && end <= n; one, ok = r.next() {
		if word := end + len(withoutWords(text[end:min(r.at, one.lo)], 1)); word > end {
			start = word
		}
		end = one.hi
	}
	if end > n {
		n = min(n, start)
	}
	return n
}

// afterPlaces finds the first place in the last three words of text, and returns the start of its word. It also counts the
// places up to LookBack bytes before these words, other than ":" and "/": in a value in quotation marks or braces, also in
// a message, the rules look so far ahead. An "@" is a place only after a message: lookup S@h: no such host.
func (rules *Rules) afterPlaces(text string) int {
	n := strings.LastIndexFunc(text, isSpace) + 1
	if !strings.ContainsAny(text[n:], ":/%\\=&@\"'`?;#") && !endsBeforeHost(text[:n]) {
		n = len(text)
	}
	words := withoutWords(text, 3)
	r := newReader(text, 0, rules, false)
	r.everyPlace, r.percent = true, true
	for i := r.place(max(0, len(words)-LookBack)); i < n; i = r.place(i + 1) {
		c, _ := r.char(i)
		isNear := c != ':' && c != '/' || i >= len(words)
		if isNear && (c != '@' || endsBeforeHost(text[:wordStart(text, i)])) {
			n = strings.LastIndexFunc(text[:i], isSpace) + 1
		}
	}
	if strings.HasSuffix(text[:n], ": invalid port ") { // parse "postgres://joe:S": invalid port ":S" after host
		n = len(withoutWords(text[:n], 3))
	}
	return n
}

// newReader returns a reader of text from begin on. If whole is set, text is one address.
func newReader(text string, begin int, rules *Rules, whole bool) reader {
	return reader{
		text: text, rules: rules, whole: whole, everyPlace: rules.hidesComponents(),
		from: begin, passed: begin, mark: -1, first: -1, equals: -1,
	}
}

// next returns the next secret that is not empty and begins after the last one.
func (r *reader) next() (one span, ok bool) {
	for {
		n := r.place(r.from)
		r.at = n
		if c := r.rest; r.passed <= c.lo && c.lo < c.hi && c.lo <= n {
			r.from = n
			return r.extended(c.lo, c), true
		}
		if n == len(r.text) {
			return span{}, false
		}
		r.from = n + 1
		if one.lo, one.hi = r.secretAt(n); r.passed <= one.lo && one.lo < one.hi {
			return r.extended(n+1, one), true
		}
	}
}

// extended returns one with the values of keys that begin in it, or between n and it, and with the rest of an address that
// begins in it: jdbc:sqlserver://db:1433;password=S@S;a=1. It skips them.
func (r *reader) extended(n int, one span) span {
	inside := *r
	inside.text = r.text[:one.hi]
	for n = inside.search(min(n, one.lo)); n < len(inside.text); n = inside.search(n + 1) {
		r.percent = r.text[n] == '%'
		if c, size := r.char(n); c == '=' {
			if lo, hi := r.value(n, n+size); lo < hi {
				one = span{min(lo, one.lo), max(hi, one.hi)}
				n = max(n, hi-1)
			}
		}
	}
	if c := r.rest; r.passed <= c.lo && c.lo < one.hi && c.lo < c.hi {
		one = span{min(c.lo, one.lo), max(c.hi, one.hi)}
	}
	r.skip(one.hi)
	return one
}

// skip skips the text up to end.
func (r *reader) skip(end int) { r.passed, r.from = end, max(r.from, end) }
