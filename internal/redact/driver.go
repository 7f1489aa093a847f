package redact

import (
	"strings"

	"github.com/urispan/uri/tables"
)

// lookBack is the number of bytes before a place that the rules look at.
const lookBack = 256

// A driver has addresses with a password, but without "://".
type driver struct {
	prefix string // before the user name
	sep    byte   // between the user name and the password
}

var drivers = [...]driver{
	{"sip:", ':'},              // sip:user:S@h, RFC 3261, section 19.1.1
	{"sips:", ':'},             // the same
	{"jdbc:oracle:thin:", '/'}, // jdbc:oracle:thin:scott/S@//h:1521/service, Oracle's JDBC Developer's Guide
	{"jdbc:oracle:oci:", '/'},  // the same
}

// networks follow the "@" in an address of MySQL's driver for Go: root:S@tcp(h:3306)/db. Its README has the syntax.
var networks = [...]string{"tcp(", "tcp4(", "tcp6(", "unix(", "cloudsql("}

// isDriverSign reports whether the "@" at n may be in the address of a driver.
func isDriverSign(text string, n int) bool {
	return networkAt(text[n+1:]) || driverBefore(text, n) >= 0
}

func networkAt(text string) bool {
	for _, network := range &networks {
		if strings.HasPrefix(text, network) {
			return true
		}
	}
	return false
}

// wordStart returns the start of the word that ends at n, or of its last lookBack bytes.
func wordStart(text string, n int) int {
	limit := max(0, n-lookBack)
	for n > limit && text[n-1] > ' ' {
		n--
	}
	return n
}

// driverBefore returns the start of the password of the last address of a driver before the "@" at n, or -1.
func driverBefore(text string, n int) (lo int) {
	word := text[wordStart(text, n):n]
	for i := range word {
		if word[i] != ':' {
			continue
		}
		for _, d := range &drivers {
			begin := i + 1 - len(d.prefix)
			if begin < 0 || !strings.EqualFold(word[begin:i+1], d.prefix) || begin > 0 && isWord(word[begin-1]) {
				continue
			}
			name := word[i+1:]
			if end := strings.IndexByte(name, d.sep); end > 0 && !strings.ContainsAny(name[:end], "\"'`<>/@") {
				return n - len(name) + end + 1
			}
		}
	}
	return -1
}

// driver returns the range of the password before the "@" at n in the address of a driver.
func (r *reader) driver(n int) (lo, hi int) {
	if !networkAt(r.text[n+1:]) {
		lo = driverBefore(r.text, n)
		a := authority{n: lo}
		a.opener, a.isEscaped = r.opener(lo)
		t := r.tail(a, lo)
		if t.at < n || t.port && t.rfc < 0 {
			return 0, 0
		}
		return lo, t.at
	}
	return r.mysql(n)
}

// mysql returns the range of the password before the "@" at n, which a network follows. The user name begins after the
// last character before the ":" that user names do not have.
func (r *reader) mysql(n int) (lo, hi int) {
	before := *r
	before.text = r.text[:n+1]
	name := wordStart(r.text, n)
	for i := name; i < n; {
		switch c := r.text[i]; {
		case c == ':' && i > name:
			t := before.tail(authority{n: i + 1, opener: r.before(name)}, i+1)
			if t.at == n && !networkBetween(r.text, i, n) {
				return i + 1, n
			}
			i = max(i+1, t.end)
			name = i
			continue
		case c == ':' || !tables.Is(c, tables.Unreserved) && c < 0x80 && c != '%':
			name = i + 1
		}
		i++
	}
	return 0, 0
}

// networkBetween reports whether an "@" and a network are in text[lo:hi].
func networkBetween(text string, lo, hi int) bool {
	for ; lo < hi; lo++ {
		if text[lo] == '@' && networkAt(text[lo+1:hi]) {
			return true
		}
	}
	return false
}
