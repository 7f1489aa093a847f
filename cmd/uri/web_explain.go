package main

import (
	"math"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/cmd/uri/internal/webchange"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// A webAccount is the value of a record: the result of the parser.
type webAccount struct {
	webValidation
	limit   int        // the number of rows or, with -json, of validation errors
	url     whatwg.URL // if the record is valid
	changes []webchange.Change
	failure whatwg.ValidationError // if the record is invalid
}

// explain implements the Step of explain.
func (a *webAccount) explain(rec *engine.Record) {
	a.url, a.changes = whatwg.URL{}, nil
	a.check(rec)
	rec.Value, rec.Limit = a, a.limit
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
		{Name: "href", Text: func(rec *engine.Record) ([]byte, bool) { return []byte(rec.Value.(*webAccount).url.Href()), true }},
		{Name: "changes", Nested: true, Append: appendChanges},
		errorsKey(errorsOfAccount), leftOutErrorsKey,
	},
	FaultKeys: []engine.Key{hintKey, errorsKey(errorsOfAccount), leftOutErrorsKey},
	Line: func(dst []byte, rec *engine.Record) []byte {
		return appendAccount(dst, rec, paint.Screen{}, paint.UsualWidth, math.MaxInt)
	},
	Picture: func(s paint.Screen) engine.Format {
		return func(dst []byte, rec *engine.Record) []byte { return appendAccount(dst, rec, s, s.Width, s.Width) }
	},
}

func errorsOfAccount(rec *engine.Record) []whatwg.ValidationError {
	return rec.Value.(*webAccount).errors
}

var leftOutErrorsKey = engine.Key{Name: "left_out", Maybe: true, Append: func(dst []byte, rec *engine.Record) []byte {
	return appendLeftOut(dst, len(errorsOfAccount(rec)), rec)
}}

// appendChanges appends an array of what browsers change.
func appendChanges(dst []byte, rec *engine.Record) []byte {
	return engine.AppendList(dst, rec.Value.(*webAccount).changes, func(dst []byte, c webchange.Change) []byte {
		dst = escape.AppendJSON(append(dst, `{"part":`...), []byte(c.Part))
		dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(c.Lo), 10)
		dst = strconv.AppendInt(append(dst, `,"end":`...), int64(c.Hi), 10)
		return append(escape.AppendJSON(append(dst, `,"result":`...), []byte(c.Result)), '}')
	})
}
