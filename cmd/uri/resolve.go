package main

import (
	"bytes"
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

const resolveUsage = `usage: uri resolve -base URI [flags] [REF ...]
       uri resolve [flags] [BASE<TAB>REF ...]

Resolve finds the target of each URI reference (RFC 3986, section 5.2), which
is a URI. Without -base, each input is a base, a tab and a reference.

  -base URI           the base of all references; it needs a scheme
  -nonstrict          ignore the scheme of a reference if the base has the
                      same one: read "http:g" as "g"
  -encoded-dots       read "%2e" in dot segments as "."
  -refuse-above-root  a reference with a ".." that climbs above the root is
                      invalid there. By default, such a ".." is ignored
  -iri                base and references are IRIs (RFC 3987, section 6.5)
  -web                read base and references as browsers do (URL Standard)

Examples:
  $ uri resolve -base 'http://a/b/c/d;p?q' ../g g
  http://a/b/g
  http://a/b/c/g
`

// resolveFormats completes resolveUsage.
const resolveFormats = `A fragment of the base is ignored. Resolve removes dot segments and does not
normalize anything else. With -web the target is an href; -nonstrict,
-encoded-dots and -refuse-above-root do not work with it.

Resolve prints only the targets, and standard error describes invalid inputs.
With -picture always it draws the target as "uri split" does. Above it are the
base and the reference, not coloured. With -tsv it prints tab-separated lines
of two columns: ok, target. The line for an invalid input is: invalid, offset
in bytes, component, reason, input.

With -json the keys are, in this order: base, ref, ok, target; or, if ok is
false: input, ok, offset, component, reason. With -base the input is the
reference, and otherwise the whole line, with base and tab. Offsets count from
its beginning; if the tab is missing, the offset is the input's length. With
-web, an invalid input has code and offset in place of offset, component and
reason, in lines and in JSON.

More examples:
  $ uri resolve -web -base http://a/b '\d e'
  http://a/d%20e
`

var resolveVerb = &engine.Verb{
	Name:     "resolve",
	Summary:  "resolve each against a base URI",
	Usage:    resolveUsage,
	Details:  resolveFormats,
	Dialects: dialect.All,
	Flags:    resolveFlags,
	Filtered: targetOf,
	Formats: engine.Formats{
		Bare:    true,
		Line:    engine.ResultLine,
		Columns: []string{"verdict", "target"},
		Picture: engine.ResultPicture,
		Keys:    []engine.Key{engine.BaseKey, engine.RefKey, engine.OKKey, engine.ResultKey("target")},
	},
}

// targetOf returns the target of a record or, if it is invalid, a string with the scheme that its target would have.
func targetOf(rec *engine.Record) []byte {
	if rec.OK {
		return rec.Result
	}
	base, ref, ok := bytes.Cut(rec.Bytes, []byte("\t"))
	if !ok {
		base, ref = rec.Base, rec.Bytes
	}
	if n := schemes.Len(ref); n < len(ref) && ref[n] == ':' && n > 0 {
		return ref
	}
	return base
}

// resolutions maps dialects to functions that return the work of resolve.
var resolutions = map[*dialect.Dialect]func(base *string, flags uri.Resolution) (engine.Work, error){
	dialect.URI: func(base *string, flags uri.Resolution) (engine.Work, error) {
		return operationOf(fsm.URIReference, uri.Parse, uri.NewBase, flags, func(b *uri.Base, dst []byte, ref uri.URI) ([]byte, error) {
			dst, _, err := b.AppendResolveString(dst, ref.String())
			return dst, err
		}).work(base)
	},
	dialect.IRI: func(base *string, flags uri.Resolution) (engine.Work, error) {
		return operationOf(fsm.IRIReference, iri.Parse, iri.NewBase, flags, func(b *iri.Base, dst []byte, ref iri.IRI) ([]byte, error) {
			dst, _, err := b.AppendResolveString(dst, ref.String())
			return dst, err
		}).work(base)
	},
	dialect.Web: func(base *string, _ uri.Resolution) (engine.Work, error) {
		return operation[whatwg.URL, string]{
			prepare: parseWebBase,
			parse:   func(ref string) (string, int, dialect.Fault, bool) { return ref, 0, dialect.Fault{}, true },
			do: func(base whatwg.URL, dst []byte, ref string) ([]byte, error) {
				return whatwg.Parser{}.AppendHref(dst, base, ref)
			},
		}.work(base)
	},
}

// resolutionFlags are the flags that change how URIs and IRIs are resolved.
var resolutionFlags = engine.Words[uri.Resolution]{
	{"nonstrict", uri.ResolveNonStrict}, {"encoded-dots", uri.ResolveEncodedDots}, {"refuse-above-root", uri.ResolveRefuseAboveRoot},
}

func resolveFlags(fs *flag.FlagSet) engine.Prepare {
	base := baseFlag(fs)
	set := map[uri.Resolution]*bool{}
	for _, w := range resolutionFlags {
		set[w.Value] = fs.Bool(w.Word, false, engine.NoValue)
	}
	return func(args *engine.Arguments) (engine.Work, error) {
		var flags uri.Resolution
		for _, w := range resolutionFlags {
			switch {
			case !*set[w.Value]:
			case args.Dialect == dialect.Web:
				return engine.Work{}, errNotWeb(w.Word)
			default:
				flags |= w.Value
			}
		}
		if err := checkPairs(*base, args.Refs); err != nil {
			return engine.Work{}, err
		}
		return resolutions[args.Dialect](*base, flags)
	}
}
