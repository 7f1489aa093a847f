package main

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

var checkVerb = &engine.Verb{
	Name:     "check",
	Dialects: dialect.All,
	Flags:    checkFlags,
	Formats: engine.Formats{
		Line:    checkLine,
		Columns: []string{"verdict", "offset", "component", "reason", "input"},
		Picture: checkPicture,
		Keys:    append([]engine.Key{engine.InputKey, engine.OKKey}, addressKeys((*engine.Record).Address)...),
		Summary: checkSummary,

		LinePrefix: "ok\t\t\t\t",
	},
	InDialect: map[*dialect.Dialect]*engine.Formats{dialect.Web: webCheckFormats},
}

// audits maps dialects to functions that append the hazards of a valid reference.
var audits = map[*dialect.Dialect]func(list []finding, ref string) []finding{
	dialect.URI: appendURIFindings, dialect.IRI: appendIRIFindings,
}

func checkFlags(fs *flag.FlagSet) engine.Prepare {
	audited := fs.Bool("audit", false, engine.NoValue)
	return func(args *engine.Arguments) (engine.Work, error) {
		appendHazards := audits[args.Dialect]
		switch {
		case !*audited && args.Dialect == dialect.Web:
			return engine.Work{NewStep: func() engine.Step { return new(webAccount).check }}, nil
		case !*audited:
			return engine.Work{Hazards: countHazardous(appendHazards, args.Refs)}, nil
		case appendHazards == nil:
			return engine.Work{}, fmt.Errorf("-audit does not work with -%s", args.Dialect.Flag)
		}
		return engine.Work{
			NewStep: func() engine.Step { return auditStep(appendHazards) }, Column: "hazards",
			Keys: []engine.Key{{Name: "hazards", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
				return appendFindings(dst, *rec.Value.(*[]finding))
			}}},
		}, nil
	}
}

// countHazardous returns the number of references that have an authority, are valid and have hazards.
func countHazardous(appendHazards func([]finding, string) []finding, refs []string) (n int) {
	for _, ref := range refs {
		if strings.Contains(ref, "//") && len(appendHazards(nil, ref)) > 0 {
			n++
		}
	}
	return n
}

// auditStep returns the Step of -audit.
func auditStep(appendHazards func([]finding, string) []finding) engine.Step {
	var list []finding
	return func(rec *engine.Record) {
		list = list[:0]
		rec.Value = &list
		if rec.Valid() {
			list = appendHazards(list, octet.Text(rec.Bytes))
		}
	}
}

// checkLine appends the tab-separated line that "uri help check formats" describes.
func checkLine(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalidLine(dst, rec)
	}
	end := len(dst) + len("ok\t") + len(rec.Dialect.Fields)
	dst = append(dst, "ok\t\t\t\t"...)[:end] // with an empty column for each field; there are at most three
	dst = rec.Dialect.AppendPart(dst, rec.Bytes)
	switch v := rec.Value.(type) {
	case *[]finding:
		dst = appendNames(append(dst, '\t'), *v, func(f finding) string { return f.Name })
	case *webAccount:
		dst = appendNames(append(dst, '\t'), v.errors, func(e whatwg.ValidationError) string { return e.Code.String() })
	}
	return append(dst, '\n')
}

