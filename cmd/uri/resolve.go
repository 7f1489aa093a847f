package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

var resolveVerb = &engine.Verb{
	Name:     "resolve",
	Dialects: dialect.All,
	Flags:    resolveFlags,
	Filtered: targetOf,
	Formats:  pairFormats("ref", "target"),
}

// pairFormats returns the formats of a verb for a base and a reference, with the keys of the reference and of the result.
func pairFormats(ref, result string) engine.Formats {
	f := engine.OutputFormats
	f.Columns = []string{"verdict", result}
	input := engine.InputKey
	input.Of = engine.OfInvalid
	f.Keys = []engine.Key{input, engine.BaseKey, {Name: ref, Text: engine.RefKey.Text}, engine.OKKey, engine.ResultKey(result)}
	return f
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
	if dialect.SchemeOf(ref, false) != nil {
		return ref
	}
	return base
}

// resolutionIn returns the operation of resolve in a dialect.
func resolutionIn(d *dialect.Dialect, flags uri.Resolution) operation {
	switch d {
	case dialect.IRI:
		return resolution(iri.Parse, iri.NewBase, flags)
	case dialect.Web:
		return prepareWebBase
	}
	return resolution(uri.Parse, uri.NewBase, flags)
}

// prepareWebBase is the operation of resolve with -web.
func prepareWebBase(base string) (form, error) {
	u, err := whatwg.Parse(base)
	if _, f, ok := dialect.Web.FaultOf(err, 0); ok {
		err = f.Err
	}
	return func(dst, ref []byte) ([]byte, error) { return whatwg.Parser{}.AppendHref(dst, u, octet.Text(ref)) }, err
}

// resolution returns the operation of resolve for URIs or IRIs, given functions of package uri or iri.
func resolution[Ref any, Base interface {
	AppendResolveString(dst []byte, ref string) ([]byte, fsm.Ranges, error)
}](parse func(s string) (Ref, error), newBase func(Ref, uri.Resolution) (Base, error), flags uri.Resolution) operation {
	return func(text string) (form, error) {
		ref, err := parse(text)
		if err != nil {
			return nil, err
		}
		base, err := newBase(ref, flags)
		return withoutRanges(func(dst, ref []byte) ([]byte, fsm.Ranges, error) {
			return base.AppendResolveString(dst, octet.Text(ref))
		}), err
	}
}

// resolutionFlags are the flags that change how URIs and IRIs are resolved.
var resolutionFlags = engine.Words[uri.Resolution]{
	{"nonstrict", uri.ResolveNonStrict}, {"encoded-dots", uri.ResolveEncodedDots}, {"refuse-above-root", uri.ResolveRefuseAboveRoot},
}

func resolveFlags(fs *flag.FlagSet) engine.Prepare {
	base := baseFlag(fs)
	var flags uri.Resolution
	boolFlags(fs, &flags, resolutionFlags)
	return func(args *engine.Arguments) (engine.Work, error) {
		return resolutionIn(args.Dialect, flags).work(*base, args.Refs)
	}
}

// The verbs resolve and relativize answer records that consist of a base and a reference.

// baseFlag defines the flag -base. The result points to its value, which is nil without the flag.
func baseFlag(fs *flag.FlagSet) **string {
	value := new(*string)
	fs.Func("base", "a URI with a scheme", func(base string) error {
		*value = &base
		return nil
	})
	return value
}

// An operation returns the form of references with a base.
type operation func(base string) (form, error)

// work returns the work of a verb that does the operation with each record. The first argument is the value of the flag
// -base. If it is nil, each record consists of a base, a tab and a reference, and there is an error if base and reference
// are probably two arguments.
func (op operation) work(base *string, refs []string) (engine.Work, error) {
	hasTab := func(ref string) bool { return strings.Contains(ref, "\t") }
	if base == nil {
		if i := slices.IndexFunc(refs, engine.IsFile); i >= 0 {
			return engine.Work{}, misread(i, "is the name of a file")
		}
		if len(refs) > 0 && !slices.ContainsFunc(refs, hasTab) {
			return engine.Work{}, errors.New("the base is -base URL, or stands before a tab")
		}
		return engine.Work{NewStep: func() engine.Step { return (&worker{prepare: op}).answerPair }, Pairs: true}, nil
	}
	first := worker{prepare: op}
	if first.setBase([]byte(*base)); first.err != nil {
		return engine.Work{}, fmt.Errorf("-base: %w", first.err)
	}
	return engine.Work{NewStep: func() engine.Step {
		return func(rec *engine.Record) { first.answer(rec, 0) }
	}}, nil
}

// A worker is the state of an operation in one worker of the engine.
type worker struct {
	prepare operation
	base    []byte
	form    form  // unless the base is invalid
	err     error // the reason why the base is invalid
}

// setBase parses a base, unless the record before has the same one.
func (w *worker) setBase(text []byte) {
	if len(text) == 0 || !bytes.Equal(text, w.base) {
		w.base = append(w.base[:0], text...)
		w.form, w.err = w.prepare(string(text))
	}
}

// answerPair is the Step for records of a base, a tab and a reference.
func (w *worker) answerPair(rec *engine.Record) {
	base, _, ok := bytes.Cut(rec.Bytes, []byte("\t"))
	switch {
	case ok:
		if w.setBase(base); w.err != nil {
			rec.RefuseFor(w.err, 0)
			return
		}
		w.answer(rec, len(base)+1)
	case rec.Cut:
		rec.Valid() // false; sets the fault
	default:
		rec.Refuse(len(rec.Bytes), "", engine.NoTab)
	}
}

// answer does the operation with the reference that begins at start.
func (w *worker) answer(rec *engine.Record, start int) {
	rec.Base, rec.Ref = w.base, rec.Bytes[start:]
	w.form.answer(rec, start)
}

var relativizeVerb = &engine.Verb{
	Name:     "relativize",
	Dialects: []*dialect.Dialect{dialect.URI},
	Flags:    relativizeFlags,
	Filtered: func(rec *engine.Record) []byte {
		return rec.Bytes[bytes.IndexByte(rec.Bytes, '\t')+1:] // the target
	},
	Formats: pairFormats("target", "ref"),
}

func relativizeFlags(fs *flag.FlagSet) engine.Prepare {
	base := baseFlag(fs)
	return func(args *engine.Arguments) (engine.Work, error) {
		return operation(prepareRelativize).work(*base, args.Refs)
	}
}

// prepareRelativize is the operation of relativize.
func prepareRelativize(text string) (form, error) {
	u, err := uri.Parse(text)
	if err != nil {
		return nil, err
	}
	base, err := uri.NewBase(u, 0)
	return func(dst, target []byte) ([]byte, error) {
		u, _ := uri.Parse(octet.Text(target)) // cannot fail: target is valid
		ref, err := base.Relativize(u)
		return append(dst, ref.String()...), err
	}, err
}
