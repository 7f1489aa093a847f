// Package based answers records that consist of a base and a reference, for the verbs resolve and relativize.
package based

import (
	"bytes"
	"flag"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

// Flag defines the flag -base. The result points to its value, which is nil without the flag.
func Flag(fs *flag.FlagSet) **string {
	value := new(*string)
	fs.Func("base", "a URI with a scheme", func(base string) error {
		*value = &base
		return nil
	})
	return value
}

// An Operation appends its result for a base and a reference. It includes the functions to parse and prepare these.
type Operation[Base, Ref any] struct {
	parse   func(s string) (Ref, uri.Error, bool)
	prepare func(ref Ref, flags uri.Resolution) (*Base, error)
	do      func(b *Base, dst []byte, ref Ref) ([]byte, error)
}

// OfURIs returns an operation on URIs.
func OfURIs(do func(*uri.Base, []byte, uri.URI) ([]byte, error)) Operation[uri.Base, uri.URI] {
	return Operation[uri.Base, uri.URI]{uri.TryParse, uri.NewBase, do}
}

// OfIRIs returns an operation on IRIs.
func OfIRIs(do func(*iri.Base, []byte, iri.IRI) ([]byte, error)) Operation[iri.Base, iri.IRI] {
	return Operation[iri.Base, iri.IRI]{iri.TryParse, iri.NewBase, do}
}

// Work returns the work of a verb that does the operation with each record. The base is that of the flag -base or, if
// base is nil, each record consists of a base, a tab and a reference.
func (op Operation[Base, Ref]) Work(base *string, flags uri.Resolution) (engine.Work, error) {
	first := worker[Base, Ref]{Operation: op, flags: flags}
	if base == nil {
		return engine.Work{NewStep: func() engine.Step { w := first; return w.answerPair }}, nil
	}
	if first.setBase([]byte(*base)); first.err != nil {
		return engine.Work{}, fmt.Errorf("-base: %w", first.err)
	}
	return engine.Work{NewStep: func() engine.Step { w := first; return w.answerRef }}, nil
}

// A worker is the state of one worker for an operation.
type worker[Base, Ref any] struct {
	Operation[Base, Ref]
	flags uri.Resolution
	text  []byte     // the base
	base  *Base      // the base prepared; nil if there has been none or it is invalid
	err   *uri.Error // why the base is invalid
	texts engine.Texts
}

// setBase prepares a base, unless it is that of the record before.
func (w *worker[Base, Ref]) setBase(text []byte) {
	if (w.base != nil || w.err != nil) && bytes.Equal(text, w.text) {
		return
	}
	w.text = append(w.text[:0], text...)
	w.base, w.err = nil, nil
	ref, refused, ok := w.parse(string(text))
	if !ok {
		e := refused // only this copy is allocated
		w.err = &e
		return
	}
	base, err := w.prepare(ref, w.flags)
	if w.err, _ = err.(*uri.Error); w.err == nil {
		w.base = base
	}
}

// answerRef is the Step for references to the base of -base.
func (w *worker[Base, Ref]) answerRef(rec *engine.Record) {
	if !rec.Valid() {
		return
	}
	ref, _, _ := w.parse(w.texts.Of(rec.Bytes)) // the scanner has found it valid
	rec.Base, rec.Ref = w.text, rec.Bytes
	w.answer(rec, ref, 0)
}

// answerPair is the Step for records of a base, a tab and a reference. The scanner has rejected such a record at the tab or
// before it.
func (w *worker[Base, Ref]) answerPair(rec *engine.Record) {
	base, ref, ok := bytes.Cut(rec.Bytes, []byte("\t"))
	switch {
	case !ok && rec.Cut:
		rec.Valid()
		return
	case !ok:
		rec.Refuse(len(rec.Bytes), tables.None, "no tab between base and reference")
		return
	}
	if w.setBase(base); w.err != nil {
		rec.RefuseFor(w.err, 0)
		return
	}
	start := len(base) + 1
	parsed, err, ok := w.parse(w.texts.Of(ref))
	switch {
	case rec.Cut && (ok || rec.IsPrefix(start, err.Offset)):
		rec.ExplainCut(start)
	case !ok:
		rec.RefuseFor(&err, start)
	default:
		rec.OK, rec.Base, rec.Ref = true, base, ref
		w.answer(rec, parsed, start)
	}
}

// answer does the operation with a reference that begins at start.
func (w *worker[Base, Ref]) answer(rec *engine.Record, ref Ref, start int) {
	var err error
	rec.Result, err = w.do(w.base, rec.Result[:0], ref)
	if refused, ok := err.(*uri.Error); ok {
		rec.RefuseFor(refused, start)
	}
}

// AppendJSON appends the object for a base, a reference and a result. The keys are the texts before their values.
func AppendJSON(dst []byte, rec *engine.Record, refKey, resultKey string) []byte {
	if !rec.OK {
		return engine.AppendInvalid(dst, rec)
	}
	dst = engine.AppendPart(dst, `{"base":`, rec.Base, 0, len(rec.Base), true)
	dst = engine.AppendPart(dst, refKey, rec.Ref, 0, len(rec.Ref), true)
	dst = append(dst, `,"ok":true`...)
	dst = engine.AppendPart(dst, resultKey, rec.Result, 0, len(rec.Result), true)
	return append(dst, "}\n"...)
}
