package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/webchange"
	"github.com/urispan/uri/whatwg"
)

// appendAccount appends the table that "uri help explain formats" describes: a row for each change and each validation error, and
// the href. Text is wrapped at the column wrap.
func appendAccount(dst []byte, rec *engine.Record, s paint.Screen, width, wrap int) []byte {
	a := rec.Value.(*webAccount)
	if a.failure = (whatwg.ValidationError{}); !rec.OK && len(a.errors) > 0 {
		a.failure = a.errors[len(a.errors)-1]
	}
	slices.SortStableFunc(a.errors, func(a, b whatwg.ValidationError) int { return cmp.Compare(a.Offset, b.Offset) })
	t := &explanation{rec: rec, shown: rec.Text(), width: wrap, text: map[string][]string{}}
	t.pen = paint.NewPen(dst, s, rec.Drain)
	widest, last := t.measureRows(a)
	t.place(widest, last, width)
	t.verdict()
	rows := 0
	g := t.shown.From(0)
	for row := range a.rows {
		if rows++; rows > maxRows(rec) {
			break
		}
		t.row.Cells, t.row.Source, t.row.End, t.row.Cut = row.cells(rec), g, row.shownEnd(), beforeEscape
		if g.Seek(row.lo); t.row.Cells != nil {
			t.row.Source = nil
		}
		t.line(row.lo, paint.Plain, t.linesOfRow(&row), row.ink)
	}
	if n := len(a.changes) + len(a.errors) - maxRows(rec); n > 0 {
		t.about(fmt.Sprintf("%d rows left out (-rows)", n), paint.Faint)
	}
	switch {
	case rec.OK:
		t.whole("href", paint.Plain, paint.TextOf([]byte(a.url.Href())))
	case rec.Unread():
		t.note(rec.N, "", "the rest was not read (-max-line)", paint.Bad)
	}
	return t.pen.Out
}

// A webRow is a row of the table.
type webRow struct {
	lo, hi int
	code   whatwg.Code // of a validation error
	text   string      // of a change
	ink    paint.Ink
}

// maxPart is the number of bytes that a row shows of a part of the input or of the result of a change.
const maxPart = 200

// shownEnd returns the end of the bytes that the row shows.
func (r *webRow) shownEnd() int { return min(r.hi, r.lo+maxPart) }

var spaceCells = paint.CellsOf("space")

// cells returns the name of the byte of the row if it is a single byte without a shape.
func (r *webRow) cells(rec *engine.Record) paint.Cells {
	if string(rec.Bytes[r.lo:r.hi]) == " " {
		return spaceCells
	}
	return nil
}

// linesOfRow returns the lines of text in a row.
func (t *explanation) linesOfRow(r *webRow) []string {
	if r.code == 0 {
		return paint.Wrap(r.text, t.width-t.rules)
	}
	name := r.code.String()
	lines, ok := t.text[name]
	if !ok {
		lines = paint.Wrap(name+": "+dialect.WebText(r.code), t.width-t.rules)
		t.text[name] = lines
	}
	return lines
}

// rows yields the rows of the table in the order of their offsets. At the same offset, changes come first.
func (a *webAccount) rows(yield func(webRow) bool) {
	changes := a.changes
	for _, e := range a.errors {
		for len(changes) > 0 && changes[0].Lo <= e.Offset {
			if !yield(a.rowOf(&changes[0])) {
				return
			}
			changes = changes[1:]
		}
		ink := paint.Plain
		if e == a.failure {
			ink = paint.Bad
		}
		if !yield(webRow{e.Offset, e.End, e.Code, "", ink}) {
			return
		}
	}
	for i := range changes {
		if !yield(a.rowOf(&changes[i])) {
			return
		}
	}
}

// rowOf returns the row for a change. It hides a password.
func (a *webAccount) rowOf(c *webchange.Change) webRow {
	result := c.Result
	if c.Part == webchange.Credentials && a.url.Password() != "" {
		result = a.url.Username() + ":" + paint.Password + "@"
	}
	if len(result) > maxPart {
		result = result[:maxPart] + "..."
	}
	text := c.Part + ": becomes " + result
	switch {
	case result == "":
		text = c.Part + ": left out"
	case c.Lo == c.Hi:
		text = c.Part + ": added, " + result
	}
	return webRow{c.Lo, c.Hi, 0, text, paint.Good}
}

// measureRows returns the number of columns of the widest bytes of a row, up to maxBytes, and the largest offset in the
// table.
func (t *explanation) measureRows(a *webAccount) (widest, last int) {
	rows := 0
	g := t.shown.From(0)
	for row := range a.rows {
		if rows++; rows > maxRows(t.rec) {
			break
		}
		columns := len(row.cells(t.rec))
		for g.Seek(row.lo); columns <= maxBytes && g.Step(row.shownEnd()); {
			columns += g.Columns
		}
		widest, last = max(widest, columns), max(last, row.lo)
	}
	return widest, last
}
