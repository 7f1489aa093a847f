package main

import (
	"bytes"
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
)

const relativizeUsage = `usage: uri relativize -base URI [flags] [TARGET ...]
       uri relativize [flags] [BASE<TAB>TARGET ...]

Relativize finds the shortest reference from a base to each target: the one
that "uri resolve" resolves to the target, byte for byte. That is the target
itself if there is no shorter one. Without -base, each input is a base, a tab
and a target. Both need a scheme. A target with dot segments that the base does
not have is invalid, since no reference resolves to it.

  -base URI  the base of all targets

Examples:
  $ uri relativize -base http://a/b/c http://a/b/d
  d
`

// relativizeFormats completes relativizeUsage.
const relativizeFormats = `A fragment of the base is ignored.

Relativize prints only the references, and standard error describes invalid
inputs. With -picture always it draws the reference as "uri split" does. Above
it are the base and the target, not coloured. With -tsv it prints tab-separated
lines of two columns: ok, reference. The line for an invalid input is: invalid,
offset in bytes, component, reason, input.

With -json the keys are, in this order: base, target, ok, ref; or, if ok is
false: input, ok, offset, component, reason. With -base the input is the
target, and otherwise the whole line, with base and tab. Offsets count from its
beginning; if the tab is missing, the offset is the input's length.
`

var relativizeVerb = &engine.Verb{
	Name:     "relativize",
	Summary:  "find the shortest reference from a base URI to each",
	Usage:    relativizeUsage,
	Details:  relativizeFormats,
	Dialects: []*dialect.Dialect{dialect.URI},
	Flags:    relativizeFlags,
	Filtered: func(rec *engine.Record) []byte {
		_, target, ok := bytes.Cut(rec.Bytes, []byte("\t"))
		if !ok {
			return rec.Bytes
		}
		return target
	},
	Formats: engine.Formats{
		Bare:    true,
		Line:    engine.ResultLine,
		Columns: []string{"verdict", "ref"},
		Picture: engine.ResultPicture,
		Keys: []engine.Key{
			engine.BaseKey,
			{Name: "target", Text: engine.RefKey.Text},
			engine.OKKey,
			engine.ResultKey("ref"),
		},
	},
}

func relativizeFlags(fs *flag.FlagSet) engine.Prepare {
	base := baseFlag(fs)
	refused := refuseDialects(fs, "URIs")
	return func(args *engine.Arguments) (engine.Work, error) {
		if *refused != nil {
			return engine.Work{}, *refused
		}
		if err := checkPairs(*base, args.Refs); err != nil {
			return engine.Work{}, err
		}
		return operationOf(fsm.URIReference, uri.Parse, uri.NewBase, 0, func(b *uri.Base, dst []byte, target uri.URI) ([]byte, error) {
			ref, err := b.Relativize(target)
			return append(dst, ref.String()...), err
		}).work(*base)
	}
}
