package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// A message is what a program writes before and after a part of an address.
type message struct {
	kind          messageKind
	before, after string
}

// A messageKind is what a message has inside.
type messageKind uint8

const (
	inPort    messageKind = iota // a password in quotation marks that the program read as a port, or a part of one
	inNumber                     // the same, or text in quotation marks that is no address
	inHost                       // a host. It has no "@": the text before one is the end of a password
	inAddress                    // an address without a scheme. The text before an "@" is a password if it has a ":"
)

// messages are those of parsers and resolvers. Each line names the program.
var messages = []message{
	{inPort, "invalid port ", " after host"}, {inPort, "invalid URL escape ", ""}, // Go, net/url
	{inNumber, "invalid literal for int() with base 10: ", ""},        // Python, int
	{inPort, "could not be cast to integer value as ", ""},            // Python, urllib.parse
	{inPort, "nonnumeric port: ", ""}, {inPort, "Invalid port: ", ""}, // Python, http.client and httpx
	{inPort, "Port must be an integer between 0 and 65535: ", ""},               // Python, pymongo
	{inPort, " 65536. Received type string (", ""},                              // Node, ERR_SOCKET_BAD_PORT
	{inNumber, "For input string: ", ""}, {inPort, "Error at index 0 in: ", ""}, // Java, Integer.parseInt
	{inPort, "Failed to parse the host:port pair ", ""},                                                       // Java, Guava
	{inPort, "invalid integer value ", ` for connection option "port`}, {inPort, "invalid port number: ", ""}, // libpq
	// libpq, missing "=" after "S" in connection info:
	{inPort, "after ", " in connection info"},
	{inPort, "in URI query parameter: ", ""}, {inPort, "invalid percent-encoded token: ", ""}, // libpq

	{inHost, "lookup ", ": no such host"}, {inHost, "lookup ", " on "}, {inHost, "dial tcp: lookup ", ""}, // Go, net
	{inHost, "lookup ", ": unknown port"}, {inHost, "address ", ": unknown port"}, // Go, net
	{inHost, "address ", ": missing port in address"},                   // Go, net
	{inHost, " ENOTFOUND ", ""}, {inHost, "getaddrinfo EAI_AGAIN ", ""}, // Node
	{inHost, "hostname: ", ""},                                                  // Node, in the fields of an error
	{inHost, "resolve host ", ""},                                               // Python, psycopg
	{inHost, "Cannot connect to host ", ""}, {inHost, "Failed to resolve ", ""}, // Python, aiohttp, urllib3
	{inHost, "UnknownHostException: ", ""}, {inHost, "getaddrinfo for ", " failed"}, // Java, PHP
	{inHost, "Could not resolve host: ", ""}, {inHost, "Could not resolve proxy: ", ""}, // curl
	{inHost, "Bad hostname ", ""},                                                            // curl
	{inHost, "could not translate host name ", ""}, {inHost, "connection to server at ", ""}, // libpq
	{inHost, "Unknown MySQL server host ", ""}, {inHost, "Can't connect to MySQL server on ", ""}, // MySQL
	{inHost, "Could not resolve hostname ", ""}, // OpenSSH

	{inAddress, "parse ", ": first path segment"}, {inAddress, "parse ", ": missing protocol scheme"}, // Go, net/url
	{inAddress, "address ", ": too many colons"}, {inAddress, "Get ", ": unsupported protocol scheme"}, // Go, net, net/http
	{inAddress, "no protocol: ", ""}, {inAddress, "No suitable driver found for ", ""}, // Java, java.net.URL, java.sql
	{inAddress, "scheme name at index ", ""}, {inAddress, "part at index ", ""}, // Java, java.net.URI: see messageEnd
	{inAddress, "pair at index ", ""},                                                                  // the same
	{inAddress, "Invalid URL ", ": No scheme"}, {inAddress, "connection adapters were found for ", ""}, // Python, requests
	{inAddress, "URL from string ", ""}, {inAddress, "unknown url type: ", ""}, // Python, SQLAlchemy, urllib
	{inAddress, "Failed to parse URL from ", ""}, {inAddress, "Invalid URL: ", ""}, // Node
	{inAddress, " input: ", ""},                     // Node, in the fields of an error
	{inAddress, "Unsupported proxy syntax in ", ""}, // curl
}

// messageEnds is the set of the two bytes before the last one of all messages, by hashOf. The last one is a space or
// "(".
var messageEnds = func() (ends bitmap) {
	for _, m := range messages {
		n := len(m.before)
		ends.add(hashOf(m.before[n-3], m.before[n-2]))
	}
	return ends
}()

// endsBeforeHost reports whether a message is at the end of text, up to the host or the address.
func endsBeforeHost(text string) bool {
	text = text[:messageEnd(text)]
	isAtEnd := func(m message) bool { return m.kind >= inHost && strings.HasSuffix(text, m.before) }
	return slices.ContainsFunc(messages, isAtEnd)
}

