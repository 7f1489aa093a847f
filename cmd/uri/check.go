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

		OKLines: true,
	},
	Web: &engine.Formats{
		Line:    checkLine,
		Columns: []string{"verdict", "code", "offset", "input", "errors"},
		Picture: checkPicture,
		Keys:    append([]engine.Key{engine.InputKey, engine.OKKey, errorsKey(engine.OfValid)}, addressKeys((*engine.Record).Address)...),
	},
}

func checkFlags(fs *flag.FlagSet) engine.Prepare {
	audited := fs.Bool("audit", false, engine.NoValue)
	return func(args *engine.Arguments) (engine.Work, error) {
		d := args.Dialect
		switch {
		case d == dialect.Web:
			return engine.Work{NewStep: func() engine.Step { return new(account).check }}, nil
		case !*audited:
			isHazard := func(ref string) bool { return strings.Contains(ref, "//") && len(appendFindings(nil, d, ref)) > 0 }
			return engine.Work{IsHazard: isHazard}, nil
		}
		return engine.Work{
			NewStep: func() engine.Step { return auditStep(d) }, Columns: []string{"hazards"},
			Keys: []engine.Key{hazardsKey},
		}, nil
	}
}

// checkLine appends the tab-separated line that "uri help check formats" describes.
func checkLine(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalidLine(dst, rec)
	}
	dst = append(dst, verdictOf(rec)...)
	dst = append(dst, "\t\t\t\t"[:len("\t")+len(rec.Dialect.Fields)]...) // an empty column for each field; there are at most three
	dst = rec.Dialect.AppendPart(dst, rec.Bytes)
	if a, ok := rec.Value.(*account); ok {
		dst = appendNames(append(dst, '\t'), a.findings)
	}
	return append(dst, '\n')
}

// verdictOf returns the verdict of a valid reference.
func verdictOf(rec *engine.Record) string {
	if a, ok := rec.Value.(*account); ok && len(a.findings) > 0 {
		return "warn"
	}
	return "ok"
}

// appendNames appends the distinct names of list, separated by ", ".
func appendNames(dst []byte, list []finding) []byte {
	var names []string
	for _, f := range list {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return append(dst, strings.Join(names, ", ")...)
}

// checkPicture prints a verdict before each reference, and a caret under an invalid one.
func checkPicture(s paint.Screen) engine.Format {
	const left = len("invalid  ")
	return func(dst []byte, rec *engine.Record) []byte {
		if !rec.OK {
			return engine.AppendCaret(dst, s, "invalid  ", rec)
		}
		p := paint.NewPen(dst, s, rec.Drain)
		p.Put(0, verdictOf(rec), paint.Good)
		shown := paint.TextOf(rec.Bytes)
		p.PutGlyphs(left, shown.From(0), paint.Plain)
		p.EndRow()
		writeFindings(&p, rec, shown, left, s.Width)
		return p.Out
	}
}

// writeFindings writes a line under the range of each finding that is on the screen, and the text of the finding. It writes
// no lines if a terminal may reorder the characters.
func writeFindings(p *paint.Pen, rec *engine.Record, shown *paint.Text, left, width int) {
	list, isReordered := shownFindings(rec), paint.HasRightToLeft(rec.Bytes)
	for i, f := range list {
		lo, hi := left+shown.ColumnOf(f.Lo, width), left+shown.ColumnOf(f.Hi, width)
		again := i > 0 && f.Lo == list[i-1].Lo && f.Hi == list[i-1].Hi
		if !again && !isReordered && hi <= width {
			p.Put(lo, strings.Repeat("~", max(1, hi-lo)), paint.Bad)
			p.EndRow()
		}
		text := fmt.Sprintf("%s at byte %d: %s", f.Name, f.Lo, cmp.Or(f.Text, dialect.WebText(f.Name)))
		p.PutWrapped(left, width-left, text, paint.Plain)
	}
}

// With -web, the verb check reports the validation errors of the URL Standard.

// check implements the Step of check.
func (a *account) check(rec *engine.Record) {
	a.findings = a.findings[:0]
	rec.Value = a
	if rec.Cut {
		rec.Valid() // false; sets the fault
		return
	}
	list, err := whatwg.Validate(whatwg.URL{}, octet.Text(rec.Bytes))
	a.findings = slices.Grow(a.findings, len(list))
	for _, e := range list {
		a.findings = append(a.findings, finding{Name: e.Code.String(), Lo: e.Offset, Hi: e.End})
	}
	if rec.OK = err == nil; err != nil {
		rec.RefuseFor(err, 0)
	}
}

// errorsKey returns the key of the errors. Long output is drained.
func errorsKey(of engine.Records) engine.Key {
	return engine.Key{Name: "errors", Of: of, Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
		list := rec.Value.(*account).findings
		return engine.AppendList(dst, list[:min(len(list), maxRows(rec))], func(dst []byte, f finding) []byte {
			return paint.DrainLong(appendObject(dst, "code", f.Name, "offset", f.Lo, "end", f.Hi), rec.Drain)
		})
	}}
}

// shownFindings returns the findings of a record, at most maxFindings with each name, in the order of their offsets.
func shownFindings(rec *engine.Record) (list []finding) {
	a, ok := rec.Value.(*account)
	if !ok {
		return nil
	}
	count := map[string]int{}
	for _, f := range a.findings {
		if count[f.Name]++; count[f.Name] <= maxFindings {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, finding.compare)
	return list
}
