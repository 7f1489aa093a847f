// Package hosts finds addresses without a scheme in text: hosts, with or without a path, and e-mail addresses.
//
//	const text = "Ask joe@example.com, or see www.example.com/help."
//	finder := find.Finder{Names: hosts.Names | hosts.Emails}
//	for m := range finder.AllString(text) {
//		fmt.Println(m.Kind, text[m.Start:m.End]) // "email joe@example.com", then "host www.example.com/help"
//	}
//
// [UTS58] returns a finder for text that people write, under Unicode Technical Standard #58, Link Detection and
// Serialization. [AppendReadable] writes a URI so that this finder finds all of it, and [FromReadable] reads the
// result.
//
// Names without a scheme are guesses, because source code and HTML have many words with dots that end like a top-level
// domain: "Date.now", "main.rs", "README.md". In a corpus of Markdown, 232 of 499 names were such words; in HTML, 1,261
// of 4,779; in text extracted from pages, 23 of 707. Use the package for text that people write, and do not fetch such
// addresses without need.
//
// A name neither begins nor ends inside a run, which is a maximal sequence of letters, digits, marks and - _ . % $, or of
// those in US-ASCII with find.SyntaxURI: without it, "http://paypal_login.com/" would become a link to login.com, and
// "a%2eevil.com" one to 2eevil.com. The rule is ours, and also that of the finder of UTS58, which passes all tests of the
// standard. Nor does a name begin after an invisible character, or after another part of a wrong host, as in
// "http://pay+login.com/". "key=example.com" has a name. With SyntaxURI, "bücher.de" has the name "cher.de".
//
// In all syntaxes but SyntaxProse, punctuation of Chinese, Japanese and Korean text ends a name too: "google.com、yahoo.com"
// are two names, and "例え。みんな" has no name.
//
// The top-level domains come from the Public Suffix List in package host/suffix, which is subject to the Mozilla Public
// License 2.0.
package hosts

