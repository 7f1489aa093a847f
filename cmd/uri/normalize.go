package main

import (
	"flag"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/reference"
)

const normalizeUsage = `usage: uri normalize [flags] [REF ...]

Normalize prints the normal form of each URI reference. References that
RFC 3986, section 6.2, calls equivalent have the same normal form.

  -steps LIST  do only these steps, with commas between: case, scheme-case,
               host-case, pct-case, pct, address, dot and scheme (default: all)
  -drop LIST   drop these query parameters, such as @tracking or utm_*,ref
  -keep LIST   drop all query parameters but these, such as id,page
  -drop-empty  drop query parameters with an empty value, such as "a="
  -sort-query  sort query parameters by name
  -key WORD    text (default), same, shape, names, page, fingerprint, surt,
               surt-ia, surt-semantic
  -iri         normalize IRI references (RFC 3987, section 5.3)
  -web         read URLs as browsers do. The normal form is the href

Examples:
  $ uri normalize HTTP://Example.COM:80/%7ejoe/./a
  http://example.com/~joe/a
`

// normalizeFormats completes normalizeUsage.
const normalizeFormats = `With -iri, characters outside ASCII stay unchanged. -web excludes -steps
and -key=fingerprint.

Steps:
  scheme-case  put the scheme in lower case
  host-case    put the host in lower case, apart from its percent-encodings
  pct-case     put the hex digits of percent-encodings in upper case
  case         all three
  pct          decode percent-encodings of unreserved characters
  address      write IPv6 addresses as RFC 5952 does
  dot          remove dot segments if that keeps the meaning
  scheme       follow the rules of the scheme: default port and empty path

With -key=fingerprint, the output is 128 bits of the SHA-256 of the normal
form, in hex, as of: printf %s "$NORMAL_FORM" | sha256sum | head -c 32
It never changes, so it can be stored, and it can choose the shard for a URI.

-key=text is the normal form. -key=surt is a sort-friendly key (SURT): it
begins with the labels of the host, the last one first, and omits the scheme.
Sorted keys group URLs by domain. surt-ia is the key that CDXJ indexes of web
archives have, and surt-semantic that of iipc/urlcanon. These keys are lossy:
see package surt.

-key=same is the same for URIs that are equivalent by the rules of their
scheme, such as urn:ISBN:1 and URN:isbn:1, or tel:+1-2 and tel:+12. Of other
schemes, it is the normal form: see AppendKey1 of package scheme.

-key=shape is the same for URLs that differ only in numbers and identifiers:
path segments and query values that are numbers, dates, UUIDs or hashes in hex
become {number}, {date}, {uuid} and {hash}. -key=names is the same for URLs
that differ only in the values of parameters, and lists the names. -key=page is
the same for the URLs of a page: http or https, with or without index.html, a
slash at the end, or parameters that track. The userinfo and the fragment are
omitted. These keys never change: package urlkey defines them.

-drop, -keep, -drop-empty and -sort-query change the query, also with -web.
Names are plain text, and a "*" at the end matches any text. In -drop,
@tracking means parameters that are known to track, some of them only on the
sites that use them so: see TrackingNames of package urlkey. @tracking-fragment
drops these from the fragment, as in "#utm_source=a". -drop-empty also drops
empty parameters, as in "a&&b", and an empty query, but not "a". If no
parameter is left, the query is undefined.

Normalize prints only the normal forms, and standard error describes invalid
inputs. With -picture always it draws the normal form as "uri split" does, and
above it the reference, not coloured. With -tsv it prints tab-separated lines
of two columns: ok, normal form. The line for an invalid input is: invalid,
offset, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason. With -web, an invalid input has code and
offset in place of offset, component and reason, in lines and in JSON.

More examples:
  $ uri normalize -steps=case HTTP://a.EXAMPLE/%7e
  http://a.example/%7E
  $ uri normalize -web 'HTTP:\\0x7f.1\a b'
  http://127.0.0.1/a%20b
  $ uri normalize -drop utm_* -sort-query '?b&utm_id=1&a'
  ?a&b
  $ uri normalize -key shape http://h/a/17?day=2024-05-06
  http://h/a/{number}?day={date}
  $ uri normalize -key same 'URN:ISBN:0451450523?=q'
  urn:isbn:0451450523
  $ uri normalize -key page http://h/a/index.html?utm_id=1
  https://h/a
  $ uri normalize -key=fingerprint HTTP://Example.COM:80
  2a1b402420ef46577471cdc7409b0fa2
  $ uri normalize -web -key surt-ia 'http://a.example/B c'
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
		n := uri.Normalizer{Steps: steps, Query: rulesOf(rules)}
		if k != nil {
			n.DefaultPort = k.defaultPort
			if k.isForm && steps == uri.AllSteps {
				n.Steps = 0
			}
		}
		newStep := func() engine.Step { return keyStep(args.Dialect, normalizations[args.Dialect](n), k) }
		work := engine.Work{NewStep: newStep}
		if args.Dialect == dialect.URI && k == nil {
			work.Unchanged = isNormal((*reference.QueryRules)(n.Query))
		}
		return work, nil
	}
}
