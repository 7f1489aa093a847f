// Package redact hides the secrets in text. It asks whether a secret may be at a place, not whether the text is a URI:
// people write passwords with "/", "#" and quotation marks in addresses, and these are no URIs.
//
// The text is read from left to right. These are the rules, in the order in which they are applied to a place. S is the
// secret.
//
//   - Place: a secret can follow a ":" before a slash, "//" at a start, "=", a quotation mark after a message, and can
//     precede an "@" in the address of a driver (place.go).
//   - Characters: escapes count as the characters that they mean: https:\/\/u:S@h (character.go).
//   - Start: an address begins with a scheme and two slashes or backslashes; http takes one or more (start.go).
//   - User: the user name ends at the first ":", and has no space, quotation mark, "<", ">", "/", "?" or "#" (start.go).
//   - End of the text: a space ends the text of an address, and so does the next address (end.go).
//   - Closers: so does a quotation mark or a bracket of the text around it: {"url":"https://u:S@h"} (closer.go).
//   - No secret: without an "@" there is none, nor over http after a port and a delimiter: http://h:3000/@x (secret.go).
//   - End of the secret: the last "@" of the text, or one that is surely the end of a userinfo (secret.go).
//   - A space in a password: without an "@", the next word counts if it ends in w@host: https://u:S w@h/ (secret.go).
//   - User names: a user name over http may be a token: https://ghp_0123456789@github.com/ (token.go).
//   - Values of keys: key=S after "?", "&", ";" or "#" (key.go).
//   - Addresses of drivers: root:S@tcp(h:3306)/db (driver.go).
//   - Messages: parsers repeat a password without its address: invalid port ":S" after host (message.go).
//   - Again: a line in which text was hidden is read again until nothing changes (this file).
package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// Hidden replaces a secret, as in net/url. It has a fixed length, so that it does not show the length of the secret, and
// consists of unreserved characters, so that a URI-reference stays one.
const Hidden = "xxxxx"

// Rules say what is hidden besides passwords and tokens.
type Rules struct {
	Keys       Keys // their values
	User       bool // user names
	Fragment   bool // fragments of addresses
	OriginOnly bool // user names, paths, queries and fragments of addresses
}

// Value returns s with its secrets hidden. s must be one address, and not text that may have some: no quotation mark or
// bracket ends it, and a scheme such as http needs no slashes. If s has no secret, Value returns s.
func (rules *Rules) Value(s string) string {
	search := newSearch(s, rules, true)
	if _, shows := search.shown(); !shows {
		return s
	}
	var buf [256]byte
	return string(rules.appendLine(buf[:0], s, true))
}

// Append appends text to dst with its secrets hidden. text must not overlap the free capacity of dst. It takes time
// linear in text. A line without secrets is read once.
func (rules *Rules) Append(dst []byte, text string) []byte {
	search := newSearch(text, rules, false)
	copied := 0
	for {
		secret, shows := search.shown()
		if !shows {
			return append(dst, text[copied:]...)
		}
		from := copied + strings.LastIndexByte(text[copied:secret.lo], '\n') + 1
		end := len(text)
		if i := strings.IndexByte(text[secret.hi:], '\n'); i >= 0 {
			end = secret.hi + i
		}
		dst = rules.appendLine(append(dst, text[copied:from]...), text[from:end], false)
		copied = end
		search.skip(end)
	}
}

// maxReadings is the number of times that a line is read. The second reading nearly always changes nothing.
const maxReadings = 8

// appendLine appends a line to dst with its secrets hidden, and reads the result again until nothing changes. If it still
// changes after maxReadings, the line is hidden as a whole.
func (rules *Rules) appendLine(dst []byte, line string, whole bool) []byte {
	begin := len(dst)
	for range maxReadings {
		search := newSearch(line, rules, whole)
		dst = search.appendHidden(dst[:begin])
		line = octet.Text(dst[begin:])
		search = newSearch(line, rules, whole)
		if _, shows := search.shown(); !shows {
			return dst
		}
		line = strings.Clone(line)
	}
	return append(dst[:begin], Hidden...)
}

// A search finds the secrets of text, from left to right.
type search struct {
	reader
	from   int    // the next place is there or after it
	passed int    // the end of the last secret
	found  []span // secrets that were found and not returned yet
}

// newSearch returns a search in text. If whole is set, text is one address.
func newSearch(text string, rules *Rules, whole bool) search {
	return search{reader: reader{text: text, rules: rules, whole: whole}, from: -1}
}

// next returns the next secret that is not empty and begins after the last one.
func (s *search) next() (one span, ok bool) {
	if s.from < 0 {
		if s.from = 0; s.whole {
			s.found = s.bare()
		}
	}
	for {
		for len(s.found) > 0 {
			one, s.found = s.found[0], s.found[1:]
			if s.passed <= one.lo && one.lo < one.hi {
				s.skip(one.hi)
				return one, true
			}
		}
		n := s.place(s.from)
		if n == len(s.text) {
			return span{}, false
		}
		s.found, s.from = s.secretsAt(n), n+1
	}
}

// skip skips the text up to end.
func (s *search) skip(end int) { s.passed, s.from = end, max(s.from, end) }

// shown returns the next secret that is not hidden yet.
func (s *search) shown() (one span, ok bool) {
	for one, ok = s.next(); ok && s.text[one.lo:one.hi] == Hidden; one, ok = s.next() {
	}
	return one, ok
}

// appendHidden appends the text to dst with the secrets hidden that s finds.
func (s *search) appendHidden(dst []byte) []byte {
	copied := 0
	for one, ok := s.next(); ok; one, ok = s.next() {
		dst = append(append(dst, s.text[copied:one.lo]...), Hidden...)
		copied = one.hi
	}
	return append(dst, s.text[copied:]...)
}
