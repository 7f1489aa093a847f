package test_test

import (
	"bytes"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	htmltemplate "html/template"
	"io"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	texttemplate "text/template"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// forms are the rows of the table in the package comment. Each writes v to w.
var forms = []struct {
	row   string
	exact bool
	write func(w *bytes.Buffer, v any) error
}{
	{"String", true, func(w *bytes.Buffer, v any) error {
		w.WriteString(withMethods(v).(fmt.Stringer).String())
		return nil
	}},
	{"MarshalText", true, func(w *bytes.Buffer, v any) error {
		text, err := withMethods(v).(encoding.TextMarshaler).MarshalText()
		w.Write(text)
		return err
	}},
	{"MarshalBinary", true, func(w *bytes.Buffer, v any) error {
		text, err := withMethods(v).(encoding.BinaryMarshaler).MarshalBinary()
		w.Write(text)
		return err
	}},
	{"%s", true, printf("%s")},
	{"%q", true, printf("%q")},
	{"%x", true, hexadecimal("%x")},
	{"%X", true, hexadecimal("%X")},
	{"%v", false, printf("%v")},
	{"%+v", false, printf("%+v")},
	{"%#v", false, printf("%#v")},
	{"Print", false, func(w *bytes.Buffer, v any) error { fmt.Fprint(w, v); return nil }},
	{"Println", false, func(w *bytes.Buffer, v any) error { fmt.Fprintln(w, v); return nil }},
	{"Println of a slice", false, func(w *bytes.Buffer, v any) error { fmt.Fprintln(w, []any{v}); return nil }},
	{"encoding/json", true, func(w *bytes.Buffer, v any) error { return json.NewEncoder(w).Encode(v) }},
	{"encoding/xml", true, func(w *bytes.Buffer, v any) error { return xml.NewEncoder(w).Encode(v) }},
	{"encoding/gob", true, func(w *bytes.Buffer, v any) error { return gob.NewEncoder(w).Encode(v) }},
	{"flag, default", true, func(w *bytes.Buffer, v any) error {
		flags := newFlag(v)
		flags.SetOutput(w)
		flags.PrintDefaults()
		return nil
	}},
	{"flag, value", true, func(w *bytes.Buffer, v any) error {
		w.WriteString(newFlag(v).Lookup("v").Value.String())
		return nil
	}},
	{"database/sql", true, func(w *bytes.Buffer, v any) error {
		value, err := driver.DefaultParameterConverter.ConvertValue(v)
		w.WriteString(value.(string))
		return err
	}},
	{"text/template", false, execute(texttemplate.Must(texttemplate.New("").Parse("{{.}}")))},
	{"text/template, String", true, func(w *bytes.Buffer, v any) error {
		return execute(texttemplate.Must(texttemplate.New("").Parse("{{.String}}")))(w, withMethods(v))
	}},
	{"text/template, printf", true, execute(texttemplate.Must(texttemplate.New("").Parse(`{{printf "%s" .}}`)))},
	{"html/template", false, execute(htmltemplate.Must(htmltemplate.New("").Parse("<p>{{.}}</p>")))},
	{"html/template, link", false, execute(htmltemplate.Must(htmltemplate.New("").Parse(`<a href="{{.}}">x</a>`)))},
	{"html/template, script", true, execute(htmltemplate.Must(htmltemplate.New("").Parse(`<script>f({{.}})</script>`)))},
	{"html/template, printf", true, execute(htmltemplate.Must(htmltemplate.New("").Parse(`<a href="{{printf "%s" .}}">x</a>`)))},
	{"html/template, String", true, func(w *bytes.Buffer, v any) error {
		return execute(htmltemplate.Must(htmltemplate.New("").Parse(`<a href="{{.String}}">x</a>`)))(w, withMethods(v))
	}},
	{"slog text", false, log(newTextHandler, func(v any) any { return v })},
	{"slog JSON", false, log(newJSONHandler, func(v any) any { return v })},
	{"slog text, struct", false, log(newTextHandler, func(v any) any { return struct{ V any }{v} })},
	{"slog text, slice", false, log(newTextHandler, func(v any) any { return []any{v} })},
	{"slog text, map", false, log(newTextHandler, func(v any) any { return map[any]any{v: v} })},
	{"slog JSON, struct", true, log(newJSONHandler, func(v any) any { return struct{ V any }{v} })},
	{"slog JSON, slice", true, log(newJSONHandler, func(v any) any { return []any{v} })},
	{"slog JSON, map", true, log(newJSONHandler, func(v any) any { return map[string]any{"v": v} })},
}

// storedForms are the rows for a URI and a Key alone.
var storedForms = map[string]bool{"MarshalBinary": true, "encoding/gob": true, "database/sql": true}

// isStored reports whether storedForms has rows for v.
func isStored(v any) bool {
	switch v.(type) {
	case uri.URI, uri.Key:
		return true
	}
	return false
}

// A texter gives a Key the methods of the other types: string(key) has their place.
type texter uri.Key

func (k texter) String() string                   { return string(k) }
func (k texter) MarshalText() ([]byte, error)     { return []byte(k), nil }
func (k texter) MarshalBinary() ([]byte, error)   { return []byte(k), nil }
func (k *texter) UnmarshalText(text []byte) error { *k = texter(text); return nil }

// withMethods returns v, or a texter if v is a Key.
func withMethods(v any) any {
	if key, ok := v.(uri.Key); ok {
		return texter(key)
	}
	return v
}

// newFlag returns a set with the flag -v, which has the default v.
func newFlag(v any) *flag.FlagSet {
	v = withMethods(v)
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	p := reflect.New(reflect.TypeOf(v)).Interface()
	flags.TextVar(p.(encoding.TextUnmarshaler), "v", v.(encoding.TextMarshaler), "")
	return flags
}

// hexadecimal writes a value by %x or %X, and decodes the digits.
func hexadecimal(format string) func(*bytes.Buffer, any) error {
	return func(w *bytes.Buffer, v any) error {
		text, err := hex.DecodeString(fmt.Sprintf(format, v))
		w.Write(text)
		return err
	}
}

func printf(format string) func(*bytes.Buffer, any) error {
	return func(w *bytes.Buffer, v any) error {
		fmt.Fprintf(w, format, v)
		return nil
	}
}

func execute(t interface{ Execute(io.Writer, any) error }) func(*bytes.Buffer, any) error {
	return func(w *bytes.Buffer, v any) error { return t.Execute(w, v) }
}

func newTextHandler(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) }
func newJSONHandler(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) }

