package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// An authority is the start of an authority in the text.
type authority struct {
	n          int
	isWeb      bool // the scheme is http, https, ws or wss: paths often have an "@", as in https://h/@x
	isRelative bool // it has no scheme
	isFile     bool // the scheme is file, whose paths have no secrets
	hasName    bool // it has an "@" before its first ":"
	opener     byte // the byte before the address, which is a quotation mark or another byte
	level      int  // the number of backslashes before the opener
}

// address returns the secret of the address with a scheme before the given colon. The slashes begin at n.
//
// The scheme needs two slashes or backslashes. One that browsers read with a host, such as http, takes one or more.
// Other schemes take one slash if no word character is before them and the user name is plain: postgres:/u:S@h/db.
func (r *reader) address(colon, n int) (lo, hi int) {
	start := colon
	for start > 0 && tables.Is(r.text[start-1], tables.SchemeChars) {
		start--
	}
	if start > 0 && start < colon && r.text[start-1] == '\\' && strings.IndexByte("nrt", r.text[start]) >= 0 {
		start++ // the escape of an end of a line
	}
	scheme := r.text[start:colon]
	a := authority{isWeb: isWeb(scheme), isFile: schemes.KindOf(scheme) == schemes.KindFile}
	a.opener, a.level = r.opener(start)
	anySlashes := a.isWeb || schemes.KindOf(scheme).NeedsHost()
	most := 2
	if anySlashes {
		most = len(r.text)
	}
	slashes := 0
	a.n, slashes = r.slashes(n, most)
	first, size := r.charAt(n)
	isLone := first == '\\' && size == 1                                  // "a:\w" is more often a pattern
	isBare := r.whole && start == 0 && schemes.KindOf(scheme).NeedsHost() // http:u:S@h, which browsers read
	isText := len(scheme) < 2 || isLone || isWord(r.before(start)) || !isPlainUser(r.text[a.n:])
	if slashes == 0 && !isBare || slashes == 1 && !anySlashes && isText {
		return 0, 0
	}
	return r.userinfo(a)
}

// slashes returns the end and the number of the slashes and backslashes at n, at most the given number. If one is
// percent-encoded, the text after it is also decoded.
func (r *reader) slashes(n, most int) (end, count int) {
	for n < len(r.text) && count < most {
		c, size := r.char(n)
		if c != '/' && c != '\\' {
			break
		}
		r.percent = r.percent || r.text[n] == '%'
		count++
		n += size
	}
	return n, count
}

// hidesComponents reports whether paths, queries or fragments are hidden.
func (rules *Rules) hidesComponents() bool { return rules.Fragment || rules.OriginOnly }

// opener returns the byte before the address with the scheme at start, and its level. An address such as
// jdbc:postgresql://h begins with its first scheme.
func (r *reader) opener(start int) (c byte, level int) {
	limit := max(0, start-LookBack)
	for start > limit && (r.text[start-1] == ':' || tables.Is(r.text[start-1], tables.SchemeChars)) {
		start--
	}
	return r.before(start), r.backslashes(max(0, start-1))
}

// isWeb reports whether a scheme is http, https, ws or wss. "git+https" counts as https.
func isWeb(scheme string) bool {
	n := len(scheme)
	isHTTP := n > 4 && strings.EqualFold(scheme[n-4:], "http") || n > 5 && strings.EqualFold(scheme[n-5:], "https")
	return isHTTP || schemes.KindOf(scheme).IsWeb()
}

// isPlainUser reports whether text begins with a user name of unreserved characters and ":".
func isPlainUser(text string) bool {
	n := octet.SpanOf(text, 0, tables.Unreserved)
	return n > 0 && n < len(text) && (text[n] == ':' || text[n] == '%' || text[n] == '\\')
}

// A user is the text of an authority up to its first ":".
type user struct {
	end   int  // after the ":", or the end of the text without one
	colon bool // it has a ":"
	at    int  // the last "@" in it, or -1
	coded bool // before the "@" is a "%3A" with text after it
}

// user reads the user name at n. It has no space, quotation mark, "<", ">", "/", "?" or "#", and at most one backslash,
// as in CORP\jdoe. An address in brackets is a host: [::1].
func (r *reader) user(n int) user {
	u := user{at: -1}
	begin, backslashes := n, 0
	if n = afterBrackets(r.text, n); strings.HasPrefix(r.text[n:], "${") || strings.HasPrefix(r.text[n:], "{{") {
		n += placeholder(r.text[n:]) // "%u%" is not one: https://%u%3ASECRET@h/
	}
	for !u.colon && n < len(r.text) {
		u.end = n
		c, size := r.char(n)
		switch {
		case c == ':':
			u.colon = true
		case c == '@':
			u.at = n
			n = afterBrackets(r.text, n+size) - size
		case c == '\\' || c == '\n' && size == 2: // as in CORP\nick
			if backslashes++; backslashes > 1 || n == begin {
				return u
			}
		case isSpace(c) || c == '/' || c == '?' || c == '#' || !r.whole && isQuote(c) || c == '<' || c == '>':
			return u
		case c == '%' && u.at < 0 && isCodedColon(r.text[n:]):
			u.coded = true
		}
		n += size
	}
	u.end = n
	return u
}

// afterBrackets returns the end of an address in brackets at n, or n.
func afterBrackets(text string, n int) int {
	if n < len(text) && text[n] == '[' {
		end := n + 1
		for end < len(text) && (text[end] == ':' || text[end] == '%' || tables.Is(text[end], tables.Unreserved)) {
			end++
		}
		if end < len(text) && text[end] == ']' {
			return end + 1
		}
	}
	return n
}

// isCodedColon reports whether text begins with a "%3A" that may precede a password: not with that of "https%3A%2F%2F".
func isCodedColon(text string) bool {
	return len(text) > 3 && strings.EqualFold(text[:3], "%3A") && text[3] != '@' &&
		!(len(text) > 5 && strings.EqualFold(text[3:6], "%2F"))
}
