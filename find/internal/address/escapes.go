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
)

// begins reports whether c may begin an escape.
func (e Escapes) begins(c byte) bool { return e == JSON && c == '\\' || e == HTML && c == '&' }

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
	case !e.begins(c):
		return rune(c), 1
	case e == JSON:
		r, size = jsonChar(text[i:])
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
	switch {
	case text[:n] == "&amp;":
		return '&', n
	case text[:n] == "&quot;":
		return '"', n
	case text[:n] == "&lt;":
		return '<', n
	case text[:n] == "&gt;":
		return '>', n
	}
	decoded := html.UnescapeString(text[:n])
	if r, size = utf8.DecodeRuneInString(decoded); size != len(decoded) {
		return 0, 0 // the "&" is still there, or as in "&copyx;", a reference without ";" before other bytes
	}
	return r, n
}

// AppendDecoded appends text without its escapes to dst.
func (e Escapes) AppendDecoded(dst []byte, text string) []byte {
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
	return e == JSON && strings.IndexByte(text, '\\') >= 0 || e == HTML && strings.IndexByte(text, '&') >= 0
}
