package main

import (
	"cmp"
	"math"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// An explanation writes the table for a record, row by row. It goes through the rows twice, first to measure the columns
// of the table and then to write it, so that its memory does not depend on the number of rows.
type explanation struct {
	pen   paint.Pen
	rec   *engine.Record
	shown *paint.Text
	bytes int // the column of the bytes
	rules int // the column of the rules
	width int // the columns of the wrapped text

	rows  func(visit func(tableRow))
	jumps bool                // rows do not follow each other
	row   paint.Lines         // the bytes of a row
	texts map[string][]string // the lines of the texts
}

// A tableRow is a row of the table.
type tableRow struct {
	lo, hi     int         // the range of the bytes that the row shows
	cells      paint.Cells // replaces the bytes, unless it is nil
	ink, about paint.Ink   // of the bytes and of the text
	text       string
}

const (
	offsetColumn = 1  // the column of the offsets
	minOffset    = 4  // columns for offsets
	maxBytes     = 30 // columns for bytes in a line, approximately
	minBytes     = 8
	minRules     = 24 // columns for rules, if the screen is wide enough
)

// newExplanation returns an explanation for a screen. Without a screen, text is not wrapped.
func newExplanation(rec *engine.Record, s paint.Screen) *explanation {
	return &explanation{rec: rec, shown: rec.Text(), width: cmp.Or(s.Width, math.MaxInt), texts: map[string][]string{}}
}

// write places the columns, for bytes of at least the given number of columns. Then it writes the rows, below the whole
// reference or, if it is invalid, the reason.
func (t *explanation) write(dst []byte, s paint.Screen, least int) {
	t.place(cmp.Or(s.Width, paint.UsualWidth), least)
	t.pen = paint.NewPen(dst, s, t.rec.Drain)
	if t.rec.OK {
		t.whole("ok", paint.Good, t.shown)
	} else {
		t.pen.PutWrapped(0, t.width, "invalid: "+t.rec.Caption(), paint.Bad)
	}
	g := t.shown.From(0)
	t.rows(func(row tableRow) { t.line(g, &row) })
}

// place sets the columns for a screen of the given width. The widest bytes have at least the given number of columns.
func (t *explanation) place(width, least int) {
	widest, last := t.measure(least)
	t.bytes = offsetColumn + max(minOffset, len(strconv.Itoa(last))) + 2
	room := min(width/3, width-minRules-t.bytes-2)
	t.rules = t.bytes + min(widest, maxBytes, max(room, minBytes)) + 2
}

// measure returns the number of columns of the widest bytes of a row, from least to maxBytes, and the largest offset in
// the table.
func (t *explanation) measure(least int) (widest, last int) {
	widest = least
	g := t.shown.From(0)
	t.rows(func(row tableRow) {
		columns := len(row.cells)
		for t.begin(g, &row); g.Step(row.hi); {
			columns = min(columns+g.Columns, maxBytes)
		}
		widest, last = max(widest, columns), max(last, row.lo)
	})
	return widest, last
}

// begin moves g to the bytes of a row if rows do not follow each other, or if the row begins in a password. So every row
// with a part of a password shows the text that replaces it.
func (t *explanation) begin(g *paint.Glyphs, row *tableRow) {
	if t.jumps || t.shown.InSecret(row.lo) {
		g.Seek(row.lo)
	}
}

// whole writes all of a reference after a name.
func (t *explanation) whole(name string, i paint.Ink, text *paint.Text) {
	t.pen.Put(0, name, i)
	g, left := text.From(0), len(name)+2
	if t.width == math.MaxInt {
		t.pen.PutGlyphs(left, g, paint.Plain)
		t.pen.EndRow()
		return
	}
	lines := paint.Lines{Source: g, End: g.Len()}
	t.pen.PutLines(left, &lines, max(t.width-left, paint.MinWrapped), paint.Plain)
}

// linesOf returns the lines of the text of a row. Many rows have the same.
func (t *explanation) linesOf(text string) []string {
	lines, ok := t.texts[text]
	if !ok {
		lines = paint.Wrap(text, t.width-t.rules)
		t.texts[text] = lines
	}
	return lines
}

// line writes a row of the table: the offset, the bytes in the glyphs of g or in cells, and the text. It takes as many
// lines as the longer of bytes and text.
func (t *explanation) line(g *paint.Glyphs, row *tableRow) {
	t.row.Cells, t.row.Source, t.row.End = row.cells, g, row.hi
	if t.begin(g, row); row.cells != nil || row.lo == row.hi {
		t.row.Source = nil
	}
	digits, text := strconv.Itoa(row.lo), t.linesOf(row.text)
	t.pen.Put(t.bytes-2-len(digits), digits, paint.Faint)
	room := t.rules - 2 - t.bytes
	line := t.row.Next(room)
	for first := true; first || len(line) > 0 || len(text) > 0; first = false {
		t.pen.PutCells(t.bytes, line, row.ink)
		if len(text) > 0 {
			t.pen.Put(t.rules, text[0], row.about)
			text = text[1:]
		}
		t.pen.EndRow()
		line = t.row.Next(room)
	}
}

// note writes text below the table, in the column of the rules.
func (t *explanation) note(text string, i paint.Ink) {
	t.pen.PutWrapped(t.rules, t.width-t.rules, text, i)
}

// stopped names the first invalid byte or character.
func (t *explanation) stopped() paint.Cells {
	switch n := t.rec.N; {
	case t.rec.OK:
		return nil
	case n == len(t.rec.Bytes):
		return paint.CellsOf("end")
	case t.shown.InSecret(n):
		return paint.CellsOf(paint.Password)
	case t.rec.Bytes[n] == ' ':
		return paint.CellsOf("space")
	default:
		var c paint.Cells
		for g := t.shown.From(n); g.Step(n + t.rec.BadLen()); {
			c = g.AppendCells(c)
		}
		return c
	}
}
