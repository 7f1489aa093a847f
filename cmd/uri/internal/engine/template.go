package engine

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// An objectTemplate is the template of -format, or the columns of -field. Its data is the JSON object for a record, so the
// usages describe its keys.
type objectTemplate struct {
	*template.Template               // nil for columns
	plain              plainTemplate // nil if the template needs to be executed
	keys               []Key         // that the template may read
	names              []string      // of all keys
	reports            bool          // the template prints faults of records
	partial            bool          // the template reads a key that some invalid records have
	escapes            bool          // values are escaped as in lines
}

// undefined represents a null of JSON. It is false in an "if" and prints as empty text. Since an empty component is
// also false in an "if", templates have the function "defined".
type undefined []struct{}

func (undefined) String() string { return "" }

func isDefined(v any) bool { _, not := v.(undefined); return !not }

// parseTemplate parses the template of -format. Its data is the object of the formats.
func parseTemplate(text string, formats *Formats) (*objectTemplate, error) {
	if text == "" {
		return nil, errors.New("-format: the template is empty")
	}
	parsed, err := template.New("-format").Option("missingkey=error").Funcs(template.FuncMap{"defined": isDefined}).Parse(text)
	if err != nil {
		return nil, templateError(err, faultIn(err, "wrong syntax"))
	}
	t := &objectTemplate{Template: parsed, names: formats.names(false)}
	whole := wholeObject.MatchString(text)
	for _, k := range formats.Keys {
		isNamed := strings.Contains(text, "."+k.Name)
		t.partial = t.partial || isNamed && k.isPartial()
		if isNamed || whole && !k.Extra {
			t.keys = append(t.keys, k)
		}
	}
	for _, defined := range parsed.Templates() {
		if defined.Tree != nil {
			unescape(defined.Root)
		}
	}
	if parsed.Tree != nil {
		t.plain, _ = t.compileList(parsed.Root)
	}
	return t, nil
}

// wholeObject matches a template that may use the object as a whole, such as {{.}} or {{index $ "ok"}}.
var wholeObject = regexp.MustCompile(`(?s)\{\{.*[.$][\s})|]`)

// check executes the template on sample records, which the step of the verb answers. So it reports a wrong key before
// any input is read. Other mistakes depend on the input.
func (t *objectTemplate) check(d *dialect.Dialect, step Step) error {
	for _, text := range []string{"a://u@h:1/p?q#f", "", "%", " ", "cut"} {
		rec := NewRecord(text, d)
		rec.Cut = text == "cut" // the only fault that some dialects have
		rec.Limit = 1
		step(rec)
		t.reports = t.reports || !rec.OK && t.printsFault(rec)
		if _, err := t.append(nil, rec); err != nil && strings.Contains(err.Error(), noKey) {
			return err
		}
	}
	return nil
}

// printsFault reports whether the template prints the fault of an invalid record: whether its output changes if the
// object lacks the reason.
func (t *objectTemplate) printsFault(rec *Record) bool {
	others := slices.DeleteFunc(slices.Clone(t.keys), func(k Key) bool { return k.isFault() })
	said, err := t.execute(nil, rec, t.keys)
	saidWithout, errWithout := t.execute(nil, rec, others)
	return !bytes.Equal(said, saidWithout) || fmt.Sprint(err) != fmt.Sprint(errWithout)
}

// format returns the Format for the template. With marks, the output for an invalid record is its tab-separated line.
func (t *objectTemplate) format(marks bool) Format {
	return func(dst []byte, rec *Record) []byte {
		switch {
		case rec.OK:
		case marks:
			return AppendInvalidLine(dst, rec)
		case !t.reports && !t.partial:
			return append(dst, '\n')
		}
		if t.plain != nil {
			dst = t.plain.append(dst, rec, t.escapes)
		} else {
			dst, rec.trouble = t.append(dst, rec)
		}
		return append(dst, '\n')
	}
}

// append executes the template on the object for a record.
func (t *objectTemplate) append(dst []byte, rec *Record) ([]byte, error) {
	dst, err := t.execute(dst, rec, t.keys)
	return dst, t.explain(err, rec)
}

// execute appends the output of the template for a record, with an object that has the keys.
func (t *objectTemplate) execute(dst []byte, rec *Record, keys []Key) ([]byte, error) {
	values := make(map[string]any, len(keys))
	for i := range keys {
		values[keys[i].Name] = keys[i].value(rec)
	}
	out := bytes.NewBuffer(dst)
	err := t.Execute(out, values)
	return out.Bytes(), err
}

// maxTemplateSteps limits the steps of explain for a template. A step takes a thousand times the memory
// of a byte.
const maxTemplateSteps = 5000

// templateValue converts v, which was decoded from JSON, to types that templates support. If escaped is set, it escapes
// strings as in lines.
func templateValue(v any, escaped bool) any {
	switch v := v.(type) {
	case nil:
		return undefined(nil)
	case float64:
		return int(v) // an offset
	case string:
		if escaped {
			return string(escape.AppendText(nil, []byte(v)))
		}
	case []any:
		for i := range v {
			v[i] = templateValue(v[i], escaped)
		}
	case map[string]any:
		for key := range v {
			v[key] = templateValue(v[key], escaped)
		}
	}
	return v
}

// noKey begins the words about a missing key.
const noKey = "no such key"

// explain returns the error to report for err, an error of package template. If a key is missing in the object itself, and
// not in an object inside it, the error lists the keys of the object. To distinguish these, explain adds the key to
// the object and executes the template again.
func (t *objectTemplate) explain(err error, rec *Record) error {
	if err == nil {
		return nil
	}
	_, key, ok := strings.Cut(err.Error(), "map has no entry for key ")
	if !ok {
		return templateError(err, faultIn(err, "this cannot be done with this value"))
	}
	name, _ := strconv.Unquote(key)
	null := func(*Record) ([]byte, bool) { return nil, false }
	_, again := t.execute(nil, rec, append(slices.Clone(t.keys), Key{Name: name, Of: OfAll, Text: null}))
	if again != nil && again.Error() == err.Error() {
		return templateError(err, noKey+" there")
	}
	return templateError(err, noKey+": an object has "+Listed(t.names, "and"))
}

// templateFaults lists faults, each in a row: words in errors of package template, a tab, and the words of the command. The
// first row that matches counts.
//
//go:embed templatefaults.txt
var templateFaults string

// templatePlace matches the beginning of errors of package template. Its groups are the line and, in errors of an
// execution, the number of bytes before the fault in that line.
var templatePlace = regexp.MustCompile(`^template: -format:([0-9]+)(?::([0-9]+))?: `)

// templateError returns an error with the given words and the place of err, an error of package template. It leaves out
// the rest of err, which shows parts of the template and of the input and may contain a password.
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

// faultIn returns the words of templateFaults for err, or otherwise if no entry matches.
func faultIn(err error, otherwise string) string {
	for row := range strings.SplitSeq(strings.TrimSuffix(templateFaults, "\n"), "\n") {
		if theirs, ours, _ := strings.Cut(row, "\t"); strings.Contains(err.Error(), theirs) {
			return ours
		}
	}
	return otherwise
}
