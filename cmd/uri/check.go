package main

import (
	"flag"
	"fmt"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
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

// audits maps dialects to functions that append the hazards of a valid reference.
var audits = map[*dialect.Dialect]func(list []finding, ref string) []finding{
	dialect.URI: appendURIFindings, dialect.IRI: appendIRIFindings,
}

func checkFlags(fs *flag.FlagSet) engine.Prepare {
	audited := fs.Bool("audit", false, engine.NoValue)
	return func(args *engine.Arguments) (engine.Work, error) {
		appendHazards := audits[args.Dialect]
		switch {
		case !*audited && args.Dialect == dialect.Web:
			return engine.Work{NewStep: webCheckStep, Sample: webCheckStep()}, nil
		case !*audited:
			return engine.Work{}, nil
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