import (
	"strings"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/internal/address"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A Set is a set of forms of addresses without a scheme, for the field Names of a [find.Finder].
//
// The escapes of the Finder are read after a name. They are not part of a name, or of the text before an "@": in JSON the
// name in "\u00e9lan.example.com" is "lan.example.com".
type Set uint8

const (
	// Names are names that end in a top-level domain, with a port, a path, a query and a fragment, if there are
	// any: "example.com:8080/about". A name is not found after "/" or "\", or before one of ( [ =, where text has parts of
	// paths and source code. The kind is find.KindHost.
	Names Set = 1 << iota

	// IPs are IPv4 addresses, and IPv6 addresses in brackets, with a port and so on as for Names: "192.0.2.16:80",
	// "[2001:db8::7]/". The kind is find.KindHost.
	IPs

	// Emails are e-mail addresses with a host as for Names, and with "mailto:" if it is before them: "joe@example.com".
	// The part before the "@" has the characters of UTS #58 and at most 64 bytes (RFC 5321, section 4.5.3.1.1). The kind
	// is find.KindEmail. "joe@example.com:" is an address only if a space, the end or digits alone follow.
	Emails

	// SCPs are addresses of scp and git, with a host that has a dot or an IPv6 address in brackets: "git@github.com:o/r.git",
	// "root@[2001:db8::7]:a". The kind is find.KindSCP.
	SCPs

	// standard selects the links of UTS #58. All other bits must be unset.
	standard
)

// UTS58 returns a Finder of the links of UTS #58: names and e-mail addresses, with "http://", "https://" or "mailto:" if
// these are before them. It finds no IP addresses, no names of a single label and no userinfo. The caller may set the
// fields Escapes, MaxLen and Accept.
func UTS58() *find.Finder {
	return &find.Finder{Schemes: []string{}, Syntax: find.SyntaxProse, Names: standard}
}

// NextName implements [find.Names].
func (s Set) NextName(f *find.Finder, text string, from, limit int) (start, end int, kind find.Kind) {
	if s&(Names|IPs|standard) == 0 {
		m := s.nextEmail(f, text, from, limit)
		return m.start, m.end, m.kind
	}
	// PERF: most parts of a text have no candidate, and need no search.
	if candidate, size := s.nextCandidate(text[:limit], from); size > 0 {
		m := s.nextName(f, text, from, limit, candidate, size)
		return m.start, m.end, m.kind
	}
	return 0, 0, 0
}

// A match is the range and the kind of an address. If the end is 0, it represents the lack of one.
type match struct {
	start, end int
	kind       find.Kind
}

// nextName implements NextName for a Set with names or IP addresses, from a candidate on, which has so many bytes.
func (s Set) nextName(f *find.Finder, text string, from, limit, candidate, size int) (m match) {
	t := s.search(f, text, from, limit)
	for size > 0 {
		n := candidate + size
		if text[candidate] == '[' {
			m = t.ipLiteral(candidate)
		} else {
			h := t.nameAt(candidate)
			m = t.match(h)
			n = max(h.next, n)
		}
		if m.end > 0 {
			break
		}
		candidate, size = s.nextCandidate(t.text, n)
	}
	return m
}

// search returns a search for the addresses in text[from:limit], with the options of f.
func (s Set) search(f *find.Finder, text string, from, limit int) search {
	t := search{Set: s, text: text[:limit], after: text[limit:], from: from}
	if f != nil {
		t.rules = address.Rules{Syntax: address.Syntax(f.Syntax), Escapes: address.Escapes(f.Escapes)}
	}
	return t
}

// A search finds the addresses without a scheme in a text.
type search struct {
	Set
	rules address.Rules
	text  string
	after string // the text after text: an address with a scheme, or nothing
	from  int    // where the first address may begin
}

// match returns the address with the name, or the zero match.
func (s *search) match(h name) match {
	switch {
	case h.start > s.from && s.text[h.start-1] == '@':
		return s.userMatch(h)
	case h.end < len(s.text) && s.text[h.end] == '@' && s.isUser(s.nameAt(h.end+1)):
		// the name is part of an e-mail address, or of a wrong one
	case s.Set == standard:
		if s.isDomain(h) {
			return match{s.schemeStart(h.start), s.restEnd(h.start, h.end), find.KindHost}
		}
	case s.Set&Names != 0 && s.isDomain(h) && !s.isInCode(h), s.Set&IPs != 0 && s.isIPv4(h):
		return match{h.start, s.restEnd(h.start, h.end), find.KindHost}
	}
	return match{}
}

// isUser reports whether the text before an "@" and h is part of an address with h, or of a wrong one.
func (s *search) isUser(h name) bool {
	if s.isDomain(h) {
		return true
	}
	_, isPath := s.scpEnd(h.start, h, false)
	return isPath && s.Set&SCPs != 0 && s.isSCPHost(h)
}

// schemeStart returns the start of "https://" or "http://" before the host at start, or start if neither is there.
func (s *search) schemeStart(start int) int {
	for _, scheme := range [...]string{"https://", "http://"} {
		if lo := start - len(scheme); lo >= s.from && strings.EqualFold(s.text[lo:start], scheme) {
			return lo
		}
	}
	return start
}

// isInCode reports whether the characters around a name belong to a path or to source code.
func (s *search) isInCode(h name) bool {
	if h.end < len(s.text) && strings.IndexByte("([=", s.text[h.end]) >= 0 {
		return true
	}
	return h.start > s.from && strings.IndexByte(`/\`, s.text[h.start-1]) >= 0
}

// restEnd returns the end of an address with the host text[start:n]. A port, a path, a query and a fragment may follow.
func (s *search) restEnd(start, n int) int {
	text, after := s.text, n
	if after < len(text) && text[after] == '.' { // of the root; it belongs to the host only before more of the address
		after++
	}
	if after < len(text) && text[after] == ':' {
		_, digits := octet.Uint16(text[after+1:])
		if port := after + 1 + digits; digits > 0 && (port == len(text) || !tables.Is(text[port], tables.DIGIT)) {
			if after == n {
				n = port
			}
			after = port
		}
	}
	return max(n, s.rules.Cut(text, start, n, func(text string) int { return s.rules.Tail(text, start, after, 0) }))
}
