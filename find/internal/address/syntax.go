package address

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/find/internal/uts58"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A Syntax decides which characters an address has, and where it ends.
type Syntax uint8

const (
	IRI   Syntax = iota // the characters of RFC 3987; punctuation and brackets of CJK text end an address
	URI                 // the characters of RFC 3986, which are in US-ASCII
	Web                 // those of IRI but spaces without width, ^ { } [ ], | in a query, and a "%" without two digits
	Prose               // the path, the query and the fragment have the characters and the end of UTS #58
)

// IsCJKPunctuation reports whether r is punctuation or a bracket of Chinese, Japanese or Korean text that ends an
// address, except in Prose. The list is that of VS Code, with the full-width forms that it lacks. It has none of the
// characters that names of pages have inside: U+30FB, "ー", "々", "〜".
func IsCJKPunctuation(r rune) bool {
	switch r {
	case '\u3000', '、', '。', '，', '．', '：', '；', '！', '？', '｡', '､', '…', '‘', '’', '“', '”', '～', '｀',
		'（', '）', '「', '」', '『', '』', '【', '】', '《', '》', '〈', '〉', '〔', '〕', '［', '］', '｛', '｝', '｢', '｣':
		return true
	}
	return false
}

// isIncluded reports whether a host can have r, a character outside US-ASCII.
func (s Syntax) isIncluded(r rune) bool { return s.termOf(r) == uts58.Include }

// termOf returns what r does to the end of an address, except "|".
func (s Syntax) termOf(r rune) uts58.Term {
	switch {
	case r >= utf8.RuneSelf:
		if s == URI || !tables.IsUcschar(r) || s != Prose && IsCJKPunctuation(r) || s == Web && (r == '\u200b' || r == '\ufeff') {
			return uts58.Hard
		}
		if s != Prose && isInvisible(r) {
			return uts58.Soft
		}
		return uts58.TermOf(r)
	case r == '(' || s == Web && (r == '[' || r == '{'):
		return uts58.Open
	case r == ')' || s == Web && (r == ']' || r == '}'):
		return uts58.Close
	case r == '#' || s == Web && (r == '^' || r == '%'):
		return uts58.Include
	case r < 0 || !tables.Is(byte(r), tables.QueryChars):
		return uts58.Hard
	case isFinal(byte(r)):
		return uts58.Soft
	}
	return uts58.Include
}

// HostEnd returns the length of host without the text that follows it without a space: a last label that goes from ASCII
// letters to Chinese, Japanese or Korean ones, as in "www.example.com查看", is no top-level domain. Prose has no such rule.
func (s Syntax) HostEnd(host string) int {
	last := strings.LastIndexByte(host, '.') + 1
	i := octet.SpanOf(host, last, tables.ALPHA)
	if r, _ := utf8.DecodeRuneInString(host[i:]); s != Prose && i > last && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
		return i
	}
	return len(host)
}

// isInvisible reports whether r is a mark for the direction of text, or another invisible character, which does not
// belong to an address at its end. An IRI must not have the marks for directions (RFC 3987, section 4.1).
func isInvisible(r rune) bool {
	return r == '\u00ad' || r == '\u200e' || r == '\u200f' || '\u202a' <= r && r <= '\u202e' || r == '\u2060' || '\u2066' <= r && r <= '\u2069'
}

// barEnds reports whether a "|" ends the address at start everywhere: "<" is directly before it, as in a message of
// Slack, <https://h/|text>, or in its line before it is "{{", as in templates of wikis, or a "|" beside a space or in its
// word, as in tables.
func (r *Rules) barEnds(text string, start int) bool {
	before := text[max(0, start-reach):start]
	line := before[strings.LastIndexAny(before, "\n\r")+1:]
	word := line[strings.LastIndexAny(line, " \t\"'`<>()")+1:]
	return strings.HasSuffix(before, "<") || r.Escapes.endsWithLess(before) || strings.Contains(word, "|") ||
		strings.Contains(line, "{{") || strings.Contains(line, "| ") || strings.Contains(line, " |")
}
