package main

import (
	"flag"
	"math"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/walk"
)

var explainVerb = &engine.Verb{
	Name:     "explain",
	Summary:  "name the rules of the grammar that each byte can be part of",
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
		if *git && args.Dialect == dialect.Web {
			return engine.Work{}, errNotWeb("git")
		}
		if args.Dialect == dialect.Web {
			newStep := func() engine.Step { return (&webAccount{limit: rows}).explain }
			return engine.Work{NewStep: newStep, Sample: (&webAccount{limit: 1}).explain}, nil
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
	return engine.AppendList(dst, w.Expected(), func(dst []byte, text string) []byte {
		return escape.AppendJSON(dst, []byte(text))
	})
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
		dst = strconv.AppendInt(append(dst, `{"offset":`...), int64(n), 10)
		dst = strconv.AppendInt(append(dst, `,"state":`...), int64(state), 10)
		dst = append(dst, `,"rules":["`...)
		for name := range strings.SplitSeq(rules, " ") {
			dst = append(append(dst, name...), `","`...)
		}
		dst = append(dst[:len(dst)-len(`,"`)], `]}`...)
		dst = paint.DrainLong(dst, rec.Drain)
	}
	return append(dst, ']')
}
