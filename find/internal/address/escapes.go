package address

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// An Escapes is a format with escapes, which are read inside addresses.
type Escapes uint8

const (
	NoEscapes Escapes = iota
	JSON              // "\/" and "\u0026" (RFC 8259, section 7)
	HTML              // character references, such as "&amp;" and "&#38;"
	ANSI              // colour codes before characters: ESC [ 1 ; 32 m (ECMA-48, SGR)
)

// escapeBytes maps each format to the first byte of its escapes.
var escapeBytes = [...]byte{JSON: '\\', HTML: '&', ANSI: escape}

// Char decodes the character at text[i], or the escape there. i must be less than len(text). The character is -1 if the
// text is not UTF-8 there.
func (e Escapes) Char(text string, i int) (r rune, size int) {
	c := text[i]
	switch {
	case c >= utf8.RuneSelf:
		if r, size = utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return -1, 1
		}
		return r, size
	case c != escapeBytes[e]:
		return rune(c), 1
	case e == JSON:
		r, size = jsonChar(text[i:])
	case e == ANSI:
		r, size = afterColours(text[i:])
	default:
		r, size = htmlChar(text[i:])
	}
	if size == 0 {
		return rune(c), 1
	}
	return r, size
}

// jsonChar decodes the escape at the start of text, which begins with a backslash. size is 0 if it is not an escape.
func jsonChar(text string) (r rune, size int) {
	if len(text) < 2 {
		return 0, 0
	}
	switch c := text[1]; c {
	case '"', '\\', '/':
		return rune(c), 2
	case 'b', 'f', 'n', 'r', 't':
		return '\n', 2 // any control ends an address
	case 'u':
		if r = jsonUnit(text); r < 0 {
			return 0, 0
		}
		if !utf16.IsSurrogate(r) {
			return r, len(`\u0026`)
		}
		if r = utf16.DecodeRune(r, jsonUnit(text[len(`\u0026`):])); r != utf8.RuneError {
			return r, 2 * len(`\u0026`)
		}
		return -1, len(`\u0026`)
	}
	return 0, 0
}

// jsonUnit decodes an escape such as \u0026, or returns -1.
func jsonUnit(text string) rune {
	if len(text) < len(`\u0026`) || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(text[2:6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// longestReference is the length of the longest character reference that is read: "&CounterClockwiseContourIntegral;".
const longestReference = 33

// htmlChar decodes the character reference at the start of text, which begins with "&". A reference ends with
// ";" and has one character. For other text, size is 0.
func htmlChar(text string) (r rune, size int) {
	n, last := len("&"), min(len(text), longestReference)-len(";")
	for n < last && (text[n] == '#' || tables.Is(text[n], tables.ALPHA|tables.DIGIT)) {
		n++
	}
	if n >= len(text) || text[n] != ';' {
		return 0, 0
	}
	n++
	decoded := html.UnescapeString(text[:n])
	if r, size = utf8.DecodeRuneInString(decoded); size != len(decoded) {
		return 0, 0 // the "&" is still there, or as in "&copyx;", a reference without ";" before other bytes
	}
	return r, n
}

// escape is the control ESC.
const escape = '\x1b'

// longestColour is the length of the longest colour code that is read. One with two colours of 24 bits has 38 bytes.
const longestColour = 64

// colourLen returns the length of the colour code at the start of text, or 0 if text does not begin with one.
func colourLen(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	n := len("\x1b[")
	for n < len(text) && n < longestColour-1 && isColourParam(text[n]) {
		n++
	}
	if n == len(text) || text[n] != 'm' {
		return 0
	}
	return n + 1
}

// isColourParam reports whether c is part of the parameters of a colour code.
func isColourParam(c byte) bool { return tables.Is(c, tables.DIGIT) || c == ';' || c == ':' }

// afterColours decodes the character after the colour codes at the start of text. The character is -1 if none follows. If
// no code is there, it decodes the ESC with which text begins.
func afterColours(text string) (r rune, size int) {
	for n := colourLen(text); n != 0; n = colourLen(text[size:]) {
		size += n
	}
	if size == len(text) {
		return -1, size
	}
	r, n := NoEscapes.Char(text, size)
	return r, size + n
}

// cutColour returns text without the colour code at its end.
func cutColour(text string) (before string, found bool) {
	lo := max(0, len(text)-longestColour)
	i := lo + strings.LastIndexByte(text[lo:], escape)
	if i < lo || colourLen(text[i:]) != len(text)-i {
		return text, false
	}
	return text[:i], true
}

// AfterEscape returns the start of a word at start without the end of an escape: of one of JSON, as in "\nexample.com",
// which begins at from or later, or in any text of a colour code, as in ESC [ 1 m.
func (r *Rules) AfterEscape(text string, from, start int) int {
	code := start
	for code < len(text) && code-start < longestColour && tables.Is(text[code], tables.DIGIT) {
		code++
	}
	if code < len(text) && text[code] == 'm' {
		if _, isCode := cutColour(text[:code+1]); isCode {
			return code + 1
		}
	}
	if r.Escapes != JSON {
		return start
	}
	backslashes := 0
	for start-backslashes > from && text[start-backslashes-1] == '\\' {
		backslashes++
	}
	if backslashes%2 == 0 { // each two are one character
		return start
	}
	_, size := r.Escapes.Char(text, start-1)
	return start - 1 + size
}

// AppendDecoded appends text without its escapes to dst.
func (e Escapes) AppendDecoded(dst []byte, text string) []byte {
	for e == ANSI {
		i := strings.IndexByte(text, escape)
		if i < 0 {
			return append(dst, text...)
		}
		n := colourLen(text[i:])
		if dst = append(dst, text[:i]...); n == 0 {
			dst = append(dst, escape)
			n = 1
		}
		text = text[i+n:]
	}
	for i := 0; i < len(text); {
		r, size := e.Char(text, i)
		if size == 1 {
			dst = append(dst, text[i])
		} else {
			dst = utf8.AppendRune(dst, r)
		}
		i += size
	}
	return dst
}

// endsWithLess reports whether text ends with an escape of "<".
func (e Escapes) endsWithLess(text string) bool {
	return e == JSON && len(text) >= len(`\u003c`) && strings.EqualFold(text[len(text)-len(`\u003c`):], `\u003c`) ||
		e == HTML && strings.HasSuffix(text, "&lt;")
}

// In reports whether text may have escapes.
func (e Escapes) In(text string) bool {
	return e != NoEscapes && strings.IndexByte(text, escapeBytes[e]) >= 0
}
