package whatwg

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
)

// readTrimmed removes leading and trailing C0 controls and spaces from text and calls read with the rest.
func (m *machine) readTrimmed(text string) bool {
	lo, hi := 0, len(text)
	for lo < hi && text[lo] <= ' ' {
		lo++
	}
	for hi > lo && text[hi-1] <= ' ' {
		hi--
	}
	switch {
	case lo > 0:
		m.reportSource(CodeInvalidURLUnit, 0, lo)
	case hi < len(text):
		m.reportSource(CodeInvalidURLUnit, hi, len(text))
	}
	m.source.lead = lo
	return m.read(text[lo:hi])
}

// read sets the input to text. It removes tabs and newlines, and replaces ill-formed sequences unless InvalidUTF8 is
// EncodeRaw. It returns false if text is too long.
func (m *machine) read(text string) bool {
	m.source.text, m.input = text, text
	if len(text) > maxLen {
		return m.fail(CodeTooLong, 0, 0) == done
	}
	tab, ascii := false, true
	for i := plainLen(text); i < len(text); i++ {
		tab = tab || isTabOrNewline(text[i])
		ascii = ascii && text[i] < utf8.RuneSelf
	}
	replace := !ascii && m.InvalidUTF8 == ReplaceInvalid && !utf8.ValidString(text)
	if !tab && !replace {
		return true
	}
	if tab {
		m.reportTab(text)
	}
	m.source.changed = true
	m.cleaned = slices.Grow(m.cleaned[:0], len(text)+len(text)/4) // U+FFFD is longer than the bytes that it replaces
	for rest := text; rest != ""; {
		piece, size := m.nextPiece(rest)
		m.cleaned = append(m.cleaned, piece...)
		rest = rest[size:]
	}
	m.input = octet.Text(m.cleaned)
	return true
}

// reportTab adds a validation error for the first tab or newline of text.
func (m *machine) reportTab(text string) {
	at := m.source.lead + strings.IndexAny(text, "\t\n\r")
	m.reportSource(CodeInvalidURLUnit, at, at+1)
}
