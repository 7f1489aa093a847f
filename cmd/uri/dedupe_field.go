package main

import (
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/octet"
)

// A group returns the name of a normal form for counting.
type group func(d *dialect.Dialect, normal []byte) []byte

// groupWords are the values of -by. The first is the default.
var groupWords = engine.Words[group]{{"host", hostOf}, {"domain", domainOf}}

// hostOf returns the host of a normal form.
func hostOf(d *dialect.Dialect, normal []byte) []byte {
	a := readForm(d, normal)
	host, _ := a.Host()
	return octet.Bytes(host)
}

// domainOf returns the registrable domain of the host of a normal form or, if it has none, the host.
func domainOf(d *dialect.Dialect, normal []byte) []byte {
	host := hostOf(d, normal)
	if domain, _ := dedupe.DomainOf(host); domain != nil {
		return domain
	}
	return host
}

// countWords are the values of -of: whether lines are counted.
var countWords = engine.Words[bool]{{"results", false}, {"lines", true}}

// readForm returns the address of a normal form in the dialect d.
func readForm(d *dialect.Dialect, normal []byte) address.Address {
	return address.Of(octet.Text(normal), d == dialect.Web)
}

// fieldKey returns the key of a field. The keys of an undefined and an empty field differ.
func fieldKey(get address.Field) *key {
	return &key{web: true, append: func(d *dialect.Dialect, dst, normal []byte) []byte {
		a := readForm(d, normal)
		if text, ok := get(&a); ok {
			dst = append(append(dst, '='), text...)
		}
		return dst
	}}
}

// fieldGroup returns the group of a field. Its names are escaped, because decoded fields may have any bytes.
func fieldGroup(get address.Field) group {
	return func(d *dialect.Dialect, normal []byte) []byte {
		a := readForm(d, normal)
		text, _ := get(&a)
		return escape.AppendText(nil, octet.Bytes(text))
	}
}

// wordOrField defines a flag that takes one of words, or a field such as the example, of which of makes a value.
func wordOrField[T any](fs *flag.FlagSet, name, example string, words engine.Words[T], of func(address.Field) T, value *T) {
	fs.Var(&engine.Choice{Words: words.Names(), SetText: func(text string) error {
		found, ok := words.Find(text)
		if get := fieldNamed(text); !ok && get != nil {
			found, ok = of(get), true
		}
		if !ok {
			return engine.ErrValue
		}
		*value = found
		return nil
	}}, name, engine.Listed(words.Names(), "or")+example)
}

// domainOrHost returns the registrable domain or, if it is undefined, the host.
func domainOrHost(a *address.Address) (name string, ok bool) {
	if name, ok = a.Domain(); !ok {
		name, ok = a.Host()
	}
	return name, ok
}

// fieldNamed returns the field of -key and -by with a name, or nil if none has it.
func fieldNamed(name string) address.Field {
	for i := range dialect.Parts {
		if part := &dialect.Parts[i]; part.Kind.String() == name {
			return func(a *address.Address) (string, bool) {
				lo, hi, ok := part.Range(&a.Ranges)
				return a.Text[lo:hi], ok
			}
		}
	}
	if name == "domain" {
		return domainOrHost
	}
	return address.FieldNamed(name)
}
