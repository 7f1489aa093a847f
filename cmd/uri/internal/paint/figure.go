package paint

import (
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/tables"
)

// Pictures are drawn as in RFC 3986, section 3:
//
//	  foo://example.com:8042/over/there?name=ferret#nose
//	  \_/   \______________/\_________/ \_________/ \__/
//	   |           |            |            |        |
//	scheme     authority       path        query   fragment
//	   |   _____________________|__
//	  / \ /                        \
//	  urn:example:animal:ferret:nose
//
// The lower half, with brackets that open upward, is the form of the second of a pair and of the parts of an authority.
// If names do not fit side by side, there is a list of the components instead.

// Margin is the number of columns left of a reference. They are enough for the name "scheme" below a short scheme.
const Margin = 3

// A span is a component in a picture. Its columns are columns of the screen.
type span struct {
	dialect.Component // Lo and Hi are offsets in the input

	ink    Ink
	lo, hi int // the columns [lo, hi) of its text, if the whole reference is shown
	// The columns where its line may run: [lo, hi), or those that both references of a pair share.
	lineLo, lineHi int

	line  int   // the column of the line between bracket and name
	name  int   // the column of the name
	other *span // of the other reference of a pair
}

// A figure is a reference to draw.
type figure struct {
	*Text
	text  Cells    // the beginning of the Text, up to the width of the screen
	cut   bool     // the Text is longer
	spans []span   // the components that are defined and not empty
	parts []span   // the parts of the authority, if they are drawn
	empty []string // the names of the components that are defined and empty
}

// newFigure collects the components of the reference s for a screen of the given width, without a layout. It includes
// the parts of the authority only if a reader could confuse them, because of a userinfo or the colons of an IP-literal.
// The picture in the RFC does not show parts.
func newFigure(s []byte, components []dialect.Component, width int) *figure {
	f := &figure{Text: TextOf(s)}
	f.text, f.cut = f.From(0).cellsIn(0, width)
	confusing := false
	inAuthority := false // the authority is not empty
	for _, c := range components {
		if c.Kind == tables.Authority {
			inAuthority = c.Lo < c.Hi
		}
		if isPart(c.Kind) && !inAuthority {
			continue
		}
		f.add(c, width)
		confusing = confusing || c.Kind == tables.Userinfo || c.Kind == tables.Host && c.Lo < c.Hi && s[c.Lo] == '['
	}
	if !confusing {
		f.parts = nil
	}
	return f
}

// add adds a component to f.spans, f.parts or f.empty. An empty component has no column, so another line names it.
func (f *figure) add(c dialect.Component, width int) {
	if c.Lo == c.Hi {
		f.empty = append(f.empty, c.Name)
		return
	}
	lo, hi := Margin+f.ColumnOf(c.Lo, width), Margin+f.ColumnOf(c.Hi, width)
	p := span{Component: c, ink: InkOf(c.Kind), lo: lo, hi: hi, lineLo: lo, lineHi: hi}
	if isPart(c.Kind) {
		f.parts = append(f.parts, p)
	} else {
		f.spans = append(f.spans, p)
	}
}

// isPart reports whether a component is a part of the authority.
func isPart(kind tables.Component) bool {
	return kind == tables.Userinfo || kind == tables.Host || kind == tables.Port
}

// AppendPicture appends the picture of the valid reference data, which has the given components. It appends a list of
// components instead if brackets would cross the end of a line or mark text that runs from right to left, or if names do
// not fit below short components.
func AppendPicture(dst []byte, s Screen, data []byte, components []dialect.Component) []byte {
	f := newFigure(data, components, s.Width)
	if !f.canHaveBrackets(s.Width) || !place(f.spans, s.Width) || !place(f.parts, s.Width) {
		return f.appendList(dst, s)
	}
	p := NewPen(dst, s, nil)
	if len(f.parts) > 0 {
		p.names(f.parts)
		p.bracketsUp(f.parts)
	}
	p.reference(f)
	if len(f.spans) > 0 {
		p.bracketsDown(f.spans)
		p.lines(f.spans)
		p.names(f.spans)
	}
	f.noteEmpty(&p)
	return p.Out
}

// canHaveBrackets reports whether the whole reference fits on a screen of the given width in the order of its
// characters, and each component has columns of its own. A component inside a hidden password has none.
func (f *figure) canHaveBrackets(width int) bool {
	hasNone := func(p span) bool { return p.lo == p.hi }
	return !HasRightToLeft(f.s) && !f.cut && Margin+len(f.text) <= width &&
		!slices.ContainsFunc(f.spans, hasNone) && !slices.ContainsFunc(f.parts, hasNone)
}

// AppendPair appends one picture of two valid references with one line of names between them. It returns false if that
// is impossible: every component of b must be under the same component of a.
func AppendPair(dst []byte, s Screen, a, b []byte, components func([]byte) []dialect.Component) ([]byte, bool) {
	fa, fb := newFigure(a, components(a), s.Width), newFigure(b, components(b), s.Width)
	if len(fa.parts)+len(fb.parts)+len(fa.empty)+len(fb.empty) > 0 ||
		!fa.canHaveBrackets(s.Width) || !fb.canHaveBrackets(s.Width) ||
		!fa.share(fb) || !place(fa.spans, s.Width) {
		return dst, false
	}
	for i := range fb.spans {
		fb.spans[i].line = fb.spans[i].other.line
	}
	p := NewPen(dst, s, nil)
	p.reference(fa)
	p.bracketsDown(fa.spans)
	p.lines(fa.spans)
	p.names(fa.spans)
	p.bracketsUp(fb.spans)
	p.reference(fb)
	return p.Out, true
}

