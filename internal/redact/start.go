package redact

import (
	"cmp"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// An authority is the start of an authority in the text.
type authority struct {
	n          int
	scheme     string
	isWeb      bool // the scheme is http, https, ws or wss: paths often have an "@", as in https://h/@x
	isRelative bool // it has no scheme
	isFile     bool // the scheme is file, whose paths have no secrets
	separator  rune // the character after the user name of a driver, or 0
	hasName    bool // it has an "@" before its first ":"
	opener     byte // the byte before the address, which is a quotation mark or another byte
	level      int  // the number of backslashes before the opener
}

// address returns the secret of the address with a scheme before the given colon. The slashes begin at n.
//
// The scheme needs two slashes or backslashes. One that browsers read with a host, such as http, takes one or more.
// Other schemes take one slash if no word character is before them and the user name is plain: postgres:/u:S@h/db. The
// prefix of a driver takes none: sip:u:S@h.
func (r *reader) address(colon, n int) (lo, hi int) {
	if d := r.driverAt(colon); d != nil {
		a := authority{n: n, isRelative: true, separator: d.separator}
		a.opener, a.level = r.opener(colon)
		if lo, hi = r.userinfo(a); lo < hi {
			return lo, hi
		}
	}
	r.percent = r.isValue || strings.HasPrefix(r.text[n:], "%") // https:%2F%2Fu:S@h
	start := colon
	for start > 0 && tables.Is(r.text[start-1], tables.SchemeChars) && r.beforeColour(start) == start {
		start--
	}
	if start > 0 {
		_, size := char(r.text[start-1:], true) // of \n in \nhttps://u:S@h
		start = min(start+size-1, colon)
	}
	scheme := r.text[start:colon]
	kind := schemes.KindOf(scheme)
	a := authority{scheme: scheme, isWeb: kind.IsWeb() || endsInHTTP(scheme), isFile: kind == schemes.KindFile}
	a.opener, a.level = r.opener(start)
	anySlashes := a.isWeb || kind.NeedsHost()
	most := 2
	if anySlashes {
		most = len(r.text)
	}
	slashes := 0
	a.n, slashes = r.slashes(n, most)
	first, size := r.charAt(n)
	isLone := first == '\\' && size == 1                // "a:\w" is more often a pattern
	isBare := r.whole && start == 0 && kind.NeedsHost() // http:u:S@h, which browsers read
	end := octet.SpanOf(r.text, a.n, tables.Unreserved)
	isUser := a.n < end && end < len(r.text) && strings.IndexByte(`:%\`, r.text[end]) >= 0
	isText := len(scheme) < 2 || isLone || !isUser
	if slashes == 0 && !isBare || slashes == 1 && !anySlashes && (isText || r.isAfterWord(start)) {
		return 0, 0
	}
	return r.userinfo(a)
}

// endsInHTTP reports whether a scheme counts as http or https, as "git+https" does.
func endsInHTTP(scheme string) bool {
	n := len(scheme)
	return n > 4 && strings.EqualFold(scheme[n-4:], "http") || n > 5 && strings.EqualFold(scheme[n-5:], "https")
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

// A user is the text of an authority up to its first ":".
type user struct {
	end   int  // after the ":", or the end of the text without one
	colon bool // it has a ":", or the separator of a driver
	at    int  // the last "@" in it, or -1
	coded bool // before the "@" is a "%3A" with text after it
}

// user reads the user name of a. It has no space, quotation mark, "<", ">", "/", "?" or "#", and at most one backslash,
// as in CORP\jdoe. An address in brackets is a host: [::1]. That of a driver may have "?", "#", backslashes, and escapes of
// spaces, and for Oracle a ":" in its first LookBack bytes.
func (r *reader) user(a authority) user {
	u := user{at: -1}
	n, separator, isDriver, backslashes := a.n, cmp.Or(a.separator, ':'), a.separator != 0, 0
	if !isDriver {
		n = afterBrackets(r.text, n)
	}
	if strings.HasPrefix(r.text[n:], "${") || strings.HasPrefix(r.text[n:], "{{") {
		n += placeholder(r.text[n:]) // "%u%" is not one: https://%u%3ASECRET@h/
	}
	for !u.colon {
		if n = octet.SpanOf(r.text, n, tables.Unreserved); n == len(r.text) { // most characters
			break
		}
		u.end = n
		c, size := r.char(n)
		switch {
		case c == separator:
			u.colon = true
		case c == '@':
			u.at = n
			n = afterBrackets(r.text, n+size) - size
		case c == '\\' || c == '\n' && size == 2: // as in CORP\nick
			if backslashes++; !isDriver && (backslashes > 1 || n == a.n) {
				return u
			}
		case isSpace(c) && (size == 1 || !isDriver), !r.whole && isQuote(c), strings.ContainsRune("<>/", c),
			!isDriver && (c == '?' || c == '#'), c == ':' && n > a.n+LookBack:
			return u
		case c == '%' && u.at < 0 && isCodedColon(r.text[n:]) && (r.text[n+3] != '@' || a.isWeb && n-a.n >= minBareToken):
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
	return len(text) > 3 && strings.EqualFold(text[:3], "%3A") &&
		!(len(text) > 8 && strings.EqualFold(text[3:9], "%2F%2F"))
}
