package main

import (
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/webchange"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// An account is the value of a record: its hazards or validation errors and, for explain with -web, the result of the
// parser.
type account struct {
	findings []finding
	url      whatwg.URL // if the record is valid
	changes  []webchange.Change
}

// explain implements the Step of explain.
func (a *account) explain(rec *engine.Record) {
	a.url, a.changes = whatwg.URL{}, nil
	a.check(rec)
	texts := map[string]string{} // by codes
	for i := range a.findings {
		code := a.findings[i].Name
		if texts[code] == "" {
			texts[code] = code + ": " + dialect.Web.Hint(rec.Bytes, 0, &dialect.Fault{Reason: code})
		}
		a.findings[i].Text = texts[code]
	}
	if rec.OK {
		text := octet.Text(rec.Bytes)
		a.url, _ = whatwg.Parse(text)
		a.changes = webchange.Of(text, a.url)
	}
}

// webExplainFormats are the formats of explain with -web.
var webExplainFormats = &engine.Formats{
	Keys: []engine.Key{
		engine.InputKey, engine.OKKey,
		{Name: "href", Text: func(rec *engine.Record) ([]byte, bool) { return []byte(rec.Value.(*account).url.Href()), true }},
		{Name: "changes", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
			return engine.AppendList(dst, rec.Value.(*account).changes, func(dst []byte, c webchange.Change) []byte {
				return appendObject(dst, "part", c.Part, "offset", c.Lo, "end", c.Hi, "result", c.Result)
			})
		}},
		hintKey,
		errorsKey(engine.OfAll),
	},
	Line:    webExplained(paint.Screen{}),
	Picture: webExplained,
}

// webExplained returns the Format that writes the table that "uri help explain formats" describes: a row for each change
// and each validation error, and the href.
func webExplained(s paint.Screen) engine.Format {
	return func(dst []byte, rec *engine.Record) []byte {
		a := rec.Value.(*account)
		failure := finding{}
		if !rec.OK && len(a.findings) > 0 {
			failure = a.findings[len(a.findings)-1]
		}
		slices.SortStableFunc(a.findings, finding.compare)
		t := newExplanation(rec, s)
		t.jumps, t.rows = true, func(visit func(tableRow)) { a.rows(rec, failure, visit) }
		t.write(dst, s, 0)
		switch {
		case rec.OK:
			t.whole("href", paint.Plain, paint.TextOf([]byte(a.url.Href())))
		case rec.Unread():
			t.line(t.shown.From(0), &tableRow{lo: rec.N, hi: rec.N, about: paint.Bad, text: unread})
		}
		return t.pen.Out
	}
}

// maxPart is the number of bytes that a row shows of a part of the input or of the result of a change.
const maxPart = 200

var spaceCells = paint.CellsOf("space")

// rows calls visit with the rows of the table for a record, in the order of their offsets. At the same offset, changes come
// first.
func (a *account) rows(rec *engine.Record, failure finding, visit func(tableRow)) {
	changes, errors := a.changes, a.findings
	for range len(changes) + len(errors) {
		row := tableRow{}
		if len(errors) == 0 || len(changes) > 0 && changes[0].Lo <= errors[0].Lo {
			row, changes = a.rowOf(&changes[0]), changes[1:]
		} else {
			e := errors[0]
			row, errors = tableRow{lo: e.Lo, hi: e.Hi, text: e.Text}, errors[1:]
			if e == failure {
				row.about = paint.Bad
			}
		}
		if string(rec.Bytes[row.lo:row.hi]) == " " { // a byte without a shape
			row.cells = spaceCells
		}
		row.hi = min(row.hi, row.lo+maxPart)
		visit(row)
	}
}

// rowOf returns the row for a change. It hides a password.
func (a *account) rowOf(c *webchange.Change) tableRow {
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
	return tableRow{lo: c.Lo, hi: c.Hi, about: paint.Good, text: text}
}