// appendNames appends the distinct names of list, separated by ", ".
func appendNames[T any](dst []byte, list []T, nameOf func(T) string) []byte {
	var names []string
	for _, item := range list {
		if name := nameOf(item); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return append(dst, strings.Join(names, ", ")...)
}

// appendFindings appends the findings as a JSON array.
func appendFindings(dst []byte, list []finding) []byte {
	return engine.AppendList(dst, list, func(dst []byte, f finding) []byte {
		return appendObject(dst, "hazard", f.Name, "range", [2]int{f.Lo, f.Hi}, "text", f.Text)
	})
}

// checkPicture prints a verdict before each reference, and a caret under an invalid one.
func checkPicture(s paint.Screen) engine.Format {
	const left = len("invalid  ")
	return func(dst []byte, rec *engine.Record) []byte {
		if !rec.OK {
			return engine.AppendCaret(dst, s, "invalid  ", rec)
		}
		p := paint.NewPen(dst, s, rec.Drain)
		p.Put(0, "ok", paint.Good)
		all := paint.TextOf(rec.Bytes).From(0)
		p.PutGlyphs(left, all, paint.Plain)
		p.EndRow()
		return drawFindings(findingsOf(rec), all, left, s).AppendTo(p.Out, s)
	}
}

// drawFindings draws a line under the range of each finding that is on the screen, and the text of the finding. The
// argument all must be at the end of the reference.
func drawFindings(list []finding, all *paint.Glyphs, left int, s paint.Screen) *paint.Drawing {
	d := new(paint.Drawing)
	for i, f := range list {
		lo, hi := left+all.ColumnOf(f.Lo, s.Width), left+all.ColumnOf(f.Hi, s.Width)
		again := i > 0 && f.Lo == list[i-1].Lo && f.Hi == list[i-1].Hi
		if !again && !all.RightToLeft() && hi <= s.Width {
			d.Put(d.Rows(), lo, strings.Repeat("~", max(1, hi-lo)), paint.Bad)
		}
		text := fmt.Sprintf("%s at byte %d: %s", f.Name, f.Lo, f.Text)
		d.PutWrapped(d.Rows(), left, s.Width-left, text, paint.Plain)
	}
	return d
}

// checkSummary appends the number of references, for readers of the last screen. A single reference has no summary.
func checkSummary(dst []byte, total, invalid int) []byte {
	if total < 2 {
		return dst
	}
	return fmt.Appendf(dst, "%d references, %d invalid\n", total, invalid)
}

// With -web, the verb check reports the validation errors of the URL Standard.

// check implements the Step of check.
func (a *webAccount) check(rec *engine.Record) {
	a.errors = nil
	rec.Value = a
	if rec.Cut {
		rec.Valid() // false; sets the fault
		return
	}
	var err error
	a.errors, err = whatwg.Validate(whatwg.URL{}, octet.Text(rec.Bytes))
	if rec.OK = err == nil; err != nil {
		rec.RefuseFor(err, 0)
	}
}

// webCheckFormats are the formats of check.
var webCheckFormats = &engine.Formats{
	Line:    checkLine,
	Columns: []string{"verdict", "code", "offset", "input", "errors"},
	Picture: checkPicture,
	Keys: append([]engine.Key{
		engine.InputKey, engine.OKKey, errorsKey,
	}, addressKeys((*engine.Record).Address)...),
	Summary: checkSummary,
}

func errorsOf(rec *engine.Record) []whatwg.ValidationError { return rec.Value.(*webAccount).errors }

// errorsKey is the key of the errors. Long output is drained.
var errorsKey = engine.Key{Name: "errors", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
	list := errorsOf(rec)
	return engine.AppendList(dst, list[:min(len(list), maxRows(rec))], func(dst []byte, e whatwg.ValidationError) []byte {
		dst = appendObject(dst, "code", e.Code.String(), "offset", e.Offset, "end", e.End)
		return paint.DrainLong(dst, rec.Drain)
	})
}}

// findingsOf returns the hazards of a record or, with -web, its validation errors: at most maxFindings of each kind, in the
// order of their offsets.
func findingsOf(rec *engine.Record) (list []finding) {
	switch v := rec.Value.(type) {
	case *[]finding:
		return *v
	case *webAccount:
		var count [64]int
		for _, e := range v.errors {
			if count[e.Code]++; count[e.Code] <= maxFindings {
				list = append(list, finding{e.Code.String(), dialect.WebText(e.Code.String()), e.Offset, e.End})
			}
		}
		slices.SortStableFunc(list, func(a, b finding) int { return cmp.Compare(a.Lo, b.Lo) })
	}
	return list
}
