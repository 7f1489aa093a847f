package main

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/iri"
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
// The lower half, where brackets open upward, is how the second of a pair and the parts of an authority are drawn.
// Names that find no room side by side hang from their components one below the other:
//
//	a://b/c?d#e
//	|   |\/ | |
//	|   ||  | fragment
//	|   ||  query
//	|   |path
//	|   authority
//	scheme

// margin is the width in columns left of a reference. It leaves room for the name of a scheme shorter than that name.
const margin = 3

// A span is a component in a picture. All columns are those of the screen.
type span struct {
	part   fsm.Component
	ink    ink
	in     [2]int // the range of its bytes in the input
	lo, hi int    // the columns [lo, hi) of its text, if all of the reference is shown
	// The columns in which its line may run: [lo, hi) too, or those that both of a pair have in common.
	lineLo, lineHi int

	line int // the column of the line between bracket and name
	name int // the column of the name
}

func (p *span) label() string { return p.part.String() }

// A figure is a reference that is to be drawn.
type figure struct {
	*displayed
	shown
	spans []span   // the components that are neither undefined nor empty
	parts []span   // those of the authority, if they are to be drawn
	empty []string // the names of those that are empty
}

// newFigure collects what there is to draw of the reference s on a screen of the given width. It lays out nothing yet.
func newFigure(s []byte, r *fsm.Ranges, width int) *figure {
	f := &figure{displayed: display(s)}
	f.shown = f.start(width)
	lo, hi, ok := r.Scheme()
	f.add(&f.spans, tables.Scheme, schemeInk, lo, hi, ok)
	lo, hi, ok = r.Authority()
	f.add(&f.spans, tables.Authority, authorityInk, lo, hi, ok)
	if lo < hi {
		f.addParts(s, r)
	}
	lo, hi = r.Path()
	f.add(&f.spans, tables.Path, pathInk, lo, hi, true)
	lo, hi, ok = r.Query()
	f.add(&f.spans, tables.Query, queryInk, lo, hi, ok)
	lo, hi, ok = r.Fragment()
	f.add(&f.spans, tables.Fragment, fragmentInk, lo, hi, ok)
	return f
}

// addParts adds the parts of the authority. They are drawn only where a reader may take one for another, because of a
// userinfo or of the colons of an IP-literal: the RFC's picture has none.
func (f *figure) addParts(s []byte, r *fsm.Ranges) {
	var parts []span
	userLo, userHi, hasUser := r.Userinfo()
	f.add(&parts, tables.Userinfo, authorityInk, userLo, userHi, hasUser)
	hostLo, hostHi, ok := r.Host()
	f.add(&parts, tables.Host, authorityInk, hostLo, hostHi, ok)
	lo, hi, ok := r.Port()
	f.add(&parts, tables.Port, authorityInk, lo, hi, ok)
	if hasUser || hostLo < hostHi && s[hostLo] == '[' {
		f.parts = parts
	}
}

// add adds the component with the range [lo, hi) to list, or to those that are empty. An empty component has no column
// to draw under, and is named in a line of its own.
func (f *figure) add(list *[]span, part fsm.Component, i ink, lo, hi int, ok bool) {
	switch {
	case !ok:
	case lo == hi:
		f.empty = append(f.empty, part.String())
	default:
		in := [2]int{lo, hi}
		lo, hi = margin+f.column(lo), margin+f.column(hi)
		*list = append(*list, span{part: part, ink: i, in: in, lo: lo, hi: hi, lineLo: lo, lineHi: hi})
	}
}

// appendPicture appends the picture of the valid reference data with the ranges r, or a list if brackets would show
// nothing: if they would run over the end of a line, or stand under text from right to left.
func appendPicture(dst []byte, s screen, data []byte, r *fsm.Ranges) []byte {
	f := newFigure(data, r, s.width)
	if !f.canHaveBrackets(s.width) {
		return f.appendList(dst, s)
	}
	sideBySide := place(f.spans, s.width)
	partsSideBySide := place(f.parts, s.width)
	if !inside(f.spans, s.width) || !inside(f.parts, s.width) {
		return f.appendList(dst, s)
	}
	var d drawing
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
	return d.appendTo(dst, s)
}

