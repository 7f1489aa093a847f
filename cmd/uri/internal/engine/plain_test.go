package engine

import (
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
)

// TestCompilePlain: templates of text and keys are plain, and others are not. A key that the verb does not list may be
// that of an array or an object.
func TestCompilePlain(t *testing.T) {
	for want, templates := range map[bool][]string{
		true: {
			"x", "{{.output}}", "{{.ok}}\t{{.offset}}", "{{- .input -}} x", "{{/* c */}}", `{{"\t"}}`, "{{define `x`}}{{.a}}{{end}}", "{{if .ok}}{{end}}",
			"{{if defined .output}}{{.output}}{{else if .reason}}{{.input}}{{else}}x{{end}}",
		},
		false: {
			"{{.host}}", "{{.output}}{{.ranges}}", "{{$.output}}", "{{.output | len}}", "{{(.output)}}", "{{.input.x}}",
			"{{$x := .ok}}", "{{if eq .ok true}}{{end}}", "{{if .host}}{{end}}", "{{if .ok}}{{.host}}{{end}}",
			"{{if $x := .ok}}{{end}}", "{{if defined .ok .input}}{{end}}", "{{if .ok | not}}{{end}}", "{{if .ok}}{{else}}{{.}}{{end}}", "{{.}}", "{{1}}", "{{print .ok}}", "{{template `x`}}", "{{`a` | print}}",
		},
	} {
		for _, text := range templates {
			parsed, err := parseTemplate(text, OutputFormats.in(dialect.URI, nil))
			if err != nil {
				t.Fatal(err)
			}
			if got := parsed.plain != nil; got != want {
				t.Errorf("%s: %t, want %t", text, got, want)
			}
		}
	}
}

// TestPlainAllocations: a plain template does not allocate.
func TestPlainAllocations(t *testing.T) {
	formats := Formats{Keys: []Key{InputKey, OKKey}}
	parsed, err := parseTemplate("{{.input}}\t{{if .ok}}{{else}} {{.offset}}{{end}}{{.reason}}\n", formats.in(dialect.URI, nil))
	if err != nil {
		t.Fatal(err)
	}
	plain := parsed.plain
	dst := make([]byte, 0, 1<<10)
	for _, ref := range []string{"http://h/a", "a b", "\xff"} {
		rec := NewRecord(ref, dialect.URI)
		rec.Valid()
		if n := testing.AllocsPerRun(10, func() { plain.append(dst, rec, false) }); n > 0 {
			t.Errorf("%q: %v allocations", ref, n)
		}
	}
}
