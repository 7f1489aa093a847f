package main

import (
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
)

var toURIVerb = mappingVerb("to-uri", dialect.IRI, func(dst []byte, ref string, form iri.HostForm) ([]byte, error) {
	i, _ := iri.Parse(ref) // cannot fail: the scanner has accepted ref
	return i.AppendURI(dst, form)
})

var toIRIVerb = mappingVerb("to-iri", dialect.URI, func(dst []byte, ref string, form iri.HostForm) ([]byte, error) {
	u, _ := uri.Parse(ref) // cannot fail: the scanner has accepted ref
	return iri.AppendFromURI(dst, u, form)
})

// profileWords are the values of -idna. The first is the default.
var profileWords = engine.Words[iri.HostForm]{{"lookup", iri.HostLookup}, {"registration", iri.HostRegistration},
	{"browser", iri.HostBrowser}}

// mappingVerb returns a verb that maps valid references. With the flag -idna, it maps hosts by the rules of IDNA. If IDNA
// rejects a host, the record is invalid.
func mappingVerb(
	name string, d *dialect.Dialect, do func(dst []byte, ref string, form iri.HostForm) ([]byte, error),
) *engine.Verb {
	flags := func(fs *flag.FlagSet) engine.Prepare {
		form := iri.HostPercent
		profileWords.GluedVar(fs, &form, "idna")
		step := func(rec *engine.Record) {
			if !rec.Valid() {
				return
			}
			mapped, err := do(rec.Buffer(), octet.Text(rec.Bytes), form)
			rec.SetResult(mapped)
			if refused, ok := err.(*idna.Error); ok {
				rec.Refuse(refused.Offset, uri.ComponentHost.String(), refused.Reason())
			}
		}
		return func(*engine.Arguments) (engine.Work, error) {
			return engine.Work{NewStep: func() engine.Step { return step }, OfHost: form != iri.HostPercent}, nil
		}
	}
	return &engine.Verb{Name: name, Dialects: []*dialect.Dialect{d}, Flags: flags, Formats: engine.OutputFormats}
}