func log(newHandler func(io.Writer) slog.Handler, wrap func(any) any) func(*bytes.Buffer, any) error {
	return func(w *bytes.Buffer, v any) error {
		slog.New(newHandler(w)).Info("x", "v", wrap(v))
		return nil
	}
}

// TestForms checks each row of the table in the package comment, for each type.
func TestForms(t *testing.T) {
	const exact, hidden = "http://joe:hunter2@h/", "http://joe:xxxxx@h/"
	u := uri.MustParse(exact)
	for _, v := range []any{u, iri.MustParse(exact), whatwg.MustParse(exact), u.Key()} {
		for _, form := range forms {
			var w bytes.Buffer
			if storedForms[form.row] && !isStored(v) {
				continue
			}
			if err := form.write(&w, v); err != nil {
				t.Errorf("%s of %T: %v", form.row, v, err)
			}
			want, unwanted := hidden, "hunter2"
			if form.exact {
				want, unwanted = exact, "xxxxx"
			}
			got := strings.NewReplacer(`\/`, "/", `\u002f`, "/").Replace(w.String())
			if !strings.Contains(got, want) || strings.Contains(got, unwanted) {
				t.Errorf("%s of %T: %s, want %s", form.row, v, &w, want)
			}
		}
	}
	origin, err := httpuri.OriginOf(u)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range forms {
		var w bytes.Buffer
		if storedForms[form.row] {
			continue
		}
		if err := form.write(&w, origin); err != nil {
			t.Errorf("%s of an Origin: %v", form.row, err)
		}
		got := strings.NewReplacer(`\/`, "/", `\u002f`, "/").Replace(w.String())
		want := "http://h"
		if form.row == "%#v" {
			want = `host:"h"`
		}
		if !strings.Contains(got, want) || strings.Contains(got, "joe") {
			t.Errorf("%s of an Origin: %s, want %s", form.row, &w, want)
		}
	}
}
