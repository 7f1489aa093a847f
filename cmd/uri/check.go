package main

import (
	"flag"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

const checkUsage = `usage: uri check [flags] [REF ...]

Check reports whether each input is a URI-reference (RFC 3986, section 4.1). If
it is not, check reports the offset of the first byte that no URI-reference
could have there, or the input's length if the input only ends too early.

  -iri    check for IRI-references (RFC 3987, section 2.2)
  -web    report whether browsers accept each input as a URL (URL Standard,
          section 4.4), and the validation errors of those that they accept
  -audit  also report the hazards of valid references: parts that deceive
          readers, parts that net/url or browsers read differently, and hosts
          that look like others. They do not change the exit status

Examples:
  $ uri check -picture=never 'http://h/a b' http://h/a%20b
  invalid	10	path	illegal byte	http://h/a b
  ok				http://h/a%20b
  $ uri check -audit -picture=never //h//..
  ok				//h//..	double slash, dot segment
`

// checkFormats completes checkUsage.
const checkFormats = `On a terminal, check prints a line for each valid reference. For an invalid one
it prints the reference with a caret under the byte at the offset. It ends with
the number of references.

With -iri the offset is that of the first byte of the first wrong character.
With -web, validation errors are places at which the input is not a valid URL
string. With -audit, at most ten findings of one hazard are reported. A host of
more than 65536 bytes is not compared with others: its hazard is "lookalike
unknown". An IRI is audited as the URI that it is mapped to.

In a file or a pipe, check prints tab-separated lines of five columns: the
verdict (ok or invalid), offset, component, reason (all three empty if ok), and
the input.

With -json the keys are, in this order: input, ok; or, if ok is false: input,
ok, offset, component, reason.

With -web the columns are the verdict, code and offset (both empty if ok), the
input and, if ok, the names of the validation errors, separated by ", ". The
code is the name of the one with which browsers refuse the input. JSON has the
keys input, ok and errors: an array of objects with the keys code, offset and
end (bytes of the input), in the order of the standard; or, if ok is false:
input, ok, code, offset. A picture has at most ten errors of one name.

With -audit, a line has a sixth column, the names of the hazards, separated by
", ". JSON has a last key, hazards: an array of objects with the keys hazard,
range ([start, end) in bytes of the input) and text.

More examples:
  $ uri check -json http://h/a%20b
  {"input":"http://h/a%20b","ok":true}
  $ uri check -web -picture=never 'http://h/a\b' http://1.2.3.400
  ok			http://h/a\\b	invalid-reverse-solidus
  invalid	IPv4-out-of-range-part	13	http://1.2.3.400
`

var checkVerb = &engine.Verb{
	Name:     "check",
	Summary:  "report whether each is a URI reference, or where it is wrong",
	Usage:    checkUsage,
	Details:  checkFormats,
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
