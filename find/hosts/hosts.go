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
	// any: "example.com:8080/about". A name is not found after one of / \ % _ $ or before one of ( [ =, where text has
	// parts of paths and source code. The kind is find.KindHost.
	Names Set = 1 << iota

	// IPs are IPv4 addresses, and IPv6 addresses in brackets, with a port and so on as for Names: "192.0.2.16:80",
	// "[2001:db8::7]/". The kind is find.KindHost.
	IPs

	// Emails are e-mail addresses with a host as for Names, and with "mailto:" if it is before them: "joe@example.com".
	// The part before the "@" has the characters of UTS #58 and at most 64 bytes (RFC 5321, section 4.5.3.1.1). The kind
	// is find.KindEmail.
	Emails

	// standard selects the links of UTS #58. All other bits must be unset.
	standard
)

// UTS58 returns a Finder of the links of UTS #58: names and e-mail addresses, with "http://", "https://" or "mailto:" if
// these are before them. It finds no IP addresses, no names of a single label and no userinfo. The caller may set the
// fields Escapes, MaxLen and Accept.
func UTS58() *find.Finder {
	return &find.Finder{Schemes: []string{}, Prose: true, Names: standard}
}

// NextName implements [find.Names].
func (s Set) NextName(rules address.Rules, text string, from int) (m address.Match) {
	if s&(Names|IPs|standard) == 0 {
		return s.nextEmail(&rules, text, from)
	}
	for n := from; m.End == 0; {
		dot, size := s.nextCandidate(text, n)
		if size == 0 {
			break
		}
		if text[dot] == '[' {
			m, n = ipLiteral(&rules, text, dot), dot+1
		} else {
			h := nameAt(&rules, text, from, dot)
			m, n = s.match(&rules, text, from, h), h.next
		}
	}
	return m
}

// match returns the address with the name, or the zero Match.
func (s Set) match(rules *address.Rules, text string, from int, h name) address.Match {
	switch {
	case h.start > from && text[h.start-1] == '@':
		if s&(Emails|standard) != 0 && h.isDomain(text) {
			return email(rules, text, from, h)
		}
		return address.Match{}
	case h.end < len(text) && text[h.end] == '@' && nameAt(rules, text, h.end+1, h.end+1).isDomain(text):
		return address.Match{} // the name is part of an e-mail address, or of a wrong one
	case s == standard:
		if !h.isDomain(text) {
			return address.Match{}
		}
		return address.Match{Start: schemeStart(text, from, h.start), End: restEnd(rules, text, h.start, h.end)}
	case s&Names != 0 && h.isDomain(text) && !inCode(text, from, h),
		s&IPs != 0 && h.isIPv4(text, from):
		return address.Match{Start: h.start, End: restEnd(rules, text, h.start, h.end)}
	}
	return address.Match{}
}

// schemeStart returns the start of "https://" or "http://" before the host at start, or start if neither is there.
func schemeStart(text string, from, start int) int {
	for _, scheme := range [...]string{"https://", "http://"} {
		if lo := start - len(scheme); lo >= from && strings.EqualFold(text[lo:start], scheme) {
			return lo
		}
	}
	return start
}

// inCode reports whether the characters around a name belong to a path or to source code.
func inCode(text string, from int, h name) bool {
	if h.end < len(text) && strings.IndexByte("([=", text[h.end]) >= 0 {
		return true
	}
	return h.start > from && strings.IndexByte(`/\%_$`, text[h.start-1]) >= 0
}

// restEnd returns the end of an address with the host text[start:n]. A port, a path, a query and a fragment may follow.
func restEnd(rules *address.Rules, text string, start, n int) int {
	after := n
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
	if end := rules.Tail(text, start, after, 0); end > 0 {
		return rules.TrimEmphasis(text, start, n, end)
	}
	return n
}
