package main

import (
	"flag"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
)

const normalizeUsage = `usage: uri normalize [flags] [REF ...]

Normalize writes each URI reference in its normal form, which is the same for
all that RFC 3986, section 6.2, knows to be equivalent.

  -steps LIST  do only these, with commas between (default: all):
                 case    letters of scheme, host and percent-encodings
                 pct     decode percent-encoded characters that need it nowhere
                 dot     remove dot segments where the meaning stays
                 scheme  the default port, the empty path and the like, by what
                         the scheme says
  -iri         normalize IRI references (RFC 3987, section 5.3); what is
               outside ASCII stays as it is

On a terminal it draws the normal form as "uri split" does, and over it, not
coloured, the reference.

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

// stepWords are what -steps takes, with commas between.
var stepWords = words[uri.Steps]{
	{"case", uri.StepCase}, {"pct", uri.StepPercent}, {"dot", uri.StepDots}, {"scheme", uri.StepScheme},
}

func normalizeFlags(fs *flag.FlagSet, o *options) {
	iriFlag(fs, o)
	o.steps = uri.AllSteps
	wanted := "some of " + listed(stepWords.names(), "and") + ", with commas between"
	fs.Func("steps", wanted, func(list string) error {
		o.steps = 0
		for name := range strings.SplitSeq(list, ",") {
			step, ok := stepWords.find(name)
			if !ok && list != "" {
				return errValue
			}
			o.steps |= step
		}
		return nil
	})
}

func prepareNormalize(o *options) (func() step, error) {
	return func() step {
		var texts texts
		n := uri.Normalizer{Steps: o.steps}
		if o.iri {
			return normalizesIRIs(iri.Normalizer{Normalizer: n})
		}
		return func(rec *record) {
			if rec.valid() {
				u, _ := uri.Parse(texts.of(rec.Bytes)) // which the scanner has found to be valid
				rec.result = n.AppendNormalized(rec.result[:0], u)
			}
		}
	}, nil
}

func normalizesIRIs(n iri.Normalizer) step {
	var texts texts
	return func(rec *record) {
		if rec.valid() {
			i, _ := iri.Parse(texts.of(rec.Bytes))
			rec.result = n.AppendNormalized(rec.result[:0], i)
		}
	}
}

// outputJSON appends the object that normalizeUsage describes, as do those of other verbs whose result is an output.
func outputJSON(dst []byte, rec *record) []byte {
	if !rec.OK {
		return appendInvalid(dst, rec)
	}
	dst = appendValid(dst, rec)
	dst = appendPart(dst, `,"output":`, rec.result, 0, len(rec.result), true)
	return append(dst, "}\n"...)
}
