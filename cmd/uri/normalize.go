package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/normal"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
)

const normalizeUsage = `usage: uri normalize [flags] [REF ...]

Normalize prints the normal form of each URI reference. References that
RFC 3986, section 6.2, calls equivalent have the same normal form.

  -steps LIST  do only these steps, separated by commas (default: all):
                 case     scheme-case, host-case and pct-case: each also alone
                 pct      decode percent-encodings of unreserved characters
                 address  write IPv6 addresses as RFC 5952 does
                 dot      remove dot segments if that keeps the meaning
                 scheme   rules of the scheme: default port and empty path
  -key WORD    text (default), fingerprint, surt, surt-ia or surt-semantic
  -iri         normalize IRI references (RFC 3987, section 5.3)
  -web         read URLs as browsers do (URL Standard). The normal form is the
               href

Examples:
  $ uri normalize -field output HTTP://Example.COM:80/%7ejoe/./a
  http://example.com/~joe/a
`

// normalizeFormats completes normalizeUsage.
const normalizeFormats = `With -iri, characters outside ASCII stay unchanged. -web excludes -steps
and -key=fingerprint.

The step scheme-case puts the scheme in lower case, host-case the host, apart
from its percent-encodings, and pct-case the hex digits of percent-encodings
in upper case.

With -key=fingerprint, the output is 128 bits of the SHA-256 of the normal
form, in hex, as of: printf %s "$NORMAL_FORM" | sha256sum | head -c 32
It never changes, so it can be stored, and it can choose the shard for a URI.

-key=text is the normal form. -key=surt is a sort-friendly key (SURT): it
begins with the labels of the host, the last one first, and omits the scheme.
Sorted keys group URLs by domain. surt-ia is the key that CDXJ indexes of web
archives have, and surt-semantic that of iipc/urlcanon. These keys are lossy:
see package surt.

On a terminal, normalize draws the normal form as "uri split" does. Above it is
the reference, not coloured.

Elsewhere it prints tab-separated lines of two columns: ok, normal form. The
line for an invalid input is: invalid, offset, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason. With -web, an invalid input has code and
offset in place of offset, component and reason, in lines and in JSON.

More examples:
  $ uri normalize -field output -steps=case HTTP://a.EXAMPLE/%7e
  http://a.example/%7E
  $ uri normalize -web -field output 'HTTP:\\0x7f.1\a b'
  http://127.0.0.1/a%20b
  $ uri normalize -key=fingerprint -field output HTTP://Example.COM:80
  2a1b402420ef46577471cdc7409b0fa2
  $ uri normalize -web -key surt-ia -field output 'http://a.example/B c'
  example,a)/b%20c
`

var normalizeVerb = &engine.Verb{
	Name:     "normalize",
	Summary:  "normalize each",
	Usage:    normalizeUsage,
	Details:  normalizeFormats,
	Dialects: dialect.All,
	Flags:    normalizeFlags,
	Formats:  normalizeFormatsOf(engine.OutputFormats),
}

// normalizeFormatsOf adds the keys of normalize to the formats of verbs with a result.
func normalizeFormatsOf(f engine.Formats) engine.Formats {
	f.Keys = slices.Concat(f.Keys, hostKeys(normalOf))
	return f
}

// normalizations maps dialects to functions that return a Step of normalize.
var normalizations = map[*dialect.Dialect]func(steps uri.Steps) engine.Step{
	dialect.URI: func(steps uri.Steps) engine.Step {
		n := uri.Normalizer{Steps: steps}
		return normalizeStep(func(dst []byte, ref string) []byte {
			u, _ := uri.Parse(ref)
			return n.AppendNormalized(dst, u)
		})
	},
	dialect.IRI: func(steps uri.Steps) engine.Step {
		n := iri.Normalizer{Normalizer: uri.Normalizer{Steps: steps}}
		return normalizeStep(func(dst []byte, ref string) []byte {
			i, _ := iri.Parse(ref)
			return n.AppendNormalized(dst, i)
		})
	},
	dialect.Web: func(uri.Steps) engine.Step { return new(webReader).setHref },
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
	var k *key
	keyWords.Var(fs, &k, "key")
	return func(args *engine.Arguments) (engine.Work, error) {
		if args.Dialect == dialect.Web && k != nil && !k.web {
			return engine.Work{}, errNotWeb("key=fingerprint")
		}
		if args.Dialect == dialect.Web && steps != uri.AllSteps {
			return engine.Work{}, errNotWeb("steps")
		}
		newStep := func() engine.Step { return keyStep(args.Dialect, normalizations[args.Dialect](steps), k) }
		work := engine.Work{NewStep: newStep}
		if args.Dialect == dialect.URI && k == nil {
			work.Unchanged = isNormal
		}
		return work, nil
	}
}

// normalizeStep returns the Step of normalize for dialects with a scanner.
func normalizeStep(appendNormalized func(dst []byte, ref string) []byte) engine.Step {
	return func(rec *engine.Record) {
		if rec.Valid() {
			rec.SetResult(appendNormalized(rec.Buffer(), octet.Text(rec.Bytes)))
		}
	}
}

// isNormal is a quick check of a URI-reference. If it returns true, the reference is in normal form for all sets of
// steps.
func isNormal(rec *fsm.Record) bool {
	return normal.Is(octet.Text(rec.Bytes), &rec.Ranges)
}
