package engine

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// Hint returns advice about a common mistake, or "" if the intention of the author is not clear. It shows nothing of the
// record but the illegal character.
func (rec *Record) Hint() string {
	if rec.Cut || rec.own || rec.OK {
		return ""
	}
	switch rec.reasonCode() {
	case fsm.BadPercent:
		return `after "%" come two hex digits: for a "%" itself write %25`
	case fsm.ColonInSegment:
		if bytes.HasPrefix(rec.Bytes, []byte(byteOrderMark)) {
			return hintForByteOrderMark
		}
		return `write // before a host, ./ before a path, or %3A for ":"`
	case fsm.BadPort:
		return hintForPort(rec)
	case fsm.BadIPLiteral:
		return hintForIPLiteral(rec)
	case fsm.BadUTF8:
		return hintForBadUTF8
	case fsm.IllegalByte:
		switch {
		case rec.Component == tables.Host && rec.N > 0 && rec.Bytes[rec.N-1] == ']':
			return `after the "]" comes a ":" with a port, "/", "?", "#", or nothing`
		case !rec.ShowsByte():
			return rec.Dialect.EncodeHint
		case rec.N < len(rec.Bytes):
			return hintForByte(rec.Bytes[rec.N:], rec)
		}
	}
	return ""
}

// ShowsByte reports whether messages may show the byte at N. In an authority, it may be a byte of a password.
func (rec *Record) ShowsByte() bool {
	switch rec.Component {
	case tables.Scheme, tables.Path, tables.Query, tables.Fragment:
		return true
	}
	return false
}

// reasonCode returns the reason as package fsm defines it. Package uri also has reasons of its own, which the grammar does
// not know.
func (rec *Record) reasonCode() fsm.Reason {
	if rec.err.Reason != 0 {
		return reasonOf[rec.err.Reason]
	}
	_, reason := rec.Dialect.Explain(rec.Bytes, rec.N, &rec.Ranges)
	return reason
}

// hintForPort examines the authority without showing any of it.
func hintForPort(rec *Record) string {
	_, authority, _ := bytes.Cut(rec.Bytes[:rec.N], []byte("//"))
	rest := rec.Bytes[rec.N:]
	switch {
	case bytes.Count(authority, []byte(":")) > 1 && !bytes.ContainsAny(rec.Bytes, "@["):
		return "write an IPv6 address in brackets, as in //[::1]:80/"
	case bytes.Contains(rest, []byte("@")):
		return `in a userinfo (user name, password), percent-encode "/", "?", "#", "[" and "]"`
	case rec.Component == tables.Port:
		return "a port has digits only"
	}
	return `a port has digits only; if this is a user name and a password, an "@" must come after them`
}

func hintForIPLiteral(rec *Record) string {
	switch {
	case rec.N == len(rec.Bytes):
		return `the "]" is missing`
	case rec.Bytes[rec.N] == '%':
		return "an address in a URI has no zone (%eth0): leave it out"
	}
	return `brackets contain an IPv6 address: eight groups of hex digits, or fewer and one "::"`
}

const hintForBadUTF8 = "this is not UTF-8: percent-encode the bytes, or convert the text"

// Some editors write a byte order mark at the beginning of a file, and so before its first reference.
const (
	byteOrderMark        = "\ufeff"
	hintForByteOrderMark = "a byte order mark: leave out the first three bytes, EF BB BF"
)

// hintForByte returns the hint for the byte or character at the beginning of s.
func hintForByte(s []byte, rec *Record) string {
	c := s[0]
	encoded := percentEncoded(s[:1])
	switch {
	case rec.N == 0 && c == ' ':
		return "a space at the beginning: leave it out"
	case rec.N == 0 && (c == '<' || c == '"'):
		return "angle brackets or quotes around a reference are not part of it: leave them out"
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
		return "brackets may only surround an IPv6 address: write " + encoded
	case c >= utf8.RuneSelf:
		return hintForCharacter(s, rec)
	}
	return "write " + encoded
}

// hintForCharacter returns the hint for the character outside ASCII at the beginning of s.
func hintForCharacter(s []byte, rec *Record) string {
	r, size := utf8.DecodeRune(s)
	switch {
	case string(s[:size]) == byteOrderMark && rec.N == 0:
		return hintForByteOrderMark
	case r == utf8.RuneError && size == 1:
		return hintForBadUTF8
	}
	return rec.Dialect.CharacterHint(percentEncoded(s[:size]))
}

func percentEncoded(s []byte) (text string) {
	for _, c := range s {
		text += fmt.Sprintf("%%%02X", c)
	}
	return text
}
