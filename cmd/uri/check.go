package main

import (
	"flag"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

var checkVerb = &engine.Verb{
	Name:     "check",
	Summary:  "report whether each is a URI reference, or where it is wrong",
	Dialects: dialect.All,
	Flags:    checkFlags,
	Formats: engine.Formats{
		Line:       checkLine,
		Columns:    []string{"verdict", "offset", "component", "reason", "input"},
		Picture:    checkPicture,
		Keys:       append([]engine.Key{engine.InputKey, engine.OKKey}, addressKeys((*engine.Record).Address)...),
		Summary:    checkSummary,
		LinePrefix: "ok\t\t\t\t",
	},
	InDialect: map[*dialect.Dialect]*engine.Formats{dialect.Web: webCheckFormats},
}

// checks maps dialects to the work of check, if that is more than reading.
var checks = map[*dialect.Dialect]engine.Work{
	dialect.Web: {NewStep: webCheckStep, Sample: webCheckStep()},
}

// audits maps dialects to functions that append the hazards of a valid reference.
var audits = map[*dialect.Dialect]func(list []finding, ref string) []finding{
	dialect.URI: func(list []finding, ref string) []finding {
		u, _ := uri.Parse(ref)
		return appendURIFindings(list, u)
	},
	dialect.IRI: func(list []finding, ref string) []finding {
		i, _ := iri.Parse(ref)
		return appendIRIFindings(list, i)
	},
}

func checkFlags(fs *flag.FlagSet) engine.Prepare {
	audited := fs.Bool("audit", false, engine.NoValue)
	return func(args *engine.Arguments) (engine.Work, error) {
		appendHazards := audits[args.Dialect]
		switch {
		case !*audited:
			return checks[args.Dialect], nil
		case appendHazards == nil:
			return engine.Work{}, fmt.Errorf("-audit does not work with -%s", args.Dialect.Flag)
		}
		return engine.Work{
			NewStep: func() engine.Step { return auditStep(appendHazards) }, Column: "hazards",
			Sample: func(rec *engine.Record) { rec.Value = &[]finding{{}} },
			Keys: []engine.Key{{Name: "hazards", Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
				return appendFindings(dst, *rec.Value.(*[]finding))
			}}},
		}, nil
	}
}
