package engine

import (
	"slices"
	"strings"

	"github.com/urispan/uri/find"
)

// textWords are the values of -text: what the text is. The first is the default.
var textWords = Words[*find.Finder]{
	{"plain", &find.Finder{Syntax: find.SyntaxWeb}},
	{"json", &find.Finder{Syntax: find.SyntaxWeb, Escapes: find.EscapesJSON}},
	{"html", &find.Finder{Syntax: find.SyntaxWeb, Escapes: find.EscapesHTML}},
}

// linesOnly are the flags that have no meaning for addresses in text.
var linesOnly = []string{
	"0", "field", "format", "header", "invalid", "j", "json", "keep-rest", "max-line", "no-scheme", "picture", "report", "tsv",
}

// IsLinesOnly reports whether a flag, with its "-", has no meaning for addresses in text.
func IsLinesOnly(name string) bool { return slices.Contains(linesOnly, strings.TrimPrefix(name, "-")) }

// TextUnit is the name of an input with -text.
const TextUnit = "URL"

// Answerer returns a function that answers one address after the other. It reuses the record.
func (o *Options) Answerer() func(address []byte) *Record {
	rec, step := NewRecord("", o.Dialect), o.work.newStep()
	rec.InText = true
	return func(address []byte) *Record {
		scanRecord(rec.Record, address)
		step(rec)
		return rec
	}
}
