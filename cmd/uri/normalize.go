package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/iri"
)

var normalizeVerb = &engine.Verb{
	Name:     "normalize",
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
	var k *key
	keyWords.Var(fs, &k, "key")
	return formFlags(fs, &k)
}

// formFlags defines the flags of normalize without -key, which sets k.
func formFlags(fs *flag.FlagSet, k **key) engine.Prepare {
	steps := uri.AllSteps
	wanted := "some of " + engine.Listed(stepWords.Names(), "and") + ", with commas between"
	fs.Var(&engine.Choice{Words: stepWords.Names(), List: true, SetText: func(list string) error {
		steps = 0
		for _, name := range engine.SplitList(list) {
			step, ok := stepWords.Find(name)
			if !ok && list != "" {
				return engine.ErrValue
			}
			steps |= step
		}
		return nil
	}}, "steps", wanted)
	var rules uri.QueryRules
	ruleFlags(fs, &rules)
	return func(args *engine.Arguments) (engine.Work, error) {
		n, err := (*k).prepare(args.Dialect, uri.Normalizer{Steps: steps, Query: rulesOf(rules)})
		newStep := func() engine.Step {
			return keyStep(args.Dialect, normalizeStep(args.Dialect, n), *k)
		}
		return engine.Work{NewStep: newStep}, err
	}
}

// normalizeFormatsOf adds the keys of normalize to the formats of verbs with a result.
func normalizeFormatsOf(f engine.Formats) engine.Formats {
	f.Keys = slices.Concat(f.Keys, addressKeys(readNormal))
	return f
}

// A form appends the result for a reference, such as its normal form or its target, to dst. Its errors are those of the
// dialect.
type form func(dst, ref []byte) ([]byte, error)

// normalFormIn returns the form of a Normalizer in a dialect.
func normalFormIn(d *dialect.Dialect, n uri.Normalizer) form {
	switch {
	case d == dialect.URI:
		return withoutRanges(n.AppendNormalizedBytes)
	case d == dialect.IRI:
		return withoutRanges(iri.Normalizer{Normalizer: n}.AppendNormalizedBytes)
	case n.Query == nil:
		return appendHref
	}
	return func(dst, ref []byte) ([]byte, error) {
		return appendEditedHref(dst, ref, (*reference.QueryRules)(n.Query))
	}
}

// withoutRanges returns a form that calls a method of a Normalizer.
func withoutRanges(do func(dst, ref []byte) ([]byte, fsm.Ranges, error)) form {
	return func(dst, ref []byte) ([]byte, error) {
		dst, _, err := do(dst, ref)
		return dst, err
	}
}

// step is the Step of a verb with the form as its result.
func (f form) step(rec *engine.Record) { f.answer(rec, 0) }

// answer sets the result for the part of a record that begins at start.
func (f form) answer(rec *engine.Record, start int) {
	switch {
	case rec.Dialect == dialect.Web && !rec.Cut: // f reads it
	case start == 0 && !rec.Valid(), start > 0 && !rec.ValidFrom(start): // f would allocate an error
		return
	}
	result, err := f(rec.Buffer(), rec.Bytes[start:])
	rec.SetResult(result)
	if rec.OK = err == nil; err != nil {
		rec.RefuseFor(err, start)
	}
}

// normalizeStep returns the Step of normalize, without a key.
func normalizeStep(d *dialect.Dialect, u uri.Normalizer) engine.Step {
	if d != dialect.URI {
		return normalFormIn(d, u).step
	}
	n := reference.Normalizer{Steps: reference.Steps(u.Steps), DefaultPort: u.DefaultPort, Query: (*reference.QueryRules)(u.Query)}
	return func(rec *engine.Record) {
		switch text := octet.Text(rec.Bytes); {
		case !rec.Valid():
		case n.IsPlain(text, &rec.Ranges):
			rec.Result = rec.Bytes
		default: // rec.Ranges is known, and the reference need not be scanned again
			rec.SetResult(n.AppendForm(slices.Grow(rec.Buffer(), len(rec.Bytes)+64), text, &rec.Ranges))
		}
	}
}

// trackingFragment is like [address.Tracking], for parameters in the fragment.
const trackingFragment = "@tracking-fragment"

// ruleFlags defines the flags that set rules for queries.
func ruleFlags(fs *flag.FlagSet, rules *uri.QueryRules) {
	engine.RepeatedFunc(fs, "drop", "a list of parameters such as "+address.Tracking+" or utm_*,ref", func(list string) error {
		addDropped(rules, list)
		if slices.Equal(rules.Drop, []string{"empty"}) { // -drop-empty is meant
			return engine.ErrValue
		}
		return checkParameters(rules.Drop)
	})
	engine.RepeatedFunc(fs, "keep", "a list of parameters such as id,page", func(list string) error {
		rules.Keep = append(rules.Keep, engine.SplitList(list)...)
		return checkParameters(rules.Keep)
	})
	fs.BoolVar(&rules.DropEmpty, "drop-empty", false, engine.NoValue)
	fs.BoolVar(&rules.Sort, "sort-query", false, engine.NoValue)
}

// addDropped adds the parameters of a list to those that the rules drop.
func addDropped(rules *uri.QueryRules, list string) {
	for _, name := range engine.SplitList(list) {
		switch name {
		case address.Tracking:
			rules.Tracking = true
		case trackingFragment:
			rules.TrackingFragment = true
		default:
			rules.Drop = append(rules.Drop, name)
		}
	}
}

// checkParameters returns an error if one of the names is not a parameter, or one with a "*" at its start or end.
func checkParameters(names []string) error {
	for _, name := range names {
		text := strings.TrimSuffix(strings.TrimPrefix(name, "*"), "*")
		if text == "" && name != "*" || strings.ContainsAny(text, "*?&=#;@ \t") || strings.HasPrefix(text, "param[") || len(name)-len(text) > 1 {
			return engine.ErrValue
		}
	}
	return nil
}

// rulesOf returns the rules that the flags have set, or nil if no flag is set.
func rulesOf(rules uri.QueryRules) *uri.QueryRules {
	if len(rules.Drop) == 0 && len(rules.Keep) == 0 &&
		!rules.DropEmpty && !rules.Sort && !rules.Tracking && !rules.TrackingFragment {
		return nil
	}
	return &rules
}
