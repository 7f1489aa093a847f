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

// resolutions maps dialects to functions that return the operation of resolve.
var resolutions = map[*dialect.Dialect]func(flags uri.Resolution) operation{
	dialect.URI: func(flags uri.Resolution) operation {
		return resolution(fsm.URIReference, uri.Parse, uri.NewBase, flags)
	},
	dialect.IRI: func(flags uri.Resolution) operation {
		return resolution(fsm.IRIReference, iri.Parse, iri.NewBase, flags)
	},
	dialect.Web: func(uri.Resolution) operation {
		return operation{prepare: func(base string) (apply, error) {
			u, err := whatwg.Parse(base)
			if _, f, ok := dialect.Web.FaultOf(err, 0); ok {
				err = f.Err
			}
			return func(dst []byte, ref string) ([]byte, error) { return whatwg.Parser{}.AppendHref(dst, u, ref) }, err
		}}
	},
}

// resolution returns the operation of resolve for URIs or IRIs, given functions of package uri or iri.
func resolution[Ref any, Base interface {
	AppendResolveString(dst []byte, ref string) ([]byte, fsm.Ranges, error)
}](p fsm.Production, parse func(s string) (Ref, error), newBase func(Ref, uri.Resolution) (Base, error), flags uri.Resolution) operation {
	return operation{p, func(text string) (apply, error) {
		ref, err := parse(text)
		if err != nil {
			return nil, err
		}
		base, err := newBase(ref, flags)
		return func(dst []byte, ref string) ([]byte, error) {
			dst, _, err := base.AppendResolveString(dst, ref)
			return dst, err
		}, err
	}}
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
		return resolutions[args.Dialect](flags).work(*base)
	}
}
