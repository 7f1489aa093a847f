package engine

import (
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// This file has the values of keys as a template prints them, for templates that need no object.

// A Key is a key of the object for a valid record whose value is neither an array nor an object. Append appends the
// value as a template prints it, which is nothing for an undefined value.
type Key struct {
	Name   string
	Append func(dst []byte, rec *Record) []byte
}

// TextKey returns the key whose value is a string. The function text returns a part of a record or a result.
func TextKey(name string, text func(rec *Record) []byte) Key {
	return Key{name, func(dst []byte, rec *Record) []byte { return appendValue(dst, text(rec)) }}
}

// These keys have the same meaning for several verbs.
var (
	InputKey = TextKey("input", func(rec *Record) []byte { return rec.Bytes })
	BaseKey  = TextKey("base", func(rec *Record) []byte { return rec.Base })
	RefKey   = TextKey("ref", func(rec *Record) []byte { return rec.Ref })
)

// ResultKey returns the key whose value is the result of the verb.
func ResultKey(name string) Key {
	return TextKey(name, func(rec *Record) []byte { return rec.Result })
}

// appendValue appends s as a template prints it. The template gets the value of a JSON string, in which U+FFFD takes the
// place of each byte that is not UTF-8.
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

// appender returns the function that appends the value of a key, given the keys of a valid record, and another for
// invalid records, whose object is that of AppendInvalid. A nil function appends nothing. It returns false if there is
// no such key.
func appender(name string, keys []Key, d *dialect.Dialect) (valid, invalid func([]byte, *Record) []byte, ok bool) {
	switch name {
	case "ok":
		valid = func(dst []byte, _ *Record) []byte { return append(dst, "true"...) }
		invalid = func(dst []byte, _ *Record) []byte { return append(dst, "false"...) }
	case "input":
		invalid = func(dst []byte, rec *Record) []byte { return escape.AppendText(dst, rec.Bytes) }
	}
	for _, field := range d.Fields {
		if field.Key == name {
			invalid = func(dst []byte, rec *Record) []byte { return appendField(dst, rec, &field) }
		}
	}
	for _, key := range keys {
		if key.Name == name {
			valid = key.Append
		}
	}
	return valid, invalid, valid != nil || invalid != nil
}
