package redact

import "strings"

// drivers have addresses with a password, but without "://": a prefix, ":", a user name, a separator, and the password.
var drivers = [...]struct {
	prefix    string
	separator int // in separators
}{
	{"sip", 0},              // sip:user:S@h, RFC 3261, section 19.1.1
	{"sips", 0},             // the same
	{"jdbc:oracle:thin", 1}, // jdbc:oracle:thin:scott/S@//h:1521/service, Oracle's JDBC Developer's Guide
	{"jdbc:oracle:oci", 1},  // the same
}

const separators = ":/"

// wordStart returns the start of the word that ends at n, or of its last LookBack bytes.
func wordStart(text string, n int) int {
	limit := max(0, n-LookBack)
	for n > limit && text[n-1] > ' ' {
		n--
	}
	return n
}

// A driverWord is a word with places of drivers. It is read once, up to a place.
type driverWord struct {
	read   int                  // the end of the text that was read
	names  [len(separators)]int // the starts of user names that end at each separator, or 0
	lo, at int                  // the start and the end of the first password, or 0; at is -1 if it has no end
	empty  int                  // the text from the start of a password to here has no "@"
	mysql  mysqlWord
}

// driver returns the range of the password before the "@" at n, of the given size, in the address of a driver.
func (r *reader) driver(n, size int) (lo, hi int) {
	w := &r.memo().word
	r.readDrivers(w, n)
	if w.lo == 0 {
		return r.mysql(&w.mysql, n, size)
	}
	if w.at == 0 {
		if w.lo < r.passed || w.lo < w.empty && isDigest(r.text[n+size:]) {
			return 0, 0
		}
		t := r.tail(authority{n: w.lo, opener: r.text[w.lo-1]}, w.lo)
		if w.at = t.at; w.at < 0 {
			w.empty = t.end
		}
	}
	if w.at < n {
		return 0, 0
	}
	return w.lo, w.at
}

// readDrivers reads the word of w up to n, or to a password in it. It begins at most LookBack bytes before n.
func (r *reader) readDrivers(w *driverWord, n int) {
	start, limit := n, max(w.read, n-LookBack)
	for start > limit && r.text[start-1] > ' ' {
		start--
	}
	if start > w.read || w.lo > 0 && w.lo < n-LookBack {
		start = wordStart(r.text, n)
		*w = driverWord{read: start, empty: w.empty, mysql: mysqlWord{name: start, run: start}}
	}
	for w.read < n && w.lo == 0 {
		begin := w.read
		c, size := r.char(begin)
		if w.read += size; !isNameChar(c) {
			r.readMark(w, begin, c)
		}
	}
}

// readMark reads the character c of w at n, which may end a user name.
func (r *reader) readMark(w *driverWord, n int, c rune) {
	for i, name := range w.names {
		if name > 0 && c == rune(separators[i]) {
			if w.names[i] = 0; n > name {
				w.lo = w.read
			}
		}
	}
	if strings.ContainsRune("\"'`<>/@", c) {
		w.names = [len(separators)]int{}
	}
	for _, d := range &drivers {
		if c == ':' && r.follows(n, d.prefix) {
			w.names[d.separator] = w.read
		}
	}
	w.mysql.readMark(r, n, w.read, c)
}

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
