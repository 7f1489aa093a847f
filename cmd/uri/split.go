package main

import (
	"flag"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

var splitVerb = &engine.Verb{
	Name:     "split",
	Dialects: dialect.All,
	Flags: func(fs *flag.FlagSet) engine.Prepare {
		git := fs.Bool("git", false, "read git remotes such as host:path")
		return func(args *engine.Arguments) (engine.Work, error) {
			switch {
			case args.Dialect == dialect.Web:
				return engine.Work{NewStep: func() engine.Step { return new(webReader).setURL }}, nil
			case *git:
				return engine.Work{NewStep: func() engine.Step { return setRemote }}, nil
			}
			return engine.Work{}, nil
		}
	},
	Formats: engine.Formats{
		Line:    splitLine,
		Columns: []string{"kind", "scheme", "authority", "path", "query", "fragment", "userinfo", "host", "port", "host_kind", "path_rule"},
		Picture: splitPicture,
		Pair:    splitPair,
		Keys:    splitKeys,
	},
	Web: &engine.Formats{
		Line: webSplitLine, Columns: webSplitColumns(), Picture: webSplitPicture, Keys: webSplitKeys(),
	},
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

// splitPicture draws each reference.
var splitPicture = engine.DrawEach(func(dst []byte, s paint.Screen, rec *engine.Record) []byte {
	return paint.AppendPicture(dst, s, rec.Bytes, rec.Dialect.Components(rec.Bytes))
})

// splitPair draws two valid references as one picture if that is possible.
func splitPair(dst []byte, s paint.Screen, a, b *engine.Record) ([]byte, bool) {
	if !a.Valid() || !b.Valid() {
		return dst, false
	}
	return paint.AppendPair(dst, s, a.Bytes, b.Bytes, a.Dialect.Components)
}

// kindOf returns the name of the production of URI-reference that matched.
func kindOf(rec *engine.Record) string {
	if _, _, ok := rec.Ranges.Scheme(); ok {
		return "uri"
	}
	return "relative-ref"
}

func hostKindOf(rec *engine.Record) string { return fsm.HostKindOf(rec.Bytes, &rec.Ranges).String() }

// pathRuleOf returns the name of the rule that the path matched (RFC 3986, section 3.3).
func pathRuleOf(rec *engine.Record) string {
	_, _, hasScheme := rec.Ranges.Scheme()
	_, _, hasAuthority := rec.Ranges.Authority()
	lo, hi := rec.Ranges.Path()
	switch {
	case hasAuthority:
		return "path-abempty"
	case lo == hi:
		return "path-empty"
	case rec.Bytes[lo] == '/':
		return "path-absolute"
	case hasScheme:
		return "path-rootless"
	}
	return "path-noscheme"
}

// splitKeys are the keys of the object that "uri help split formats" describes.
var splitKeys = append([]engine.Key{
	engine.InputKey,
	engine.OKKey,
	wordKey("kind", kindOf),
	{Name: "absolute_uri", Append: func(dst []byte, rec *engine.Record) []byte {
		_, _, scheme := rec.Ranges.Scheme()
		_, _, fragment := rec.Ranges.Fragment()
		return strconv.AppendBool(dst, scheme && !fragment) // RFC 3986, section 4.3
	}},
	componentKey(0),
	componentKey(1),
	componentKey(2),
	componentKey(3),
	wordKey("host_kind", hostKindOf),
	componentKey(4),
	componentKey(5),
	wordKey("path_rule", pathRuleOf),
	componentKey(6),
	componentKey(7),
	{Name: "ranges", Append: appendRanges, Nested: true},
	schemePartsKey,
}, addressKeys((*engine.Record).Address)...)

// wordKey returns a key with a word as its value, or null if there is none.
func wordKey(name string, of func(rec *engine.Record) string) engine.Key {
	return engine.Key{Name: name, Text: func(rec *engine.Record) ([]byte, bool) {
		word := of(rec)
		return octet.Bytes(word), word != ""
	}}
}

// componentKey returns the key of the component with an index in dialect.Parts.
func componentKey(i int) engine.Key {
	part := dialect.Parts[i]
	return engine.Key{Name: part.Kind.String(), Text: func(rec *engine.Record) ([]byte, bool) {
		lo, hi, ok := part.Range(&rec.Ranges)
		if !ok {
			return nil, false
		}
		return rec.Bytes[lo:hi], true
	}}
}

// appendRanges appends an object with a key for every component, so that all results have the same shape.
func appendRanges(dst []byte, rec *engine.Record) []byte {
	before := `{"`
	for _, part := range dialect.Parts {
		lo, hi, ok := part.Range(&rec.Ranges)
		dst = append(append(dst, before...), part.Kind.String()...)
		dst = engine.AppendRange(dst, `":`, lo, hi, ok)
		before = `,"`
	}
	return append(dst, '}')
}
