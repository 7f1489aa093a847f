package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

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

// innermost returns the last mark that is open at n, or one without a character.
func (r *reader) innermost(n int) (last mark) {
	if open := r.open(n); len(open) > 0 {
		last = open[len(open)-1]
	}
	return last
}

// isInBrackets reports whether a "(" is the innermost mark at n, in the same word: [a](https://h/?token=S).
func (r *reader) isInBrackets(n int) bool {
	last := r.innermost(n)
	return last.c == '(' && strings.IndexFunc(r.text[last.lo:n], isSpace) < 0
}

// isInString reports whether a string with the given mark, raw or escaped, may be open at n. In a line of more than LookBack
// bytes, only a single mark must be among the last ones.
func (r *reader) isInString(n int, mark string) bool {
	if line := r.lineBefore(n); len(line) == LookBack {
		return mark != "'" && mark != "`" || strings.Contains(line, mark)
	}
	for _, open := range r.open(n) {
		if r.text[open.lo:open.hi] == mark {
			return true
		}
	}
	return false
}
