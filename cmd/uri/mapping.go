package main

import (
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
)

// The verbs to-uri and to-iri share these functions. With the flag -idna, they map hosts by the rules of IDNA.

// profileWords are the values of -idna. The first is the default.
var profileWords = engine.Words[iri.HostForm]{{"lookup", iri.HostLookup}, {"registration", iri.HostRegistration},
	{"browser", iri.HostBrowser}}

// A mappingFunc appends the result for a valid reference.
type mappingFunc func(dst []byte, ref string, form iri.HostForm) ([]byte, error)

// mappingFlags defines the flag -idna.
func mappingFlags(do mappingFunc) func(*flag.FlagSet) engine.Prepare {
	return func(fs *flag.FlagSet) engine.Prepare {
		form := iri.HostPercent
		profileWords.GluedVar(fs, &form, "idna")
		return func(*engine.Arguments) (engine.Work, error) {
			return engine.Work{NewStep: func() engine.Step { return mappingStep(form, do) }}, nil
		}
	}
}

// mappingStep returns the Step of a verb that maps. If IDNA rejects a host, the record is invalid.
func mappingStep(form iri.HostForm, do mappingFunc) engine.Step {
	return func(rec *engine.Record) {
		if !rec.Valid() {
			return
		}
		mapped, err := do(rec.Buffer(), octet.Text(rec.Bytes), form)
		rec.SetResult(mapped)
		if refused, ok := err.(*idna.Error); ok {
			rec.Refuse(refused.Offset, uri.ComponentHost.String(), refused.Reason())
		}
	}
}
