package links

import (
	"bytes"
	"errors"
	"html"
	"strconv"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/origin"
	"github.com/urispan/uri/tables"
)

// isPlain reports whether appendValue would append raw, the value of an attribute, unchanged. It also returns false for
// some values with controls that appendValue does not change.
func isPlain(raw []byte) bool {
	n := len(raw)
	if n < 8 {
		return special(octet.Short(octet.Text(raw))|' '*octet.Each&^(1<<(8*n)-1)) == 0
	}
	found := special(octet.Word(raw, n-8))
	for i := 0; i < n-8; i += 8 {
		found |= special(octet.Word(raw, i))
	}
	return found == 0
}

// special returns a word that is not 0 if w has a "&", CR or NUL, or some controls.
func special(w uint64) uint64 { return below(w, '\r'+1) | below(w^'&'*octet.Each, 1) }

// below returns a word that is not 0 if w has a byte less than c.
func below(w uint64, c byte) uint64 { return (w - uint64(c)*octet.Each) &^ w & octet.High }

// appendValue appends the value of an attribute to dst, with its character references read, line ends as LF, and NUL as
// U+FFFD (HTML Standard, section 13.2.5).
func appendValue(dst, raw []byte) []byte {
	for {
		n := bytes.IndexAny(raw, "&\r\x00")
		if n < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:n]...)
		raw, n = raw[n:], 1
		switch raw[0] {
		case '&':
			if dst, n = appendReference(dst, raw); n == 0 {
				dst, n = append(dst, '&'), 1
			}
		case '\r':
			if len(raw) == 1 || raw[1] != '\n' {
				dst = append(dst, '\n')
			}
		default:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
		raw = raw[n:]
	}
}

// appendReference appends the characters of the reference at the start of s, which begins with "&". It returns the
// length of the reference, or 0.
func appendReference(dst, s []byte) ([]byte, int) {
	if len(s) > 1 && s[1] == '#' {
		return appendNumeric(dst, s)
	}
	n := 1
	for n < len(s) && is(s[n], classLetter|classDigit) {
		n++
	}
	switch {
	case n == 1:
		return dst, 0
	case n < len(s) && s[n] == ';':
		n++
	case n < len(s) && s[n] == '=':
		return dst, 0 // "for historical reasons"
	}
	text := named(octet.Text(s[:n]))
	if text == "" {
		return dst, 0
	}
	return append(dst, text...), n
}

// named returns the characters of a named reference such as "&amp;", or "" if it has another name. A name without ";"
// is read as a whole, as an attribute has no reference before a letter or a digit (HTML Standard, section 13.2.5.73).
func named(s string) string {
	switch s {
	case "&nGt;": // package html lacks these two
		return "\u226b\u20d2"
	case "&nLt;":
		return "\u226a\u20d2"
	}
	most := 1 // character of a name without ";"
	if s[len(s)-1] == ';' {
		most = 2
	}
	text := html.UnescapeString(s)
	if utf8.RuneCountInString(text) > most {
		return "" // package html has changed nothing, or only the start
	}
	return text
}

// appendNumeric implements appendReference for a numeric character reference, which begins with "&#".
func appendNumeric(dst, s []byte) ([]byte, int) {
	start, base := 2, 10
	if start < len(s) && s[start]|0x20 == 'x' {
		start, base = 3, 16
	}
	n := start
	for n < len(s) && hexValue(s[n]) < rune(base) {
		n++
	}
	if n == start {
		return dst, 0
	}
	text := string(utf8.RuneError)
	if _, err := strconv.ParseUint(octet.Text(s[start:n]), base, 31); err == nil { // package html reads numbers modulo 2^32
		text = html.UnescapeString(string(s[:n]) + ";")
	}
	if n < len(s) && s[n] == ';' {
		n++
	}
	return append(dst, text...), n
}

// hexValue returns the value of a hex digit. It is at least 16 for other bytes.
func hexValue(c byte) rune { return rune(octet.HexValue(c)) }

// skip returns the offset of the first byte of s, from i on, that is not white space.
func skip(s []byte, i int) int {
	for i < len(s) && is(s[i], classSpace) {
		i++
	}
	return i
}

