package whatwg

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
)

// An input is the input of the parser before tabs and newlines are removed.
type input struct {
	text    string // without leading and trailing C0 controls and spaces, if these are removed
	lead    int    // the number of bytes removed before text
	changed bool   // the parser reads a changed copy of text
}

// plainLen returns the length of the longest prefix of text without C0 controls and bytes outside US-ASCII.
func plainLen(text string) (n int) {
	for n <= len(text)-8 {
		w := octet.Word(text, n)
		if (w|(w-' '*octet.Each))&octet.High != 0 { // the difference borrows if a byte is less than " "
			break
		}
		n += 8
	}
	for n < len(text) && text[n] >= ' ' && text[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// isTabOrNewline reports whether b is an ASCII tab or newline.
func isTabOrNewline(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// nextPiece returns the text that the parser reads in place of the first size bytes of text, which must not be empty.
// This is "" for a tab or newline, and U+FFFD for an ill-formed sequence unless [Parser.InvalidUTF8] is EncodeRaw.
func (p Parser) nextPiece(text string) (piece string, size int) {
	switch {
	case isTabOrNewline(text[0]):
		return "", 1
	case text[0] < utf8.RuneSelf || p.InvalidUTF8 == EncodeRaw:
		return text[:1], 1
	}
	return octet.FirstRune(text)
}

// scalarValues returns text with U+FFFD in place of each ill-formed sequence. The setters that do not run the parser
// and the methods of SearchParams call it.
func scalarValues(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for text != "" {
		char, size := octet.FirstRune(text)
		b.WriteString(char)
		text = text[size:]
	}
	return b.String()
}
