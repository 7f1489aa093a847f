package main

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// With -web, the verb check reports the validation errors of the URL Standard.

func webCheckStep() engine.Step { return new(webAccount).check }

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
	Line:    webCheckLine,
	Columns: []string{"verdict", "code", "offset", "input", "errors"},
	Picture: webCheckPicture,
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
		dst = append(append(dst, `{"code":"`...), e.Code.String()...)
		dst = strconv.AppendInt(append(dst, `","offset":`...), int64(e.Offset), 10)
		dst = strconv.AppendInt(append(dst, `,"end":`...), int64(e.End), 10)
		return paint.DrainLong(append(dst, '}'), rec.Drain)
	})
}}

// webCheckLine appends the line of checkLine and one more column, the distinct names of the validation errors.
func webCheckLine(dst []byte, rec *engine.Record) []byte {
	if dst = checkLine(dst, rec); !rec.OK {
		return dst
	}
	dst[len(dst)-1] = '\t'
	dst = appendNames(dst, errorsOf(rec), func(e whatwg.ValidationError) string { return e.Code.String() })
	return append(dst, '\n')
}

// webCheckPicture is like checkPicture, but draws validation errors instead of hazards.
func webCheckPicture(s paint.Screen) engine.Format {
	draw := checkPicture(s)
	return func(dst []byte, rec *engine.Record) []byte {
		list := findingsOf(errorsOf(rec))
		value := rec.Value
		rec.Value = &list
		dst = draw(dst, rec)
		rec.Value = value
		return dst
	}
}

// findingsOf converts validation errors to findings, at most maxFindings of each kind, in the order of their offsets.
func findingsOf(errors []whatwg.ValidationError) (list []finding) {
	var count [64]int
	for _, e := range errors {
		if count[e.Code]++; count[e.Code] <= maxFindings {
			list = append(list, finding{e.Code.String(), dialect.WebText(e.Code.String()), e.Offset, e.End})
		}
	}
	slices.SortStableFunc(list, func(a, b finding) int { return cmp.Compare(a.Lo, b.Lo) })
	return list
}
