package main

import (
	"bytes"
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
)

var relativizeVerb = &engine.Verb{
	Name:     "relativize",
	Dialects: []*dialect.Dialect{dialect.URI},
	Flags:    relativizeFlags,
	Filtered: func(rec *engine.Record) []byte {
		_, target, ok := bytes.Cut(rec.Bytes, []byte("\t"))
		if !ok {
			return rec.Bytes
		}
		return target
	},
	Formats: pairFormats("target", "ref"),
}

func relativizeFlags(fs *flag.FlagSet) engine.Prepare {
	base := baseFlag(fs)
	return func(args *engine.Arguments) (engine.Work, error) {
		return operation{fsm.URIReference, prepareRelativize}.work(*base, args.Refs)
	}
}

// prepareRelativize implements operation.prepare.
func prepareRelativize(text string) (apply, error) {
	u, err := uri.Parse(text)
	if err != nil {
		return nil, err
	}
	base, err := uri.NewBase(u, 0)
	return func(dst []byte, target string) ([]byte, error) {
		u, _ := uri.Parse(target) // cannot fail: the scanner has accepted target
		ref, err := base.Relativize(u)
		return append(dst, ref.String()...), err
	}, err
}
