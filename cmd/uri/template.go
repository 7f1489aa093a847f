package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/urispan/uri/fsm"
)

// An objectTemplate is what -format gives: a template that is executed on what a format that appends JSON tells of a
// record. So its keys are those that the usage texts describe.
type objectTemplate struct {
	*template.Template
	object format
	keys   map[string]any // those of valid and of invalid records, all undefined
	tells  bool           // it says what is wrong with a record that is invalid
}

// undefined is what a template finds where JSON has null: it is false in an "if", and prints as nothing. An empty
// component is false too, which is why there is a function "defined".
type undefined []struct{}

func (undefined) String() string { return "" }

var templateFuncs = template.FuncMap{
	"defined": func(v any) bool { _, not := v.(undefined); return !not },
}

// verdictKeys are those by which a template can tell what is wrong with an invalid record.
var verdictKeys = []string{"ok", "offset", "component", "reason", "expected", "hint"}

// parseTemplate returns the template that -format gives, for the objects that object appends.
func parseTemplate(text string, object format) (*objectTemplate, error) {
	if text == "" {
		return nil, errors.New("-format: the template is empty")
	}
	parsed, err := template.New("-format").Option("missingkey=error").Funcs(templateFuncs).Parse(text)
	if err != nil {
		return nil, templateError(err, faultIn(err, "wrong syntax"))
	}
	return &objectTemplate{Template: parsed, object: object}, nil
}

// check learns the keys from samples, and executes the template on them, so that a wrong key is told before the first
// input is read. What else may be wrong depends on the input.
func (t *objectTemplate) check(audit bool) error {
	t.keys = map[string]any{}
	var samples []*record
	for _, text := range []string{"a://u@h:1/p?q#f", "", "%", " "} {
		rec := &record{Record: new(fsm.Record), audited: audit, findings: make([]finding, 1), rows: 1}
		setRecord(rec.Record, text)
		rec.valid()
		samples = append(samples, rec)
		values, err := t.values(rec)
		if err != nil {
			return err
		}
		for key := range values {
			t.keys[key] = undefined(nil)
		}
		t.tells = t.tells || !rec.OK && t.asks(values)
	}
	for _, rec := range samples {
		_, err := t.append(nil, rec)
		if wrong, ok := errors.AsType[keyError](err); ok {
			return wrong
		}
	}
	return nil
}

// asks tells whether the template asks for what is wrong with an invalid record: whether it does something else where
// the object does not say that.
func (t *objectTemplate) asks(values map[string]any) bool {
	without := maps.Clone(values)
	for _, key := range verdictKeys {
		delete(without, key)
	}
	var said, saidWithout bytes.Buffer
	err, errWithout := t.Execute(&said, values), t.Execute(&saidWithout, without)
	return !bytes.Equal(said.Bytes(), saidWithout.Bytes()) || fmt.Sprint(err) != fmt.Sprint(errWithout)
}

// format is the format of the command.
func (t *objectTemplate) format(dst []byte, rec *record) []byte {
	if !rec.OK && !t.tells {
		return append(dst, '\n')
	}
	dst, rec.trouble = t.append(dst, rec)
	return append(dst, '\n')
}

// append executes the template on what there is to tell of a record.
func (t *objectTemplate) append(dst []byte, rec *record) ([]byte, error) {
	values, err := t.values(rec)
	if err != nil {
		return dst, err
	}
	if !rec.OK {
		values["input"] = string(appendEscaped(nil, rec.Bytes)) // JSON cannot hold in a text all that it is
	}
	out := buffer{dst}
	err = t.Execute(&out, values)
	return out.b, t.explained(err, values)
}

// A keyError reports a key that is not there.
type keyError struct{ error }

// explained returns the error that is reported for err, an error of package template. It is a keyError if err is about
// a key; package template has no type for such errors, only words. If the object itself lacks the key, the keyError
// lists the keys that it has. To find that out, explained adds the key to the object and executes the template again.
func (t *objectTemplate) explained(err error, values map[string]any) error {
	if err == nil {
		return nil
	}
	_, key, ok := strings.Cut(err.Error(), "map has no entry for key ")
	if !ok {
		return templateError(err, faultIn(err, "this cannot be done with this value"))
	}
	name, _ := strconv.Unquote(key)
	values[name] = undefined(nil)
	if again := t.Execute(io.Discard, values); again != nil && again.Error() == err.Error() {
		return keyError{templateError(err, "no such key there")}
	}
	keys := slices.Sorted(maps.Keys(t.keys))
	return keyError{templateError(err, "no such key: an object has "+listed(keys, "and"))}
}

// templateFaults has, for words in errors of package template, how the command says the same. The first that occur in
// an error count.
var templateFaults = []struct{ theirs, ours string }{
	{"unclosed action", `"{{" without "}}"`},
	{"unexpected EOF", `"{{end}}" is missing`},
	{"unexpected {{e", `"{{end}}" or "{{else}}" without a beginning`},
	{"undefined variable", "no such variable"},
	{" not defined", "no such function or template (a key has a dot before it, as in {{.input}})"},
	{"can't evaluate field", "this value has no keys"},
	{"out of range", "index out of range"},
	{"wrong number of args", "a function has too many or too few arguments"},
}

// templatePlace matches the beginning of errors of package template: the line and, while a template is executed, the
// number of bytes before the fault in that line.
var templatePlace = regexp.MustCompile(`^template: -format:([0-9]+)(?::([0-9]+))?: `)

// templateError returns the error of a template that is wrong, with the place that err, an error of package template,
// begins with. The text of err itself shows parts of the template and of the input, which may hold a password.
func templateError(err error, words string) error {
	where := "-format: "
	if m := templatePlace.FindStringSubmatch(err.Error()); m != nil {
		where += "line " + m[1]
		if m[2] != "" {
			where += ", byte " + m[2]
		}
		where += ": "
	}
	return errors.New(where + words)
}

// faultIn returns the words of templateFaults for err, or otherwise.
func faultIn(err error, otherwise string) string {
	for _, fault := range templateFaults {
		if strings.Contains(err.Error(), fault.theirs) {
			return fault.ours
		}
	}
	return otherwise
}

// maxTemplateSteps is the number of steps that a template of explain gets if -rows does not say. A step takes a thousand
// times the memory of a byte.
const maxTemplateSteps = 10_000

// values returns the values of the object by their keys. All of it is in memory.
func (t *objectTemplate) values(rec *record) (map[string]any, error) {
	whole := *rec
	whole.drain = nil
	whole.rows = cmp.Or(rec.rows, maxTemplateSteps)
	values := maps.Clone(t.keys)
	d := json.NewDecoder(bytes.NewReader(t.object(nil, &whole)))
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
