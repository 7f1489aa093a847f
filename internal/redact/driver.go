package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
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

// networks precede the "(" in an address of MySQL's driver for Go: root:S@tcp(h:3306)/db. Its README has the syntax.
var networks = []string{"tcp", "tcp4", "tcp6", "udp", "unix", "cloudsql"}

// wordStart returns the start of the word that ends at n, or of its last lookBack bytes.
func wordStart(text string, n int) int {
	limit := max(0, n-lookBack)
	for n > limit && text[n-1] > ' ' {
		n--
	}
	return n
}

// driver returns the range of the password before the "@" at n, of the given size, in the address of a driver.
func (r *reader) driver(n, size int) (lo, hi int) {
	var word [lookBack]byte       // decoded
	var offsets [lookBack + 1]int // of its bytes, and of the "@", in r.text
	count, start := 0, wordStart(r.text, n)
	if !strings.ContainsAny(r.text[start:n], ":%\\&") { // no user name
		return 0, 0
	}
	for i, width := start, 0; i < n; i += width {
		var c rune
		c, width = r.char(i)
		word[count], offsets[count] = byte(min(c, 0xff)), i
		count++
	}
	offsets[count] = n
	if i := afterPrefix(octet.Text(word[:count])); i >= 0 {
		lo, empty := offsets[i], r.byPercent(&r.emptyDriver)
		if lo < r.passed || lo < *empty && isDigest(r.text[n+size:]) {
			return 0, 0
		}
		t := r.tail(authority{n: lo, opener: r.text[lo-1]}, lo)
		if t.at < 0 {
			*empty = t.end
		}
		if t.at < n {
			return 0, 0
		}
		return lo, t.at
	}
	if kind := r.network(n + size); kind != noNetwork {
		return r.mysql(octet.Text(word[:count]), offsets[:count+1], kind == someNetwork)
	}
	return 0, 0
}

// afterPrefix returns the offset of the password in a word with the prefix of a driver and a user name, or -1.
func afterPrefix(word string) int {
	for i := range len(word) {
		if word[i] != ':' {
			continue
		}
		for _, d := range &drivers {
			begin := i + 1 - len(d.prefix)
			if begin < 0 || !octet.EqualFold(word[begin:i+1], d.prefix) || begin > 0 && isWord(word[begin-1]) {
				continue
			}
			name := word[i+1:]
			if end := strings.IndexByte(name, d.sep); end > 0 && !strings.ContainsAny(name[:end], "\"'`<>/@") {
				return i + 1 + end + 1
			}
		}
	}
	return -1
}

// The kinds of text after the "@" in an address of MySQL's driver for Go.
const (
	noNetwork   = iota
	someNetwork // "(" or "/": the default network
	network     // a network and "("
)

// network returns the kind of the text at n.
func (r *reader) network(n int) int {
	switch c, _ := r.next(n); {
	case r.isNetwork(n):
		return network
	case (c == '/' || c == '(' && r.isAddress(n)) && !r.hasNetwork(n):
		return someNetwork
	}
	return noNetwork
}

// isNetwork reports whether a network and "(" are at n.
func (r *reader) isNetwork(n int) bool {
	end := spanOf(r.text[:min(len(r.text), n+10)], n, tables.ALPHA|tables.DIGIT)
	c, _ := r.next(end)
	return c == '(' && slices.Contains(networks, r.text[n:end])
}

// isAddress reports whether the "(" at n begins an address and the "/" after it: (h:3306)/db.
func (r *reader) isAddress(n int) bool {
	word := r.text[n:min(len(r.text), n+lookBack)]
	end := strings.IndexByte(word, ')')
	return end > 0 && strings.IndexFunc(word[:end], isSpace) < 0 && strings.HasPrefix(word[end+1:], "/")
}

// hasNetwork reports whether an "@" and a network are in the word after n.
func (r *reader) hasNetwork(n int) bool {
	for limit := min(len(r.text), n+lookBack); n < limit && r.text[n] > ' '; n++ {
		if r.text[n] == '@' && r.isNetwork(n+1) {
			return true
		}
	}
	return false
}

// mysql returns the range of the password in a word of r.text before an "@" and a network. The user name begins after
// the last character before the ":" that user names do not have. It is not empty, and neither is the password.
//
// If isStrict is set, since there is no network, the user name begins the word or follows a quotation mark or "=", and
// the password has no quotation mark, bracket or ":", and does not begin with "/".
func (r *reader) mysql(word string, offsets []int, isStrict bool) (lo, hi int) {
	at, name := offsets[len(word)], 0
	for i := range word {
		if word[i] == '@' && r.isNetwork(offsets[i+1]) {
			name = i + 2 + strings.IndexByte(word[i+1:], ')') // another address
		}
	}
	before := *r
	_, size := r.char(at)
	before.text = r.text[:at+size]
	for i := name; i < len(word); i++ {
		c := word[i]
		if c != ':' || i == name {
			if c == ':' || !tables.Is(c, tables.Unreserved) && c < 0x80 && c != '%' {
				name = i + 1
			}
			continue
		}
		lo := offsets[i+1]
		t := before.tail(authority{n: lo, opener: r.before(offsets[name])}, lo)
		isPlain := (name == 0 || strings.IndexByte("\"'`=", word[name-1]) >= 0) &&
			!strings.HasPrefix(word[i+1:], "/") && !strings.ContainsAny(word[i+1:], "\"'`<>(){}[]:")
		if t.at == at && lo < at && (isPlain || !isStrict) {
			return lo, at
		}
		for i+1 < len(word) && offsets[i+1] < t.end {
			i++
		}
		name = i + 1
	}
	return 0, 0
}
