package idna

import (
	"strconv"
	"unicode/utf8"

	"github.com/urispan/uri/host"
)

// An Error reports a label that IDNA refuses.
type Error struct {
	Label  string // the first label that is refused, as written; it may be empty
	Offset int    // the offset of Label in the name, in bytes; package iri counts from the start of the URI or IRI
	Err    error  // the reason
}

// Error returns a text such as `IDNA refuses the label "a\u200d" at byte 7: idna: invalid label "a\u200d"`. It has only
// printable US-ASCII characters, to which others are escaped, and is short: the label is cut off after the length of a
// DNS label, and the reason after twice that. "..." follows a text that is cut off.
func (e *Error) Error() string { return e.text(" at byte " + strconv.Itoa(e.Offset)) }

// Reason returns the text of Error without the offset, for programs that show the offset elsewhere.
func (e *Error) Reason() string { return e.text("") }

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// The longest label, and the longest text of Err, which can contain the label, that a text shows. No label of the DNS
// is longer.
const (
	maxShownLabel  = host.MaxLabel
	maxShownReason = 2 * host.MaxLabel
)

func (e *Error) text(at string) string {
	text := append(make([]byte, 0, 256), "IDNA refuses "...)
	if e.Label == "" {
		text = append(text, "an empty label"...)
	} else {
		shown := cut(e.Label, maxShownLabel)
		text = strconv.AppendQuoteToASCII(append(text, "the label "...), shown)
		text = appendEllipsis(text, e.Label, shown)
	}
	text = append(text, at...)
	if e.Err == nil { // the error is not from this module
		return string(text)
	}
	reason := e.Err.Error()
	shown := cut(reason, maxShownReason)
	text = appendEscaped(append(text, ": "...), shown)
	return string(appendEllipsis(text, reason, shown))
}

// cut returns the longest prefix of s of at most n bytes that does not split a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// appendEllipsis appends "..." if shown is not all of s.
func appendEllipsis(dst []byte, s, shown string) []byte {
	if len(shown) < len(s) {
		dst = append(dst, "..."...)
	}
	return dst
}

// appendEscaped appends s with all characters escaped that are not printable US-ASCII. Quotes and backslashes stay,
// because errors of golang.org/x/net/idna have labels that are quoted already.
func appendEscaped(dst []byte, s string) []byte {
	for _, r := range s {
		if ' ' <= r && r <= '~' {
			dst = append(dst, byte(r))
			continue
		}
		quoted := strconv.AppendQuoteRuneToASCII(dst, r)
		dst = append(dst, quoted[len(dst)+1:len(quoted)-1]...)
	}
	return dst
}
