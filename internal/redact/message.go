package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A message is what a program writes before and after a part of an address.
type message struct{ before, after string }

// beforeInt and beforeInteger precede what programs read as integers of all kinds, and not only as ports. beforeEscape
// precedes a part of an address, as in parse "redis://joe:S%Yq@h": invalid URL escape "%Yq".
const beforeInt, beforeInteger = "invalid literal for int() with base 10: ", "For input string: "
const beforeEscape = "invalid URL escape "

// messages are what parsers write around a password in quotation marks that they read as a port. Each line names the
// program.
var messages = []message{
	{"invalid port ", " after host"}, {beforeEscape, ""}, // Go, net/url
	{beforeInt, ""}, {"could not be cast to integer value as ", ""}, // Python, int and urllib.parse
	{"nonnumeric port: ", ""}, {"Invalid port: ", ""}, // Python, http.client and httpx
	{"Port must be an integer between 0 and 65535: ", ""},                                           // Python, pymongo
	{" 65536. Received type string (", ""},                                                          // Node, ERR_SOCKET_BAD_PORT
	{beforeInteger, ""}, {"Error at index 0 in: ", ""}, {"Failed to parse the host:port pair ", ""}, // Java, Integer.parseInt, Guava
	{"invalid integer value ", ` for connection option "port`}, {"invalid port number: ", ""}, // libpq
	{"after ", " in connection info"},                                         // libpq: missing "=" after "S" in connection info
	{"in URI query parameter: ", ""}, {"invalid percent-encoded token: ", ""}, // libpq
}

// messageEnds is the set of the two bytes before the last one of all messages, by hashOf. The last one is a space or
// "(".
var messageEnds = func() (ends bitmap) {
	for _, list := range [...][]message{messages, hostMessages, addressMessages} {
		for _, m := range list {
			n := len(m.before)
			ends.add(hashOf(m.before[n-3], m.before[n-2]))
		}
	}
	return ends
}()

// hostMessages are the texts that resolvers write around the name of a host. No host has an "@": the text before it is the
// end of a password.
var hostMessages = []message{
	{"lookup ", ": no such host"}, {"lookup ", " on "}, {"dial tcp: lookup ", ""}, // Go, net
	{"lookup ", ": unknown port"}, {"address ", ": unknown port"}, {"address ", ": missing port in address"}, // Go, net
	{" ENOTFOUND ", ""}, {"getaddrinfo EAI_AGAIN ", ""}, {"hostname: ", ""}, // Node, the last one in the fields of an error
	{"resolve host ", ""}, {"Cannot connect to host ", ""}, {"Failed to resolve ", ""}, // Python, psycopg, aiohttp, urllib3
	{"UnknownHostException: ", ""}, {"getaddrinfo for ", " failed"}, // Java, PHP
	{"Could not resolve host: ", ""}, {"Could not resolve proxy: ", ""}, {"Bad hostname ", ""}, // curl
	{"could not translate host name ", ""}, {"connection to server at ", ""}, // libpq
	{"Unknown MySQL server host ", ""}, {"Can't connect to MySQL server on ", ""}, // MySQL
	{"Could not resolve hostname ", ""}, // OpenSSH
}

// addressMessages are what parsers write around an address without a scheme. It has a password if a ":" is before the
// "@", as in joe:S@h, but not in git@h:path.
var addressMessages = []message{
	{"parse ", ": first path segment"}, {"parse ", ": missing protocol scheme"}, // Go, net/url
	{"address ", ": too many colons"}, {"Get ", ": unsupported protocol scheme"}, // Go, net, net/http
	{"no protocol: ", ""}, {"No suitable driver found for ", ""}, // Java, java.net.URL, java.sql
	{"scheme name at index ", ""}, {"part at index ", ""}, {"pair at index ", ""}, // Java, java.net.URI: see messageEnd
	{"Invalid URL ", ": No scheme"}, {"connection adapters were found for ", ""}, // Python, requests
	{"URL from string ", ""}, {"unknown url type: ", ""}, // Python, SQLAlchemy, urllib
	{"Failed to parse URL from ", ""}, {"Invalid URL: ", ""}, {" input: ", ""}, // Node, the last one in the fields of an error
	{"Unsupported proxy syntax in ", ""}, // curl
}

// endsBeforeHost reports whether one of hostMessages or addressMessages is at the end of text, up to the host or
// address.
func endsBeforeHost(text string) bool {
	text = text[:messageEnd(text, len(text))]
	isAtEnd := func(m message) bool { return strings.HasSuffix(text, m.before) }
	return slices.ContainsFunc(hostMessages, isAtEnd) || slices.ContainsFunc(addressMessages, isAtEnd)
}

// messageEnd returns the end of the message before n, without the number in "at index 3: ".
func messageEnd(text string, n int) int {
	number := len(strings.TrimSuffix(text[:n], ": "))
	end := number
	for limit := max(0, n-longestKey); end > limit && tables.Is(text[end-1], tables.DIGIT); {
		end--
	}
	if end == number {
		return n
	}
	return end
}

// hostOfMessage returns the range from the host or address with the "@" at n, in one of hostMessages or
// addressMessages, to its last "@". It is empty without one.
func (r *reader) hostOfMessage(n int) (lo, hi int) {
	start, read := wordStart(r.text, n), r.readUpTo(ofMessage)
	end := messageEnd(r.text, start)
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
		return strings.HasSuffix(r.text[:end], m.before) && strings.Contains(r.ahead(n), m.after)
	}
	hasPassword := hi >= n && strings.Contains(r.text[lo:hi], ":") && slices.ContainsFunc(addressMessages, isAround)
	if hi < n || !hasPassword && !slices.ContainsFunc(hostMessages, isAround) {
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
	return slices.IndexFunc(messages, func(m message) bool { return strings.HasSuffix(r.text[:n], m.before) })
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
	case m.before == beforeEscape && !r.isInSecret(n-len(beforeEscape), value),
		m.after == "" && strings.IndexFunc(value, isSpace) >= 0,
		placeholder(value) == hi-lo, // '%s' is in the code of a program
		(m.before == beforeInt || m.before == beforeInteger) &&
			(value == "None" || value == "null" || strings.Trim(value, "0123456789.,:+-/_TZ%") == ""):
		return 0, 0
	}
	return lo, hi
}

// isInSecret reports whether the word before n has a secret, and value nowhere else.
func (r *reader) isInSecret(n int, value string) bool {
	line := strings.TrimRight(r.lineBefore(n), " ")
	word := line[wordStart(line, len(line)):]
	address := newReader(word, 0, r.rules, false)
	one, ok := address.next()
	return ok && !strings.Contains(word[:one.lo], value) && !strings.Contains(word[one.hi:], value)
}
