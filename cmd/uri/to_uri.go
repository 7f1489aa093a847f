package main

import (
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

const toURIUsage = `usage: uri to-uri [flags] [IRI ...]

To-uri maps each IRI reference to a URI reference (RFC 3987, section 3.1): it
percent-encodes characters outside ASCII. A URI is mapped to itself.

` + idnaUsage + `
Examples:
  $ uri to-uri http://résumé.example/é
  http://r%C3%A9sum%C3%A9.example/%C3%A9
  $ uri to-uri -idna http://résumé.example/é
  http://xn--rsum-bpad.example/%C3%A9
`

// toURIFormats completes toURIUsage.
const toURIFormats = `To-uri prints only the URIs, and standard error describes invalid inputs.
With -picture always it draws the URI as "uri split" does. Above it is the
IRI, not coloured. With -tsv it prints tab-separated lines of two columns: ok,
URI.` + mappingDetails

var toURIVerb = &engine.Verb{
	Name:     "to-uri",
	Summary:  "map IRIs to URIs",
	Usage:    toURIUsage,
	Details:  toURIFormats,
	Dialects: []*dialect.Dialect{dialect.IRI},
	Flags:    mappingFlags("IRIs", appendURI),
	Formats:  engine.OutputFormats,
}

// appendURI implements the verb for a reference.
func appendURI(dst []byte, ref string, form iri.HostForm) ([]byte, error) {
	i, _ := iri.Parse(ref) // cannot fail: the scanner has accepted ref
	return i.AppendURI(dst, form)
}
