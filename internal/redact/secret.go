package redact

import (
	"strings"

	"github.com/urispan/uri/tables"
)

// userinfo returns the secrets of an address with the authority a. If it has no raw "@", a "%40" in the authority counts
// as one: https://u%3AS%40h/.
func (r *reader) userinfo(a authority) []span {
	n := spanOf(r.text, a.n, tables.Unreserved)
	lo, hi := 0, 0
	if n < len(r.text) && r.text[n] != '/' && r.text[n] != '"' && !isSpace(rune(r.text[n])) { // not only a host
		lo, hi = r.password(a)
		if lo >= hi && !r.percent {
			for n < len(r.text) && (r.text[n] == '%' || tables.Is(r.text[n], tables.UserinfoChars)) {
				n++
			}
			isCoded := strings.Contains(r.text[a.n:n], "%40")
			if isCoded && (n == len(r.text) || r.text[n] != '@') {
				r.percent = true
				lo, hi = r.password(a)
			}
		}
	}
	if r.rules.User || r.rules.Fragment || r.rules.OriginOnly {
		return r.components(a, lo, hi)
	}
	return r.one(lo, hi)
}

// password returns the secret of an address with the authority a. It is empty if there is none.
func (r *reader) password(a authority) (lo, hi int) {
	u := r.user(a.n)
	if !u.colon {
		if u.at >= 0 && (u.coded || a.isWeb && isToken(r.text[a.n:u.at])) {
			return a.n, u.at
		}
		return 0, 0
	}
	if u.at >= 0 && r.text[a.n:u.at] == "git" { // git@h:path@v1
		return 0, 0
	}
	level := 0
	if r.percent {
		level = 1
	}
	if a.n < r.empty[level] {
		return 0, 0
	}
	t := r.tail(a, u.end)
	if t.at < 0 {
		r.empty[level] = t.end
	}
	lo = u.end
	if u.coded {
		lo = a.n
	}
	switch {
	case t.at < 0:
		return lo, r.nextWord(t, lo)
	case t.rfc >= 0: // a userinfo by RFC 3986
		if a.isWeb && isSecretUser(r.text[a.n:u.end], r.text[u.end:t.at]) {
			lo = a.n
		}
		return lo, t.at
	case a.isFile, u.at >= 0 && t.port, a.isWeb && t.delimiter: // user@h:22/@x, http://h:3000/@x
		return 0, 0
	}
	return lo, t.at
}

// nextWord returns the "@" in the word after t that ends a password with a space, or 0 if there is none. lo is the start
// of the password.
func (r *reader) nextWord(t tail, lo int) (at int) {
	if t.port || t.end == lo || t.end == len(r.text) || r.text[t.end] != ' ' {
		return 0
	}
	for n := t.end + 1; n < len(r.text) && r.text[n] > ' ' && strings.IndexByte(`"<>`, r.text[n]) < 0; {
		c, size := r.char(n)
		if c == '@' && n > t.end+1 && r.isHost(n) {
			at = n
		}
		n += size
	}
	return at
}

// components returns the secrets of an address with the authority a and a password from lo to hi, and those components
// that rules hide.
func (r *reader) components(a authority, lo, hi int) []span {
	from := a.n
	if lo < hi {
		from = hi
	} else if u := r.user(a.n); u.at >= 0 {
		from = u.at // a user name alone
	}
	if from > a.n && (r.rules.User || r.rules.OriginOnly) {
		lo, hi = a.n, from
	}
	found := append(r.spans[:0], span{lo, hi})
	if !r.rules.Fragment && !r.rules.OriginOnly || a.n < r.parsed {
		return found // the address around this one has the same components
	}
	component, begin := byte(0), 0 // "/", "?", "#", or 0 for the authority
	n := from
	for n < len(r.text) {
		c, size := r.char(n)
		isNew := component == 0 && (c == '/' || c == '\\') || component != '#' && component != '?' && c == '?' || component != '#' && c == '#'
		if !isNew && r.endsText(a, n, c, size) {
			break
		}
		if isNew {
			found = r.appendComponent(found, component, begin, n)
			component, begin = byte(c), n+size
		}
		n += size
	}
	r.parsed = n
	return r.appendComponent(found, component, begin, n)
}

// appendComponent appends the component from lo to hi, which begins with a delimiter, to found if rules hide it.
func (r *reader) appendComponent(found []span, delimiter byte, lo, hi int) []span {
	if delimiter == 0 || !r.rules.OriginOnly && !(delimiter == '#' && r.rules.Fragment) {
		return found
	}
	return append(found, span{lo, hi})
}