// wordEnd returns the offset of the first white space of s, from i on, or its length.
func wordEnd(s []byte, i int) int {
	for i < len(s) && !is(s[i], classSpace) {
		i++
	}
	return i
}

// nextInList returns the next word of a list between white space, and the rest of the list.
func nextInList(s []byte) (word, rest []byte, ok bool) {
	begin := skip(s, 0)
	end := wordEnd(s, begin)
	return s[begin:end], s[end:], begin < end
}

// nextCandidate returns the URL of the next image candidate of a srcset attribute, its descriptors, and the rest of the
// attribute. It skips candidates with bad descriptors (HTML Standard, "parse a srcset attribute").
func nextCandidate(s []byte) (url, descriptor, rest []byte, ok bool) {
	for {
		i := 0
		for i < len(s) && (s[i] == ',' || is(s[i], classSpace)) {
			i++
		}
		if i == len(s) {
			return nil, nil, nil, false
		}
		end := wordEnd(s, i)
		url, s = s[i:end], s[end:]
		if trimmed := bytes.TrimRight(url, ","); len(trimmed) < len(url) {
			return trimmed, nil, s, true
		}
		var d descriptors
		rest = d.read(s)
		if !d.bad && (!d.height || d.width) {
			return url, bytes.Trim(s[:len(s)-len(rest)], origin.Space), rest, true
		}
		s = rest
	}
}

// joinSets turns sets of image candidates into one. The sets of a data-bgset attribute have "|" between them and a media
// query in brackets at their end: "a 1x, b 2x [(width > 9px)] | c". Spaces take the place of the queries.
func joinSets(s []byte) {
	inQuery, isEmpty := false, true // isEmpty reports that the set has no text so far
	for i, c := range s {
		isFirst := i > 0 && is(s[i-1], classSpace)
		switch {
		case inQuery, c == '[' && isFirst && !isEmpty:
			inQuery, s[i] = c != ']', ' '
		case c == '|' && (isFirst || i+1 < len(s) && is(s[i+1], classSpace)):
			isEmpty, s[i] = true, ','
		case !is(c, classSpace):
			isEmpty = false
		}
	}
}

// descriptors records which descriptors an image candidate has.
type descriptors struct{ width, density, height, bad bool }

// read reads the descriptors at the start of s, up to the "," after them, and returns the rest.
func (d *descriptors) read(s []byte) []byte {
	start, inside := 0, false // the start of a descriptor; inside is true between its parentheses
	for i, c := range s {
		if !inside && (c == ',' || is(c, classSpace)) {
			d.add(s[start:i])
			start = i + 1
		}
		if !inside && c == ',' {
			return s[i:]
		}
		inside = c == '(' || inside && c != ')'
	}
	d.add(s[start:])
	return nil
}

// add adds one descriptor, unless it is empty.
func (d *descriptors) add(text []byte) {
	if len(text) == 0 {
		return
	}
	number := text[:len(text)-1]
	switch text[len(text)-1] {
	case 'w':
		d.bad = d.bad || d.width || d.density || !isPositive(number)
		d.width = true
	case 'x':
		d.bad = d.bad || d.width || d.density || d.height || !isDensity(number)
		d.density = true
	case 'h':
		d.bad = d.bad || d.density || d.height || !isPositive(number)
		d.height = true
	default:
		d.bad = true
	}
}

// isPositive reports whether s is a valid non-negative integer other than 0.
func isPositive(s []byte) bool {
	return octet.SpanOf(octet.Text(s), 0, tables.DIGIT) == len(s) && len(bytes.TrimLeft(s, "0")) > 0
}

// isDensity reports whether s is a valid floating-point number that is not negative.
func isDensity(s []byte) bool {
	_, fraction, hasPoint := bytes.Cut(s, []byte("."))
	if len(s) == 0 || s[0] == '+' || len(bytes.Trim(s, "0123456789+-.eE")) > 0 || hasPoint && (len(fraction) == 0 || !is(fraction[0], classDigit)) {
		return false
	}
	n, err := strconv.ParseFloat(octet.Text(s), 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && n >= 0
}
