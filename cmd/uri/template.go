package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"text/template"
)

// templateKeys are the keys of -json, of all verbs: what an object does not have is undefined in a template, and a word
// that is none of them is a mistake.
var templateKeys = strings.Fields(`input ok offset component reason
	kind absolute_uri scheme authority userinfo host host_kind port path path_rule query fragment ranges
	base ref target output hazards expected hint steps`)

// undefined is what a template finds where JSON has null: it is false in an "if", and prints as nothing. An empty
// component is false too, which is why there is a function "defined".
type undefined []struct{}

func (undefined) String() string { return "" }

var templateFuncs = template.FuncMap{
	"defined": func(v any) bool { _, not := v.(undefined); return !not },
}

// parseTemplate returns the template that -format gives.
func parseTemplate(text string) (*template.Template, error) {
	if text == "" {
		return nil, errors.New("the template is empty")
	}
	return template.New("-format").Option("missingkey=error").Funcs(templateFuncs).Parse(text)
}

// templateFormat returns the format that executes t on what the format object, which appends JSON, tells of a record:
// so the keys are those that the usage texts describe.
func templateFormat(t *template.Template, object format) format {
	return func(dst []byte, rec *record) []byte {
		values, err := templateValues(object(nil, rec))
		if err == nil && !rec.OK {
			values["input"] = string(appendEscaped(nil, rec.Bytes)) // JSON cannot hold in a text all that it is
		}
		out := buffer{dst}
		if err == nil {
			err = t.Execute(&out, values)
		}
		rec.trouble = err
		return append(out.b, '\n')
	}
}

// templateValues returns the values of a JSON object by their keys.
func templateValues(object []byte) (map[string]any, error) {
	values := map[string]any{}
	for _, key := range templateKeys {
		values[key] = undefined(nil)
	}
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	err := d.Decode(&values)
	for key, v := range values {
		values[key] = templateValue(v)
	}
	return values, err
}

// templateValue returns v, decoded from JSON, as templates can work with it.
func templateValue(v any) any {
	switch v := v.(type) {
	case nil:
		return undefined(nil)
	case json.Number:
		n, _ := v.Int64() // an offset
		return int(n)
	case []any:
		for i := range v {
			v[i] = templateValue(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = templateValue(v[key])
		}
	}
	return v
}

// A buffer appends what is written to it.
type buffer struct{ b []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.b = append(b.b, p...)
	return len(p), nil
}
