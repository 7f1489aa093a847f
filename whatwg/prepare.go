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

// read sets the input to text. It returns false if text is too long.
func (m *machine) read(text string) bool {
	m.source.text, m.input = text, text
	return len(text) <= maxLen || m.fail(CodeTooLong, 0, 0) == done
}

// clean removes tabs and newlines from the input, from the pointer on, and replaces ill-formed sequences unless
// InvalidUTF8 is EncodeRaw. It reports whether that changes the input.
func (m *machine) clean() (changed bool) {
	if m.isClean {
		return false
	}
	m.isClean = true
	text := m.input[m.pointer:]
	n := plainLen(text)
	if n == len(text) {
		return false
	}
	tab := hasTab(text[n:])
	replace := m.InvalidUTF8 == ReplaceInvalid && !utf8.ValidString(text[n:])
	if !tab && !replace {
		return false
	}
	if tab {
		at := m.source.lead + strings.IndexAny(text, "\t\n\r")
		m.reportSource(CodeInvalidURLUnit, at, at+1)
	}
	m.source.changed = true
	m.need()
	cleaned := slices.Grow(m.cleaned[:0], len(m.input)+len(text)/4) // U+FFFD is longer than the bytes that it replaces
	cleaned = append(cleaned, m.input[:m.pointer+n]...)
	for text = text[n:]; text != ""; {
		piece, size := "", 1
		switch {
		case replace:
			piece, size = m.nextPiece(text)
		case !isTabOrNewline(text[0]):
			size = octet.Next(text, 0, "\t\n\r")
			piece = text[:size]
		}
		cleaned, text = append(cleaned, piece...), text[size:]
	}
	m.cleaned, m.input = cleaned, octet.Text(cleaned)
	return true
}

// hasTab reports whether text has a tab or newline.
func hasTab(text string) bool {
	return strings.IndexByte(text, '\t') >= 0 || strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\r') >= 0
}
