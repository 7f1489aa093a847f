package main

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// appendJSON appends s as a JSON string. Nothing of s is lost: a byte 0xNN that is no part of UTF-8 becomes the lone
// surrogate \udcNN, which no UTF-8 text can contain (RFC 8259, 8.2: the grammar allows it; decoders read it as it is or
// as U+FFFD, some refuse). Control characters, among them DEL and U+0080 to U+009F, are escaped, so that the line may
// be shown on a terminal, and so are U+2028 and U+2029.
func appendJSON(dst, s []byte) []byte {
	dst = append(dst, '"')
	plain := 0 // the start of what was not appended yet
	for i := 0; i < len(s); {
		if c := s[i]; c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(s[i:])
		if !mustEscape(r, size) {
			i += size
			continue
		}
		dst = append(dst, s[plain:i]...)
		if r == utf8.RuneError {
			r = loneSurrogate(s[i]) // size is 1: a U+FFFD in the input needs no escape
		}
		dst = appendJSONEscape(dst, r)
		i += size
		plain = i
	}
	dst = append(dst, s[plain:]...)
	return append(dst, '"')
}

// mustEscape tells whether r, decoded from size bytes, cannot stand in the output as it is.
func mustEscape(r rune, size int) bool {
	switch {
	case r == utf8.RuneError:
		return size == 1
	case r < 0x20, r >= 0x7f && r < 0xa0, r == '"', r == '\\', r == '\u2028', r == '\u2029':
		return true
	}
	return false
}

// appendJSONEscape appends the escape sequence for r, of the short ones only those that everyone knows.
func appendJSONEscape(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	}
	return append(dst, '\\', 'u', hexDigits[r>>12], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// loneSurrogate returns the character that JSON has for a byte that is not UTF-8.
func loneSurrogate(c byte) rune { return 0xdc00 | rune(c) }

const hexDigits = "0123456789abcdef"

// appendPart appends key, which is the text before the value, and s[lo:hi] as a string, or null if not ok. s is a valid
// reference, in which nothing needs escaping; but if it is that of an IRI, see escapesSeparators.
func appendPart(dst []byte, key string, s []byte, lo, hi int, ok bool) []byte {
	dst = append(dst, key...)
	if !ok {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = append(dst, s[lo:hi]...)
	return append(dst, '"')
}

// appendRange is appendPart for the range [lo,hi] itself.
func appendRange(dst []byte, key string, lo, hi int, ok bool) []byte {
	dst = append(dst, key...)
	if !ok {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	dst = strconv.AppendInt(dst, int64(lo), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(hi), 10)
	return append(dst, ']')
}

// appendValid appends the start of the result for a valid input, which is the same for all verbs. The object is left
// open.
func appendValid(dst []byte, rec *record) []byte {
	dst = appendPart(dst, `{"input":`, rec.Bytes, 0, len(rec.Bytes), true)
	return append(dst, `,"ok":true`...)
}

// escapesSeparators returns the format f for IRIs. Of what must be escaped in JSON, a valid one can have U+2028 and
// U+2029, and these in strings alone. So they are escaped in the whole line, at no cost to those who have no IRIs.
func escapesSeparators(f format) format {
	return func(dst []byte, rec *record) []byte {
		size := len(dst)
		dst = f(dst, rec)
		size = min(size, len(dst)) // less is left if f drained some
		if !hasSeparator(dst[size:]) {
			return dst
		}
		line := bytes.ReplaceAll(dst[size:], []byte("\u2028"), []byte(`\u2028`))
		return append(dst[:size], bytes.ReplaceAll(line, []byte("\u2029"), []byte(`\u2029`))...)
	}
}

func hasSeparator(line []byte) bool {
	return bytes.Contains(line, []byte("\u2028")) || bytes.Contains(line, []byte("\u2029"))
}

// appendInvalid appends the result for an invalid input, which is the same for all verbs.
func appendInvalid(dst []byte, rec *record) []byte {
	dst = append(dst, `{"input":`...)
	dst = appendJSON(dst, rec.Bytes)
	dst = append(dst, `,"ok":false,"offset":`...)
	dst = strconv.AppendInt(dst, int64(rec.N), 10)
	dst = append(dst, `,"component":"`...)
	dst = append(dst, rec.component.String()...)
	dst = append(dst, `","reason":`...)
	dst = appendJSON(dst, []byte(rec.reason))
	return append(dst, "}\n"...)
}
