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
	return !r.isAfterWord(n)
}

// isAfterWord reports whether a word character is before n, and the colours before it.
func (r *reader) isAfterWord(n int) bool {
	c, _ := r.ending(r.beforeColour(n))
	return c == '_' || isAlnum(c)
}

// mysql returns the password before the "@" at n, of the given size, in an address of MySQL's driver, or of a proxy. If no
// known network follows the "@", the user name is where an address without a scheme may begin, and the password does not
// begin with "/". Before "@/", it has no quotation mark, bracket or ":".
func (r *reader) mysql(n, size int) (lo, hi int) {
	isKnown, isDefault := r.network(n + size)
	if !isKnown && !isDefault {
		return 0, 0
	}
	read := r.readUpTo(ofMySQL)
	start := min(n, *read) // PERF: otherwise each "@" in @/@/@/ reads the word before it again
	if *read = n + size; isKnown {
		start = min(start, wordStart(r.text, n)) // joe:S@/S@tcp(h)/db
	}
	start += strings.LastIndexFunc(r.text[start:n], isSpace) + 1
	before, isBare := *r, strings.HasPrefix(r.text[n+size:], "/")
	before.text = r.text[:n+size]
	name := start
	for i := start; i < n; {
		begin := i
		c, width := r.char(i)
		if i = max(i+width, afterColours(r.text, i)); isNameChar(c) {
			continue
		}
		isUser := c == ':' && begin > name && i < n && i >= r.passed
		if isUser && (isKnown || r.text[i] != '/' && r.beginsAddress(name) && r.driverAt(begin) == nil && // sip:a@10.0.0.2:80
			!(isBare && strings.ContainsAny(r.text[i:n], "\"'`<>(){}[]:"))) {
			a := authority{n: i, opener: r.before(name)}
			if !isKnown {
				before.text = r.text[:max(n+size, n+1+r.lastNetwork(n))]
			}
			t := before.tail(a, i)
			if t.at >= n {
				return i, t.at
			}
			i = max(i, t.end)
		}
		name = i
	}
	return 0, 0
}

// network reports whether a known network and "(" are at n, and whether "/", another network and a host in brackets, or
// an IPv4 address with a port are: joe:S@/db, joe:S@(h:3306)/db, joe:S@10.0.0.2:8080. Programs name networks of their own:
// joe:S@mynet(h)/db. Lists of proxies have the port.
func (r *reader) network(n int) (isKnown, isDefault bool) {
	open := octet.SpanOf(r.text, n, tables.Unreserved)
	c, _ := r.charAt(open)
	if name := r.text[n:open]; c != '(' || slices.Contains(networks, name) {
		isProxy := c == ':' && strings.Count(name, ".") == 3 && strings.Trim(name, ".0123456789") == ""
		port, _ := r.charAt(open + 1)
		return c == '(', c == '/' && name == "" || isProxy && '0' <= port && port <= '9'
	}
	text := r.ahead(n)
	host, isOpen := strings.CutPrefix(text[min(open-n, len(text)):], "(")
	host, path, _ := strings.Cut(host, ")")
	rest := host[placeholder(host):] // of ${HOST}:3306
	return false, isOpen && host != "" && strings.HasPrefix(path, "/") && !strings.ContainsAny(rest, " \t\n\"'`<>({}*+\\^|")
}

// lastNetwork returns the offset from n of the last "@" before a known network, or -1: joe:S@/S@tcp(h)/db.
func (r *reader) lastNetwork(n int) (offset int) {
	offset = -1
	for _, network := range networks {
		offset = max(offset, strings.LastIndex(r.ahead(n), "@"+network+"("))
	}
	return offset
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
