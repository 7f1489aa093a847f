package engine

import (
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/internal/test/kit"
)

// componentsJSON appends an object with some of the keys of split.
func componentsJSON(dst []byte, rec *Record) []byte {
	if !rec.OK {
		return AppendInvalid(dst, rec)
	}
	dst = AppendValid(dst, rec)
	lo, hi := rec.Ranges.Path()
	dst = rec.Dialect.AppendJSON(append(dst, `,"path":`...), rec.Bytes[lo:hi])
	dst = AppendRange(dst, `,"ranges":{"path":`, lo, hi, true)
	return append(dst, "}}\n"...)
}

// stepsJSON appends an object with the keys of explain.
func stepsJSON(dst []byte, rec *Record) []byte {
	if rec.OK {
		dst = AppendValid(dst, rec)
	} else {
		dst = AppendInvalid(dst, rec)
		dst = append(dst[:len(dst)-len("}\n")], `,"expected":["end"],"hint":"none"`...)
	}
	dst = append(dst, `,"steps":[`...)
	if rec.N > 0 {
		dst = append(dst, `{"offset":0,"state":1,"rules":["scheme"]}`...)
	}
	return append(dst, "]}\n"...)
}

// TestTemplatePrintsFault: check detects every way to print the fault of a record. The offset of a step is not a fault.
func TestTemplatePrintsFault(t *testing.T) {
	for want, templates := range map[bool][]string{
		true: {
			`{{.ok}}`,
			`{{$.ok}}`,
			`{{define "x"}}{{.ok}}{{end}}{{template "x" .}}`,
			`{{define "x"}}{{$.ok}}{{end}}{{range .steps}}{{template "x" $}}{{end}}`,
			`{{define "x"}}{{template "y" .}}{{end}}{{define "y"}}{{.hint}}{{end}}{{template "x" .}}`,
			`{{block "x" .}}{{.hint}}{{end}}`,
			`{{if eq "}" .input}}x{{else}}{{.ok}}{{end}}`,
			`{{if .path}}{{else if .ok}}{{end}}`,
			`{{range .steps}}{{$.offset}}{{break}}{{end}}`,
			`{{range .steps}}{{else}}{{.offset}}{{end}}`,
			`{{range .expected}}{{.}}{{end}}`,
			`{{with $}}{{.ok}}{{end}}`,
			`{{with .}}{{.ok}}{{end}}`,
			`{{with .ranges}}{{else with $.reason}}{{.}}{{end}}`,
			`{{index . "offset"}}`,
			"{{index $ `offset`}}",
			`{{(.).ok}}{{($).path}}`,
			`{{.path | printf "%s%v" .reason}}`,
			`{{$x := .reason}}`,
			`{{printf "%v" (or .path .reason)}}`,
		},
		false: {
			`{{.path}}`,
			`.ok`,
			`{{define "x"}}{{.offset}}{{end}}{{range .steps}}{{template "x" .}}{{end}}`,
			`{{define "x"}}{{.offset}}{{end}}`,
			`{{template "x" .}}`,
			`{{"}}"}}{{/* .ok */}}{{"{{.ok}}"}}`,
			`{{range .steps}}{{.offset}}{{end}}`,
			`{{range $i, $step := .steps}}{{$step.offset}}{{end}}`,
			`{{with .ranges}}{{.ok}}{{end}}`,
			`{{index .ranges "offset"}}`,
			`{{len (index .steps 0).offset}}`,
			`{{eq .path "ok"}}`,
			`{{.ranges.offset}}`,
		},
	} {
		for _, text := range templates {
			reports := false
			for _, object := range []Format{componentsJSON, stepsJSON} { // each has only some of the keys
				parsed, err := parseTemplate(text, &Formats{JSON: object})
				if err != nil {
					t.Fatal(err)
				}
				_ = parsed.check(dialect.URI, nil)
				reports = reports || parsed.reports
			}
			if reports != want {
				t.Errorf("%s: want %v", text, want)
			}
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
		parsed, err := parseTemplate(test.text, &Formats{JSON: componentsJSON})
		if err != nil {
			t.Fatal(err)
		}
		parsed.keys = map[string]any{}
		if _, err := parsed.append(nil, NewRecord("a", dialect.URI)); err == nil && test.want != "" || err != nil && err.Error() != test.want {
			t.Errorf("%s: %v, want %q", test.text, err, test.want)
		}
	}
	if _, err := parseTemplate("{{step}}", &Formats{JSON: componentsJSON}); err == nil {
		t.Error("a template can call step")
	}
	parsed, err := parseTemplate(`{{range 150000}}{{end}}`, &Formats{JSON: componentsJSON})
	for range 2 { // each record has as many steps
		if err == nil {
			_, err = parsed.append(nil, NewRecord("a", dialect.URI))
		}
	}
	if err != nil {
		t.Error(err)
	}
}
