package engine

import (
	"flag"
	"fmt"
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

// checkText returns an error if -text is given with a flag that has no meaning for text.
func (o *Options) checkText(fs *flag.FlagSet) error {
	var names []string
	fs.Visit(func(f *flag.Flag) {
		if IsLinesOnly(f.Name) {
			names = append(names, "-"+f.Name)
		}
	})
	if o.Text == nil || len(names) == 0 {
		return nil
	}
	return fmt.Errorf("-text excludes %s", Listed(names, "and"))
}

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
