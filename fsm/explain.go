package fsm

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// A Reason describes why an input is not a sentence of a production.
type Reason uint8

const (
	IllegalByte    Reason = iota + 1 // a byte (in an IRI, a character) that is not allowed at its offset
	BadPercent                       // a "%" without two hex digits after it (section 2.1)
	BadIPLiteral                     // neither IPv6address nor IPvFuture in the brackets (section 3.2.2)
	BadPort                          // not a port after the ":", and no "@" that would make it part of a userinfo
	ColonInSegment                   // a ":" in the first segment of a relative-path reference (section 4.2)
	NoScheme                         // the production requires a scheme
	HasScheme                        // the production excludes a scheme
	HasFragment                      // the production excludes a fragment
	TooLong                          // more than MaxLen bytes
	BadUTF8                          // not UTF-8; only for IRIs (RFC 3987, section 2.2)
	HostList                         // a "," after a port, as in mongodb://u@a:1,b:2/: a URI has one host (section 3.2)
)

var reasonNames = [...]string{
	IllegalByte:    "illegal byte",
	BadPercent:     "bad percent-encoding",
	BadIPLiteral:   "bad IP-literal",
	BadPort:        "bad port",
	ColonInSegment: "colon in first segment",
	NoScheme:       "no scheme",
	HasScheme:      "unwanted scheme",
	HasFragment:    "unwanted fragment",
	TooLong:        "too long",
	BadUTF8:        "invalid UTF-8",
	HostList:       "list of hosts",
}

// String returns a short description of r, such as "illegal byte". It returns "" if r is not one of the constants.
func (r Reason) String() string { return textio.Name(reasonNames[:], r, "") }

// Explain reports why s is not a sentence of p, as a component and a reason. n must be the offset that ScanAs returned
// for p or, if p is URIReference, that Scan returned. For any other n, the result has no meaning.
//
// The component is the one that is being read at n. It is Authority if userinfo, host and port cannot be distinguished
// yet, and Userinfo if only an "@" could make the input valid. For example, "http://example.com:8o80" is only too
// short, because "example.com:8o80" could be a userinfo before an "@". The component is Userinfo, and the reason is
// BadPort.
//
// In "http://example.com:8o80/" the first invalid byte is the last "/", not the "o": the bytes before the "/" could be
// a userinfo. The "/" ends the authority without an "@", so the component is Port.
//
// For an IRI, the reason is BadUTF8 if the byte at n is outside ASCII and does not begin a character in UTF-8. If the
// reason is IllegalByte, the character that begins at n is not allowed there.
//
// Explain reads s up to n again. It does not allocate.
func Explain[T string | []byte](p Production, s T, n int) (Component, Reason) {
	return explain(p.get(), textOf(any(s)), n)
}

// explain implements Explain.
func explain(rule *rule, s string, n int) (Component, Reason) {
	if uint64(len(s)) > rule.maxLen() {
		return tables.None, TooLong
	}
	n = min(max(n, 0), len(s))
	_, state, m := rule.automaton.Walk(s[:n])
	context := rule.automaton.Context(state)
	component, hasScheme := context.Component(), m[tables.MarkScheme] != 0
	next, mark, atEnd := byte(0), tables.MarkNone, n == len(s)
	if !atEnd {
		next = s[n]
		_, mark = rule.automaton.Step(state, next)
	}
	reason := IllegalByte
	switch {
	case rule.scheme == forbidden && mark == tables.MarkScheme:
		component, reason = tables.Scheme, HasScheme
	case rule.scheme == required && !hasScheme:
		component, reason = tables.Scheme, NoScheme
	case rule.noFragment && mark == tables.MarkFragment:
		component, reason = tables.Fragment, HasFragment
	case context.InPercent():
		reason = BadPercent
	case context.InIPLiteral():
		reason = BadIPLiteral
	case next == '#' && rule.form == formOrigin && n > 0:
		component, reason = tables.Fragment, HasFragment
	case next == ':' && rule.isReference() && component == tables.Path && !hasScheme:
		reason = ColonInSegment
	case component == tables.Port && next == ',' && rule.isReference():
		reason = HostList
	case component == tables.Port:
		reason = BadPort
	case component == tables.Userinfo && (atEnd || tables.Is(next, tables.GenDelims)):
		reason = BadPort // the text was meant as a host and a port, since there is no "@"
		if !atEnd && strings.IndexByte("/?#", next) >= 0 {
			component = tables.Port // the authority has ended
		}
	}
	if rule.form == formIRI && next >= utf8.RuneSelf {
		if _, size := utf8.DecodeRuneInString(s[n:]); size == 1 {
			reason = BadUTF8
		}
	}
	return component, reason
}
