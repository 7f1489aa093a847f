package redact

import "strings"

// userinfo returns the secret of an address with the authority a. If it has no raw "@", a "%40" in the authority counts
// as one: https://u%3AS%40h/.
func (r *reader) userinfo(a authority) (lo, hi int) {
	if !a.isFile {
		lo, hi = r.password(a)
	}
	if lo >= hi && !a.isFile && !r.percent && r.isCoded(a.n) {
		r.percent = true
		lo, hi = r.password(a)
	}
	if r.rules.hidesComponents() {
		return r.hidden(a, lo, hi)
	}
	return lo, hi
}

// isCoded reports whether the authority at n, of which it reads LookBack bytes, has a "%40" and no raw "@" after it.
func (r *reader) isCoded(n int) bool {
	end, limit := n, min(len(r.text), n+LookBack)
	for end < limit && r.text[end] > ' ' && strings.IndexByte("/?#@\"'`<>", r.text[end]) < 0 {
		end++
	}
	return (end == len(r.text) || r.text[end] != '@') && strings.Contains(r.text[n:end], "%40")
}

// password returns the secret of an address with the authority a. It is empty if there is none.
func (r *reader) password(a authority) (lo, hi int) {
	u := r.user(a.n)
	if !u.colon {
		return r.userName(a, u)
	}
	switch {
	case u.at >= 0 && r.text[a.n:u.at] == "git": // git@h:path@v1
		return 0, 0
	case a.isRelative && !r.whole && r.text[a.n] == ':': // a comment: "//:a/@b"
		return 0, 0
	}
	empty := &r.memo().empty
	if a.n < *empty {
		return 0, 0
	}
	a.hasName = u.at >= 0
	t := r.tail(a, u.end)
	if t.at < 0 {
		*empty = t.end
	}
	lo = u.end
	if u.coded || a.isWeb && t.rfc >= 0 && isSecretUser(r.text[a.n:u.end], r.text[u.end:t.at]) {
		lo = a.n
	}
	switch {
	case a.hasName && t.port && t.rfc < 0: // user@h:22/@x
		return r.userName(a, u)
	case a.isRelative && !r.whole && t.at < 0: // a comment: //nolint:all joe@h
		return 0, 0
	case t.at < 0:
		return lo, r.nextWord(t, lo)
	case a.isWeb && t.rfc < 0 && t.delimiter: // http://h:3000/@x
		return 0, 0
	}
	return lo, t.at
}

// userName returns the user name u, which has no password, if it is a secret: a token, or a name with "%3A".
func (r *reader) userName(a authority, u user) (lo, hi int) {
	if u.at >= 0 && (u.coded || a.isWeb && isToken(r.text[a.n:u.at])) {
		return a.n, u.at
	}
	return 0, 0
}

// nextWord returns the "@" in the word after t that ends a password with a space, or 0 if there is none. lo is the
// start of the password.
func (r *reader) nextWord(t tail, lo int) (at int) {
	begin := t.end
	for begin < len(r.text) && (r.text[begin] == ' ' || r.text[begin] == '\t') {
		begin++
	}
	if t.port || t.end == lo || begin == t.end {
		return 0
	}
	for n := begin; n < len(r.text) && r.text[n] > ' ' && strings.IndexByte(`"<>`, r.text[n]) < 0; {
		c, size := r.char(n)
		if c == '@' && n > begin && r.isHost(n) {
			at = n
		}
		n += size
	}
	return at
}

// hidden returns the part of the userinfo that rules hide, of an address with the authority a and a password from begin
// to end. It adds the components that rules hide to r.components. In an address inside another one, these are the
// components of that one.
func (r *reader) hidden(a authority, begin, end int) (lo, hi int) {
	isOuter := (r.rules.Fragment || r.rules.OriginOnly) && a.n >= r.parsed
	component, from := rune(0), 0 // "/", "?", "#", or 0 for the authority
	at := a.n
	if begin < end {
		at = end
	}
	n := at
	for n < len(r.text) {
		c, size := r.char(n)
		if begins := beginsComponent(component, c); begins && isOuter {
			r.component(component, from, n)
			component, from = c, n+size
		} else if begins || r.endsText(a, n, c, size) {
			break
		} else if c == '@' && component == 0 && begin >= end {
			at = n // after a user name alone
		}
		n += size
	}
	if isOuter {
		r.component(component, from, n)
		r.parsed = n
	}
	if at > a.n && (r.rules.User || r.rules.OriginOnly) {
		return a.n, at
	}
	return begin, end
}

// beginsComponent reports whether c ends the component with the given delimiter and begins the next one.
func beginsComponent(delimiter, c rune) bool {
	switch c {
	case '/', '\\':
		return delimiter == 0
	case '?':
		return delimiter != '?' && delimiter != '#'
	}
	return c == '#' && delimiter != '#'
}

// component adds the component from lo to hi, after a delimiter, to r.components if rules hide it.
func (r *reader) component(delimiter rune, lo, hi int) {
	if delimiter != 0 && r.rules.OriginOnly || delimiter == '#' && r.rules.Fragment {
		r.components.add(lo, hi)
	}
}
