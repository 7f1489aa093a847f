package main

import (
	"bytes"
	"fmt"
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
		return `write // in front of a host, ./ in front of a path, or %3A for ":"`
	case fsm.BadPort:
		return hintForPort(rec)
	case fsm.BadIPLiteral:
		return hintForIPLiteral(rec)
	case fsm.BadUTF8:
		return hintForBadUTF8
	case fsm.IllegalByte:
		switch {
		case rec.component == tables.Host && rec.N > 0 && rec.Bytes[rec.N-1] == ']':
			return `after the "]" comes a ":" with a port, "/", "?", "#", or nothing`
		case !rec.showsByte() && rec.iri:
			return "percent-encode everything but letters, digits and " + unencoded
		case !rec.showsByte():
			return "percent-encode everything but A-Z, a-z, 0-9 and " + unencoded +
				" (or read it as an IRI: -iri, uri to-uri)"
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
		return "write an IPv6 address in brackets, as in //[::1]:80/"
	case bytes.Contains(rest, []byte("@")):
		return `in a userinfo (user name, password), percent-encode "/", "?", "#", "[" and "]"`
	case rec.component == tables.Port:
		return "a port has digits only"
	}
	return `a port has digits only; if this is a user name and a password, an "@" must come after them`
}

// unencoded are the characters besides letters and digits that need no percent-encoding in an authority.
const unencoded = "-._~!$&'()*+,;="

const hintForBadUTF8 = "this is not UTF-8: percent-encode the bytes, or convert the text"

// A byte order mark is at the beginning of files of some editors, and of the first input in them.
const (
	byteOrderMark        = "\ufeff"
	hintForByteOrderMark = "a byte order mark: leave out the first three bytes, EF BB BF"
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
		return "an address in a URI has no zone (%eth0): leave it out"
	}
	return `in brackets stands an IPv6 address: eight groups of hex digits, or fewer and one "::"`
}

// hintForByte is for what s begins with.
func hintForByte(s []byte, rec *record) string {
	c := s[0]
	encoded := fmt.Sprintf("%%%02X", c)
	switch {
	case rec.N == 0 && c == ' ':
		return "a space at the beginning: leave it out"
	case rec.N == 0 && (c == '<' || c == '"'):
		return "angle brackets or quotes around a reference are no part of it: leave them out"
	case c == ' ' && len(s) == 1:
		return "a space at the end: leave it out, or write %20"
	case c == ' ':
		return "a space: write %20"
	case c == '\\':
		return `a backslash: write "/" to separate segments, or %5C`
	case c == '\r' && len(s) == 1:
		return `a carriage return at the end: send CRLF lines through tr -d '\r'`
	case c == '\t':
		return "a tab: leave it out, or write %09"
	case c == '\r', c == '\n':
		return "a line break: leave it out, or write " + encoded
	case c == 0:
		return "a NUL byte: leave it out"
	case c == '#':
		return `a second "#": write %23`
	case c == '[' || c == ']':
		return "brackets stand around an IPv6 address only: write " + encoded
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
		return hintForBadUTF8
	case rec.iri:
		return "not even an IRI can have this character here: write " + percentEncoded(s[:size])
	}
	return fmt.Sprintf("not ASCII: write %s, or read it as an IRI (-iri, uri to-uri)", percentEncoded(s[:size]))
}

func percentEncoded(s []byte) (text string) {
	for _, c := range s {
		text += fmt.Sprintf("%%%02X", c)
	}
	return text
}
