package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A tail is the text after the ":" of an authority: a password or a port, and the text after it.
type tail struct {
	at        int  // the "@" that ends the secret, or -1
	rfc       int  // the last "@" before the first delimiter, which ends a userinfo by RFC 3986, or -1
	host      host // after rfc
	port      bool // it begins with a port
	delimiter bool // a delimiter follows the port
	end       int
}

// tailOnce is tail, but returns a port in text where another tail has found no "@". PERF: otherwise each address in
// http://http://http:// would be read to the end of the text.
func (r *reader) tailOnce(a authority, n int) (t tail) {
	end := r.readUpTo(ofAddress)
	if a.separator != 0 {
		end = r.readUpTo(ofDriver)
	}
	if a.n < *end {
		return tail{at: -1, rfc: -1, port: true}
	}
	if t = r.tail(a, n); t.at < 0 {
		*end = t.end
	}
	return t
}

// tail reads the tail at n of the authority a. It ends at a space or a closer; at the next "://" after an "@" or a
// port; and before a query after a host: postgres://u:S@h/db?mail=a@b.
//
// Over http, a userinfo by RFC 3986 ends at its last "@" if a full host follows: https://u:S@h.example/@x. For other
// schemes, the first "@" ends the secret that a host, a port and "/" follow: mysql://u:S@h:3306/a@b.
func (r *reader) tail(a authority, n int) tail {
	t := tail{at: -1, rfc: -1}
	port := r.portEnd(n)
	t.port = port > n
	first, questions := -1, 0
	for i := port; ; {
		if i = octet.SpanOf(r.text, i, tables.Unreserved); i == len(r.text) { // most characters
			break
		}
		t.end = i
		if size := r.innerQuote(a.opener, i); size > 0 {
			i += size
			continue
		}
		c, size := r.char(i)
		switch {
		case c == '@' && !strings.HasPrefix(r.text[i+size:], "sha256:"): // of a container image
			h := hostAt(r.text, i+size)
			if t.at = i; first < 0 {
				t.rfc, t.host = i, h
			}
			if !a.isWeb && h.hasPort && r.isSlash(h.end) {
				return t
			}
		case c == '/' || c == '?' || c == '#' || c == '\\' || c == '\n' && size > 1:
			if first < 0 {
				first = i
				t.delimiter = t.port && i == port && c != '\\'
				if t.delimiter && (a.hasName || a.isWeb) || // http://h:3000/@x
					a.isWeb && t.rfc >= 0 && t.host.full == i {
					return t
				}
			}
			if c == '?' {
				questions++
			}
			isNext := c == '/' && (t.at >= 0 || t.port) && i > n && strings.HasPrefix(r.text[i-1:], "://")
			if isNext || c == '?' && questions == 1 && r.beginsQuery(&t, port, i, size) {
				return t
			}
		case r.endsText(a, i, c, size), a.isWeb && t.port && i == port && r.isPunctuation(i):
			return t
		}
		i += size
	}
	t.end = len(r.text)
	return t
}

// endsText reports whether the character c at i ends the text of an address. An escaped end of a line and a
// percent-encoded character do not.
func (r *reader) endsText(a authority, i int, c rune, size int) bool {
	if r.text[i] == '%' {
		return false
	}
	isNext := r.isValue && r.percent && c == '&' && size == 1
	return isNext || isSpace(c) && !(c == '\n' && size > 1) || !r.whole && r.closes(a, i, c, size)
}

// portEnd returns the end of the port at n, or n if the text has no port there. A port is a number below 65536 or a
// placeholder.
func (r *reader) portEnd(n int) int {
	_, size := octet.Uint16(r.text[n:])
	if size == 0 {
		size = placeholder(r.text[n:])
	}
	if c, _ := r.charAt(n + size); isAlnum(c) && !r.isPunctuation(n+size) {
		return n
	}
	return n + size
}

// isPunctuation reports whether a punctuation mark outside ASCII is at n, such as "，" and "”". Those that keyboards have
// for other purposes are more often in passwords: https://joe:80§S@h.
func (r *reader) isPunctuation(n int) bool {
	c, size := r.charAt(n)
	if c >= 0x80 && size == 1 {
		c, _ = utf8.DecodeRuneInString(r.text[n:])
	}
	return c >= 0x80 && unicode.IsPunct(c) && !strings.ContainsRune("¡§¶·¿", c)
}

