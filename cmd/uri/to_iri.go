package main

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

const toIRIUsage = `usage: uri to-iri [flags] [URI ...]

To-iri maps each URI reference to an IRI reference (RFC 3987, section 3.2): it
decodes percent-encoded UTF-8 where an IRI may have the characters. It does not
decode reserved characters, characters that look like these or like a space,
invisible characters, or characters that format text.

` + idnaUsage + `
Examples:
  $ uri to-iri http://r%C3%A9sum%C3%A9.example/
  http://résumé.example/
  $ uri to-iri -idna http://xn--rsum-bpad.example/
  http://résumé.example/
`

// toIRIFormats completes toIRIUsage.
const toIRIFormats = `To-iri prints only the IRIs, and standard error describes invalid inputs.
With -picture always it draws the IRI as "uri split -iri" does. Above it is the
URI, not coloured. With -tsv it prints tab-separated lines of two columns: ok,
IRI.` + mappingDetails

var toIRIVerb = &engine.Verb{
	Name:     "to-iri",
	Summary:  "map URIs to IRIs",
	Usage:    toIRIUsage,
	Details:  toIRIFormats,
	Dialects: []*dialect.Dialect{dialect.URI},
	Flags:    mappingFlags("URIs", appendIRI),
	Formats:  engine.OutputFormats,
}

// appendIRI implements the verb for a reference.
func appendIRI(dst []byte, ref string, form iri.HostForm) ([]byte, error) {
	u, _ := uri.Parse(ref) // cannot fail: the scanner has accepted ref
	return iri.AppendFromURI(dst, u, form)
}
