package main

import (
	"flag"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

// The verbs decode and encode answer lines of any bytes.

// textFormats are the formats of verbs that answer lines of any bytes.
var textFormats = engine.Formats{
	Bare: true, Line: engine.ResultLine, Columns: engine.OutputFormats.Columns, Keys: engine.OutputFormats.Keys,
}

var decodeVerb = &engine.Verb{
	Name:     "decode",
	Dialects: []*dialect.Dialect{dialect.Text},
	Flags: func(fs *flag.FlagSet) engine.Prepare {
		return func(*engine.Arguments) (engine.Work, error) {
			end := byte('\n')
			if fs.Lookup("0").Value.String() == "true" {
				end = 0
			}
			return textWork(func(dst []byte, line string) []byte { return appendDecoded(dst, line, end) }), nil
		}
	},
	Formats: textFormats,
}

// textWork returns the work of a verb with results that appendResult appends.
func textWork(appendResult func(dst []byte, line string) []byte) engine.Work {
	return engine.Work{NewStep: func() engine.Step {
		return func(rec *engine.Record) {
			if rec.Valid() {
				room := slices.Grow(rec.Buffer(), len(rec.Bytes))
				rec.SetResult(appendResult(room, octet.Text(rec.Bytes)))
			}
		}
	}}
}

// appendDecoded appends line, percent-decoded except for the encodings of the byte that ends lines.
func appendDecoded(dst []byte, line string, end byte) []byte {
	begin := 0
	for i := octet.NextPercent(line, 0); i < len(line); i = octet.NextPercent(line, i+1) {
		if octet.IsEncoded(line[i:]) && octet.At(line, i) == end {
			dst = append(octet.AppendLenient(dst, line[begin:i]), line[i:i+3]...)
			begin = i + 3
		}
	}
	return octet.AppendLenient(dst, line[begin:])
}
