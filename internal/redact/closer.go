package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

const quotes = "\"'`"

// A closer is a quotation mark or a bracket of the text around an address, with the characters after it.
type closer struct {
	chars  string // the closer is one of these
	opened bool   // the same mark, or the other bracket, opened the address
	next   string // one of these follows
	then   string // and then one of these, or anything; a space stands for all spaces and for the end of the text
}

// closers lists the closers that end an address. A closer before a space or at the end of the text always does. Every
// continuation that valid JSON can have after a quotation mark is one.
var closers = [...]closer{
	{chars: quotes, opened: true, next: ",:;}])>/"},           // f("https://u:S@h");
	{chars: `"`, next: ",:", then: `" {[-0123456789tfn`},      // {"url":"x https://u:S@h","n":1}
	{chars: "'", next: ",:", then: "' "},                      // ['x https://u:S@h','y']
	{chars: "`", next: ",:", then: "` "},                      // (`x https://u:S@h`,`y`)
	{chars: quotes, next: "}]", then: ",}] "},                 // [{"url":"x https://u:S@h"}]
	{chars: quotes, next: "}]", then: `"`},                    // "{\"url\":\"https://u:S@h\"}"
	{chars: quotes, opened: true, next: `"`, then: ",:}] "},   // {"e":"Get \"https://u:S@h\""}
	{chars: quotes, next: "/", then: ">"},                     // <a href="x https://u:S@h"/>
	{chars: `"`, next: ">"},                                   // <a href="x https://u:S@h">
	{chars: ">)", opened: true, next: ".,;:!?", then: ` "'<`}, // (https://u:S@h).
	{chars: ">)", opened: true, next: "])}>|*\"'`[<"},         // [<https://u:S@h>]
}

// beginsCloser is the set of the first bytes of closers.
var beginsCloser = byteSet("<>)" + quotes)

// closes reports whether the character c at i, of the given size, ends the text of the address with the authority a.
// Except at the end of a word, a mark closes only if the same mark is before the address in its line.
func (r *reader) closes(a authority, i int, c rune, size int) bool {
	if c > '`' || !beginsCloser[c] { // most characters
		return false
	}
	if c == '<' {
		return r.isTag(i+size) && !isQuote(rune(a.opener)) && (size > 1 || r.isOpen('<', a.n))
	}
	next, n := r.charAt(i + size)
	then, _ := r.charAt(i + size + n)
	level := 1 // of an escape such as &quot; and \u0022
	if last := i + size - 1; size == 1 || isQuote(rune(r.text[last])) {
		level = r.backslashes(last) // 1 for a mark inside a string, 3 inside a string in a string
	}
	isSame := markLevel(level) == a.level
	// An even number of backslashes escapes no mark.
	if rune(a.opener) == c && level > a.level && level&1 != 0 && !isSame { // "https://u:a\"S@h"
		return false
	}
	isOpened := isQuote(c) && rune(a.opener) == c && isSame || c == '>' && a.opener == '<' || c == ')' && a.opener == '('
	if next <= ' ' { // joe:S'\tS@h has an escaped space
		return isOpened || c != ')' && (n < 2 || size > 1 || c == '>' || r.isOpen(byte(c), a.n))
	}
	for _, row := range &closers {
		if strings.IndexByte(row.chars, byte(c)) >= 0 && (isOpened || !row.opened) &&
			strings.ContainsRune(row.next, next) &&
			(row.then == "" || strings.ContainsRune(row.then, max(then, ' '))) {
			return isOpened || c == '>' || size > 1 && r.text[i] != '\\' || r.isOpen(byte(c), a.n)
		}
	}
	return false
}

// backslashes returns the number of backslashes before n, up to 63.
func (r *reader) backslashes(n int) int {
	before := r.text[max(0, n-63):n]
	return len(before) - len(strings.TrimRight(before, `\`))
}

// isOpen reports whether one of the marks " ' ` < may be before n in its line: whether it is in the last LookBack
// bytes, or the line has more.
func (r *reader) isOpen(c byte, n int) bool {
	before := r.lineBefore(n)
	return len(before) == LookBack || strings.IndexByte(before, c) >= 0
}

// innerQuote returns the length of a quotation mark inside a quoted address at i, or 0. In CSV and SQL the mark is
// doubled, and a shell writes '"'"' for a single one.
func (r *reader) innerQuote(opener byte, i int) int {
	if r.text[i] != opener || !isQuote(rune(opener)) {
		return 0
	}
	for _, mark := range [...]string{`""`, "''", `'"'"'`, `'\''`} {
		if strings.HasPrefix(r.text[i:], mark) {
			return len(mark)
		}
	}
	return 0
}

// isTag reports whether a tag of XML or HTML goes on at n, after its "<".
func (r *reader) isTag(n int) bool {
	if c, size := r.charAt(n); c == '/' {
		n += size
	}
	end := octet.SpanOf(r.text[:min(len(r.text), n+20)], n, tables.ALPHA|tables.DIGIT)
	c, size := r.charAt(end)
	after, _ := r.charAt(end + size)
	return end > n && (c == '>' || c <= ' ' || c == '/' && after == '>')
}
