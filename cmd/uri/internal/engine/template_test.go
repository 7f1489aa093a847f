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

// stepFormats have the keys of explain.
var stepFormats = Formats{
	Keys:      []Key{InputKey, OKKey, stepsKey},
	FaultKeys: []Key{listKey("expected", `["end"]`), listKey("hint", `"none"`), stepsKey},
}

func listKey(name, value string) Key {
	return Key{Name: name, Nested: true, Append: func(dst []byte, rec *Record) []byte { return append(dst, value...) }}
}

var stepsKey = Key{Name: "steps", Nested: true, Append: func(dst []byte, rec *Record) []byte {
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
			parsed, err := parseTemplate(text, formats, dialect.URI)
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

// TestTemplateSteps: the execution of every template ends, and short ones are not affected.
func TestTemplateSteps(t *testing.T) {
	const rounds = "-format: too many rounds of range and calls of templates"
	for i, test := range []struct{ text, want string }{
		{`{{range 1000000000}}{{end}}`, rounds},
		{`{{with 0}}{{else}}{{if true}}{{range 1000000000}}{{if .}}{{continue}}{{end}}{{end}}{{end}}{{end}}`, rounds},
		{`{{block "x" .}}{{range 9999}}{{range 9999}}{{range 9999}}{{end}}{{end}}{{end}}{{end}}`, rounds},
		{`{{define "x"}}{{template "x" .}}{{end}}{{template "x" .}}`, "-format: line 1, byte 25: too many calls of templates in one another"},
		{`{{define "x"}}{{if .}}{{template "x"}}{{end}}{{end}}{{range 30000}}{{template "x" .}}{{end}}`, ""},
		{`{{range 1000000000}}{{break}}{{end}}`, ""},
	} {
		if i == 1 && !kit.Long() { // takes as long as the first
			continue
		}
		parsed, err := parseTemplate(test.text, &componentFormats, dialect.URI)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parsed.append(nil, NewRecord("a", dialect.URI)); err == nil && test.want != "" || err != nil && err.Error() != test.want {
			t.Errorf("%s: %v, want %q", test.text, err, test.want)
		}
	}
	if _, err := parseTemplate("{{step}}", &componentFormats, dialect.URI); err == nil {
		t.Error("a template can call step")
	}
	parsed, err := parseTemplate(`{{range 150000}}{{end}}`, &componentFormats, dialect.URI)
	for range 2 { // each record has as many steps
		if err == nil {
			_, err = parsed.append(nil, NewRecord("a", dialect.URI))
		}
	}
	if err != nil {
		t.Error(err)
	}
}