// share restricts the lines of f to columns that its components share with the components of g, and joins these to those
// of f. It returns false if f lacks a component of g. A component without a shared column has no place for its line.
func (f *figure) share(g *figure) bool {
	for i := range g.spans {
		q := &g.spans[i]
		j := slices.IndexFunc(f.spans, func(p span) bool { return p.Kind == q.Kind })
		if j < 0 {
			return false
		}
		q.other = &f.spans[j]
		q.other.lineLo, q.other.lineHi = max(q.other.lo, q.lo), min(q.other.hi, q.hi)
	}
	return true
}

// place sets the columns of lines and names, and returns false if the names do not fit side by side. The gap between them
// is as wide as possible, from one column to the three of the RFC.
func place(spans []span, width int) bool {
	isWide := func(p span) bool { return p.name+len(p.Name) > width }
	for gap := 3; gap > 0; gap-- {
		if placeApart(spans, gap) && !slices.ContainsFunc(spans, isWide) {
			return true
		}
	}
	return false
}

// placeApart places each name under the middle of its component, or as near to it as the name before permits. It places
// each line halfway between the middles of component and name. This gives the picture of the RFC. It returns false if a
// name would not be under its component at all.
func placeApart(spans []span, gap int) bool {
	free := 0
	for i := range spans {
		p := &spans[i]
		width := len(p.Name)
		p.name = max(p.lo+(p.hi-p.lo-width)>>1, free)
		lo, hi := max(p.lineLo, p.name), min(p.lineHi, p.name+width)
		if lo >= hi {
			return false
		}
		middles := p.lineLo + p.lineHi - 1 + 2*p.name + width - 1 // four times the mean of the middles
		p.line = min(max((middles+2)/4, lo), hi-1)
		free = p.name + width + gap
	}
	return true
}

// reference draws the reference itself.
func (p *Pen) reference(f *figure) {
	at := 0
	for _, part := range f.spans {
		p.PutCells(Margin+at, f.text[at:part.lo-Margin], Plain)
		at = part.hi - Margin
		p.PutCells(part.lo, f.text[part.lo-Margin:at], part.ink)
	}
	p.PutCells(Margin+at, f.text[at:], Plain)
	p.EndRow()
}

// bracketsDown draws the brackets under a reference.
func (p *Pen) bracketsDown(spans []span) { p.brackets(spans, `\`, "_", `/`) }

// bracketsUp draws the brackets over a reference, and the lines over the brackets.
func (p *Pen) bracketsUp(spans []span) {
	for _, part := range spans {
		top := []byte(strings.Repeat("_", part.hi-part.lo))
		top[0], top[len(top)-1] = ' ', ' '
		top[part.line-part.lo] = '|'
		text := strings.TrimLeft(string(top), " ")
		p.Put(part.hi-len(text), strings.TrimRight(text, " "), part.ink)
	}
	p.EndRow()
	p.brackets(spans, `/`, " ", `\`)
}

// brackets draws a row of brackets, each from a left to a right corner. A bracket of one column is a line.
func (p *Pen) brackets(spans []span, left, middle, right string) {
	for _, part := range spans {
		bracket := "|"
		if n := part.hi - part.lo - 2; n >= 0 {
			bracket = left + strings.Repeat(middle, n) + right
		}
		p.Put(part.lo, bracket, part.ink)
	}
	p.EndRow()
}

// lines draws the lines between brackets and names.
func (p *Pen) lines(spans []span) {
	for _, part := range spans {
		p.Put(part.line, "|", part.ink)
	}
	p.EndRow()
}

// names draws the names side by side.
func (p *Pen) names(spans []span) {
	for _, part := range spans {
		p.Put(part.name, part.Name, part.ink)
	}
	p.EndRow()
}

// noteEmpty names the components that are defined and empty.
func (f *figure) noteEmpty(p *Pen) {
	if len(f.empty) > 0 {
		p.Put(Margin, "empty: "+strings.Join(f.empty, ", "), Faint)
		p.EndRow()
	}
}

// appendList appends each component on a line of its own and wraps its text. The parts of the authority, if drawn, are
// indented.
func (f *figure) appendList(dst []byte, s Screen) []byte {
	p := NewPen(dst, s, nil)
	for _, component := range f.spans {
		f.listSpan(&p, &component, Margin, s.Width)
		if component.Kind != tables.Authority {
			continue
		}
		for _, part := range f.parts {
			f.listSpan(&p, &part, Margin+2, s.Width)
		}
	}
	f.noteEmpty(&p)
	return p.Out
}

// listWidth is the number of columns for names in a list.
const listWidth = len("authority") + 3

// listSpan writes one component of a list. The text for a whole password replaces each part of it.
func (f *figure) listSpan(p *Pen, component *span, indent, width int) {
	p.Put(indent, component.Name, Faint)
	text := Lines{Source: f.From(component.Lo), End: component.Hi}
	p.PutLines(Margin+listWidth, &text, max(width-Margin-listWidth, 16), component.ink)
}
