package main

import (
	"cmp"
	"math"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/walk"
	"github.com/urispan/uri/tables"
)

// maxRows returns the largest number of rows or steps to write.
func maxRows(rec *engine.Record) int { return cmp.Or(rec.Limit, math.MaxInt) }

// An explanation writes the table for a record, row by row. It walks the record twice, first to measure the columns of
// the table and then to write it, so that its memory does not depend on the number of rows.
type explanation struct {
	pen   paint.Pen
	rec   *engine.Record
	shown *paint.Text
	bytes int // the column of the bytes
	rules int // the column of the rules
	width int // the columns of the wrapped text

	row  paint.Lines         // the bytes of a row
	text map[string][]string // maps a set of rules to the lines that name them
}

const (
	offsetColumn = 1  // the column of the offsets
	minOffset    = 4  // columns for offsets
	maxBytes     = 30 // columns for bytes in a line, approximately
	minBytes     = 8
	minRules     = 24 // columns for rules, if the screen is wide enough
)

func newExplanation(rec *engine.Record, width int) *explanation {
	t := &explanation{rec: rec, shown: rec.Text(), width: width, text: map[string][]string{}}
	widest, last := t.measure()
	t.place(widest, last, width)
	return t
}

// place sets the columns of the bytes and the rules, given the columns of the widest bytes and the largest offset.
func (t *explanation) place(widest, last, width int) {
	t.bytes = offsetColumn + max(minOffset, len(strconv.Itoa(last))) + 2
	room := min(width/3, width-minRules-t.bytes-2)
	t.rules = t.bytes + min(widest, maxBytes, max(room, minBytes)) + 2
}

// measure returns the number of columns of the widest bytes of a row, up to maxBytes, and the largest offset in the
// table.
func (t *explanation) measure() (widest, last int) {
	widest = len(t.stopped())
	g := t.shown.From(0)
	rows := 0
	for row := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if last = row.Lo; !t.rec.OK {
			last = row.Hi
		}
		if rows++; rows > maxRows(t.rec) {
			widest = max(widest, len(leftOut))
			if t.rec.OK {
				break
			}
			continue
		}
		columns := len(t.hiddenBefore(g, row.Lo))
		for columns <= maxBytes && g.Step(row.Hi) {
			columns += g.Columns
		}
		for g.Step(row.Hi) {
		}
		widest = max(widest, columns)
	}
	return widest, last
}

var hiddenCells = paint.CellsOf(paint.Password)

// hiddenBefore returns the text that replaces a password if the row at lo begins inside a password that g has passed.
// So every row with a part of the password shows the text.
func (t *explanation) hiddenBefore(g *paint.Glyphs, lo int) paint.Cells {
	if g.End() > lo && t.shown.InSecret(lo) {
		return hiddenCells
	}
	return nil
}

// stopped names the first invalid byte or character.
func (t *explanation) stopped() paint.Cells {
	switch n := t.rec.N; {
	case t.rec.OK:
		return nil
	case n == len(t.rec.Bytes):
		return paint.CellsOf("end")
	case t.shown.InSecret(n):
		return hiddenCells
	case !t.rec.ShowsByte():
		return paint.CellsOf("...")
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

// line writes a row of the table: the offset, the bytes in t.row in the ink i, and text in the ink about. It takes as
// many lines as the longer of bytes and text.
func (t *explanation) line(offset int, i paint.Ink, text []string, about paint.Ink) {
	digits := strconv.Itoa(offset)
	t.pen.Put(t.bytes-2-len(digits), digits, paint.Faint)
	room := t.rules - 2 - t.bytes
	line := t.row.Next(room)
	for first := true; first || len(line) > 0 || len(text) > 0; first = false {
		if len(line) > 0 {
			t.pen.PutCells(t.bytes, line, i)
		}
		if len(text) > 0 {
			t.pen.Put(t.rules, text[0], about)
			text = text[1:]
		}
		t.pen.EndRow()
		line = t.row.Next(room)
	}
}

// beforeEscape returns the column where shown is broken: col, or a column before it if col is inside a character or an
// escape. A "%" or "\" that is not an escape occurs at most once, at the end.
func beforeEscape(shown paint.Cells, col int) int {
	if col == len(shown) {
		return col
	}
	for _, begin := range []int{col - 1, col - 2, col - 3} {
		if begin <= 0 {
			break
		}
		if c := shown[begin]; c == `\` && (begin == col-1 || shown[begin+1] == "x") || c == "%" && begin >= col-2 {
			return begin
		}
	}
	return shown.Boundary(col)
}

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
