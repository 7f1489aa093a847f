// Package uts58 implements the end of a link by Unicode Technical Standard #58, Link Detection and Serialization.
package uts58

// A Term is a value of the property Link_Term: what a character does to the end of a link.
type Term uint8

const (
	Hard    Term = iota // ends the link before it
	Include             // is part of the link
	Soft                // is part of the link if a character after it is
	Open                // is part of the link, and begins a bracket
	Close               // is part of the link if it ends the last bracket that began in the link, and ends the link otherwise
)

// emailBit is the bit of Link_Email in an entry.
const emailBit = 8

// TermOf returns the value of Link_Term for r.
func TermOf(r rune) Term { return Term(entryOf(r) &^ emailBit) }

// InLocalPart reports whether r can be in the local part of an e-mail address (Link_Email).
func InLocalPart(r rune) bool { return entryOf(r)&emailBit != 0 }

// entryOf returns the entry of r in the tables. r may be any number.
func entryOf(r rune) uint8 {
	if uint32(r) >= linkEnd {
		return 0
	}
	return linkEntries[linkBlocks[r>>linkShift]][r&(1<<linkShift-1)]
}

// MaxDepth is the number of brackets that can be open at the same time. The next one ends the link.
const MaxDepth = 125

// A Brackets is a stack of open brackets. The zero value is empty.
type Brackets struct {
	open  [MaxDepth]rune
	depth int
}

// Push adds an opening bracket. It returns false if too many are open.
func (b *Brackets) Push(r rune) bool {
	if b.depth == len(b.open) {
		return false
	}
	b.open[b.depth] = r
	b.depth++
	return true
}

// Pop removes the last bracket if the closing bracket r matches it. Otherwise it returns false.
func (b *Brackets) Pop(r rune) bool {
	if b.depth == 0 || b.open[b.depth-1] != Bracket(r) {
		return false
	}
	b.depth--
	return true
}

// Clear removes all brackets.
func (b *Brackets) Clear() { b.depth = 0 }

// A Tail reads the path, the query and the fragment of a link. The zero value expects the delimiter after the host.
type Tail struct {
	brackets Brackets
	part     byte // the delimiter that began it, or 0
	colons   int  // the length of the part of ":~:" that was just read
}

// InPath returns a Tail that is inside a path.
func InPath() Tail { return Tail{part: '/'} }

// Step reads the next character. It returns false if the link ends before r. safe reports whether the link may end just
// after r.
func (t *Tail) Step(r rune) (safe, ok bool) {
	if r == '#' && t.part != '#' || r == '?' && (t.part == '/' || t.part == 0) || r == '/' && t.part == 0 {
		t.part = byte(r)
		t.brackets.Clear()
		return true, true
	}
	if t.part == 0 {
		return false, false
	}
	switch {
	case t.part == '/' && r == '/', t.part == '?' && (r == '=' || r == '&'):
		t.brackets.Clear()
	case t.part == '#':
		t.readDirective(r)
	}
	switch TermOf(r) {
	case Include:
		return true, true
	case Soft:
		return false, true
	case Open:
		ok = t.brackets.Push(r)
		return ok, ok
	case Close:
		ok = t.brackets.Pop(r)
		return ok, ok
	}
	return false, false
}

// readDirective looks for ":~:", which begins a directive in a fragment.
func (t *Tail) readDirective(r rune) {
	switch {
	case r == '~' && t.colons == 1:
		t.colons = 2
	case r == ':' && t.colons == 2:
		t.brackets.Clear()
		t.colons = 1
	case r == ':':
		t.colons = 1
	default:
		t.colons = 0
	}
}
