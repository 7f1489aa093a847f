package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

const quotes = "\"'`"

// A mark is the range of a quotation mark or a bracket with its escape, such as \" or &lt;.
type mark struct {
	c      rune
	lo, hi int
}

// A stack is the marks that are open at a place in its line, the innermost last.
type stack struct {
	at    int // the place, or -1
	depth int
	marks [12]mark // more are ignored
}

// open returns the marks that are open at n in its line, of which it reads LookBack bytes. A quotation mark opens a string,
// and the same mark closes it with all marks inside. A bracket closes one in the same string. An apostrophe is no mark.
func (r *reader) open(n int) []mark {
	s := &r.stack
	if s.at == n {
		return s.marks[:s.depth]
	}
	s.at, s.depth = n, 0
	for i, size := n-len(r.lineBefore(n)), 0; i < n; i += size {
		if i = afterColours(r.text[:n], octet.SpanOf(r.text[:n], i, tables.Unreserved)); i == n {
			break
		}
		one := mark{lo: i}
		one.c, size = r.quoteAt(i)
		one.hi = i + size
		last := r.closedBy(one)
		if inner := r.innerQuote(byte(one.c), i); last >= 0 && inner > 0 && i+inner <= n { // a mark of its own in the string
			one.hi, size = i+inner, inner
			last = r.closedBy(one)
		}
		isApostrophe := one.c == '\'' && i > 1 && i+size < n && (isWord(r.text[i+size]) || last < 0) &&
			isWord(r.text[i-1]) && isWord(r.text[i-2]) // can't, and users' if no mark is open; not of b'S'
		switch {
		case isApostrophe:
		case last >= 0:
			s.depth = last
		case isQuote(one.c) && s.depth < len(s.marks), strings.ContainsRune("([{<", one.c) && s.depth < len(s.marks)/2:
			s.marks[s.depth] = one
			s.depth++
		}
	}
	return s.marks[:s.depth]
}

// closedBy returns the index of the mark that one closes, or -1.
func (r *reader) closedBy(one mark) int {
	for i := r.stack.depth - 1; i >= 0; i-- {
		open := r.stack.marks[i]
		if isQuote(one.c) && r.text[open.lo:open.hi] == r.text[one.lo:one.hi] || closes(open.c, one.c) {
			return i
		}
		if isQuote(open.c) && !isQuote(one.c) {
			break // ("a)b")
		}
	}
	return -1
}

// closes reports whether a bracket closes another one.
func closes(open, c rune) bool {
	i := strings.IndexRune("([{<", open)
	return i >= 0 && c == rune(")]}>"[i])
}

// closesInnermost reports whether the bracket c closes the last mark that is open at n, and where that begins.
func (r *reader) closesInnermost(n int, c rune) (begin int, ok bool) {
	if open := r.open(n); len(open) > 0 {
		last := open[len(open)-1]
		return last.lo, closes(last.c, c)
	}
	return 0, false
}

// isInString reports whether a string with the given text as its mark, raw or escaped, may be open at n. In a line of more
// than LookBack bytes, only a single mark must be among the last ones.
func (r *reader) isInString(n int, text string) bool {
	if line := r.lineBefore(n); len(line) == LookBack {
		return text != "'" && text != "`" || strings.Contains(line, text)
	}
	return slices.ContainsFunc(r.open(n), func(open mark) bool { return r.text[open.lo:open.hi] == text })
}

// markLevel returns the number of backslashes that belong to a quotation mark after the given number: 1 in a string, 3 in
// a string in a string, and so on. Those before them are at the end of the string in the marks.
func markLevel(backslashes int) int { return backslashes &^ (backslashes + 1) }

// quoteAt is charAt, but decodes a quotation mark with all of its backslashes, such as \\\". The backslashes before these
// count as one character.
func (r *reader) quoteAt(n int) (c rune, size int) {
	if c, size = r.charAt(n); c != '\\' {
		return c, size
	}
	count := countBackslashes(r.text[n:])
	level := markLevel(count)
	last := count - min(level, 1)
	switch quote, width := r.charAt(n + last); {
	case !isQuote(quote):
		return c, max(size, count&^1) // without the one that may begin an escape
	case level == count:
		return quote, last + width
	}
	return c, count - level
}

// innerQuote returns the length of a quotation mark inside a quoted address at i, or 0. In CSV and SQL the mark is
// doubled, and a shell writes '"'"' for a single one.
func (r *reader) innerQuote(opener byte, i int) int {
	if i == len(r.text) || r.text[i] != opener || !isQuote(rune(opener)) {
		return 0
	}
	for _, mark := range [...]string{`""`, "''", `'"'"'`, `'\''`} {
		if strings.HasPrefix(r.text[i:], mark) {
			return len(mark)
		}
	}
	return 0
}

// quoted returns the range of a value in braces or quotation marks at n, as in pwd={a;b} and password='a b'. The marks
// stay. If no mark closes a value there, hi is 0, and lo is where a value may begin: not after a mark that ends the string
// around the key, as in "?token=" + token.
func (r *reader) quoted(n int) (lo, hi int) {
	c, mark := r.opening(n)
	lo = n + len(mark)
	switch {
	case c == '{':
		mark = "}"
	case !isQuote(c), r.isInString(n, mark) && r.goesOn(lo):
		return n, 0
	}
	if hi = r.closing(n, lo, mark); hi > 0 {
		return lo, hi
	}
	for strings.HasPrefix(r.text[lo:], mark) && !r.goesOn(lo+len(mark)) {
		lo += len(mark)
	}
	if c == '{' || c != '\'' && lo == n+1 && r.isInString(n, mark) {
		lo = n
	}
	return lo, 0
}

// opening returns the character at n, and the mark there. It is a doubled one in a string, and before a value: ”S”.
func (r *reader) opening(n int) (c rune, mark string) {
	c, size := r.quoteAt(n)
	if inner := r.innerQuote(byte(c), n); inner > 0 && (r.isInString(n, r.text[n:n+size]) || !r.goesOn(n+inner)) {
		size = inner
	}
	return c, r.text[n : n+size]
}

// closing returns the start of the mark that closes the value at lo, or 0. Its opening mark is at n. A doubled mark is inside
// the value. An escaped mark closes it if no other one does.
func (r *reader) closing(n, lo int, mark string) (hi int) {
	for i, width := lo, 0; i < min(len(r.text), n+LookBack); i += width {
		var c rune
		c, width = r.quoteAt(i)
		if inner := r.innerQuote(byte(c), i); inner == len(mark) {
			width = inner
		}
		text, end := r.text[i:i+width], i+width
		next, _ := r.charAt(end)
		isMark := strings.HasSuffix(text, mark) // maybe with more backslashes
		isEnd := text == mark && r.backslashes(i) == 0
		switch {
		case isMark && strings.HasPrefix(r.text[end:], mark):
			width += len(mark)
		case isEnd && !isAlnum(next) && i > lo:
			return i
		case isEnd, c == '\n' && width == 1, isQuote(c) && !isMark && r.closes(authority{n: n}, i, c, width):
			return hi
		case isMark && hi == 0 && !isAlnum(next):
			hi = end - len(mark)
		}
	}
	return hi
}

// goesOn reports whether the text at n goes on as after a quotation mark that ends a string.
func (r *reader) goesOn(n int) bool {
	c, _ := r.charAt(n)
	return c <= ' ' || strings.ContainsRune("+.&,:;}])|", c) || strings.HasPrefix(r.text[n:], "/>")
}

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
