package paint

import (
	"slices"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/internal/octet"
)

// A Text is a reference as pictures show it. It hides passwords, and escapes bytes that could control the terminal or
// have an unknown width. It makes its glyphs on demand, since they may take many times the memory of the reference.
type Text struct {
	s             []byte
	caret         int      // a glyph begins at this offset
	secrets       [][2]int // the ranges of bytes that are hidden
	international bool     // characters outside ASCII are shown if their width is known
}

// Password is the text that pictures show in place of a password of any length. The method Redacted of package uri
// writes the same.
const Password = "xxxxx"

// TextOf returns the text of the valid reference s.
func TextOf(s []byte) *Text { return TextAt(s, len(s), false, true) }

// TextAt returns the text of s with a glyph that begins at the offset caret. If cut is true, s is only the beginning of
// the input. If international is true, characters outside ASCII are shown, and otherwise escaped.
func TextAt(s []byte, caret int, cut, international bool) *Text {
	return &Text{s: s, caret: caret, secrets: passwordsOf(s, cut), international: international}
}

// InSecret reports whether the byte at n is hidden, because it may belong to a password.
func (t *Text) InSecret(n int) bool {
	return slices.ContainsFunc(t.secrets, func(r [2]int) bool { return r[0] <= n && n < r[1] })
}

// From returns the glyphs of t from the offset n, which must not be inside a character.
func (t *Text) From(n int) *Glyphs { return &Glyphs{Text: t, next: n, runEnd: n} }

// Seek makes the next glyph the one at the offset n, as [Text.From] does.
func (g *Glyphs) Seek(n int) { g.next, g.runEnd = n, n }

// A glyph is the smallest part of a Text: a character with the marks on it, an escaped byte, or a hidden password.
type glyph struct {
	Columns int // the width in columns

	lo   int    // the offset of the first byte
	text []byte // valid until the next glyph
}

// Glyphs iterates over the glyphs of a Text.
type Glyphs struct {
	*Text
	glyph
	next   int // the offset of the next glyph
	runEnd int // no glyph crosses this offset: the boundary of a password; the caret; the end

	escape [4]byte // memory for the text of an escaped byte
}

// Step advances to the next glyph that begins before the offset end. It returns false if no glyph begins there.
func (g *Glyphs) Step(end int) bool {
	if g.next >= min(end, len(g.s)) {
		return false
	}
	g.lo = g.next
	if g.next == g.runEnd && g.enterRun() {
		return true
	}
	r, size := rune(g.s[g.lo]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRune(g.s[g.lo:g.runEnd])
	}
	switch {
	case r < utf8.RuneSelf && g.international && canCarry(r):
		g.Columns = 1
	case r < utf8.RuneSelf, !g.international, r == utf8.RuneError && size == 1:
		g.escapeByte()
		return true
	default:
		breadth := breadthOf(r)
		if breadth == escaped || breadth == attached { // a mark without a character to carry it
			g.escapeByte()
			return true
		}
		g.Columns = int(breadth)
	}
	g.next += size
	g.takeMarks()
	g.text = g.s[g.lo:g.next]
	return true
}

// Len returns the length in bytes of the reference.
func (g *Glyphs) Len() int { return len(g.s) }

// enterRun finds the end of the run that begins at the next glyph. If the run is a password, or several that overlap or
// touch, enterRun makes it the current glyph and returns true.
func (g *Glyphs) enterRun() bool {
	begin := g.next
	g.runEnd = len(g.s)
	if g.caret > begin {
		g.runEnd = min(g.runEnd, g.caret)
	}
	for _, secret := range g.secrets {
		switch {
		case secret[0] >= secret[1]:
		case g.next < secret[0]:
			g.runEnd = min(g.runEnd, secret[0])
		case g.next < secret[1]:
			g.next = secret[1]
		}
	}
	if g.next == begin {
		return false
	}
	g.text, g.Columns, g.runEnd = []byte(Password), len(Password), g.next
	return true
}

// escapeByte makes the next byte a glyph: a printable ASCII character or an escape sequence.
func (g *Glyphs) escapeByte() {
	g.text = escape.AppendByte(g.escape[:0], g.s[g.next])
	g.Columns = len(g.text)
	g.next++
}

