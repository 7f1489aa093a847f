package redact

import (
	"slices"
	"strings"
)

// userinfo returns the secret of an address with the authority a. If it has no raw "@", a "%40" in the authority counts
// as one: https://u%3AS%40h/. In an address of a driver, it does also after a "/": jdbc:oracle:thin:u/S%40h.
func (r *reader) userinfo(a authority) (lo, hi int) {
	if !a.isFile {
		lo, hi = r.password(a)
	}
	if lo >= hi && !a.isFile && !r.percent && (a.separator != 0 || r.isCoded(a.n)) {
		r.percent = true
		lo, hi = r.password(a)
	}
	if a.separator == 0 && (r.rules.User || r.rules.hidesComponents()) {
		return r.hidden(a, lo, hi)
	}
	return lo, hi
}

// isCoded reports whether the authority at n has a "%40" and no raw "@" after it. It reads LookBack bytes.
func (r *reader) isCoded(n int) bool {
	end, limit := n, min(len(r.text), n+LookBack)
	for end < limit && r.text[end] > ' ' && strings.IndexByte("/?#@\"'`<>", r.text[end]) < 0 {
		end++
	}
	return (end == len(r.text) || r.text[end] != '@') && strings.Contains(r.text[n:end], "%40")
}

// password returns the secret of an address with the authority a. It is empty if there is none.
func (r *reader) password(a authority) (lo, hi int) {
	u := r.user(a)
	if !u.colon {
		return r.userName(a, u)
	}
	switch {
	case u.at >= 0 && (a.separator != 0 || !a.isWeb && r.text[a.n:u.at] == "git"), // git@h:path@v1
		strings.HasPrefix(r.text[a.n:], "[^"),                            // https?://[^:@/]+
		a.isRelative && (!r.whole || a.separator != 0) && u.end == a.n+1: // a comment: "//:a/@b"
		return 0, 0
	}
	a.hasName = u.at >= 0
	t := r.tailOnce(a, u.end)
	lo, hi = u.end, t.at
	if u.coded || a.isWeb && t.rfc >= 0 && isSecretUser(r.text[a.n:u.end], r.text[u.end:t.at]) {
		lo = a.n
	}
	begin, end := r.userName(a, u)
	switch {
	case a.hasName && (t.delimiter || t.port && t.at < 0): // user@h:22/@x
		return begin, end
	case a.isRelative && !r.whole && t.at < 0: // a comment: //nolint:all joe@h
		return 0, 0
	case t.at < 0:
		hi = r.nextWord(t, lo)
	}
	if begin < end { // nats://S@h,nats://S@i
		lo, hi = begin, max(hi, end)
	}
	return lo, hi
}

// userName returns the user name u, which has no password, if it is a secret: a token, or a name with "%3A".
func (r *reader) userName(a authority, u user) (lo, hi int) {
	if u.at < 0 {
		return 0, 0
	}
	name := r.text[a.n:u.at]
	isToken := slices.Contains(tokenSchemes[:], strings.ToLower(a.scheme)) ||
		a.isWeb && (isToken(name) || isRandomName(name))
	if isToken || u.coded {
		return a.n, u.at
	}
	return 0, 0
}

// nextWord returns the "@" in the word after t that ends a password with a space, or 0 if there is none. lo is the
// start of the password.
func (r *reader) nextWord(t tail, lo int) (at int) {
	begin := t.end
	for c, size := r.charAt(begin); c == ' ' || c == '\t'; c, size = r.charAt(begin) {
		begin += size
	}
	if t.port || t.end == lo || begin == t.end {
		return 0
	}
	for n := begin; n < len(r.text); {
		c, size := r.char(n)
		if isSpace(c) || strings.ContainsRune(`"<>`, c) {
			break
		}
		if c == '@' && n > begin && r.isHost(n+size) {
			at = n
		}
		n += size
	}
	return at
}

// hidden returns the part of the userinfo that rules hide, of an address with the authority a and a password from begin
// to end. It sets r.rest to the components that rules hide, after their first delimiter. If the address is inside another
// one, that one has set it.
func (r *reader) hidden(a authority, begin, end int) (lo, hi int) {
	at := max(a.n, end)
	n, last := r.component(a, at, "/\\?#")
	if begin >= end { // a user name alone
		at = max(at, last)
	}
	if r.rules.hidesComponents() && a.n >= r.parsed {
		if !r.rules.OriginOnly {
			n, _ = r.component(a, n, "#")
		}
		if c, size := r.quoteAt(n); strings.ContainsRune("/\\?#", c) {
			r.rest.lo = n + size
			n, _ = r.component(a, n+size, "")
			r.rest.hi = n
		}
		r.parsed = n
	}
	if at > a.n && (r.rules.User || r.rules.OriginOnly) {
		return a.n, at
	}
	return begin, end
}

// component returns the end of a component at n of an address with the authority a, which ends at one of delimiters, and
// the last "@" in it.
func (r *reader) component(a authority, n int, delimiters string) (end, at int) {
	for n < len(r.text) {
		c, size := r.quoteAt(n)
		if strings.ContainsRune(delimiters, c) || r.endsText(a, n, c, size) {
			break
		}
		if c == '@' {
			at = n
		}
		n += size
	}
	return n, at
}
