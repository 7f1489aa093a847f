package main

import (
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/mapping"
	"github.com/urispan/uri/iri"
)

const toURIUsage = `usage: uri to-uri [flags] [IRI ...]

To-uri maps each IRI reference to a URI reference (RFC 3987, section 3.1): it
percent-encodes characters outside ASCII. A URI is mapped to itself.

` + mapping.Usage + `
On a terminal it draws the URI as "uri split" does. Above it is the IRI, not
coloured.

Elsewhere it prints tab-separated lines of two columns: ok, URI. The line for
an invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason.

Examples:
  $ uri to-uri -format '{{.output}}' http://résumé.example/é
  http://r%C3%A9sum%C3%A9.example/%C3%A9
  $ uri to-uri -format '{{.output}}' -idna http://résumé.example/é
  http://xn--rsum-bpad.example/%C3%A9
`

var toURIVerb = &engine.Verb{
	Usage:    toURIUsage,
	Dialects: []*dialect.Dialect{dialect.IRI},
	Flags:    toURIFlags,
	JSON:     engine.OutputJSON,
	Line:     engine.ResultLine,
	Picture:  engine.ResultPicture,
}

func toURIFlags(fs *flag.FlagSet) engine.Prepare {
	flags := mapping.Define(fs)
	return func(o *engine.Options) (engine.Work, error) {
		form, err := flags.Form(o, "IRIs")
		return engine.Work{NewStep: func() engine.Step { return toURIStep(form) }}, err
	}
}

// toURIStep returns the Step of to-uri.
func toURIStep(form iri.HostForm) engine.Step {
	var texts engine.Texts
	return func(rec *engine.Record) {
		if rec.Valid() {
			i, _ := iri.Parse(texts.Of(rec.Bytes)) // the scanner has found it valid
			result, err := i.AppendURI(rec.Result[:0], form)
			mapping.SetResult(rec, result, err)
		}
	}
}
