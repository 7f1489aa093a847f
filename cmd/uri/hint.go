package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// hintFor returns what to write in place of a common mistake, or "" if nobody can tell what was meant. It shows nothing
// of the record but the character that cannot stand there.
func hintFor(rec *record) string {
	if rec.Cut || rec.ours || rec.OK {
		return ""
	}
	switch rec.reasonCode() {
	case fsm.BadPercent:
		return `after "%" come two hex digits: for a "%" itself write %25`
	case fsm.ColonInSegment:
		if bytes.HasPrefix(rec.Bytes, []byte(byteOrderMark)) {
			return hintForByteOrderMark
		}
		return `no scheme ends at this ":": write ./ in front, or %3A`
	case fsm.BadPort:
		return hintForPort(rec)
	case fsm.BadIPLiteral:
		return hintForIPLiteral(rec)
	case fsm.BadUTF8:
		return "this is not UTF-8: percent-encode the octets, or convert the text"
	case fsm.IllegalByte:
		switch {
		case !rec.showsByte():
			return "percent-encode what is no ASCII letter, no digit and none of -._~!$&'()*+,;="
		case rec.N < len(rec.Bytes):
			return hintForByte(rec.Bytes[rec.N:], rec)
		}
	}
	return ""
}

// hintForPort looks at what is there of the authority: nothing of it is told.
func hintForPort(rec *record) string {
	_, authority, _ := bytes.Cut(rec.Bytes[:rec.N], []byte("//"))
	rest := rec.Bytes[rec.N:]
	switch {
	case bytes.Count(authority, []byte(":")) > 1 && !bytes.ContainsAny(rec.Bytes, "@["):
		return "an IPv6 address stands in brackets, as in //[::1]:80/"
	case bytes.Contains(rest, []byte("@")):
		return `in a userinfo, percent-encode "/", "?", "#", "[" and "]"`
	}
	return "a port is digits; a userinfo ends in \"@\""
}

// A byte order mark is at the beginning of files of some editors, and of the first input in them.
const (
	byteOrderMark        = "\ufeff"
	hintForByteOrderMark = "a byte order mark: leave out the first three octets, EF BB BF"
)

// showsByte reports whether the byte at N may be told: in an authority it can be one of a password.
func (rec *record) showsByte() bool {
	switch rec.component {
	case tables.Scheme, tables.Path, tables.Query, tables.Fragment:
		return true
	}
	return false
}

// reasonCode returns the reason as the scanner calls it; it is none of the scanner's if package uri was asked for more
// than the grammar.
func (rec *record) reasonCode() fsm.Reason {
	if rec.err.Reason != 0 {
		return fsm.Reason(rec.err.Reason)
	}
	_, reason := fsm.Explain(fsm.URIReference, rec.Bytes, rec.N, &rec.Ranges)
	if rec.iri {
		_, reason = fsm.ExplainIRI(fsm.URIReference, rec.Bytes, rec.N, &rec.Ranges)
	}
	return reason
}

func hintForIPLiteral(rec *record) string {
	switch {
	case rec.N == len(rec.Bytes):
		return `the "]" is missing`
	case rec.Bytes[rec.N] == '%':
		return "RFC 3986 has no zone identifiers: leave it out"
	}
	return "an IPv6 address has eight groups of hex digits, or fewer and one \"::\""
}

// hintForByte is for what s begins with.
func hintForByte(s []byte, rec *record) string {
	c := s[0]
	encoded := fmt.Sprintf("%%%02X", c)
	switch {
	case rec.N == 0 && strings.IndexByte(" <\"", c) >= 0:
		return "what is around a reference is no part of it: leave it out"
	case c == ' ' && len(s) == 1:
		return "a space at the end: leave it out, or write %20"
	case c == ' ':
		return "a space: write %20"
	case c == '\\':
		return `a backslash: write "/" to separate segments, or %5C`
	case c == '\r' && len(s) == 1:
		return `a carriage return at the end: send files of CRLF lines through tr -d '\r'`
	case c == '\t':
		return "a tab: leave it out, or write %09"
	case c == '\r', c == '\n':
		return "a line break: leave it out, or write " + encoded
	case c == 0:
		return "a NUL byte: nothing that goes on should get one"
	case c == '#':
		return `a second "#": write %23`
	case c == '[' || c == ']':
		return "a bracket outside of an IP-literal: write " + encoded
	case c >= utf8.RuneSelf:
		return hintForCharacter(s, rec)
	}
	return "write " + encoded
}

// hintForCharacter is for what is not ASCII.
func hintForCharacter(s []byte, rec *record) string {
	r, size := utf8.DecodeRune(s)
	switch {
	case string(s[:size]) == byteOrderMark && rec.N == 0:
		return hintForByteOrderMark
	case r == utf8.RuneError && size == 1:
		return "this is not UTF-8: percent-encode the octets"
	case rec.iri:
		return "no IRI may have this character here: percent-encode it"
	}
	return fmt.Sprintf("not ASCII: write %s, or read it as an IRI (-iri, uri to-uri)", percentEncoded(s[:size]))
}

func percentEncoded(s []byte) (text string) {
	for _, c := range s {
		text += fmt.Sprintf("%%%02X", c)
	}
	return text
}
