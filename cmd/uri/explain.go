package main

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/walk"
	"github.com/urispan/uri/tables"
)

var explainVerb = &engine.Verb{
	Name:     "explain",
	Dialects: dialect.All,
	Flags:    explainFlags,
	Formats: engine.Formats{
		Keys: []engine.Key{engine.InputKey, engine.OKKey, stepsKey, leftOutKey},
		FaultKeys: []engine.Key{
			{Name: "expected", Nested: true, Append: appendExpected}, hintKey, stepsKey, leftOutKey,
		},
		Line:    explained(paint.Screen{}), // for programs, which can read long lines
		Picture: explained,
	},
	Web: webExplainFormats,
}

func explainFlags(fs *flag.FlagSet) engine.Prepare {
	rows := 0
	engine.IntVar(fs, &rows, "rows", "a number of rows, or 0 for all", 0, math.MaxInt)
	git := defineGit(fs)
	return func(args *engine.Arguments) (engine.Work, error) {
		switch isWeb := args.Dialect == dialect.Web; {
		case isWeb && *git:
			return engine.Work{}, errNotWeb("git")
		case isWeb:
			return engine.Work{NewStep: func() engine.Step { return (&account{limit: rows}).explain }}, nil
		}
		step := func(rec *engine.Record) {
			rec.Limit = rows
			if *git {
				rec.Value = gitRemote{}
			}
			rec.Valid()
		}
		return engine.Work{NewStep: func() engine.Step { return step }}, nil
	}
}

// These are keys of the object that "uri help explain formats" describes.
var (
	stepsKey = engine.Key{Name: "steps", Nested: true, Append: appendSteps}
	hintKey  = engine.Key{Name: "hint", Any: true, Text: func(rec *engine.Record) ([]byte, bool) {
		hint := rec.Hint().String()
		return []byte(hint), hint != ""
	}}
	leftOutKey = engine.Key{Name: "left_out", Maybe: true, Append: func(dst []byte, rec *engine.Record) []byte {
		steps := 0
		if rec.Limit > 0 {
			steps = utf8.RuneCount(rec.Bytes[:walked(rec).N]) // a step is a character
		}
		return appendLeftOut(dst, steps, rec)
	}}
)

// appendLeftOut appends how many of a number of rows or steps are left out, or null if none are.
func appendLeftOut(dst []byte, n int, rec *engine.Record) []byte {
	if n <= maxRows(rec) {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, int64(n-maxRows(rec)), 10)
}

// appendExpected appends a list of what could be at the first invalid byte.
func appendExpected(dst []byte, rec *engine.Record) []byte {
	return appendValue(dst, walked(rec).Expected())
}

// walked returns the walk of a record at its end, or at its first invalid byte.
func walked(rec *engine.Record) *walk.Walk {
	w := walk.New(rec.Bytes, rec.Dialect)
	w.End()
	return &w
}

// appendSteps appends the steps of the walk as a JSON array. Long output is drained.
func appendSteps(dst []byte, rec *engine.Record) []byte {
	w := walk.New(rec.Bytes, rec.Dialect)
	dst = append(dst, '[')
	for i := range maxRows(rec) {
		n, state := w.N, w.State
		rules, ok := w.Step()
		switch {
		case !ok:
			return append(dst, ']')
		case i > 0:
			dst = append(dst, ',')
		}
		dst = appendObject(dst, "offset", n, "state", int(state), "rules", strings.Split(rules, " "))
		dst = paint.DrainLong(dst, rec.Drain)
	}
	return append(dst, ']')
}

