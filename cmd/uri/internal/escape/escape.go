// Package escape escapes arbitrary bytes for a line of text, a JSON string or a terminal.
package escape

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendText appends s to dst. It escapes backslashes, control characters, and bytes that are not UTF-8, so that s can
// neither end the line nor control a terminal. The escapes are reversible.
func AppendText(dst, s []byte) []byte { return AppendFunc(dst, s, false, keptLen) }

// AppendFunc appends s to dst. The function kept returns the number of bytes at the beginning of the rest that are
// appended without a change, or 0 if the first character or byte there must be escaped. AppendFunc does not call it for
// printable ASCII characters other than quotation marks and backslashes. The escape sequences have the form of a JSON
// string or, for each byte, of AppendByte.
func AppendFunc(dst, s []byte, json bool, kept func(rest []byte) int) []byte {
	done := 0 // the number of bytes of s appended so far
	for i := 0; i < len(s); {
		if c := s[i]; c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		if n := kept(s[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRune(s[i:])
		dst = appendRune(append(dst, s[done:i]...), r, s[i:i+size], json)
		i += size
		done = i
	}
	return append(dst, s[done:]...)
}

// appendRune appends an escape sequence for s, which is the character r in UTF-8 or a byte that is not UTF-8.
func appendRune(dst []byte, r rune, s []byte, json bool) []byte {
	switch {
	case !json:
		for _, c := range s {
			dst = AppendByte(dst, c)
		}
		return dst
	case r == utf8.RuneError:
		r = 0xdc00 | rune(s[0]) // a lone surrogate
	case r > 0xffff:
		high, low := utf16.EncodeRune(r)
		return appendJSONEscape(appendJSONEscape(dst, high), low)
	}
	return appendJSONEscape(dst, r)
}

// AppendByte appends c if it is a printable ASCII character other than a backslash, and otherwise an escape sequence
// such as \t or \xff.
func AppendByte(dst []byte, c byte) []byte {
	if i := strings.IndexByte("\\\t\n\r", c); i >= 0 {
		return append(dst, '\\', `\tnr`[i])
	}
	if c < 0x20 || c >= 0x7f {
		return append(dst, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
	}
	return append(dst, c)
}

// AppendJSON appends s as a JSON string. The result determines s. A byte 0xNN that is not part of UTF-8 becomes the
// lone surrogate \udcNN, which UTF-8 text cannot contain. The grammar of RFC 8259, section 8.2, allows lone surrogates;
// some decoders keep them, others replace them with U+FFFD or reject the text.
//
// AppendJSON also escapes control characters, including DEL and U+0080 to U+009F, so that the line may be shown on a
// terminal, and the line separators U+2028 and U+2029.
func AppendJSON(dst, s []byte) []byte {
	return append(AppendFunc(append(dst, '"'), s, true, keptLen), '"')
}

// keptLen returns the length of the character at the beginning of s, or 0 if it must be escaped in text and JSON.
func keptLen(s []byte) int {
	r, size := utf8.DecodeRune(s)
	if r == '"' || r == '\\' || isControl(r) || isBadByte(r, size) {
		return 0
	}
	return size
}

// isControl reports whether r is a control character or ends a line.
func isControl(r rune) bool {
	return r < 0x20 || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}

// isBadByte reports whether r, decoded from size bytes, stands for a byte that is not UTF-8.
func isBadByte(r rune, size int) bool { return r == utf8.RuneError && size == 1 }

// appendJSONEscape appends the escape sequence for r. It uses only the short sequences that are in wide use.
func appendJSONEscape(dst []byte, r rune) []byte {
	if i := strings.IndexRune("\"\\\n\r\t", r); i >= 0 {
		return append(dst, '\\', `"\nrt`[i])
	}
	return append(dst, '\\', 'u', hexDigits[r>>12], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

const hexDigits = "0123456789abcdef"