// placeholders enclose the name of a host or a port in a template.
var placeholders = [...][2]string{{"{{", "}}"}, {"${", "}"}, {"#{", "}"}, {"%{", "}"}, {"{", "}"}, {"{", ":d}"},
	{"$(", ")"}, {`\(`, ")"}, {"%(", ")d"}, {"%(", ")s"}, {"%", "%"}, {"<%=", "%>"}, {"<", ">"}}

// placeholder returns the length of a placeholder for a host or a port at the start of text, such as ${PORT:-80}, or 0.
func placeholder(text string) int {
	if text == "" || strings.IndexByte("{$%<pP#\\", text[0]) < 0 { // most texts
		return 0
	}
	for _, p := range [...]string{"port", "PORT", "{}", "{0}", "{1}", "%d", "%i", "%s", "%u", "%v"} {
		if p[0] == text[0] && strings.HasPrefix(text, p) {
			return len(p)
		}
	}
	if tables.Is(text[0], tables.ALPHA) {
		return 0
	}
	n := octet.SpanOf(text, 1, tables.Unreserved)
	if n > 4 && text[0] == '$' && octet.EqualFold(text[n-4:n], "port") { // $server_port
		return n
	}
	for _, p := range &placeholders {
		inner, ok := strings.CutPrefix(text, p[0])
		if !ok {
			continue
		}
		inner, _, isClosed := strings.Cut(inner[:min(len(inner), 40)], p[1])
		name, value, _ := strings.Cut(strings.Trim(inner, " "), ":-")
		isPlain := isClosed && inner != "" && octet.SpanOf(value, 0, tables.Unreserved) == len(value)
		if isPlain && strings.IndexFunc(name, isNoName) < 0 {
			return len(p[0]) + len(inner) + len(p[1])
		}
	}
	return 0
}

func isNoName(c rune) bool {
	return c != '_' && c != '.' && (c >= 0x80 || !tables.Is(byte(c), tables.ALPHA))
}

// beginsQuery reports whether the "?" at i, of the given size, begins a query such as ?key=. Before it must be a host
// and a path, or a list of hosts: after the userinfo, or after the port if there is no "@".
func (r *reader) beginsQuery(t *tail, port, i, size int) bool {
	end, isAddress := port, t.port && t.at < 0
	if t.rfc >= 0 {
		end = t.host.end
		isAddress = end > 0
	}
	n := octet.SpanOf(r.text, i+size, tables.Unreserved)
	if !isAddress || end >= i || n == i+size || n == len(r.text) || r.text[n] != '=' {
		return false
	}
	if t.rfc >= 0 && r.text[end] == '/' {
		return true
	}
	hosts := r.text[end:i] // h:389,h:390/dc=x
	isList := strings.IndexByte(",/", hosts[0]) >= 0 && !strings.HasSuffix(hosts, ",")
	return isList && strings.IndexFunc(hosts, isNotInHosts) < 0
}

func isNotInHosts(c rune) bool {
	return c >= 0x80 || !tables.Is(byte(c), tables.Unreserved) && strings.IndexByte(",:/=", byte(c)) < 0
}

// A host is the range of a host and a port in text.
type host struct {
	end     int // or 0 if there is no host
	hasPort bool
	full    int // the end of an address in brackets, or of a name that has a dot or a port, or is localhost; or 0
}

// hostAt returns the host at n.
func hostAt(text string, n int) (h host) {
	h.end = n
	for h.end < len(text) && (text[h.end] >= 0x80 || tables.Is(text[h.end], tables.Unreserved)) {
		h.end++
	}
	name := text[n:h.end]
	isFull := strings.LastIndexByte(name, '.') > 0 || strings.EqualFold(name, "localhost")
	if name == "" {
		if n == len(text) || text[n] != '[' && text[n] != '/' {
			return host{}
		}
		h.end = afterBrackets(text, n)
		isFull = text[n] == '['
	}
	if port := h.end + 1; h.end < len(text) && text[h.end] == ':' {
		h.end = octet.SpanOf(text, port, tables.DIGIT)
		h.hasPort = h.end > port
		isFull = h.hasPort || text[n] == '['
	}
	if isFull {
		h.full = h.end
	}
	return h
}

// isHost reports whether a host that ends well is at n.
func (r *reader) isHost(n int) bool {
	h := hostAt(r.text, n)
	c, _ := r.charAt(h.end)
	return h.end > 0 && !strings.ContainsRune("!$%^*+=~@:", c)
}