// explained returns the Format that writes the table that "uri help explain formats" describes.
func explained(s paint.Screen) engine.Format {
	return func(dst []byte, rec *engine.Record) []byte {
		t := newExplanation(rec, s)
		t.rows, t.explain = t.ruleRows, func(rules string) string { return engine.Listed(walk.WithSections(rules), "or") }
		t.write(dst, s, len(t.stopped()))
		if !rec.OK && !rec.Unread() {
			t.note("expected: "+strings.Join(walked(rec).Expected(), " "), paint.Plain)
			if hint := rec.Hint().String(); hint != "" {
				t.note("hint: "+hint, paint.Good)
			}
		}
		t.parts()
		return t.pen.Out
	}
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

// whole writes all of a reference after a name.
func (t *explanation) whole(name string, i paint.Ink, text *paint.Text) {
	t.named(0, name, i, len(name)+2, text)
}

// named writes a name, and text after it. The arguments at and left are their columns.
func (t *explanation) named(at int, name string, i paint.Ink, left int, text *paint.Text) {
	t.pen.Put(at, name, i)
	g := text.From(0)
	if t.width == math.MaxInt {
		t.pen.PutGlyphs(left, g, paint.Plain)
		t.pen.EndRow()
		return
	}
	lines := paint.Lines{Source: g, End: g.Len()}
	t.pen.PutLines(left, &lines, max(t.width-left, paint.MinWrapped), paint.Plain)
}

// ruleRows calls visit with the rows of the walk up to the limit, a row for those that are left out, and a row for the
// first invalid byte.
func (t *explanation) ruleRows(visit func(tableRow)) {
	rows, from := 0, len(t.rec.Bytes) // from is the offset of the first omitted row
	for row := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if rows++; rows > maxRows(t.rec) {
			from = min(from, row.Lo)
			continue
		}
		visit(tableRow{lo: row.Lo, hi: row.Hi, about: t.inkAt(row.Lo, row.Context), name: row.Rules})
	}
	if n := rows - maxRows(t.rec); n > 0 {
		text := fmt.Sprintf("%d rows left out (-rows)", n)
		visit(tableRow{lo: from, cells: paint.CellsOf("..."), about: paint.Faint, text: text})
	}
	if t.rec.OK {
		return
	}
	if w := walked(t.rec); t.rec.Unread() {
		visit(tableRow{lo: w.N, hi: w.N, about: paint.Bad, text: unread})
	} else {
		visit(tableRow{lo: w.N, cells: t.stopped(), ink: paint.Bad, about: paint.Bad, text: "no rule allows this here"})
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

// note writes text below the table, in the column of the rules.
func (t *explanation) note(text string, i paint.Ink) {
	t.pen.PutWrapped(t.rules, t.width-t.rules, text, i)
}

// maxRows returns the largest number of rows or steps to write.
func maxRows(rec *engine.Record) int { return cmp.Or(rec.Limit, math.MaxInt) }

// An explanation writes the table for a record, row by row. It goes through the rows twice, first to measure the columns
// of the table and then to write it, so that its memory does not depend on the number of rows.
type explanation struct {
	pen   paint.Pen
	rec   *engine.Record
	shown *paint.Text
	bytes int // the column of the bytes
	rules int // the column of the rules
	width int // the columns of the wrapped text

	rows    func(visit func(tableRow))
	jumps   bool                     // rows do not follow each other
	explain func(name string) string // returns the text of a row with a name
	row     paint.Lines              // the bytes of a row
	text    map[string][]string      // maps names to the lines of their texts
}

// A tableRow is a row of the table.
type tableRow struct {
	lo, hi     int         // the range of the bytes that the row shows
	cells      paint.Cells // replaces the bytes, unless it is nil
	ink, about paint.Ink   // of the bytes and of the text
	name       string      // of the text, such as a set of rules; without it, the row has its own text
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
	return &explanation{rec: rec, shown: rec.Text(), width: cmp.Or(s.Width, math.MaxInt), text: map[string][]string{}}
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

// stopped names the first invalid byte or character.
func (t *explanation) stopped() paint.Cells {
	switch n := t.rec.N; {
	case t.rec.OK:
		return nil
	case n == len(t.rec.Bytes):
		return paint.CellsOf("end")
	case t.shown.InSecret(n):
		return paint.CellsOf(paint.Password)
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

// line writes a row of the table: the offset, the bytes in the glyphs of g or in cells, and the text. It takes as many
// lines as the longer of bytes and text.
func (t *explanation) line(g *paint.Glyphs, row *tableRow) {
	t.row.Cells, t.row.Source, t.row.End = row.cells, g, row.hi
	if t.begin(g, row); row.cells != nil || row.lo == row.hi {
		t.row.Source = nil
	}
	digits, text := strconv.Itoa(row.lo), t.linesOf(row)
	t.pen.Put(t.bytes-2-len(digits), digits, paint.Faint)
	room := t.rules - 2 - t.bytes
	line := t.row.Next(room)
	for first := true; first || len(line) > 0 || len(text) > 0; first = false {
		if len(line) > 0 {
			t.pen.PutCells(t.bytes, line, row.ink)
		}
		if len(text) > 0 {
			t.pen.Put(t.rules, text[0], row.about)
			text = text[1:]
		}
		t.pen.EndRow()
		line = t.row.Next(room)
	}
}

// linesOf returns the lines of the text of a row.
func (t *explanation) linesOf(row *tableRow) []string {
	if row.name == "" {
		return paint.Wrap(row.text, t.width-t.rules)
	}
	lines, ok := t.text[row.name]
	if !ok {
		lines = paint.Wrap(t.explain(row.name), t.width-t.rules)
		t.text[row.name] = lines
	}
	return lines
}
