package main

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

var toIRIVerb = &engine.Verb{
	Name:     "to-iri",
	Dialects: []*dialect.Dialect{dialect.URI},
	Flags:    mappingFlags(appendIRI),
	Formats:  engine.OutputFormats,
}

// appendIRI implements the verb for a reference.
func appendIRI(dst []byte, ref string, form iri.HostForm) ([]byte, error) {
	u, _ := uri.Parse(ref) // cannot fail: the scanner has accepted ref
	return iri.AppendFromURI(dst, u, form)
}
