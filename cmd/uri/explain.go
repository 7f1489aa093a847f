package main

import (
	"flag"
	"math"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
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
		Line:    explainLine,
		Picture: explainPicture,
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

// explainLine appends the table for a terminal of the usual width, but without colours and without wrapping, since
// programs can read long lines.
func explainLine(dst []byte, rec *engine.Record) []byte {
	return appendExplanation(dst, rec, paint.Screen{}, paint.UsualWidth, math.MaxInt)
}

// explainPicture appends the table that "uri help explain formats" describes.
func explainPicture(s paint.Screen) engine.Format {
	return func(dst []byte, rec *engine.Record) []byte { return appendExplanation(dst, rec, s, s.Width, s.Width) }
}
