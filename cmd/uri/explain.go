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
)

var explainVerb = &engine.Verb{
	Name:     "explain",
	Dialects: dialect.All,
	Flags:    explainFlags,
	Formats: engine.Formats{
		Keys:      []engine.Key{engine.InputKey, engine.OKKey, stepsKey, leftOutKey},
		FaultKeys: []engine.Key{expectedKey, hintKey, stepsKey, leftOutKey},
		Line:      explained(paint.Screen{}), // for programs, which can read long lines
		Picture:   explained,
	},
	Web: webExplainFormats,
}

func explainFlags(fs *flag.FlagSet) engine.Prepare {
	rows := 0
	engine.IntVar(fs, &rows, "rows", "a number of rows, or 0 for all", 0, math.MaxInt)
	git := defineGit(fs)
	return func(args *engine.Arguments) (engine.Work, error) {
		if args.Dialect == dialect.Web {
			return engine.Work{NewStep: func() engine.Step { return (&account{limit: rows}).explain }}, nil
		}
		step := func(rec *engine.Record) {
			rec.Limit = rows
			if *git {
				rec.Value = gitParts(string(rec.Bytes))
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
		rows := 0 // or steps
		if a, ok := rec.Value.(*account); ok {
			rows = len(a.findings)
		} else if rec.Limit > 0 {
			rows = utf8.RuneCount(rec.Bytes[:walked(rec).N]) // a step is a character
		}
		if rows <= maxRows(rec) {
			return append(dst, "null"...)
		}
		return strconv.AppendInt(dst, int64(rows-maxRows(rec)), 10)
	}}
	expectedKey = engine.Key{Name: "expected", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
		return appendValue(dst, walked(rec).Expected())
	}}
)

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
		if !rec.OK && !rec.Unread() && walked(rec).N == rec.N {
			t.note("expected: "+strings.Join(walked(rec).Expected(), " "), paint.Plain)
			if hint := rec.Hint().String(); hint != "" {
				t.note("hint: "+hint, paint.Good)
			}
		}
		t.parts()
		return t.pen.Out
	}
}

// ruleRows calls visit with the rows of the walk up to the limit, a row for those that are left out, and a row for the
// first invalid byte.
func (t *explanation) ruleRows(visit func(tableRow)) {
	rows, from := 0, len(t.rec.Bytes) // from is the offset of the first omitted row
	for row := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if !t.rec.OK && row.Lo >= t.rec.N { // -no-scheme found no host in a valid reference
			break
		}
		if rows++; rows > maxRows(t.rec) {
			from = min(from, row.Lo)
			continue
		}
		visit(tableRow{lo: row.Lo, hi: row.Hi, about: paint.InkOf(row.Component(&t.rec.Ranges)), name: row.Rules})
	}
	if n := rows - maxRows(t.rec); n > 0 {
		text := fmt.Sprintf("%d rows left out (-rows)", n)
		visit(tableRow{lo: from, cells: paint.CellsOf("..."), about: paint.Faint, text: text})
	}
	if t.rec.OK {
		return
	}
	if n := t.rec.N; t.rec.Unread() {
		visit(tableRow{lo: n, hi: n, about: paint.Bad, text: unread})
	} else {
		visit(tableRow{lo: n, cells: t.stopped(), ink: paint.Bad, about: paint.Bad, text: "no rule allows this here"})
	}
}

// unread is the text of the row for the end of a line that was cut.
const unread = "the rest was not read (-max-line)"

// maxRows returns the largest number of rows or steps to write.
func maxRows(rec *engine.Record) int { return cmp.Or(rec.Limit, math.MaxInt) }
