package engine

import (
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
)

// componentsJSON appends an object with some of the keys of split.
func componentsJSON(dst []byte, rec *Record) []byte {
	if !rec.OK {
		return AppendInvalid(dst, rec)
	}
	dst = AppendValid(dst, rec)
	lo, hi := rec.Ranges.Path()
	dst = rec.AppendPart(dst, `,"path":`, rec.Bytes, lo, hi, true)
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

// TestTemplateAsks: check notices every way in which a template can ask why a record is invalid. The offset of a step
// is something else.
func TestTemplateAsks(t *testing.T) {
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
			for _, object := range []Format{componentsJSON, stepsJSON} { // each lacks some of the keys
				parsed, err := parseTemplate(text, object)
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
