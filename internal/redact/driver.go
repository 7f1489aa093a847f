package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A driver has addresses with a password, but without "://": a prefix, ":", a user name, a separator, and the password.
type driver struct {
	prefix    string
	separator rune
}

var drivers = [...]driver{
	{"sip", ':'},         // sip:user:S@h, RFC 3261, section 19.1.1
	{"sips", ':'},        // the same
	{"oracle:thin", '/'}, // jdbc:oracle:thin:scott/S@//h:1521/service, Oracle's JDBC Developer's Guide
	{"oracle:oci", '/'},  // the same; also jdbc:p6spy:oracle:thin:scott/S@h of wrappers
}

// networks precede the "(" in an address of MySQL's driver for Go: root:S@tcp(h:3306)/db. Its README has the syntax.
var networks = []string{"tcp", "tcp4", "tcp6", "udp", "unix", "cloudsql"}

// driverAt returns the driver with the prefix before the ":" at n, without regard to case. It returns nil if no driver
// has that prefix, or if a word character is before it.
func (r *reader) driverAt(n int) *driver {
	for i := range drivers {
		if d := &drivers[i]; r.before(n)|0x20 == d.prefix[len(d.prefix)-1] && r.follows(n, d.prefix) {
			return d
		}
	}
	return nil
}

// follows reports whether prefix is before n.
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

// driver returns the password in an address of d with a user name that begins at n.
func (r *reader) driver(d *driver, n int) (lo, hi int) {
	begin, limit := n, min(len(r.text), n+LookBack)
	for n < limit {
		c, size := r.char(n)
		if c == d.separator && n > begin {
			n += size
			t, _ := r.tailOnce(authority{n: n, opener: r.text[n-1]}, n, ofDriver)
			return n, t.at
		}
		if c == d.separator || c <= ' ' && size == 1 || strings.ContainsRune("\"'`<>/@", c) {
			break
		}
		n += size
	}
	return 0, 0
}

// mysql returns the password before the "@" at n, of the given size, in an address of MySQL's driver. If no known
// network follows the "@", the user name is where an address without a scheme may begin, and the password has no
// quotation mark, bracket or ":", and does not begin with "/".
func (r *reader) mysql(n, size int) (lo, hi int) {
	isKnown := r.isNetwork(n + size)
	first := 0
	if !isKnown {
		if !r.isDefaultNetwork(n + size) {
			return 0, 0
		}
		read := r.readUpTo(ofMySQL)
		first, *read = *read, n+size // PERF: otherwise each "@" in @/@/@/ reads the word before it again
	}
	start := first + wordStart(r.text[first:], n-first)
	for i := start; i < n; {
		c, width := r.char(i)
		if i += width; c == '@' && i < n && r.isNetwork(i) { // of another address
			start = i + strings.IndexByte(r.text[i:n], ')') + 1
		}
	}
	before := *r
	before.text = r.text[:n+size]
	name, opener := start, byte(0)
	for i := start; i < n; {
		begin := i
		c, width := r.char(i)
		if i += width; isNameChar(c) {
			continue
		}
		switch after, _ := r.charAt(i); {
		case c == ':' && begin > name && isKnown && i >= r.passed:
			t := before.tail(authority{n: i, opener: r.before(name)}, i)
			if t.at == n && i < n {
				return i, n
			}
			i = max(i, t.end)
		case c == ':' && begin > name && after != '/' && r.beginsAddress(name):
			lo, opener = i, r.before(name)
		case strings.ContainsRune("\"'`<>(){}[]:", c):
			lo = 0
		}
		name = i
	}
	if lo > 0 {
		n, size = r.lastNetwork(n, size)
		before.text = r.text[:n+size]
	}
	if lo == 0 || n == 0 || before.tail(authority{n: lo, opener: opener}, lo).at != n {
		return 0, 0
	}
	return lo, n
}

// isNetwork reports whether a network and "(" are at n.
func (r *reader) isNetwork(n int) bool {
	end := octet.SpanOf(r.text[:min(len(r.text), n+10)], n, tables.ALPHA|tables.DIGIT)
	c, _ := r.charAt(end)
	return c == '(' && slices.Contains(networks, r.text[n:end])
}

// isDefaultNetwork reports whether "/", or a network and the "(" of (h:3306)/db may be at n. Programs name networks of
// their own: joe:S@mynet(h)/db.
func (r *reader) isDefaultNetwork(n int) bool {
	c, _ := r.charAt(n)
	after, _ := r.charAt(octet.SpanOf(r.text[:min(len(r.text), n+longestKey)], n, tables.Unreserved))
	return c == '/' || after == '('
}

// lastNetwork returns the last "@" in the word that a known network follows, from the "@" at n on, of the given size. Without
// one, it returns n, or 0 if no "/" follows the first ")" of joe:S@mynet(h)/db.
func (r *reader) lastNetwork(n, size int) (at, atSize int) {
	c, _ := r.charAt(n + size)
	limit := min(len(r.text), n+LookBack)
	host, path, _ := strings.Cut(r.text[n:limit], ")")
	if c == '/' || strings.HasPrefix(path, "/") && strings.IndexFunc(host, isSpace) < 0 {
		at, atSize = n, size
	}
	for i := n + size; i < limit && r.text[i] > ' '; {
		c, width := r.char(i)
		i += width
		if c == '@' && r.isNetwork(i) {
			at, atSize = i-width, width
		}
	}
	return at, atSize
}

// isNameChar reports whether c may be in a user name of MySQL.
func isNameChar(c rune) bool { return c >= 0x80 || c == '%' || tables.Is(byte(c), tables.Unreserved) }

// wordStart returns the start of the word that ends at n, or of its last LookBack bytes.
func wordStart(text string, n int) int {
	limit := max(0, n-LookBack)
	for n > limit && text[n-1] > ' ' {
		n--
	}
	return n
}
