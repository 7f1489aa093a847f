package address

import (
	"strings"

	"github.com/urispan/uri/find/internal/uts58"
)

// Tail returns the end of an address that begins at start. Its path, query or fragment may begin at n. safe is the end
// of the address if nothing from n on belongs to it.
func (r *Rules) Tail(text string, start, n, safe int) int {
	if n == len(text) {
		return safe
	}
	if c, _ := r.Escapes.Char(text, n); c != '/' && c != '?' && c != '#' {
		return safe
	}
	if r.Syntax == Prose {
		return r.proseEnd(new(uts58.Tail), text, n, safe)
	}
	return r.rest(text, start, n, safe)
}

// Opaque returns the end of an address that begins at start, with a path at n, after the ":". It returns 0 if the path is
// empty.
func (r *Rules) Opaque(text string, start, n int) int {
	if r.Syntax == Prose {
		t := uts58.InPath()
		return r.proseEnd(&t, text, n, 0)
	}
	return r.Cut(text, start, n, func(text string) int { return r.rest(text, start, n, 0) })
}

// rest implements Tail for a path, a query or a fragment that begins at n.
func (r *Rules) rest(text string, start, n, safe int) int {
	t := tail{rules: r, text: text, start: start, begin: n, at: n, safe: safe, quoted: start > 0 && text[start-1] == '\''}
	if !t.read(nil) { // PERF: most addresses have no brackets, and need no cleared stack
		var brackets uts58.Brackets
		t.read(&brackets)
	}
	return t.safe
}

// A tail reads the path, the query and the fragment of an address, except in Prose.
type tail struct {
	rules    *Rules
	text     string
	start    int  // of the address
	begin    int  // of the path, the query or the fragment
	at       int  // the offset of the next character
	safe     int  // the end of the address if nothing from at on belongs to it
	fragment bool // the fragment has begun
	quoted   bool // the next "'" ends the address
	query    bool // an escaped "?" was read
	bars     bool // a "|" does not end the address
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
		r, size := t.rules.Escapes.Char(t.text, t.at)
		term := t.rules.Syntax.termOf(r)
		if r == '|' && t.rules.Syntax == Web && t.allowsBar() {
			term = uts58.Soft
		}
		switch {
		case term == uts58.Include && r == '#' && t.fragment, r == '\'' && t.quoted:
			return true
		case term == uts58.Open && brackets == nil:
			return false
		case term == uts58.Open && brackets.Push(r):
		case term == uts58.Soft:
			t.query = t.query || r == '?'
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

// allowsBar reports whether the address can have the "|" at t.at: it is after a "?", and no other rule ends the address.
// It is called for each "|" but reads the text only for the first one.
func (t *tail) allowsBar() bool {
	if !t.bars {
		t.query = t.query || strings.IndexByte(t.text[t.begin:t.at], '?') >= 0
		t.bars = t.query && !t.rules.barEnds(t.text, t.start)
	}
	return t.bars
}

// proseEnd returns the end of an address by UTS #58. t reads the text from n on.
func (r *Rules) proseEnd(t *uts58.Tail, text string, n, safe int) int {
	for n < len(text) {
		c, size := r.Escapes.Char(text, n)
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
