package main

import (
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
)

// kindOf returns the name of the production of URI-reference that matched.
func kindOf(rec *engine.Record) string {
	if _, _, ok := rec.Ranges.Scheme(); ok {
		return "uri"
	}
	return "relative-ref"
}

func hostKindOf(rec *engine.Record) string { return fsm.HostKindOf(rec.Bytes, &rec.Ranges).String() }

func pathRuleOf(rec *engine.Record) string { return fsm.PathRuleOf(rec.Bytes, &rec.Ranges).String() }

// isAbsolute reports whether a reference is an absolute-URI (section 4.3).
func isAbsolute(r *fsm.Ranges) bool {
	_, _, scheme := r.Scheme()
	_, _, fragment := r.Fragment()
	return scheme && !fragment
}

// splitKeys are the keys of the object that "uri help split formats" describes.
var splitKeys = append([]engine.Key{
	engine.InputKey,
	engine.OKKey,
	{Name: "kind", Word: kindOf},
	{Name: "absolute_uri", Append: func(dst []byte, rec *engine.Record) []byte {
		return strconv.AppendBool(dst, isAbsolute(&rec.Ranges))
	}},
	componentKey(0),
	componentKey(1),
	componentKey(2),
	componentKey(3),
	{Name: "host_kind", Word: hostKindOf},
	componentKey(4),
	componentKey(5),
	{Name: "path_rule", Word: pathRuleOf},
	componentKey(6),
	componentKey(7),
	{Name: "ranges", Append: appendRanges, Nested: true},
	schemePartsKey,
}, addressKeys((*engine.Record).Address)...)

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
