package main

import (
	"errors"
	"flag"
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

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

// group returns the name of the group of a normal form. It is escaped, because decoded fields may have any bytes.
func (d *deduper) group(normal []byte) []byte {
	a := readForm(d.input.Dialect, normal)
	text, _ := d.by(&a)
	return escape.AppendText(nil, octet.Bytes(text))
}

// defineKey defines the flags -by, which takes a field, and -key, which takes one of keyWords or a field.
func (d *deduper) defineKey(fs *flag.FlagSet) {
	setBy := func(name string) error {
		if d.by = fieldNamed(name); d.by == nil {
			return engine.ErrValue
		}
		return nil
	}
	fs.Var(&engine.Choice{Words: []string{"host", "domain"}, SetText: setBy}, "by", "a field such as host or domain")
	keyFlag(fs, &d.key)
}

// keyFlag defines the flag -key, which sets k.
func keyFlag(fs *flag.FlagSet, k **key) {
	setKey := func(name string) error {
		found, ok := keyWords.Find(name)
		if !ok {
			get := fieldNamed(name)
			if get == nil {
				return engine.ErrValue
			}
			found = fieldKey(get)
		}
		*k = found
		return nil
	}
	fs.Var(&engine.Choice{Words: keyWords.Names(), SetText: setKey}, "key",
		engine.Listed(keyWords.Names(), "or")+", or a field such as domain")
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

// setNormalize sets the function that normalizes lines, unless Run can do it itself.
func (d *deduper) setNormalize() error {
	in := &d.input
	if in.Dialect == dialect.URI && d.key == nil && !in.Filter.IsOn() {
		return nil // Run normalizes URIs by d.Query without a call of a function for each line
	}
	n, err := d.key.prepare(in.Dialect, uri.Normalizer{Steps: uri.AllSteps, Query: d.Query})
	normalize := normalFormIn(in.Dialect, n)
	d.Normalize = func(dst, line []byte) ([]byte, error) {
		if in.Filter.IsOn() && !in.Filter.Takes(line, in.Dialect == dialect.Web) {
			return dst, errLeftOut
		}
		start := len(dst)
		dst, err := normalize(dst, line)
		switch {
		case err != nil && in.Filter.IsStrict():
			return dst, errLeftOut
		case err != nil || d.key == nil:
			return dst, err
		case d.key.isForm:
			dst = d.key.append(in.Dialect, dst[:start], slices.Clone(dst[start:]))
		}
		if d.key.refuses(dst[start:]) {
			err = &uri.Error{Component: uri.ComponentScheme, Reason: uri.ReasonNoScheme, Offset: schemes.Len(line)}
		}
		return dst, err
	}
	return err
}

// errLeftOut is the error for a line that a filter leaves out.
var errLeftOut = errors.New("left out")