// canHaveBrackets reports whether all of the reference fits on a screen of the given width, in the order of its
// characters, and each component has columns of its own. One inside of a hidden password has none.
func (f *figure) canHaveBrackets(width int) bool {
	hasNone := func(p span) bool { return p.lo == p.hi }
	return !f.rtl && !f.cut && margin+len(f.text) <= width &&
		!slices.ContainsFunc(f.spans, hasNone) && !slices.ContainsFunc(f.parts, hasNone)
}

// appendPair appends one picture of two references, with one line of names between them. That is possible if both are
// valid, and every component of the second is under the same one of the first.
func appendPair(dst []byte, s screen, a, b *record) ([]byte, bool) {
	if !a.valid() || !b.valid() {
		return dst, false
	}
	fa, fb := newFigure(a.Bytes, &a.Ranges, s.width), newFigure(b.Bytes, &b.Ranges, s.width)
	if len(fa.parts)+len(fb.parts)+len(fa.empty)+len(fb.empty) > 0 ||
		!fa.canHaveBrackets(s.width) || !fb.canHaveBrackets(s.width) ||
		!fa.share(fb) || !place(fa.spans, s.width) {
		return dst, false
	}
	fa.lend(fb)
	var d drawing
	row := d.reference(0, fa)
	row = d.bracketsDown(row, fa.spans)
	row = d.names(row, fa.spans, true, false)
	row = d.bracketsUp(row, fb.spans)
	d.reference(row, fb)
	return d.appendTo(dst, s), true
}

// share restricts the lines of f to the columns that they can have in common with those of g.
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

// place decides where lines and names go. It returns true if the names can stand side by side, with as much room
// between them as there is, up to the three columns that the RFC leaves. Otherwise every name is to begin under its
// line, and the line under the middle of its component.
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

// placeApart puts each name under the middle of its component, or as near to it as the name before it lets it, and each
// line halfway between the middle of the component and that of the name. This is what gives the RFC's picture. It
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
		middles := p.lineLo + p.lineHi - 1 + 2*p.name + width - 1 // four times the mean of both
		p.line = min(max((middles+2)/4, lo), hi-1)
		free = p.name + width + gap
	}
	return true
}

// inside tells whether all names end before the given column.
func inside(spans []span, width int) bool {
	for i := range spans {
		if spans[i].name+len(spans[i].label()) > width {
			return false
		}
	}
	return true
}

// reference draws the reference itself, and returns the row after it.
func (d *drawing) reference(row int, f *figure) int {
	d.putCells(row, margin, f.text, plain)
	for _, p := range f.spans {
		d.putCells(row, p.lo, f.text[p.lo-margin:p.hi-margin], p.ink)
	}
	return row + 1
}

