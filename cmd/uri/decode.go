package main

import (
	"flag"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

// The verbs decode and encode answer lines of any bytes.

const decodeUsage = `usage: uri decode [flags] [TEXT ...]

Decode replaces each percent-encoding in a line with its byte. A "+" stays, and
so does a "%" without two hex digits after it. The encoding of a newline stays,
too, so that each line remains one; with -0, that of NUL.

Examples:
  $ uri decode caf%C3%A9 100%25+50%
  café
  100%+50%
`

// decodeFormats completes decodeUsage and encodeUsage.
const decodeFormats = `The result is printed alone, a line for each input. Decoded bytes need not be
UTF-8: iconv(1) converts them, as in: uri decode | iconv -f latin1.

With -tsv the columns are: ok, output. With -json the keys are: input, ok,
output. Only a line longer than -max-line is invalid. Its line is: invalid,
offset, reason, input; and its keys are input, ok, offset, reason.
`

// textFormats are the formats of verbs that answer lines of any bytes.
var textFormats = engine.Formats{
	Bare: true, Line: engine.ResultLine, Columns: engine.OutputFormats.Columns, Keys: engine.OutputFormats.Keys,
}

var decodeVerb = &engine.Verb{
	Name:     "decode",
	Summary:  "percent-decode lines",
	Usage:    decodeUsage,
	Details:  decodeFormats,
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
