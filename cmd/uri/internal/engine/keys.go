package engine

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/internal/octet"
)

// A Key is a member of the JSON object for a valid record. One of the functions returns or appends its value. A template
// of keys prints the values without the object.
type Key struct {
	Name   string
	Text   func(rec *Record) (text []byte, ok bool) // a part of the record or of its result; null if not ok
	Word   func(rec *Record) string                 // ASCII that needs no escapes; null if empty
	Append func(dst []byte, rec *Record) []byte     // appends a JSON value other than a string
	Nested bool                                     // the value is an array or an object
	Any    bool                                     // the text, or a string in it, was decoded and may have any bytes
	Extra  bool                                     // only templates can use the key; it is not in the object
	same   bool                                     // the text is the record itself if Work.Unchanged returns true

	// If With is not nil, the key is a family of keys, with a Name such as "param[NAME]". With returns the Text of the
	// key with the argument, or nil if the family has no such key. Only -field has families.
	With func(arg string) func(rec *Record) (text []byte, ok bool)
}

// key returns the key with a name. A name such as param[q] has an argument.
func (f *Formats) key(name string) (k Key, ok bool) {
	family, arg, hasArg := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	for _, k := range f.Keys {
		switch {
		case k.With == nil && k.Name == name:
			return k, true
		case k.With != nil && hasArg && strings.HasPrefix(k.Name, family+"["):
			k.Name, k.Text = name, k.With(arg)
			return k, k.Text != nil
		}
	}
	return Key{}, false
}

// These keys have the same meaning for several verbs.
var (
	InputKey = Key{Name: "input", Text: func(rec *Record) ([]byte, bool) { return rec.Bytes, true }, same: true}
	OKKey    = Key{Name: "ok", Append: func(dst []byte, _ *Record) []byte { return append(dst, "true"...) }}
	BaseKey  = Key{Name: "base", Text: func(rec *Record) ([]byte, bool) { return rec.Base, true }}
	RefKey   = Key{Name: "ref", Text: func(rec *Record) ([]byte, bool) { return rec.Ref, true }}
)

// ResultKey returns a key with the result of the verb as its value.
func ResultKey(name string) Key {
	return Key{Name: name, Text: func(rec *Record) ([]byte, bool) { return rec.Result, true }, same: true}
}

// appendObject appends the JSON object for a record, given the keys of valid ones.
func appendObject(dst []byte, rec *Record, keys []Key) []byte {
	if !rec.OK {
		return AppendInvalid(dst, rec)
	}
	if len(rec.Bytes) > longRecord {
		dst = slices.Grow(dst, 4*len(rec.Bytes)) // growing step by step takes several times as much, and so does more
	}
	before := `{"`
	for i := range keys {
		if keys[i].Extra {
			continue
		}
		dst = append(append(append(dst, before...), keys[i].Name...), `":`...)
		dst = keys[i].appendJSON(dst, rec)
		before = `,"`
	}
	return append(dst, "}\n"...)
}

// appendJSON appends the value of the key.
func (k *Key) appendJSON(dst []byte, rec *Record) []byte {
	switch {
	case k.Text != nil:
		if text, ok := k.Text(rec); ok && k.Any {
			return escape.AppendJSON(dst, text)
		} else if ok {
			return rec.Dialect.AppendJSON(dst, text)
		}
	case k.Word != nil:
		if word := k.Word(rec); word != "" {
			return append(append(append(dst, '"'), word...), '"')
		}
	default:
		return k.Append(dst, rec)
	}
	return append(dst, "null"...)
}

// appendValue appends s as a template prints it. The template gets a decoded JSON string, so each byte that is not
// UTF-8 is replaced with U+FFFD.
func appendValue(dst, s []byte) []byte {
	if utf8.Valid(s) {
		return append(dst, s...)
	}
	for _, r := range octet.Text(s) {
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// stepFor returns the step of a plain template for a key, or false if a valid record does not have the key. An invalid
// record has input, ok and the fields of its fault. With columns, the values need to be escaped as in lines. With inField,
// the value of an array or an object is printed as JSON.
func stepFor(name string, formats *Formats, d *dialect.Dialect, columns, inField bool) (step plainStep, ok bool) {
	switch name {
	case "ok":
		step.invalid = func(dst []byte, _ *Record) []byte { return append(dst, "false"...) }
	case "input":
		step.invalid = func(dst []byte, rec *Record) []byte { return escape.AppendText(dst, rec.Bytes) }
	}
	for _, field := range formats.faultFields(d) {
		if field.Key == name {
			step.invalid = func(dst []byte, rec *Record) []byte { return appendField(dst, rec.N, &rec.Fault, &field) }
		}
	}
	if key, ok := formats.key(name); ok {
		switch {
		case key.Nested && !inField:
		case key.Any && key.Text != nil:
			step.valid = func(dst []byte, rec *Record) []byte {
				text, _ := key.Text(rec)
				return escape.AppendText(dst, text)
			}
		case key.Append != nil:
			step.valid = key.Append
		case key.Word != nil:
			step.valid = func(dst []byte, rec *Record) []byte { return append(dst, key.Word(rec)...) }
		case d.AppendText == nil:
			step.part, step.same = key.Text, key.same
		default:
			step.same = key.same
			step.valid = func(dst []byte, rec *Record) []byte {
				text, _ := key.Text(rec)
				if columns {
					return d.AppendText(dst, text)
				}
				return appendValue(dst, text)
			}
		}
	}
	return step, step.part != nil || step.valid != nil || step.invalid != nil
}
