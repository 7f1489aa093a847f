package main

import (
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
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
	if rec.Dialect == dialect.Web {
		return rec.Keep(address.OfWeb(octet.Text(text)))
	}
	return rec.Keep(address.Of(octet.Text(text)))
}

// addressKeys returns the keys for the parts of an address that are not components.
func addressKeys(read reader) []engine.Key {
	part := func(name string, get func(a *address.Address) (string, bool)) engine.Key {
		return engine.Key{Name: name, Extra: true, Text: read.text(get)}
	}
	decoded := func(k engine.Key) engine.Key { k.Any = true; return k }
	numbered := func(name string, get func(a *address.Address, n int) (string, bool)) engine.Key {
		return engine.Key{Name: name, Extra: true, With: func(arg string) func(*engine.Record) ([]byte, bool) {
			n, err := strconv.Atoi(arg)
			if err != nil || n == 0 {
				return nil
			}
			return read.text(func(a *address.Address) (string, bool) { return get(a, n) })
		}}
	}
	return []engine.Key{
		part("domain", (*address.Address).Domain),
		part("suffix", (*address.Address).Suffix),
		part("subdomain", (*address.Address).Subdomain),
		numbered("label[N]", (*address.Address).Label),
		part("origin", (*address.Address).Origin),
		decoded(numbered("segment[N]", (*address.Address).Segment)),
		decoded(part("ext", (*address.Address).Ext)),
		decoded(engine.Key{Name: "param[NAME]", Extra: true, With: func(name string) func(*engine.Record) ([]byte, bool) {
			return read.text(func(a *address.Address) (string, bool) { return a.Param(name) })
		}}),
		decoded(engine.Key{Name: "params", Extra: true, Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
			return appendParams(dst, read(rec))
		}}),
	}
}

// text returns the Text of a key with the value that get returns.
func (read reader) text(get func(a *address.Address) (string, bool)) func(rec *engine.Record) ([]byte, bool) {
	return func(rec *engine.Record) ([]byte, bool) {
		s, ok := get(read(rec))
		return octet.Bytes(s), ok
	}
}

// appendParams appends an object that maps the names of the parameters to arrays of their values, in the order of the
// query.
func appendParams(dst []byte, a *address.Address) []byte {
	var names []string
	values := map[string][]string{}
	for name, value := range a.Params() {
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], value)
	}
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(escape.AppendJSON(dst, octet.Bytes(name)), ':')
		dst = engine.AppendList(dst, values[name], func(dst []byte, value string) []byte {
			return escape.AppendJSON(dst, octet.Bytes(value))
		})
	}
	return append(dst, '}')
}
