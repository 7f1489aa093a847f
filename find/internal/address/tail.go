package address

import (
	"unicode/utf8"

	"github.com/urispan/uri/find/internal/uts58"
	"github.com/urispan/uri/tables"
)

// Tail returns the end of an address that begins at start. Its path, query or fragment may begin at n. safe is the end
// of the address if nothing from n on belongs to it.
func (r *Rules) Tail(text string, start, n, safe int) int {
	if n == len(text) {
		return safe
	}
	if c, _ := r.char(text, n); c != '/' && c != '?' && c != '#' {
		return safe
	}
	if r.Prose {
		return r.proseEnd(new(uts58.Tail), text, n, safe)
	}
	return r.rest(text, start, n, safe)
}

// Opaque returns the end of an address that begins at start, with a path at n, after the ":". It returns 0 if
// the path is empty.
func (r *Rules) Opaque(text string, start, n int) int {
	if r.Prose {
		t := uts58.InPath()
		return r.proseEnd(&t, text, n, 0)
	}
	return r.rest(text, start, n, 0)
}

// rest implements Tail for a path, a query or a fragment that begins at n.
func (r *Rules) rest(text string, start, n, safe int) int {
	t := tail{rules: r, text: text, at: n, safe: safe, quoted: start > 0 && text[start-1] == '\''}
	if !t.read(nil) { // PERF: most addresses have no brackets, and need no cleared stack
		var brackets uts58.Brackets
		t.read(&brackets)
	}
	return t.safe
}

// A tail reads the path, the query and the fragment of an address by the grammar of RFC 3987.
type tail struct {
	rules    *Rules
	text     string
	at       int  // the offset of the next character
	safe     int  // the end of the address if nothing from at on belongs to it
	fragment bool // the fragment has begun
	quoted   bool // the next "'" ends the address
}

// read reads up to the end of the address. It returns false if it needs a stack of brackets.
func (t *tail) read(brackets *uts58.Brackets) bool {
	plain := &tailSet
	if t.rules.Escapes == HTML {
		plain = &tailSetHTML
	}
	for t.at < len(t.text) {
		if end := span(t.text, t.at, plain); end > t.at {
			t.safe = max(t.safe, trimFinal(t.text, t.at, end))
			if t.at = end; end == len(t.text) {
				break
			}
		}
		r, size := t.rules.char(t.text, t.at)
		term := termOf(r)
		switch {
		case term == uts58.Include && r == '#' && t.fragment, r == '\'' && t.quoted:
			return true
		case term == uts58.Open && brackets == nil:
			return false
		case term == uts58.Open && brackets.Push(r), term == uts58.Soft:
		case term == uts58.Include, term == uts58.Close && brackets != nil && brackets.Pop(r):
			t.fragment = t.fragment || r == '#'
			t.safe = t.at + size
		default:
			return true
		}
		t.at += size
	}
	return true
}

// termOf returns what r does to the end of an address, by the grammar of RFC 3987 and the property Link_Term.
func termOf(r rune) uts58.Term {
	switch {
	case r >= utf8.RuneSelf:
		if tables.IsUcschar(r) {
			return uts58.TermOf(r)
		}
		return uts58.Hard
	case r == '(':
		return uts58.Open
	case r == ')':
		return uts58.Close
	case r == '#':
		return uts58.Include
	case r < 0 || !tables.Is(byte(r), tables.QueryChars):
		return uts58.Hard
	case isFinal(byte(r)):
		return uts58.Soft
	}
	return uts58.Include
}

// TrimEmphasis returns the end of the address text[start:end] without marks of emphasis that are also before it, as in
// "**http://a/**". It returns end if nothing after floor would be left.
func (r *Rules) TrimEmphasis(text string, start, floor, end int) int {
	if start == 0 || !IsMark(text[start-1]) {
		return end
	}
	return r.trimMark(text, text[start-1], floor, end)
}

// IsMark reports whether c is a mark of emphasis in Markdown.
func IsMark(c byte) bool { return c == '*' || c == '_' || c == '~' }

// trimMark implements TrimEmphasis for an address after the mark.
func (r *Rules) trimMark(text string, mark byte, floor, end int) int {
	if end <= floor || r.Prose || text[end-1] != mark {
		return end
	}
	n := end
	for n > floor && (text[n-1] == mark || isFinal(text[n-1]) && r.Escapes != HTML) {
		n--
	}
	if n == floor {
		return end
	}
	return n
}

// proseEnd returns the end of an address by UTS #58. t reads the text from n on.
func (r *Rules) proseEnd(t *uts58.Tail, text string, n, safe int) int {
	for n < len(text) {
		c, size := r.char(text, n)
		isSafe, ok := t.Step(c)
		if !ok {
			break
		}
		if n += size; isSafe {
			safe = n
		}
	}
	return safe
}
