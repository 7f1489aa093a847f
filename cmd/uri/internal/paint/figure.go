package paint

import (
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
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
// The lower half, in which brackets open upward, is the form of the second of a pair and of the parts of an authority.
// Names that do not fit side by side hang from their components one below the other:
//
//	a://b/c?d#e
//	|   |\/ | |
//	|   ||  | fragment
//	|   ||  query
//	|   |path
//	|   authority
//	scheme

// Margin is the number of columns left of a reference. It leaves room for the name "scheme" of a short scheme.
const Margin = 3

// A span is a component in a picture. Its columns are columns of the screen.
type span struct {
	part   fsm.Component
	ink    Ink
	in     [2]int // the range of its bytes in the input
	lo, hi int    // the columns [lo, hi) of its text, if the whole reference is shown
	// The columns in which its line may run: [lo, hi), or those that both references of a pair share.
	lineLo, lineHi int

	line int // the column of the line between bracket and name
	name int // the column of the name
}

func (p *span) label() string { return p.part.String() }

// A figure is a reference to draw.
type figure struct {
	*Text
	Start
	spans []span   // the components that are defined and not empty
	parts []span   // the parts of the authority, if they are drawn
	empty []string // the names of the components that are defined and empty
}

// newFigure collects the components of the reference s for a screen of the given width. It does not lay them out.
func newFigure(s []byte, r *fsm.Ranges, width int) *figure {
	f := &figure{Text: TextOf(s)}
	f.Start = f.Text.Start(width)
	lo, hi, ok := r.Scheme()
	f.add(&f.spans, tables.Scheme, SchemeInk, lo, hi, ok)
	lo, hi, ok = r.Authority()
	f.add(&f.spans, tables.Authority, AuthorityInk, lo, hi, ok)
	if lo < hi {
		f.addParts(s, r)
	}
	lo, hi = r.Path()
	f.add(&f.spans, tables.Path, PathInk, lo, hi, true)
	lo, hi, ok = r.Query()
	f.add(&f.spans, tables.Query, QueryInk, lo, hi, ok)
	lo, hi, ok = r.Fragment()
	f.add(&f.spans, tables.Fragment, FragmentInk, lo, hi, ok)
	return f
}

// addParts adds the parts of the authority if a reader could confuse them, because of a userinfo or the colons of an
// IP-literal. The picture in the RFC does not show parts.
func (f *figure) addParts(s []byte, r *fsm.Ranges) {
	var parts []span
	userLo, userHi, hasUser := r.Userinfo()
	f.add(&parts, tables.Userinfo, AuthorityInk, userLo, userHi, hasUser)
	hostLo, hostHi, ok := r.Host()
	f.add(&parts, tables.Host, AuthorityInk, hostLo, hostHi, ok)
	lo, hi, ok := r.Port()
	f.add(&parts, tables.Port, AuthorityInk, lo, hi, ok)
	if hasUser || hostLo < hostHi && s[hostLo] == '[' {
		f.parts = parts
	}
}

// add adds the component with the range [lo, hi) to list, or to f.empty. An empty component has no column of its own, so
// another line names it.
func (f *figure) add(list *[]span, part fsm.Component, i Ink, lo, hi int, ok bool) {
	switch {
	case !ok:
	case lo == hi:
		f.empty = append(f.empty, part.String())
	default:
		in := [2]int{lo, hi}
		lo, hi = Margin+f.Column(lo), Margin+f.Column(hi)
		*list = append(*list, span{part: part, ink: i, in: in, lo: lo, hi: hi, lineLo: lo, lineHi: hi})
	}
}

// AppendPicture appends the picture of the valid reference data, which has the ranges r. It appends a list of components
// instead if brackets would cross the end of a line or mark text that runs from right to left.
func AppendPicture(dst []byte, s Screen, data []byte, r *fsm.Ranges) []byte {
	f := newFigure(data, r, s.Width)
	if !f.canHaveBrackets(s.Width) {
		return f.appendList(dst, s)
	}
	sideBySide := place(f.spans, s.Width)
	partsSideBySide := place(f.parts, s.Width)
	if !inside(f.spans, s.Width) || !inside(f.parts, s.Width) {
		return f.appendList(dst, s)
	}
	var d Drawing
	row := 0
	if len(f.parts) > 0 {
		row = d.names(row, f.parts, partsSideBySide, true)
		row = d.bracketsUp(row, f.parts)
	}
	row = d.reference(row, f)
	if len(f.spans) > 0 {
		row = d.bracketsDown(row, f.spans)
		if !sideBySide {
			row-- // the lines are drawn with the names
		}
		row = d.names(row, f.spans, sideBySide, false)
	}
	f.noteEmpty(&d, row)
	return d.AppendTo(dst, s)
}

// canHaveBrackets reports whether the whole reference fits on a screen of the given width in the order of its characters,
// and each component has columns of its own. A component inside a hidden password has none.
func (f *figure) canHaveBrackets(width int) bool {
	hasNone := func(p span) bool { return p.lo == p.hi }
	return !f.rtl && !f.cut && Margin+len(f.text) <= width &&
		!slices.ContainsFunc(f.spans, hasNone) && !slices.ContainsFunc(f.parts, hasNone)
}

// AppendPair appends one picture of two valid references with one line of names between them. It returns false if that is
// impossible: every component of b must be under the same component of a.
func AppendPair(dst []byte, s Screen, a []byte, aRanges *fsm.Ranges, b []byte, bRanges *fsm.Ranges) ([]byte, bool) {
	fa, fb := newFigure(a, aRanges, s.Width), newFigure(b, bRanges, s.Width)
	if len(fa.parts)+len(fb.parts)+len(fa.empty)+len(fb.empty) > 0 ||
		!fa.canHaveBrackets(s.Width) || !fb.canHaveBrackets(s.Width) ||
		!fa.share(fb) || !place(fa.spans, s.Width) {
		return dst, false
	}
	fa.lend(fb)
	var d Drawing
	row := d.reference(0, fa)
	row = d.bracketsDown(row, fa.spans)
	row = d.names(row, fa.spans, true, false)
	row = d.bracketsUp(row, fb.spans)
	d.reference(row, fb)
	return d.AppendTo(dst, s), true
}

// share restricts the lines of f to columns that its components share with those of g.
func (f *figure) share(g *figure) bool {
	for i := range g.spans {
		p := f.find(g.spans[i].part)
		if p == nil {
			return false
		}
		p.lineLo, p.lineHi = max(p.lo, g.spans[i].lo), min(p.hi, g.spans[i].hi)
		if p.lineLo >= p.lineHi {
			return false
		}
	}
	return true
}

// lend gives g the lines of f.
func (f *figure) lend(g *figure) {
	for i := range g.spans {
		g.spans[i].line = f.find(g.spans[i].part).line
	}
}

// find returns the span of a component, or nil if it is not drawn.
func (f *figure) find(part fsm.Component) *span {
	for i := range f.spans {
		if f.spans[i].part == part {
			return &f.spans[i]
		}
	}
	return nil
}

// place sets the columns of lines and names. It returns true if the names fit side by side, with a gap of one to three
// columns, as wide as possible. The RFC leaves three. Otherwise each line is under the middle of its component, and
// each name begins under its line.
func place(spans []span, width int) bool {
	for gap := 3; gap > 0; gap-- {
		if placeApart(spans, gap) && inside(spans, width) {
			return true
		}
	}
	for i := range spans {
		p := &spans[i]
		p.line = (p.lo + p.hi - 1) / 2
		p.name = p.line
	}
	return false
}

// placeApart places each name under the middle of its component, or as near to it as the name before permits, and each
// line halfway between the middle of the component and the middle of the name. The result is the picture of the RFC. It
// returns false if a name would not be under its component at all.
func placeApart(spans []span, gap int) bool {
	free := 0
	for i := range spans {
		p := &spans[i]
		width := len(p.label())
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

// inside reports whether all names end before the column width.
func inside(spans []span, width int) bool {
	for i := range spans {
		if spans[i].name+len(spans[i].label()) > width {
			return false
		}
	}
	return true
}

// reference draws the reference itself and returns the row after it.
func (d *Drawing) reference(row int, f *figure) int {
	d.PutCells(row, Margin, f.text, Plain)
	for _, p := range f.spans {
		d.PutCells(row, p.lo, f.text[p.lo-Margin:p.hi-Margin], p.ink)
	}
	return row + 1
}

// bracketsDown draws the brackets under a reference, and the lines under the brackets. It returns the row after them.
func (d *Drawing) bracketsDown(row int, spans []span) int {
	for _, p := range spans {
		if p.hi-p.lo == 1 {
			d.Put(row, p.lo, "|", p.ink)
		} else {
			d.Put(row, p.lo, `\`+strings.Repeat("_", p.hi-p.lo-2)+`/`, p.ink)
		}
		d.Put(row+1, p.line, "|", p.ink)
	}
	return row + 2
}

// bracketsUp draws the brackets over a reference, and the lines over the brackets. It returns the row after them.
func (d *Drawing) bracketsUp(row int, spans []span) int {
	for _, p := range spans {
		if p.hi-p.lo == 1 {
			d.Put(row+1, p.lo, "|", p.ink)
		} else {
			d.Put(row, p.lo+1, strings.Repeat("_", p.hi-p.lo-2), p.ink)
			d.Put(row+1, p.lo, `/`+strings.Repeat(" ", p.hi-p.lo-2)+`\`, p.ink)
		}
		d.Put(row, p.line, "|", p.ink)
	}
	return row + 2
}

// names draws the names and returns the row after them. The names are side by side, or hang one below the other. If up is
// true, the reference is below the names.
func (d *Drawing) names(row int, spans []span, sideBySide, up bool) int {
	if sideBySide {
		for _, p := range spans {
			d.Put(row, p.name, p.label(), p.ink)
		}
		return row + 1
	}
	for i := range spans {
		at := row + len(spans) - 1 - i // the last name is next to the brackets
		if up {
			at = row + i
		}
		d.hang(at, spans[:i+1])
	}
	return row + len(spans)
}

// hang draws the name of the last of spans, and lines for the others, whose names are farther from the reference.
func (d *Drawing) hang(row int, spans []span) {
	last := len(spans) - 1
	for _, p := range spans[:last] {
		d.Put(row, p.line, "|", p.ink)
	}
	d.Put(row, spans[last].name, spans[last].label(), spans[last].ink)
}

// noteEmpty names the components that are defined and empty.
func (f *figure) noteEmpty(d *Drawing, row int) {
	if len(f.empty) > 0 {
		d.Put(row, Margin, "empty: "+strings.Join(f.empty, ", "), Faint)
	}
}

// appendList appends each component on a line of its own and wraps its text. The parts of the authority, if drawn, are
// indented.
func (f *figure) appendList(dst []byte, s Screen) []byte {
	p := NewPen(dst, s, nil)
	for _, component := range f.spans {
		f.listSpan(&p, &component, Margin, s.Width)
		if component.part != tables.Authority {
			continue
		}
		for _, part := range f.parts {
			f.listSpan(&p, &part, Margin+2, s.Width)
		}
	}
	var d Drawing
	f.noteEmpty(&d, 0)
	return d.AppendTo(p.Out, s)
}

// listWidth is the number of columns for names in a list.
const listWidth = len("authority") + 3

// listSpan writes one component of a list. A component that contains a part of a password has the text for the whole.
func (f *figure) listSpan(p *Pen, component *span, indent, width int) {
	p.Put(indent, component.label(), Faint)
	text := Lines{Source: f.From(component.in[0]), End: component.in[1], Cut: Cells.Boundary}
	room := max(width-Margin-listWidth, 16)
	for line := text.Next(room); len(line) > 0; line = text.Next(room) {
		p.PutCells(Margin+listWidth, line, component.ink)
		p.EndRow()
	}
}
