package main

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/scheme"
)

// An object is a JSON object: its keys, each with its value after it.
type object []any

// appendObject appends a JSON object, as in
//
//	appendObject(dst, "code", "file-invalid", "offset", 7)
func appendObject(dst []byte, members ...any) []byte {
	dst = append(dst, '{')
	for i, m := range members {
		switch {
		case i%2 == 1:
			dst = append(dst, ':')
		case i > 0:
			dst = append(dst, ',')
		}
		dst = appendValue(dst, m)
	}
	return append(dst, '}')
}

// appendValue appends a JSON value. An array of two numbers is a range.
func appendValue(dst []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		return escape.AppendJSON(dst, octet.Bytes(v))
	case []byte:
		return escape.AppendJSON(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case bool:
		return strconv.AppendBool(dst, v)
	case [2]int:
		return engine.AppendRange(dst, "", v[0], v[1], true)
	case []string:
		return engine.AppendList(dst, v, func(dst []byte, s string) []byte { return escape.AppendJSON(dst, octet.Bytes(s)) })
	case []scheme.Host:
		return engine.AppendList(dst, v, func(dst []byte, h scheme.Host) []byte {
			return appendObject(dst, "host", h.Name, "port", optional(int(h.Port), h.Port != 0))
		})
	case object:
		return appendObject(dst, v...)
	case iter.Seq2[string, string]:
		return appendParams(dst, v)
	}
	return append(dst, "null"...)
}

// appendParams appends an object that maps the names of the parameters to arrays of their values, in the order of the
// query.
func appendParams(dst []byte, params iter.Seq2[string, string]) []byte {
	var members []any
	at := map[string]int{} // maps names to the places of their values in members
	for name, value := range params {
		i, ok := at[name]
		if !ok {
			i = len(members) + 1
			at[name] = i
			members = append(members, name, []string(nil))
		}
		members[i] = append(members[i].([]string), value)
	}
	return appendObject(dst, members...)
}

// optional returns a value, or nil if it is not defined.
func optional[T any](value T, isDefined bool) any {
	if !isDefined {
		return nil
	}
	return value
}

// filled returns a string, or nil if it is empty.
func filled(s string) any { return optional(s, s != "") }

// fileOf returns the name of a file as the value of a member: standard input has none.
func fileOf(name string) any { return optional(name, name != "-") }

// The verbs split, check and normalize share these keys, which only templates and -field have.

// A reader returns the address that the keys of a record are about.
type reader func(rec *engine.Record) *address.Address

// readNormal reads the normal form of a record.
func readNormal(rec *engine.Record) *address.Address {
	text := rec.Result
	if rec.Normal != nil {
		text = rec.Normal
	}
	return rec.Keep(readForm(rec.Dialect, text))
}

// addressKeys returns the keys for the parts of an address that are not components.
func addressKeys(read reader) (keys []engine.Key) {
	for _, name := range address.Fields {
		family, _, hasArg := strings.Cut(name, "[")
		k := engine.Key{Name: name, Extra: true, Any: slices.Contains([]string{"username", "password", "segment", "slug", "ext", "param"}, family)}
		if hasArg {
			k.With = read.named
		} else {
			k.Text = read.named(name)
		}
		keys = append(keys, k)
	}
	return append(keys, engine.Key{Name: "params", Extra: true, Any: true, Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
		return appendParams(dst, read(rec).Params())
	}})
}

// named returns the Text of a key with the name of a field, or nil if no field has the name.
func (read reader) named(name string) func(rec *engine.Record) ([]byte, bool) {
	get := address.FieldNamed(name)
	if get == nil {
		return nil
	}
	return func(rec *engine.Record) ([]byte, bool) {
		s, ok := get(read(rec))
		return octet.Bytes(s), ok
	}
}

// readForm returns the address of a normal form in the dialect d.
func readForm(d *dialect.Dialect, normal []byte) address.Address {
	return address.Of(octet.Text(normal), d == dialect.Web)
}
