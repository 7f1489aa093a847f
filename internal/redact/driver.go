package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/tables"
)

// drivers have addresses with a password, but without "://": a prefix, ":", a user name, a separator, and the password.
var drivers = [...]struct {
	prefix    string
	separator rune
}{
	{"sip", ':'},              // sip:user:S@h, RFC 3261, section 19.1.1
	{"sips", ':'},             // the same
	{"jdbc:oracle:thin", '/'}, // jdbc:oracle:thin:scott/S@//h:1521/service, Oracle's JDBC Developer's Guide
	{"jdbc:oracle:oci", '/'},  // the same
}

// networks precede the "(" in an address of MySQL's driver for Go: root:S@tcp(h:3306)/db. Its README has the syntax.
var networks = []string{"tcp", "tcp4", "tcp6", "udp", "unix", "cloudsql"}

// wordStart returns the start of the word that ends at n, or of its last LookBack bytes.
func wordStart(text string, n int) int {
	limit := max(0, n-LookBack)
	for n > limit && text[n-1] > ' ' {
		n--
	}
	return n
}

// A driverWord is a word with addresses of drivers, which is read from left to right. If no network follows the "@" in
// an address of MySQL's driver, the user name begins the word or follows a quotation mark or "=", and the password has
// no quotation mark, bracket or ":", and does not begin with "/".
type driverWord struct {
	read      int  // the end of the text that was read
	start     int  // the end of the last address with a network in the word, or its start
	isOpen    bool // the text is in such an address
	name      int  // the end of the last character that user names do not have
	before    rune // this character, or 0 at the start of the word
	user      int  // the start of a user name after a prefix, or 0
	separator rune // the end of this user name
	lo, at    int  // the last password after a prefix
	end       int  // the end of its address
	password  int  // the start of a password before a default network, or 0
	opener    byte // the byte before the user name of this password
}

// driver returns the range of the password before the "@" at n, of the given size, in the address of a driver. If the
// "@" is percent-encoded, it may also be in the password of an address that is not.
func (r *reader) driver(n, size int) (lo, hi int) {
	percent := r.percent
	r.percent = false
	w := r.readWord(n)
	if r.percent = percent; percent && n > w.at {
		w = r.readWord(n)
	}
	if n <= w.at {
		return w.lo, w.at
	}
	return r.mysql(w, n, size)
}

// readWord reads the word with n up to there.
func (r *reader) readWord(n int) *driverWord {
	w := &r.memo().word
	limit := max(w.read, n-LookBack)
	if start := limit + wordStart(r.text[limit:], n-limit); start > w.read {
		*w = driverWord{read: start, start: start, name: start, end: w.end}
	}
	for w.read < n {
		begin := w.read
		c, width := r.char(begin)
		if w.read += width; !isNameChar(c) {
			r.readMark(w, begin, c)
		}
	}
	return w
}

// readMark reads the character c of w at n, which user names do not have.
func (r *reader) readMark(w *driverWord, n int, c rune) {
	switch {
	case w.user > 0 && c == w.separator:
		if n > w.user && n >= w.end {
			t := r.tail(authority{n: w.read, opener: r.text[w.read-1]}, w.read)
			w.lo, w.at, w.end = w.read, t.at, t.end
		}
		w.user = 0
	case strings.ContainsRune("\"'`<>/@", c):
		w.user = 0
	case c == ':':
		for _, d := range &drivers {
			if r.follows(n, d.prefix) {
				w.user, w.separator = w.read, d.separator
			}
		}
	}
	if isNetwork := c == '@' && r.isNetwork(w.read); isNetwork || c == ')' && w.isOpen {
		w.start, w.isOpen = w.read, isNetwork
	}
	isName := n > w.name && (w.before == 0 || w.before == '=' || isQuote(w.before))
	if after, _ := r.next(w.read); isName && c == ':' && after != '/' {
		w.password, w.opener = w.read, r.before(w.name)
	} else if strings.ContainsRune("\"'`<>(){}[]:", c) {
		w.password = 0
	}
	w.name, w.before = w.read, c
}

// mysql returns the range of the password before the "@" at n, of the given size, in an address of MySQL's driver.
func (r *reader) mysql(w *driverWord, n, size int) (lo, hi int) {
	before := *r
	before.text = r.text[:n+size]
	if !r.isNetwork(n + size) {
		lo = w.password
		if lo < max(r.passed, n-LookBack, 1) || !r.isDefaultNetwork(n+size) {
			return 0, 0
		}
		if before.tail(authority{n: lo, opener: w.opener}, lo).at == n {
			return lo, n
		}
		w.password = 0
		return 0, 0
	}
	name := max(w.start, n-LookBack)
	for i := name; i < n; {
		c, width := r.char(i)
		begin := i
		if i += width; isNameChar(c) {
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

// isNetwork reports whether a network and "(" are at n.
func (r *reader) isNetwork(n int) bool {
	end := spanOf(r.text[:min(len(r.text), n+10)], n, tables.ALPHA|tables.DIGIT)
	c, _ := r.next(end)
	return c == '(' && slices.Contains(networks, r.text[n:end])
}

// isDefaultNetwork reports whether "/", or a network and the "(" of (h:3306)/db are at n, and no known network follows
// another "@" of the word. Programs name networks of their own: joe:S@mynet(h)/db.
func (r *reader) isDefaultNetwork(n int) bool {
	c, _ := r.next(n)
	if after, _ := r.next(spanOf(r.text[:min(len(r.text), n+longestKey)], n, tables.ALPHA|tables.DIGIT)); after == '(' {
		c = after
	}
	word := r.text[n:min(len(r.text), n+LookBack)]
	if end := strings.IndexFunc(word, isSpace); end >= 0 {
		word = word[:end]
	}
	if _, path, _ := strings.Cut(word, ")"); c != '/' && (c != '(' || !strings.HasPrefix(path, "/")) {
		return false
	}
	for i := range len(word) {
		if word[i] == '@' && r.isNetwork(n+i+1) {
			return false
		}
	}
	return true
}

// isNameChar reports whether c may be in a user name of MySQL.
func isNameChar(c rune) bool { return c >= 0x80 || c == '%' || tables.Is(byte(c), tables.Unreserved) }

// follows reports whether prefix is before n, without regard to case, and not after a word character.
func (r *reader) follows(n int, prefix string) bool {
	for i := len(prefix); i > 0; i-- {
		c, begin := r.ending(n)
		if c|0x20 != rune(prefix[i-1])|0x20 {
			return false
		}
		n = begin
	}
	c, _ := r.ending(n)
	return c != '_' && !isAlnum(c)
}
