package main

import (
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

var toURIVerb = &engine.Verb{
	Name:     "to-uri",
	Dialects: []*dialect.Dialect{dialect.IRI},
	Flags:    mappingFlags(appendURI),
	Formats:  engine.OutputFormats,
}

// appendURI implements the verb for a reference.
func appendURI(dst []byte, ref string, form iri.HostForm) ([]byte, error) {
	i, _ := iri.Parse(ref) // cannot fail: the scanner has accepted ref
	return i.AppendURI(dst, form)
}
