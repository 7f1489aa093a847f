package main

import (
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// The verbs split, check and normalize share these keys, which only templates and -field have.

// hostKeys returns the keys domain and suffix of the host in a form of a record, such as its bytes.
func hostKeys(textOf func(rec *engine.Record) []byte) []engine.Key {
	return []engine.Key{
		{Name: "domain", Extra: true, Text: func(rec *engine.Record) ([]byte, bool) {
			domain, _ := dedupe.DomainOf(hostOf(rec.Dialect, textOf(rec)))
			return domain, domain != nil
		}},
		{Name: "suffix", Extra: true, Text: func(rec *engine.Record) ([]byte, bool) {
			_, public := dedupe.DomainOf(hostOf(rec.Dialect, textOf(rec)))
			return public, public != nil
		}},
	}
}

// hostOf returns the host of a valid reference or of the result of a verb.
func hostOf(d *dialect.Dialect, text []byte) []byte {
	if d == dialect.Web {
		u, _ := whatwg.Parse(octet.Text(text))
		return []byte(u.Hostname())
	}
	return dedupe.Host(text)
}

// bytesOf returns the bytes of a record.
func bytesOf(rec *engine.Record) []byte { return rec.Bytes }

// normalOf returns the normal form of a record.
func normalOf(rec *engine.Record) []byte {
	if rec.Normal != nil {
		return rec.Normal
	}
	return rec.Result
}
