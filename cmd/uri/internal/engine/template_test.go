package engine

import (
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/internal/test/kit"
)

// componentFormats have some of the keys of split.
var componentFormats = Formats{Keys: []Key{InputKey, OKKey,
	{Name: "path", Text: func(rec *Record) ([]byte, bool) {
		lo, hi := rec.Ranges.Path()
		return rec.Bytes[lo:hi], true
	}},
	{Name: "ranges", Nested: true, Append: func(dst []byte, rec *Record) []byte {
		lo, hi := rec.Ranges.Path()
		return append(AppendRange(dst, `{"path":`, lo, hi, true), '}')
	}},
}}

// stepFormats are formats with the keys of explain.
var stepFormats = Formats{
	Keys: []Key{InputKey, OKKey, listKey("expected", `["end"]`), listKey("hint", `"none"`), stepsKey},
}

func listKey(name, value string) Key {
	return Key{Name: name, Of: OfInvalid, Nested: true, Append: func(dst []byte, rec *Record) []byte { return append(dst, value...) }}
}

var stepsKey = Key{Name: "steps", Of: OfAll, Nested: true, Append: func(dst []byte, rec *Record) []byte {
	if rec.N > 0 {
		return append(dst, `[{"offset":0,"state":1,"rules":["scheme"]}]`...)
	}
	return append(dst, "[]"...)
}}

// TestTemplatePrintsFault: check detects every way to print the fault of a record. The offset of a step is not a fault.
func TestTemplatePrintsFault(t *testing.T) {
	for text, want := range kit.Pairs[string, bool]("template.txt", "TestTemplatePrintsFault") {
		reports := false
		for _, formats := range []*Formats{&componentFormats, &stepFormats} { // each has only some of the keys
			parsed, err := parseTemplate(text, formats.in(dialect.URI, nil))
			if err != nil {
				t.Fatal(err)
			}
			_ = parsed.check(dialect.URI, new(Work).newStep())
			reports = reports || parsed.reports
		}
		if reports != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
}
