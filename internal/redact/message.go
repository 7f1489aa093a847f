package redact

import "strings"

// A message is what a parser writes before a quotation mark and a password that it read as a port.
type message struct{ before, after string }

var messages = [...]message{
	{"invalid port ", " after host"},                 // Go, net/url
	{"invalid literal for int() with base 10: ", ""}, // Python, int
	{"could not be cast to integer value as ", ""},   // Python, urllib.parse
	{"nonnumeric port: ", ""},                        // Python, http.client
	{"Received type string (", ""},                   // Node, ERR_SOCKET_BAD_PORT
	{"For input string: ", ""},                       // Java, Integer.parseInt
}

// message returns the range of a password after a message: between the quotation mark at n and the next one, without a
// space. In Go's message, a ":" precedes the password: invalid port ":S" after host.
func (r *reader) message(n int) (lo, hi int) {
	for _, m := range &messages {
		if !strings.HasSuffix(r.text[:n], m.before) {
			continue
		}
		quote, size := r.char(n)
		lo = n + size
		end := r.closing(n, lo, quote)
		first, width := r.next(lo)
		hi = end - size
		switch {
		case end == 0 || strings.IndexFunc(r.text[lo:hi], isSpace) >= 0:
			return 0, 0
		case m.after == "" && !strings.ContainsRune(",:}]", first): // with which JSON goes on after a string
			return lo, hi
		case m.after != "" && first == ':' && strings.HasPrefix(r.text[end:], m.after):
			return lo + width, hi
		}
		return 0, 0
	}
	return 0, 0
}
