package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/walk"
)

// appendAll appends the table to dst.
func (t *explanation) appendAll(dst []byte, s paint.Screen) []byte {
	t.pen = paint.NewPen(dst, s, t.rec.Drain)
	t.verdict()
	t.table()
	t.parts()
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
