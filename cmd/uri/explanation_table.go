package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/walk"
	"github.com/urispan/uri/tables"
)

// appendExplanation appends the table that "uri help explain formats" describes, for a screen of the given width. Text is
// wrapped at the column wrap.
func appendExplanation(dst []byte, rec *engine.Record, s paint.Screen, width, wrap int) []byte {
	t := newExplanation(rec, wrap)
	t.rows, t.explain = t.ruleRows, func(rules string) string { return engine.Listed(walk.WithSections(rules), "or") }
	t.place(width, len(t.stopped()))
	t.write(dst, s)
	if !rec.OK && !rec.Unread() {
		w := walk.New(rec.Bytes, rec.Dialect)
		w.End()
		t.note("expected: "+strings.Join(w.Expected(), " "), paint.Plain)
		if hint := rec.Hint().String(); hint != "" {
			t.note("hint: "+hint, paint.Good)
		}
	}
	t.parts()
	return t.pen.Out
}

// write writes the verdict and the rows.
func (t *explanation) write(dst []byte, s paint.Screen) {
	t.pen = paint.NewPen(dst, s, t.rec.Drain)
	t.verdict()
	g := t.shown.From(0)
	for row := range t.rows {
		t.line(g, &row)
	}
}

// verdict writes the whole reference or, if it is invalid, the reason.
func (t *explanation) verdict() {
	if t.rec.OK {
		t.whole("ok", paint.Good, t.shown)
		return
	}
	for _, line := range paint.Wrap("invalid: "+t.rec.Caption(), t.width) {
		t.pen.Put(0, line, paint.Bad)
		t.pen.EndRow()
	}
}

// whole writes all of a reference after a name.
func (t *explanation) whole(name string, i paint.Ink, text *paint.Text) {
	left := len(name) + 2
	t.pen.Put(0, name, i)
	g := text.From(0)
	if t.width == math.MaxInt {
		t.pen.PutGlyphs(left, g, paint.Plain)
		t.pen.EndRow()
		return
	}
	lines := paint.Lines{Source: g, End: g.Len(), Cut: beforeEscape}
	t.pen.PutLines(left, &lines, max(t.width-left, paint.MinWrapped), paint.Plain)
}

// ruleRows yields the rows of the walk up to the limit, a row for those that are left out, and a row for the first
// invalid byte.
func (t *explanation) ruleRows(yield func(tableRow) bool) {
	rows, from := 0, len(t.rec.Bytes) // from is the offset of the first omitted row
	for row := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if rows++; rows > maxRows(t.rec) {
			from = min(from, row.Lo)
			continue
		}
		if !yield(tableRow{lo: row.Lo, hi: row.Hi, about: t.inkAt(row.Lo, row.Context), name: row.Rules}) {
			return
		}
	}
	if n := rows - maxRows(t.rec); n > 0 {
		text := fmt.Sprintf("%d rows left out (-rows)", n)
		if !yield(tableRow{lo: from, cells: paint.CellsOf("..."), about: paint.Faint, text: text}) {
			return
		}
	}
	if t.rec.OK {
		return
	}
	w := walk.New(t.rec.Bytes, t.rec.Dialect)
	if w.End(); t.rec.Unread() {
		yield(tableRow{lo: w.N, hi: w.N, about: paint.Bad, text: unread})
	} else {
		yield(tableRow{lo: w.N, cells: t.stopped(), ink: paint.Bad, about: paint.Bad, text: "no rule allows this here"})
	}
}

// unread is the text of the row for the end of a line that was cut.
const unread = "the rest was not read (-max-line)"

// inkAt returns the ink of the component of the byte at n, which may be a delimiter of the component. The context is
// that after the byte. If it does not determine the component yet, the ranges of the record do.
func (t *explanation) inkAt(n int, context tables.Context) paint.Ink {
	if _, hi, ok := t.rec.Ranges.Scheme(); ok && n <= hi {
		return paint.SchemeInk
	}
	if lo, _, ok := t.rec.Ranges.Authority(); ok && n < lo || context.Component() == tables.None {
		return paint.AuthorityInk
	}
	return paint.InkOf(context.Component())
}

// note writes text in the column of the rules, in rows without an offset.
func (t *explanation) note(text string, i paint.Ink) {
	for _, line := range paint.Wrap(text, t.width-t.rules) {
		t.pen.Put(t.rules, line, i)
		t.pen.EndRow()
	}
}
