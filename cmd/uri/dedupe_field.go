package main

import (
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/octet"
)

// A group has the functions that return the name of a normal form for counting.
type group struct{ reference, href func(normal []byte) []byte }

// groupWords are the values of -by. The first is the default.
var groupWords = engine.Words[*group]{{"host", &group{dedupe.Host, hrefHost}}, {"domain", &group{dedupe.Domain, hrefDomain}}}

func hrefHost(href []byte) []byte {
	a := address.OfWeb(octet.Text(href))
	host, _ := a.Host()
	return []byte(host)
}

// hrefDomain returns the registrable domain of the host of an href or, if it has none, the host.
func hrefDomain(href []byte) []byte {
	host := hrefHost(href)
	if domain, _ := dedupe.DomainOf(host); domain != nil {
		return domain
	}
	return host
}

// countWords are the values of -of: whether lines are counted.
var countWords = engine.Words[bool]{{"results", false}, {"lines", true}}

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

// fieldKey returns the key of a field. The keys of an undefined and an empty field differ.
func fieldKey(get address.Field) *key {
	return &key{web: true, append: func(d *dialect.Dialect, dst, normal []byte) []byte {
		read := address.Of
		if d == dialect.Web {
			read = address.OfWeb
		}
		a := read(octet.Text(normal))
		if text, ok := get(&a); ok {
			dst = append(append(dst, '='), text...)
		}
		return dst
	}}
}

// fieldGroup returns the group of a field. Its names are escaped, because decoded fields may have any bytes.
func fieldGroup(get address.Field) *group {
	name := func(read func(text string) address.Address) func(normal []byte) []byte {
		return func(normal []byte) []byte {
			a := read(octet.Text(normal))
			text, _ := get(&a)
			return escape.AppendText(nil, octet.Bytes(text))
		}
	}
	return &group{name(address.Of), name(address.OfWeb)}
}

// setKey sets the key to a word or a field.
func (d *deduper) setKey(name string) error {
	found, ok := keyWords.Find(name)
	if get := fieldNamed(name); !ok && get != nil {
		found, ok = fieldKey(get), true
	}
	if !ok {
		return engine.ErrValue
	}
	d.key = found
	return nil
}

// setGroup sets the group to a word or a field.
func (d *deduper) setGroup(name string) error {
	found, ok := groupWords.Find(name)
	if get := fieldNamed(name); !ok && get != nil {
		found, ok = fieldGroup(get), true
	}
	if !ok {
		return engine.ErrValue
	}
	d.by = found
	return nil
}
