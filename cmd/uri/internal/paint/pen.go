package paint

import "github.com/urispan/uri/tables"

// A Pen writes rows from left to right. It keeps only the output that has not been drained, so a picture may have any
// number of rows of any length.
type Pen struct {
	Out []byte // the output that has not been drained

	colour bool
	drain  func(out []byte) []byte // writes out and returns a buffer for more output; may be nil
	column int
	ink    Ink
}

// NewPen returns a Pen that appends to out. If drain is not nil, the Pen passes long output to it, and continues with
// its result.
func NewPen(out []byte, s Screen, drain func(out []byte) []byte) Pen {
	return Pen{Out: out, colour: s.Colour, drain: drain}
}

// drainSize is the size in bytes of output that is drained.
const drainSize = 64 << 10

// DrainLong returns drain(dst) if dst is long and drain is not nil, and otherwise dst.
func DrainLong(dst []byte, drain func(dst []byte) []byte) []byte {
	if drain != nil && len(dst) >= drainSize {
		return drain(dst)
	}
	return dst
}

// dip changes the ink.
func (p *Pen) dip(i Ink) {
	if p.colour && i != p.ink {
		p.Out = append(p.Out, sgr[i]...)
		p.ink = i
	}
}

// moveTo writes spaces up to the column col.
func (p *Pen) moveTo(col int) {
	for ; p.column < col; p.column++ {
		p.Out = append(p.Out, ' ')
	}
}

// Put writes text at the column col. The text is printable ASCII without trailing spaces. Empty text writes nothing.
func (p *Pen) Put(col int, text string, i Ink) {
	if text == "" {
		return
	}
	p.moveTo(col)
	p.dip(i)
	p.Out = append(p.Out, text...)
	p.column += len(text)
}

// PutCells writes text at the column col. Empty text writes nothing.
func (p *Pen) PutCells(col int, text Cells, i Ink) {
	if len(text) == 0 {
		return
	}
	p.moveTo(col)
	p.dip(i)
	for _, c := range text {
		p.Out = append(p.Out, c...)
	}
	p.column += len(text)
}

// PutLines writes lines of at most the given width at the column col, and ends the row of each. It ends at least one row.
func (p *Pen) PutLines(col int, l *Lines, width int, i Ink) {
	line := l.Next(width)
	for first := true; first || len(line) > 0; first = false {
		p.PutCells(col, line, i)
		p.EndRow()
		line = l.Next(width)
	}
}

// PutWrapped writes the lines of Wrap at the column col, and ends the row of each.
func (p *Pen) PutWrapped(col, width int, text string, i Ink) {
	for _, line := range Wrap(text, width) {
		p.Put(col, line, i)
		p.EndRow()
	}
}

// PutGlyphs writes the remaining glyphs of g at the column col.
func (p *Pen) PutGlyphs(col int, g *Glyphs, i Ink) {
	for g.Step(len(g.s)) {
		p.moveTo(col)
		p.dip(i)
		p.Out = DrainLong(append(p.Out, g.text...), p.drain)
		p.column += g.Columns
	}
}

// EndRow ends the row. The next row begins in the plain ink.
func (p *Pen) EndRow() {
	p.dip(Plain)
	p.Out = DrainLong(append(p.Out, '\n'), p.drain)
	p.column = 0
}

// An Ink is a colour of a picture. A component has the same ink in all pictures.
type Ink uint8

// The inks.
const (
	Plain Ink = iota
	Faint
	Good
	Bad
	Marked // visible on a space
	SchemeInk
	AuthorityInk
	PathInk
	QueryInk
	FragmentInk
)

// sgr maps each ink to its escape sequence "select graphic rendition" (ECMA-48, 8.3.117). The sequences begin with a
// reset, so they do not depend on the ink before. The colours are the sixteen of the terminal, because its user chose
// them to be readable.
var sgr = [...]string{
	Plain: "\x1b[0m", Faint: "\x1b[0;2m", Good: "\x1b[0;32m", Bad: "\x1b[0;1;31m", Marked: "\x1b[0;7;31m",
	SchemeInk: "\x1b[0;36m", AuthorityInk: "\x1b[0;32m", PathInk: "\x1b[0;33m", QueryInk: "\x1b[0;35m",
	FragmentInk: "\x1b[0;94m",
}

// inks maps each component to its ink. The parts of an authority have the ink of the authority.
var inks = [...]Ink{
	tables.Scheme:    SchemeInk,
	tables.Authority: AuthorityInk,
	tables.Userinfo:  AuthorityInk,
	tables.Host:      AuthorityInk,
	tables.Port:      AuthorityInk,
	tables.Path:      PathInk,
	tables.Query:     QueryInk,
	tables.Fragment:  FragmentInk,
}

// InkOf returns the ink of a component.
func InkOf(c tables.Component) Ink { return inks[c] }