// bracketsDown draws the brackets under a reference and the lines under them, and returns the row after them.
func (d *drawing) bracketsDown(row int, spans []span) int {
	for _, p := range spans {
		if p.hi-p.lo == 1 {
			d.put(row, p.lo, "|", p.ink)
		} else {
			d.put(row, p.lo, `\`+strings.Repeat("_", p.hi-p.lo-2)+`/`, p.ink)
		}
		d.put(row+1, p.line, "|", p.ink)
	}
	return row + 2
}

// bracketsUp draws the brackets over a reference, with the lines to the names over them, and returns the row after.
func (d *drawing) bracketsUp(row int, spans []span) int {
	for _, p := range spans {
		if p.hi-p.lo == 1 {
			d.put(row+1, p.lo, "|", p.ink)
		} else {
			d.put(row, p.lo+1, strings.Repeat("_", p.hi-p.lo-2), p.ink)
			d.put(row+1, p.lo, `/`+strings.Repeat(" ", p.hi-p.lo-2)+`\`, p.ink)
		}
		d.put(row, p.line, "|", p.ink)
	}
	return row + 2
}

// names draws the names, side by side or hanging from their components (standing on them if up), and returns the row
// after them.
func (d *drawing) names(row int, spans []span, sideBySide, up bool) int {
	if sideBySide {
		for _, p := range spans {
			d.put(row, p.name, p.label(), p.ink)
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

// hang draws the name of the last of spans, and lines for those before it, whose names are farther away.
func (d *drawing) hang(row int, spans []span) {
	last := len(spans) - 1
	for _, p := range spans[:last] {
		d.put(row, p.line, "|", p.ink)
	}
	d.put(row, spans[last].name, spans[last].label(), spans[last].ink)
}

// noteEmpty names the components that are empty, but not undefined.
func (f *figure) noteEmpty(d *drawing, row int) {
	if len(f.empty) > 0 {
		d.put(row, margin, "empty: "+strings.Join(f.empty, ", "), faint)
	}
}

// appendList appends one component a line, its text wrapped. The parts of the authority, if they are to be shown, are
// indented.
func (f *figure) appendList(dst []byte, s screen) []byte {
	p := pen{dst: dst, colour: s.colour}
	for _, component := range f.spans {
		f.listSpan(&p, &component, margin, s.width)
		if component.part != tables.Authority {
			continue
		}
		for _, part := range f.parts {
			f.listSpan(&p, &part, margin+2, s.width)
		}
	}
	var d drawing
	f.noteEmpty(&d, 0)
	return d.appendTo(p.dst, s)
}

// listWidth is the width in columns of the names in a list.
const listWidth = len("authority") + 3

// listSpan writes one component of a list. If a part of it is hidden, it has the text that stands for the whole.
func (f *figure) listSpan(p *pen, component *span, indent, width int) {
	p.put(indent, component.label(), faint)
	text := lines{source: f.from(component.in[0]), end: component.in[1], cut: cells.boundary}
	room := max(width-margin-listWidth, 16)
	for line := text.next(room); len(line) > 0; line = text.next(room) {
		p.putCells(margin+listWidth, line, component.ink)
		p.endRow()
	}
}

// appendCaret appends the picture of an invalid record: the reference after the given verdict, and a caret under the
// byte at which it is invalid with the reason. A reference that is too wide is shown around that byte. One of which a
// terminal may change the order is escaped, since nobody could tell where the caret is to stand.
func appendCaret(dst []byte, s screen, verdict string, rec *record) []byte {
	left := max(len(verdict), margin)
	shown := displayRecord(rec.Bytes, rec.N, rec.Cut, rec.iri && !hasRightToLeft(rec.Bytes))
	text, at := shown.around(shown.columnOf(rec.N), s.width-left)
	var d drawing
	d.put(0, 0, verdict, bad)
	d.putCells(0, left, text, plain)
	if rec.N < len(rec.Bytes) && at < len(text) {
		columns := shown.columnOf(rec.N+rec.badLen()) - shown.columnOf(rec.N) // 0 inside a password
		d.putCells(0, left+at, text[at:min(at+max(columns, 1), len(text))], marked)
	}
	d.put(1, left+at, "^", bad)
	col := d.caption(1, left+at+2, left, s.width, captionOf(rec), bad)
	if hint := hintFor(rec); hint != "" {
		d.caption(len(d.rows), col, left, s.width, "hint: "+hint, good)
	}
	return d.appendTo(dst, s)
}

// caption puts text at the column or, if that is too far to the right, wraps it in the next row at the column left. It
// returns the column.
func (d *drawing) caption(row, col, left, width int, text string, i ink) int {
	if col+len(text) <= width {
		d.put(row, col, text, i)
		return col
	}
	d.wrapped(max(row, 2), left, width-left, text, i)
	return left
}

// badLen returns the length in bytes of what is wrong at N: a byte or, in an IRI, a character.
func (rec *record) badLen() int {
	if !rec.iri {
		return 1
	}
	_, size := utf8.DecodeRune(rec.Bytes[rec.N:])
	return size
}

// captionOf says what is wrong in the words of package uri, which show nothing of a userinfo, unless it does not know.
func captionOf(rec *record) string {
	if rec.ours {
		return rec.reason
	}
	err := rec.err
	switch {
	case err.Reason != 0:
	case rec.iri:
		_, err, _ = iri.TryParse(string(rec.Bytes))
	default:
		_, err, _ = uri.TryParse(string(rec.Bytes))
	}
	return err.Error()
}
