package main

import (
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
)

var splitVerb = &engine.Verb{
	Name:     "split",
	Summary:  "show the components of each reference",
	Dialects: dialect.All,
	Flags: func(fs *flag.FlagSet) engine.Prepare {
		git := defineGit(fs)
		return func(args *engine.Arguments) (engine.Work, error) {
			switch {
			case !*git:
				return splits[args.Dialect], nil
			case args.Dialect == dialect.Web:
				return engine.Work{}, errNotWeb("git")
			}
			return engine.Work{NewStep: func() engine.Step { return setRemote }, Sample: setRemote}, nil
		}
	},
	Formats: engine.Formats{
		Line:    splitLine,
		Columns: []string{"kind", "scheme", "authority", "path", "query", "fragment", "userinfo", "host", "port", "host_kind", "path_rule"},
		Picture: splitPicture,
		Pair:    splitPair,
		Keys:    splitKeys,

		FaultKeys: []engine.Key{schemePartsKey},
	},
	InDialect: map[*dialect.Dialect]*engine.Formats{dialect.Web: webSplitFormats},
}

// splits maps dialects to the work of split, if that is more than reading.
var splits = map[*dialect.Dialect]engine.Work{
	dialect.Web: {NewStep: webSplitStep, Sample: webSplitStep()},
}

// splitLine appends the tab-separated line that "uri help split formats" describes. The columns include the delimiters, as in the
// recomposition of RFC 3986, section 5.3. A sign for undefined components, such as "-", would also be a valid path.
func splitLine(dst []byte, rec *engine.Record) []byte {
	if !rec.OK {
		return engine.AppendInvalidLine(dst, rec)
	}
	dst = append(dst, kindOf(rec)...)
	for _, i := range splitColumns {
		dst = append(dst, '\t')
		part := &dialect.Parts[i]
		if lo, hi, ok := part.Range(&rec.Ranges); ok {
			dst = append(dst, rec.Bytes[lo-part.Before:hi+part.After]...) // needs no escapes: a valid reference has no backslash
		}
	}
	dst = append(append(dst, '\t'), hostKindOf(rec)...)
	dst = append(append(dst, '\t'), pathRuleOf(rec)...)
	return append(dst, '\n')
}

// splitColumns are the indices in dialect.Parts of the components in a line: first of the reference, and then of its
// authority.
var splitColumns = [...]int{0, 1, 5, 6, 7, 2, 3, 4}

// splitPicture draws each reference. An empty line separates pictures.
func splitPicture(s paint.Screen) engine.Format {
	return func(dst []byte, rec *engine.Record) []byte {
		if !rec.First() {
			dst = append(dst, '\n')
		}
		if !rec.OK {
			return engine.AppendCaret(dst, s, "", rec)
		}
		return paint.AppendPicture(dst, s, rec.Bytes, rec.Dialect.Components(rec.Bytes))
	}
}

// splitPair draws two valid references as one picture if that is possible.
func splitPair(dst []byte, s paint.Screen, a, b *engine.Record) ([]byte, bool) {
	if !a.Valid() || !b.Valid() {
		return dst, false
	}
	return paint.AppendPair(dst, s, a.Bytes, b.Bytes, a.Dialect.Components)
}