// messageEnd returns the end of the message at the end of text, without the number in "at index 3: ".
func messageEnd(text string) int {
	number, ok := strings.CutSuffix(text[max(0, len(text)-longestKey):], ": ")
	if word := strings.TrimRight(number, "0123456789"); ok && word != number {
		return len(text) - len(": ") - len(number) + len(word)
	}
	return len(text)
}

// hostOfMessage returns the range from the host or address with the "@" at n, in a message, to its last "@". It is empty
// without one.
func (r *reader) hostOfMessage(n int) (lo, hi int) {
	start, read := wordStart(r.text, n), r.readUpTo(ofMessage)
	end := messageEnd(r.text[:start])
	if !r.isAfterMessage(end) || start < *read || !endsBeforeHost(r.text[:start]) {
		return 0, 0
	}
	*read = n // PERF: otherwise each "@" in the first bytes of a long word reads all of it
	lo = start
	for c, size := r.quoteAt(lo); lo < n && isQuote(c); c, size = r.quoteAt(lo) {
		if r.closes(authority{n: lo}, lo, c, size) { // ["lookup ","joe@h"]
			return 0, 0
		}
		lo += size
	}
	a := authority{n: lo, opener: r.before(lo), level: r.backslashes(max(0, lo-1))}
	hi = r.tail(a, lo).at
	isAround := func(m message) bool {
		isInside := m.kind == inHost || m.kind == inAddress && strings.Contains(r.text[lo:hi], ":")
		return isInside && strings.HasSuffix(r.text[:end], m.before) && strings.Contains(r.ahead(n), m.after)
	}
	if hi < n || !slices.ContainsFunc(messages, isAround) {
		return 0, 0
	}
	r.host = span{lo, hi}
	return lo, hi
}

// hostAgain returns the last result of hostOfMessage if the same text is before the "@" at n, in the same line:
// getaddrinfo ENOTFOUND S@h S@h:80, {"message":"getaddrinfo ENOTFOUND S@h","hostname":"S@h"}.
func (r *reader) hostAgain(n int) (lo, hi int) {
	secret := r.text[r.host.lo:r.host.hi]
	lo = n - len(secret)
	if secret == "" || lo < r.host.hi || !strings.HasSuffix(r.text[:n], secret) || isWord(r.before(lo)) {
		return 0, 0
	}
	isNextLine := strings.Contains(r.text[r.host.hi:lo], "\n")
	if r.host = (span{lo, n}); isNextLine {
		r.host = span{}
	}
	return r.host.lo, r.host.hi
}

// messageBefore returns the index of the message that goes on with a quotation mark at n, or -1.
func (r *reader) messageBefore(n int) int {
	isBefore := func(m message) bool { return m.kind < inHost && strings.HasSuffix(r.text[:n], m.before) }
	return slices.IndexFunc(messages, isBefore)
}

// message returns the range of a password after a message: between the quotation mark at n and the next one. It
// has a space only if the message goes on after it. In Go's message, a ":" precedes it: invalid port ":S" after host.
func (r *reader) message(n int) (lo, hi int) {
	i := r.messageBefore(n)
	quote, size := r.quoteAt(n)
	lo = n + size
	mark, end := r.text[n:lo], r.closing(n, lo, quote)
	if text := r.ahead(lo); end == 0 && mark == "'" { // http.client escapes no mark: 'S'S'
		end = lo + strings.LastIndexByte(text[:octet.Next(text, 0, " \t\n\"")], '\'') + 1
	}
	if i < 0 || end <= lo || !strings.HasPrefix(r.text[end:], strings.ReplaceAll(messages[i].after, `"`, mark)) {
		return 0, 0
	}
	hi = end - size
	m, value := messages[i], r.text[lo:hi]
	first, width := r.charAt(lo)
	last, _ := r.ending(hi)
	switch isBetween := strings.ContainsRune(" \t\n,:}]", first) && strings.ContainsRune(" \t\n,:[{", last); {
	case quote == '"' && isBetween && r.isInString(n, mark):
		return 0, 0 // JSON: {"invalid port ":[1," after host"]}
	case m.after == " after host" && first == ':':
		// The address may be before the message, cut off at a "#": parse "postgres://joe:S/S": invalid port ":S" after host
		last := n - len(m.before) - len(mark+": ")
		address, ok := strings.CutSuffix(r.lineBefore(n-len(m.before)), mark+": ")
		i := strings.LastIndex(address, value)
		begin := last - len(address) + i
		if ok && i >= 0 && r.passed <= begin && width < len(value) && !strings.Contains(address[i+len(value):], `"`) {
			r.from = n // the value here is the next secret
			return begin + width, last
		}
		return lo + width, hi
	case m.after == "" && strings.IndexFunc(value, isSpace) >= 0,
		placeholder(value) == hi-lo, // '%s' is in the code of a program
		m.kind == inNumber && (value == "None" || value == "null" || strings.Trim(value, "0123456789.,:+-/_TZ%") == ""):
		return 0, 0
	}
	return lo, hi
}
