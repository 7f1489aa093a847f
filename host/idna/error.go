package idna

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/urispan/uri/host"
)

// An Error reports a label that IDNA refuses.
type Error struct {
	Label  string // the first label that is refused, before conversion; it may be empty
	Offset int    // the offset of Label in the name, in bytes; package iri counts from the start of the URI or IRI
	Err    error  // the reason
}

// Error returns a message such as `IDNA refuses the label "_a" at byte 7: the character U+005F is not allowed`. It has
// only printable US-ASCII characters, and escapes for all other characters. It is short: at most [host.MaxLabel] bytes
// of the label are shown, and "..." after them if there are more.
func (e *Error) Error() string { return e.text(" at byte " + strconv.Itoa(e.Offset)) }

// Reason returns the text of Error without the offset, for programs that show the offset elsewhere.
func (e *Error) Reason() string { return e.text("") }

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// text returns the text of e with at after the label.
func (e *Error) text(at string) string {
	text := append(make([]byte, 0, 256), "IDNA refuses "...)
	if e.Label == "" {
		text = append(text, "an empty label"...)
	} else {
		shown := cut(e.Label, host.MaxLabel) // no label of the DNS is longer
		text = strconv.AppendQuoteToASCII(append(text, "the label "...), shown)
		if shown != e.Label {
			text = append(text, "..."...)
		}
	}
	text = append(text, at...)
	if e.Err != nil { // true for all errors of this module
		text = append(append(text, ": "...), e.Err.Error()...)
	}
	return string(text)
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

// Reasons to refuse a label. A disallowedError is another reason.
var (
	errNotUTF8     = errors.New("it is not UTF-8 when decoded")
	errLongName    = errors.New("it makes the name too long")
	errLongLabel   = errors.New("its A-label has more than 63 bytes")
	errLongULabel  = errors.New("it has too many characters")
	errNoName      = errors.New("nothing is left of it")
	errEmptyLabel  = errors.New(`only the label after the last "." may be empty`)
	errStrictEmpty = errors.New("no label may be empty")
	errManyMarks   = errors.New("it has more than 30 combining characters in a row")
	errNotNFC      = errors.New("it is not in Unicode's form NFC")
	errHyphenEnds  = errors.New("it begins or ends with a hyphen")
	errHyphens     = errors.New("it has hyphens in the third and fourth place")
	errPunycode    = errors.New("its Punycode is wrong")
	errOnlyASCII   = errors.New("its Punycode decodes to US-ASCII")
	errPrefix      = errors.New(`it begins with "xn--" and is not in US-ASCII`)
	errMark        = errors.New("it begins with a combining mark")
	errJoiner      = errors.New("U+200C or U+200D is misplaced")
	errBidi        = errors.New("it breaks the Bidi Rule for names with right-to-left characters")
)

// A disallowedError reports a character that no label may have.
type disallowedError rune

func (r disallowedError) Error() string {
	return fmt.Sprintf("the character %U is not allowed", rune(r))
}
