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

var resolveVerb = &engine.Verb{
	Name:     "resolve",
	Summary:  "resolve each against a base URI",
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
	dialect.URI: resolution(fsm.URIReference, uri.Parse, uri.NewBase),
	dialect.IRI: resolution(fsm.IRIReference, iri.Parse, iri.NewBase),
	dialect.Web: func(base *string, _ uri.Resolution) (engine.Work, error) {
		return operation[whatwg.URL]{
			prepare: parseWebBase,
			do: func(base whatwg.URL, dst []byte, ref string) ([]byte, error) {
				return whatwg.Parser{}.AppendHref(dst, base, ref)
			},
		}.work(base)
	},
}

// resolution returns the function that returns the work of resolve for URIs or IRIs.
func resolution[Ref any, Base interface {
	AppendResolveString(dst []byte, ref string) ([]byte, fsm.Ranges, error)
}](p fsm.Production, parse func(s string) (Ref, error), newBase func(Ref, uri.Resolution) (Base, error),
) func(base *string, flags uri.Resolution) (engine.Work, error) {
	return func(base *string, flags uri.Resolution) (engine.Work, error) {
		do := func(b Base, dst []byte, ref string) ([]byte, error) {
			dst, _, err := b.AppendResolveString(dst, ref)
			return dst, err
		}
		return operation[Base]{baseParser(parse, newBase, flags), p, do}.work(base)
	}
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
