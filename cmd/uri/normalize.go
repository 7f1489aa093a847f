package main

import (
	"flag"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/reference"
)

var normalizeVerb = &engine.Verb{
	Name:     "normalize",
	Summary:  "normalize each",
	Dialects: dialect.All,
	Flags:    normalizeFlags,
	Formats:  normalizeFormatsOf(engine.OutputFormats),
}

// stepWords are the values of -steps, which may be combined with commas.
var stepWords = engine.Words[uri.Steps]{
	{"case", uri.StepCase}, {"scheme-case", uri.StepSchemeCase}, {"host-case", uri.StepHostCase},
	{"pct-case", uri.StepPercentCase}, {"pct", uri.StepPercent}, {"address", uri.StepAddress}, {"dot", uri.StepDots},
	{"scheme", uri.StepScheme},
}

func normalizeFlags(fs *flag.FlagSet) engine.Prepare {
	steps := uri.AllSteps
	wanted := "some of " + engine.Listed(stepWords.Names(), "and") + ", with commas between"
	fs.Var(&engine.Choice{Words: stepWords.Names(), List: true, SetText: func(list string) error {
		steps = 0
		for name := range strings.SplitSeq(list, ",") {
			step, ok := stepWords.Find(name)
			if !ok && list != "" {
				return engine.ErrValue
			}
			steps |= step
		}
		return nil
	}}, "steps", wanted)
	var k *key
	keyWords.Var(fs, &k, "key")
	var rules uri.QueryRules
	ruleFlags(fs, &rules)
	return func(args *engine.Arguments) (engine.Work, error) {
		if args.Dialect == dialect.Web && k != nil && !k.web {
			return engine.Work{}, errNotWeb("key=fingerprint")
		}
		if args.Dialect == dialect.Web && steps != uri.AllSteps {
			return engine.Work{}, errNotWeb("steps")
		}
		n := k.prepare(uri.Normalizer{Steps: steps, Query: rulesOf(rules)})
		newStep := func() engine.Step { return keyStep(args.Dialect, normalizations[args.Dialect](n), k) }
		work := engine.Work{NewStep: newStep}
		if args.Dialect == dialect.URI && k == nil {
			work.Unchanged = isNormal((*reference.QueryRules)(n.Query))
		}
		return work, nil
	}
}
