package main

import (
	"flag"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

const normalizeUsage = `usage: uri normalize [flags] [REF ...]

Normalize prints the normal form of each URI reference. References that
RFC 3986, section 6.2, calls equivalent have the same normal form.

  -steps LIST  do only these steps, separated by commas (default: all):
                 case    the case of scheme, host and percent-encodings
                 pct     decode percent-encoded characters that never need it
                 dot     remove dot segments if that keeps the meaning
                 scheme  rules of the scheme, such as its default port and the
                         empty path
  -iri         normalize IRI references (RFC 3987, section 5.3); characters
               outside ASCII stay unchanged

On a terminal it draws the normal form as "uri split" does. Above it is the
reference, not coloured.

Elsewhere it prints tab-separated lines of two columns: ok, normal form. The
line for an invalid input is: invalid, offset, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason.

Examples:
  $ uri normalize -format '{{.output}}' HTTP://Example.COM:80/%7ejoe/./a
  http://example.com/~joe/a
  $ uri normalize -format '{{.output}}' -steps=case HTTP://a.EXAMPLE/%7e
  http://a.example/%7E
`

var normalizeVerb = &engine.Verb{
	Usage:    normalizeUsage,
	Dialects: []*dialect.Dialect{dialect.URI, dialect.IRI},
	Flags:    normalizeFlags,
	JSON:     engine.OutputJSON,
	Line:     engine.ResultLine,
	Picture:  engine.ResultPicture,
}

// normalizers has the function of each dialect that appends the normal form of a valid reference.
var normalizers = map[*dialect.Dialect]func(dst []byte, ref string, steps uri.Steps) []byte{
	dialect.URI: func(dst []byte, ref string, steps uri.Steps) []byte {
		u, _ := uri.Parse(ref)
		n := uri.Normalizer{Steps: steps}
		return n.AppendNormalized(dst, u)
	},
	dialect.IRI: func(dst []byte, ref string, steps uri.Steps) []byte {
		i, _ := iri.Parse(ref)
		n := iri.Normalizer{Normalizer: uri.Normalizer{Steps: steps}}
		return n.AppendNormalized(dst, i)
	},
}

// stepWords are the values of -steps, which may be combined with commas.
var stepWords = engine.Words[uri.Steps]{
	{"case", uri.StepCase}, {"pct", uri.StepPercent}, {"dot", uri.StepDots}, {"scheme", uri.StepScheme},
}

func normalizeFlags(fs *flag.FlagSet) engine.Prepare {
	steps := uri.AllSteps
	wanted := "some of " + engine.Listed(stepWords.Names(), "and") + ", with commas between"
	fs.Func("steps", wanted, func(list string) error {
		steps = 0
		for name := range strings.SplitSeq(list, ",") {
			step, ok := stepWords.Find(name)
			if !ok && list != "" {
				return engine.ErrValue
			}
			steps |= step
		}
		return nil
	})
	return func(o *engine.Options) (engine.Work, error) {
		return engine.Work{NewStep: func() engine.Step { return normalizeStep(normalizers[o.Dialect], steps) }}, nil
	}
}

// normalizeStep returns the Step of normalize.
func normalizeStep(appendNormalized func([]byte, string, uri.Steps) []byte, steps uri.Steps) engine.Step {
	var texts engine.Texts
	return func(rec *engine.Record) {
		if rec.Valid() {
			rec.Result = appendNormalized(rec.Result[:0], texts.Of(rec.Bytes), steps)
		}
	}
}
