package engine

import (
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// Plain templates print the values of keys without the JSON object. These functions append the values.

// A Key is a key of the object for a valid record. Its value is neither an array nor an object. One of two functions
// gives the text that a template prints for the value; it is empty for an undefined value.
type Key struct {
	Name   string
	Text   func(rec *Record) []byte             // returns a part of the record or of its result
	Append func(dst []byte, rec *Record) []byte // appends the value
	same   bool                                 // the value is the record itself if Work.Unchanged returns true
}

// These keys have the same meaning for several verbs.
var (
	InputKey = Key{Name: "input", Text: func(rec *Record) []byte { return rec.Bytes }, same: true}
	BaseKey  = Key{Name: "base", Text: func(rec *Record) []byte { return rec.Base }}
	RefKey   = Key{Name: "ref", Text: func(rec *Record) []byte { return rec.Ref }}
)

// ResultKey returns a key with the result of the verb as its value.
func ResultKey(name string) Key {
	return Key{Name: name, Text: func(rec *Record) []byte { return rec.Result }, same: true}
}

// appendValue appends s as a template prints it. The template gets a decoded JSON string, so each byte that is not
// UTF-8 is replaced by U+FFFD.
func appendValue(dst, s []byte) []byte {
	if utf8.Valid(s) {
		return append(dst, s...)
	}
	for len(s) > 0 {
		r, size := utf8.DecodeRune(s)
		dst, s = utf8.AppendRune(dst, r), s[size:]
	}
	return dst
}

// stepFor returns the step of a plain template for a key, or false if there is no such key. The keys are those of a
// valid record; an invalid record has the object of AppendInvalid.
func stepFor(name string, keys []Key, d *dialect.Dialect) (step plainStep, ok bool) {
	switch name {
	case "ok":
		step.valid = func(dst []byte, _ *Record) []byte { return append(dst, "true"...) }
		step.invalid = func(dst []byte, _ *Record) []byte { return append(dst, "false"...) }
	case "input":
		step.invalid = func(dst []byte, rec *Record) []byte { return escape.AppendText(dst, rec.Bytes) }
	}
	for _, field := range d.Fields {
		if field.Key == name {
			step.invalid = func(dst []byte, rec *Record) []byte { return appendField(dst, rec, &field) }
		}
	}
	for _, key := range keys {
		switch text := key.Text; {
		case key.Name != name:
		case text == nil:
			step.valid = key.Append
		case d.AppendText == nil:
			step.part, step.same = text, key.same
		default:
			step.valid = func(dst []byte, rec *Record) []byte { return appendValue(dst, text(rec)) }
		}
	}
	return step, step.part != nil || step.valid != nil || step.invalid != nil
}