// maxGlyph is the length in bytes of the longest glyph with marks. It bounds the glyphs of hostile input.
const maxGlyph = 16

// takeMarks adds the marks that follow the glyph to it.
func (g *Glyphs) takeMarks() {
	for g.next < g.runEnd && g.s[g.next] >= utf8.RuneSelf {
		r, size := utf8.DecodeRune(g.s[g.next:g.runEnd])
		if r == utf8.RuneError || g.next+size-g.lo > maxGlyph || breadthOf(r) != attached {
			return
		}
		g.next += size
	}
}

// AppendCells appends the columns of the glyph to c.
func (g *glyph) AppendCells(c Cells) Cells {
	if g.Columns == len(g.text) {
		for _, b := range g.text {
			c = append(c, octet.Plain(b)) // without an allocation
		}
		return c
	}
	c = append(c, string(g.text))
	if g.Columns == int(wide) {
		c = append(c, "")
	}
	return c
}

// ColumnOf returns the column of the byte at the offset n. All bytes of a password are in the first column of the text
// that replaces it. If the byte is after the given number of columns, ColumnOf returns a column after them.
func (t *Text) ColumnOf(n, columns int) int {
	column := 0
	for g := t.From(0); column <= columns && g.Step(n+1); column += g.Columns {
		if n < g.next {
			return column
		}
	}
	return column
}

// Around returns at most width columns of text around the column at, and the index of that column in them. Dots replace
// omitted text.
func (t *Text) Around(at, width int) (Cells, int) {
	width = max(width, 16)
	room := width - 2*len(dots) - 1
	first := max(0, at-width)
	text, cut := t.From(0).cellsIn(first, at+width)
	end := first + len(text)
	if !cut && end <= width && at < width {
		return text, at
	}
	lo := max(0, at-room/2)
	if !cut {
		lo = max(0, min(lo, end-room))
	}
	lo = first + text.boundary(lo-first)
	hi := first + text.boundary(min(end, lo+room)-first)
	part := text[lo-first : hi-first]
	at -= lo
	if lo > 0 {
		part = slices.Concat(CellsOf(dots), part)
		at += len(dots)
	}
	if cut || hi < end {
		part = slices.Concat(part, CellsOf(dots))
	}
	return part, at
}

// dots replace omitted text.
const dots = "..."

// cellsIn returns the columns [lo, hi) of the remaining glyphs as far as there are such columns, and reports whether there
// are more.
func (g *Glyphs) cellsIn(lo, hi int) (text Cells, cut bool) {
	for column := 0; g.Step(len(g.s)); column += g.Columns {
		if column >= hi {
			return text[:hi-lo], true
		}
		if column+g.Columns > lo {
			skipped := len(text)
			text = g.AppendCells(text)
			if column < lo {
				text = append(text[:skipped], text[skipped+lo-column:]...)
			}
		}
	}
	if len(text) > hi-lo {
		return text[:hi-lo], true
	}
	return text, false
}

// Lines breaks text into lines, and divides no escape. The text consists of Cells, followed by the glyphs of Source that
// begin before End.
type Lines struct {
	Cells  Cells
	Source *Glyphs // may be nil
	End    int

	buf Cells // memory for Cells
}

// Next returns the next line. It has at most width columns and is valid until the next call. After the last line, Next
// returns an empty one.
func (l *Lines) Next(width int) Cells {
	if l.Source != nil && l.Source.next < l.End && len(l.Cells) <= width {
		l.buf = append(l.buf[:0], l.Cells...)
		for len(l.buf) <= width && l.Source.Step(l.End) {
			l.buf = l.Source.AppendCells(l.buf)
		}
		l.Cells = l.buf
	}
	n := l.Cells.beforeEscape(min(width, len(l.Cells)))
	line := l.Cells[:n]
	l.Cells = l.Cells[n:]
	return line
}

// beforeEscape returns the column where c is broken: col, or a column before it where a character or an escape begins that
// may go on after col.
func (c Cells) beforeEscape(col int) int {
	for begin := max(1, col-3); begin < col && col < len(c); begin++ {
		if c[begin] == `\` || c[begin] == "%" && begin > col-3 {
			return begin
		}
	}
	return c.boundary(col)
}
