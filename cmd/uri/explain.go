package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

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
		Line: func(dst []byte, rec *engine.Record) []byte { // for programs, which can read long lines
			return appendExplanation(dst, rec, paint.Screen{}, paint.UsualWidth, math.MaxInt)
		},
		Picture: func(s paint.Screen) engine.Format {
			return func(dst []byte, rec *engine.Record) []byte { return appendExplanation(dst, rec, s, s.Width, s.Width) }
		},
	},
	InDialect: map[*dialect.Dialect]*engine.Formats{dialect.Web: webExplainFormats},
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
			for w := walk.New(rec.Bytes, rec.Dialect); ; steps++ {
				if _, ok := w.Step(); !ok {
					break
				}
			}
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
	w := walk.New(rec.Bytes, rec.Dialect)
	w.End()
	return appendValue(dst, w.Expected())
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
