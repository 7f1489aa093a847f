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
		for hi = lo; hi < len(r.text); {
			c, width := r.char(hi)
			if c == quote && width == size {
				break
			}
			if isSpace(c) || isQuote(c) && r.closes(authority{n: n}, hi, c, width) {
				return 0, 0
			}
			hi += width
		}
		if hi == len(r.text) {
			return 0, 0
		}
		c, width := r.char(lo)
		if m.after != "" {
			if c != ':' || !strings.HasPrefix(r.text[hi+size:], m.after) {
				return 0, 0
			}
			return lo + width, hi
		}
		if strings.ContainsRune(",:}]", c) { // JSON goes on after a string
			return 0, 0
		}
		return lo, hi
	}
	return 0, 0
}
