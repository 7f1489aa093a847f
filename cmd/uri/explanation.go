package main

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

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

// appendAll appends the table to dst.
func (t *explanation) appendAll(dst []byte, s paint.Screen) []byte {
	t.pen = paint.NewPen(dst, s, t.rec.Drain)
	t.verdict()
	t.table()
	return t.pen.Out
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

// leftOut replaces the bytes of omitted rows.
const leftOut = "..."

// table writes the rows of the walk up to the limit, and the text about the first invalid byte.
func (t *explanation) table() {
	g := t.shown.From(0)
	rows, from := 0, len(t.rec.Bytes) // from is the offset of the first omitted row
	for row := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if rows++; rows > maxRows(t.rec) {
			from = min(from, row.Lo)
			continue
		}
		t.row.Cells, t.row.Source, t.row.End, t.row.Cut = t.hiddenBefore(g, row.Lo), g, row.Hi, beforeEscape
		t.line(row.Lo, paint.Plain, t.linesOf(row.Rules), t.inkAt(row.Lo, row.Context))
	}
	if n := rows - maxRows(t.rec); n > 0 {
		t.note(from, leftOut, fmt.Sprintf("%d rows left out (-rows)", n), paint.Faint)
	}
	if !t.rec.OK {
		t.mistake()
	}
}

// mistake writes the text about the first invalid byte.
func (t *explanation) mistake() {
	w := walk.New(t.rec.Bytes, t.rec.Dialect)
	w.End()
	if t.rec.Unread() {
		t.note(w.N, "", "the rest was not read (-max-line)", paint.Bad)
		return
	}
	t.row.Cells, t.row.Source, t.row.Cut = t.stopped(), nil, beforeEscape
	t.line(w.N, paint.Bad, paint.Wrap("no rule allows this here", t.width-t.rules), paint.Bad)
	t.about("expected: "+strings.Join(w.Expected(), " "), paint.Plain)
	if hint := t.rec.Hint().String(); hint != "" {
		t.about("hint: "+hint, paint.Good)
	}
}

// linesOf returns the lines that name the rules of a row.
func (t *explanation) linesOf(rules string) []string {
	text, ok := t.text[rules]
	if !ok {
		text = paint.Wrap(engine.Listed(walk.WithSections(rules), "or"), t.width-t.rules)
		t.text[rules] = text
	}
	return text
}

// note writes a row with text in the column of the rules.
func (t *explanation) note(offset int, bytes, text string, i paint.Ink) {
	t.row.Cells, t.row.Source, t.row.Cut = paint.CellsOf(bytes), nil, beforeEscape
	t.line(offset, paint.Plain, paint.Wrap(text, t.width-t.rules), i)
}

// about writes text in the column of the rules, in rows without an offset.
func (t *explanation) about(text string, i paint.Ink) {
	for _, line := range paint.Wrap(text, t.width-t.rules) {
		t.pen.Put(t.rules, line, i)
		t.pen.EndRow()
	}
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
