// Package webchange finds what the parser of the URL Standard changes in a reference. The parser reports validation
// errors; the changes are found by comparing the input with the href, part by part.
package webchange

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/urispan/uri/whatwg"
)

// A Change is a part of the input that has another form in the href.
type Change struct {
	Part   string // a component, or a part that browsers remove
	Lo, Hi int    // its range in the input, which is empty if the part was added
	Result string // its form in the href, or "" if it was removed
}

// The parts of an input that are not components.
const (
	leadingSpaces  = "leading spaces"  // C0 controls or spaces
	trailingSpaces = "trailing spaces" // likewise
	tabsOrNewlines = "tabs or newlines"
	slashes        = "slashes"     // between scheme and authority
	Credentials    = "credentials" // with the "@" after them
)

// Of returns the changes of the parser from s to u, in the order of their offsets.
func Of(s string, u whatwg.URL) (list []Change) {
	if s == u.Href() {
		return nil
	}
	p := newWebParts(s, u)
	if p.start > 0 {
		list = append(list, Change{leadingSpaces, 0, p.start, ""})
	}
	href, r := u.Href(), u.Ranges()
	add := func(part string, lo, hi int, result string) {
		if dropping.Replace(s[lo:hi]) != result {
			list = append(list, Change{part, lo, hi, result})
		}
	}
	add("protocol", p.start, p.scheme, u.Protocol())
	if host, _, ok := r.Host(); ok {
		authority, _, _ := r.Authority()
		add(slashes, p.scheme, p.authority, "//")
		add(Credentials, p.authority, p.host, href[authority:host])
		add("hostname", p.host, p.port, u.Hostname())
		port := ""
		if digits := u.Port(); digits != "" {
			port = ":" + digits
		}
		add("port", p.port, p.path, port)
	}
	lo, hi := r.Path()
	add("pathname", p.path, p.query, href[lo:hi])
	end := len(href)
	if lo, _, ok := r.Fragment(); ok {
		end = lo - len("#")
	}
	add("search", p.query, p.fragment, href[hi:end])
	add("hash", p.fragment, p.end, href[end:])
	if p.end < len(s) {
		list = append(list, Change{trailingSpaces, p.end, len(s), ""})
	}
	if lo := strings.IndexAny(s[p.start:p.end], droppedBytes); lo >= 0 {
		hi := strings.LastIndexAny(s[p.start:p.end], droppedBytes) + 1
		list = append(list, Change{tabsOrNewlines, p.start + lo, p.start + hi, ""})
	}
	slices.SortStableFunc(list, func(a, b Change) int { return cmp.Compare(a.Lo, b.Lo) })
	return list
}

// droppedBytes are the bytes that the parser removes everywhere.
const droppedBytes = "\t\n\r"

// dropping removes these bytes.
var dropping = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// webParts is the offsets of the parts of an input that the parser accepts.
type webParts struct {
	s       string
	special bool // "\" counts as "/"

	start     int // after leading spaces
	scheme    int // after the scheme and its ":"
	authority int // after the slashes; without an authority, the offset of the path
	host      int // after the "@"
	port      int // at the ":"
	path      int
	query     int // at the "?"
	fragment  int // at the "#"
	end       int // before trailing spaces
}

func newWebParts(s string, u whatwg.URL) webParts {
	isSpace := func(r rune) bool { return r <= ' ' }
	p := webParts{s: s, special: u.IsSpecial()}
	p.start = len(s) - len(strings.TrimLeftFunc(s, isSpace))
	p.end = len(strings.TrimRightFunc(s, isSpace))
	p.scheme = p.start + strings.IndexByte(s[p.start:], ':') + 1
	p.fragment = p.find(p.scheme, p.end, '#')
	p.query = p.find(p.scheme, p.fragment, '?')
	p.authority, p.host, p.port, p.path = p.scheme, p.scheme, p.scheme, p.scheme
	if u.HostKind() != whatwg.HostNull {
		p.findAuthority(u.Scheme() == "file")
	}
	return p
}

// find returns the offset of c in s[lo:hi], or hi.
func (p *webParts) find(lo, hi int, c byte) int {
	if n := strings.IndexByte(p.s[lo:hi], c); n >= 0 {
		return lo + n
	}
	return hi
}

// findAuthority finds the parts from the slashes to the port.
func (p *webParts) findAuthority(file bool) {
	most := 2
	if p.special && !file {
		most = math.MaxInt
	}
	at, n := p.skipSlashes(p.scheme, most)
	if file && n < most {
		return // all of it is path
	}
	end := at
	for end < p.query && !p.isSlash(p.s[end]) {
		end++
	}
	if file && isDriveLetter(dropping.Replace(p.s[at:end])) {
		end = at
	}
	p.authority, p.path = at, end
	p.host = at + strings.LastIndexByte(p.s[at:end], '@') + 1
	if p.port = end; !file {
		colon := strings.LastIndexByte(p.s[p.host:end], ':')
		if colon >= strings.LastIndexByte(p.s[p.host:end], ']') && colon >= 0 {
			p.port = p.host + colon
		}
	}
}

// skipSlashes skips up to most slashes at n. It returns the offset after them, and their number.
func (p *webParts) skipSlashes(n, most int) (end, count int) {
	end = n
	for ; n < p.query && count < most; n++ {
		if p.isSlash(p.s[n]) {
			count++
			end = n + 1
		} else if !strings.Contains(droppedBytes, p.s[n:n+1]) {
			break
		}
	}
	return end, count
}

func (p *webParts) isSlash(c byte) bool { return c == '/' || c == '\\' && p.special }

// isDriveLetter reports whether s is a Windows drive letter (section 4.2).
func isDriveLetter(s string) bool {
	return len(s) == 2 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && (s[1] == ':' || s[1] == '|')
}
