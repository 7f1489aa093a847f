package main

import (
	"flag"
	"fmt"

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

// noProfile is the value of -idna without an "=".
const noProfile = "true"

// A mappingFunc appends the result for a valid reference.
type mappingFunc func(dst []byte, ref string, form iri.HostForm) ([]byte, error)

// mappingFlags defines the flag -idna.
func mappingFlags(do mappingFunc) func(*flag.FlagSet) engine.Prepare {
	return func(fs *flag.FlagSet) engine.Prepare {
		form := iri.HostPercent
		wanted := engine.Listed(profileWords.Names(), "or") + ` after a "=", or no value`
		fs.Var(&engine.Choice{Words: profileWords.Names(), Glued: true, SetText: func(text string) error {
			found, ok := profileWords.Find(text)
			switch {
			case text == noProfile:
				found = profileWords[0].Value
			case !ok:
				return engine.ErrValue
			}
			form = found
			return nil
		}}, "idna", wanted)
		return func(args *engine.Arguments) (engine.Work, error) {
			return engine.Work{NewStep: func() engine.Step { return mappingStep(form, do) }}, checkNoProfile(args)
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

// checkNoProfile returns an error if a profile follows -idna as a separate argument: in "uri to-uri -idna lookup" it
// would be a reference.
func checkNoProfile(args *engine.Arguments) error {
	for i, arg := range args.Given[:max(len(args.Given)-1, 0)] {
		if arg == "--" {
			break
		}
		profile := args.Given[i+1]
		if _, ok := profileWords.Find(profile); ok && (arg == "-idna" || arg == "--idna") {
			return fmt.Errorf("-idna %s: write -idna=%[1]s or, if %[1]s is an input, -idna -- %[1]s", profile)
		}
	}
	return nil
}
