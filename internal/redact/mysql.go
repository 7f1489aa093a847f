package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/tables"
)

// networks precede the "(" in an address of MySQL's driver for Go: root:S@tcp(h:3306)/db. Its README has the syntax.
var networks = []string{"tcp", "tcp4", "tcp6", "udp", "unix", "cloudsql"}

// A mysqlWord describes the part that was read of a word. The word may have addresses of MySQL's driver for Go. The
// user name in an address begins after the last character before the ":" that user names do not have. It is not empty,
// and neither is the password.
//
// If no network follows the "@", the user name begins the word or follows a quotation mark or "=", and the password has
// no quotation mark, bracket or ":", and does not begin with "/".
type mysqlWord struct {
	name      int  // the end of the last address in the word, or its start
	isOpen    bool // the text is in an address
	run       int  // the end of the last character that user names do not have
	before    rune // this character, or 0 at the start of the word
	password  int  // the start of a password for the default network, or 0
	opener    byte // the byte before the user name of this password
	noNetwork int  // the text from the last "@" to here has no network
}

// readMark reads the character c at n, which user names do not have, and which ends at end.
func (w *mysqlWord) readMark(r *reader, n, end int, c rune) {
	switch {
	case c == '@' && r.isNetwork(end):
		w.name, w.isOpen = end, true
	case c == ')' && w.isOpen:
		w.name, w.isOpen = end, false
	}
	if after, _ := r.next(end); c == ':' && n > w.run && after != '/' && (w.before == 0 || w.before == '=' || isQuote(w.before)) {
		w.password, w.opener = end, r.before(w.run)
	} else if strings.ContainsRune("\"'`<>(){}[]:", c) {
		w.password = 0
	}
	w.run, w.before = end, c
}

// isNetwork reports whether a network and "(" are at n.
func (r *reader) isNetwork(n int) bool {
	end := spanOf(r.text[:min(len(r.text), n+10)], n, tables.ALPHA|tables.DIGIT)
	c, _ := r.next(end)
	return c == '(' && slices.Contains(networks, r.text[n:end])
}

// isDefaultNetwork reports whether "/" or the "(" of (h:3306)/db is at n, and no network follows another "@" of the
// word.
func (r *reader) isDefaultNetwork(w *mysqlWord, n int) bool {
	limit := min(len(r.text), n+LookBack)
	c, _ := r.next(n)
	if c == '(' {
		address, path, ok := strings.Cut(r.text[n:limit], ")")
		if !ok || strings.IndexFunc(address, isSpace) >= 0 || !strings.HasPrefix(path, "/") {
			return false
		}
	} else if c != '/' {
		return false
	}
	for w.noNetwork = max(w.noNetwork, n); w.noNetwork < limit && r.text[w.noNetwork] > ' '; w.noNetwork++ {
		if r.text[w.noNetwork] == '@' && r.isNetwork(w.noNetwork+1) {
			return false
		}
	}
	return true
}

// mysql returns the range of the password before the "@" at n, of the given size, in an address of MySQL's driver.
func (r *reader) mysql(w *mysqlWord, n, size int) (lo, hi int) {
	before := *r
	before.text = r.text[:n+size]
	if !r.isNetwork(n + size) {
		lo = w.password
		if lo < max(r.passed, n-LookBack, 1) || !r.isDefaultNetwork(w, n+size) {
			return 0, 0
		}
		if before.tail(authority{n: lo, opener: w.opener}, lo).at != n {
			w.password = 0
			return 0, 0
		}
		return lo, n
	}
	name := max(w.name, n-LookBack)
	for i := name; i < n; {
		c, width := r.char(i)
		begin := i
		i += width
		if isNameChar(c) {
			continue
		}
		if c == ':' && begin > name {
			t := before.tail(authority{n: i, opener: r.before(name)}, i)
			if t.at == n && i < n {
				return i, n
			}
			i = max(i, t.end)
		}
		name = i
	}
	return 0, 0
}

// isNameChar reports whether c may be in a user name of MySQL.
func isNameChar(c rune) bool { return c >= 0x80 || c == '%' || tables.Is(byte(c), tables.Unreserved) }
