package main

import (
	"cmp"
	"flag"
	"math"
	"strings"

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
		Keys:    []engine.Key{engine.InputKey, engine.OKKey, expectedKey, hintKey, stepsKey},
		Line:    explained(paint.Screen{}), // for programs, which can read long lines
		Picture: explained,
	},
	Web: webExplainFormats,
}

func explainFlags(*flag.FlagSet) engine.Prepare {
	return func(args *engine.Arguments) (engine.Work, error) {
		if args.Dialect == dialect.Web {
			return engine.Work{NewStep: func() engine.Step { return new(account).explain }}, nil
		}
		return engine.Work{}, nil
	}
}

// These are keys of the object that "uri help explain formats" describes.
var (
	stepsKey = engine.Key{Name: "steps", Of: engine.OfAll, Nested: true, Append: appendSteps}
	hintKey  = engine.Key{Name: "hint", Of: engine.OfInvalid, Any: true, Text: func(rec *engine.Record) ([]byte, bool) {
		hint := rec.Hint()
		return []byte(hint), hint != ""
	}}
	expectedKey = engine.Key{Name: "expected", Of: engine.OfInvalid, Nested: true, Append: appendExpected}
)

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
		t.rows = t.ruleRows
		t.write(dst, s, len(t.stopped()))
		if !rec.OK && !rec.Unread() && walked(rec).N == rec.N {
			t.note("expected: "+strings.Join(walked(rec).Expected(), " "), paint.Plain)
			if hint := rec.Hint(); hint != "" {
				t.note("hint: "+hint, paint.Good)
			}
		}
		return t.pen.Out
	}
}

// ruleRows calls visit with the rows of the walk, and a row for the first invalid byte.
func (t *explanation) ruleRows(visit func(tableRow)) {
	for row := range walk.Rows(t.rec.Bytes, t.rec.Dialect) {
		if !t.rec.OK && row.Lo >= t.rec.N { // -no-scheme found no host in a valid reference
			break
		}
		visit(tableRow{lo: row.Lo, hi: row.Hi, about: paint.InkOf(row.Component(&t.rec.Ranges)), text: row.Text})
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

// maxRows returns the largest number of steps or errors to write. Only templates limit it.
func maxRows(rec *engine.Record) int { return cmp.Or(rec.Limit, math.MaxInt) }
