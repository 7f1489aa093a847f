package main

import (
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/based"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

const resolveUsage = `usage: uri resolve -base URI [flags] [REF ...]
       uri resolve [flags] [BASE<TAB>REF ...]

Resolve finds the target of each URI reference (RFC 3986, section 5.2), which
is a URI. Without -base, each input is a base, a tab and a reference. A base
needs a scheme; its fragment is ignored. Resolve removes dot segments and does
not normalize anything else.

  -base URI           the base of all references
  -nonstrict          ignore the scheme of a reference if it is that of the
                      base: read "http:g" as "g"
  -encoded-dots       read "%2e" in dot segments as "."
  -refuse-above-root  a reference with a ".." that climbs above the root is
                      invalid there. By default, such a ".." is ignored
  -iri                base and references are IRIs (RFC 3987, section 6.5)

On a terminal it draws the target as "uri split" does. Above it are the base
and the reference, not coloured.

Elsewhere it prints tab-separated lines of two columns: ok, target. The line
for an invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: base, ref, ok, target; or, if ok is
false: input, ok, offset, component, reason. With -base the input is the
reference, and otherwise the whole line, with base and tab. Offsets count from
its beginning; if the tab is missing, the offset is the input's length.

Examples:
  $ uri resolve -format '{{.target}}' -base 'http://a/b/c/d;p?q' ../g g
  http://a/b/g
  http://a/b/c/g
`

var resolveVerb = &engine.Verb{
	Usage:    resolveUsage,
	Dialects: []*dialect.Dialect{dialect.URI, dialect.IRI},
	Flags:    resolveFlags,
	JSON: func(dst []byte, rec *engine.Record) []byte {
		return based.AppendJSON(dst, rec, `,"ref":`, `,"target":`)
	},
	Line:    engine.ResultLine,
	Picture: engine.ResultPicture,
}

// resolutions has the function of each dialect that returns the work of resolve.
var resolutions = map[*dialect.Dialect]func(base *string, flags uri.Resolution) (engine.Work, error){
	dialect.URI: based.OfURIs(func(b *uri.Base, dst []byte, ref uri.URI) ([]byte, error) {
		dst, _, err := b.AppendResolve(dst, ref)
		return dst, err
	}).Work,
	dialect.IRI: based.OfIRIs(func(b *iri.Base, dst []byte, ref iri.IRI) ([]byte, error) {
		dst, _, err := b.AppendResolve(dst, ref)
		return dst, err
	}).Work,
}

func resolveFlags(fs *flag.FlagSet) engine.Prepare {
	base := based.Flag(fs)
	bits := map[uri.Resolution]*bool{
		uri.NonStrict:       fs.Bool("nonstrict", false, engine.NoValue),
		uri.EncodedDots:     fs.Bool("encoded-dots", false, engine.NoValue),
		uri.RefuseAboveRoot: fs.Bool("refuse-above-root", false, engine.NoValue),
	}
	return func(o *engine.Options) (engine.Work, error) {
		var flags uri.Resolution
		for bit, set := range bits {
			if *set {
				flags |= bit
			}
		}
		return resolutions[o.Dialect](*base, flags)
	}
}
