package main

import (
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

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
