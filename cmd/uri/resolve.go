package main

import (
	"bytes"
	"flag"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/iri"
)

const resolveUsage = `usage: uri resolve -base URI [flags] [REF ...]
       uri resolve [flags] [BASE<TAB>REF ...]

Resolve finds the target of each URI reference (RFC 3986, section 5.2), which
is a URI. Without -base, each input is a base, a tab and a reference. A base
needs a scheme; its fragment is ignored. Dot segments go; nothing else is
normalized.

  -base URI           the base of all references
  -nonstrict          ignore the scheme of a reference if it is that of the
                      base: take "http:g" for "g"
  -encoded-dots       take "%2e" in dot segments for "."
  -refuse-above-root  do not ignore a ".." with nothing left to climb out of:
                      the reference is invalid there
  -iri                base and references are IRIs (RFC 3987, section 6.5)

On a terminal it draws the target as "uri split" does, and over it, not
coloured, what it was made of.

Elsewhere it prints tab-separated lines of two columns: ok, target. The line
for an invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: base, ref, ok, target; or, if ok is
false: input, ok, offset, component, reason. With -base the input is the
reference, and without it all of it, base and tab included. Offsets count from
its beginning; if the tab is missing, the offset is the input's length.

Examples:
  $ uri resolve -format '{{.target}}' -base 'http://a/b/c/d;p?q' ../g g
  http://a/b/g
  http://a/b/c/g
`

func resolveFlags(fs *flag.FlagSet, o *options) {
	baseFlag(fs, o)
	iriFlag(fs, o)
	fs.BoolVar(&o.nonStrict, "nonstrict", false, noValue)
	fs.BoolVar(&o.encodedDots, "encoded-dots", false, noValue)
	fs.BoolVar(&o.refuseAboveRoot, "refuse-above-root", false, noValue)
}

func baseFlag(fs *flag.FlagSet, o *options) {
	fs.Func("base", "a URI with a scheme", func(base string) error {
		o.base = &base
		return nil
	})
}

func prepareResolve(o *options) (func() step, error) {
	if o.iri {
		return prepareBased(o, ofIRIs(func(b *iri.Base, dst []byte, ref iri.IRI) ([]byte, error) {
			dst, _, err := b.AppendResolve(dst, ref)
			return dst, err
		}))
	}
	return prepareBased(o, ofURIs(func(b *uri.Base, dst []byte, ref uri.URI) ([]byte, error) {
		dst, _, err := b.AppendResolve(dst, ref)
		return dst, err
	}))
}

// resolution returns what the flags choose.
func (o *options) resolution() (flags uri.Resolution) {
	if o.nonStrict {
		flags |= uri.NonStrict
	}
	if o.encodedDots {
		flags |= uri.EncodedDots
	}
	if o.refuseAboveRoot {
		flags |= uri.RefuseAboveRoot
	}
	return flags
}

// An operation appends what it makes of a base and a reference, with what it takes to have these.
type operation[Base, Ref any] struct {
	parse   func(s string) (Ref, uri.Error, bool)
	prepare func(ref Ref, flags uri.Resolution) (*Base, error)
	do      func(b *Base, dst []byte, ref Ref) ([]byte, error)
}

func ofURIs(do func(*uri.Base, []byte, uri.URI) ([]byte, error)) operation[uri.Base, uri.URI] {
	return operation[uri.Base, uri.URI]{uri.TryParse, uri.NewBase, do}
}

func ofIRIs(do func(*iri.Base, []byte, iri.IRI) ([]byte, error)) operation[iri.Base, iri.IRI] {
	return operation[iri.Base, iri.IRI]{iri.TryParse, iri.NewBase, do}
}

// based is what one worker needs for an operation.
type based[Base, Ref any] struct {
	operation[Base, Ref]
	flags uri.Resolution
	text  []byte     // the base
	base  *Base      // the same prepared; nil if there was none yet, or it is none
	err   *uri.Error // why it is none
	texts texts
}

// prepareBased prepares a verb that does an operation with each reference.
func prepareBased[Base, Ref any](o *options, op operation[Base, Ref]) (func() step, error) {
	first := based[Base, Ref]{operation: op, flags: o.resolution()}
	if o.base == nil {
		return func() step { b := first; return b.answerPair }, nil
	}
	if first.setBase([]byte(*o.base)); first.err != nil {
		return nil, fmt.Errorf("-base: %w", first.err)
	}
	return func() step { b := first; return b.answerRef }, nil
}

// setBase prepares a base, if it is not that of the record before.
func (b *based[Base, Ref]) setBase(text []byte) {
	if (b.base != nil || b.err != nil) && bytes.Equal(text, b.text) {
		return
	}
	b.text = append(b.text[:0], text...)
	b.base, b.err = nil, nil
	ref, dead, ok := b.parse(string(text))
	if !ok {
		e := dead // so that only this is allocated
		b.err = &e
		return
	}
	base, err := b.prepare(ref, b.flags)
	if b.err, _ = err.(*uri.Error); b.err == nil {
		b.base = base
	}
}

// answerRef is the step for references to the base of -base.
func (b *based[Base, Ref]) answerRef(rec *record) {
	if !rec.valid() {
		return
	}
	ref, _, _ := b.parse(b.texts.of(rec.Bytes)) // which the scanner has found to be valid
	rec.base, rec.ref = b.text, rec.Bytes
	b.answer(rec, ref, 0)
}

// answerPair is the step for records of a base, a tab and a reference. The scanner has seen a tab where none may be.
func (b *based[Base, Ref]) answerPair(rec *record) {
	base, ref, ok := bytes.Cut(rec.Bytes, []byte("\t"))
	switch {
	case !ok && rec.Cut:
		rec.valid()
		return
	case !ok:
		rec.refuse(len(rec.Bytes), fsm.Component(uri.ComponentNone), "no tab between base and reference")
		return
	}
	if b.setBase(base); b.err != nil {
		rec.refuseFor(b.err, 0)
		return
	}
	start := len(base) + 1
	u, err, ok := b.parse(b.texts.of(ref))
	switch {
	case rec.Cut && (ok || rec.isPrefix(start, err.Offset)):
		rec.explainCut(start)
	case !ok:
		rec.refuseFor(&err, start)
	default:
		rec.OK, rec.base, rec.ref = true, base, ref
		b.answer(rec, u, start)
	}
}

// answer does the operation with a reference that begins at start.
func (b *based[Base, Ref]) answer(rec *record, ref Ref, start int) {
	var err error
	rec.result, err = b.do(b.base, rec.result[:0], ref)
	if refused, ok := err.(*uri.Error); ok {
		rec.refuseFor(refused, start)
	}
}

// resolveJSON appends the object that resolveUsage describes.
func resolveJSON(dst []byte, rec *record) []byte {
	return appendBased(dst, rec, `,"ref":`, `,"target":`)
}

// appendBased appends the result for a base and a reference, both of which are valid or the record is not.
func appendBased(dst []byte, rec *record, refKey, resultKey string) []byte {
	if !rec.OK {
		return appendInvalid(dst, rec)
	}
	dst = appendPart(dst, `{"base":`, rec.base, 0, len(rec.base), true)
	dst = appendPart(dst, refKey, rec.ref, 0, len(rec.ref), true)
	dst = append(dst, `,"ok":true`...)
	dst = appendPart(dst, resultKey, rec.result, 0, len(rec.result), true)
	return append(dst, "}\n"...)
}

// resultLine appends the tab-separated line of verbs that have a result. It is a valid reference: there is nothing to
// escape.
func resultLine(dst []byte, rec *record) []byte {
	if !rec.OK {
		return appendInvalidLine(dst, rec)
	}
	dst = append(dst, "ok\t"...)
	dst = append(dst, rec.result...)
	return append(dst, '\n')
}

// resultPicture draws each result under what it was made of, with an empty line between one picture and the next.
func resultPicture(s screen) format {
	return func(dst []byte, rec *record) []byte {
		if rec.place > 1 {
			dst = append(dst, '\n')
		}
		if !rec.OK {
			return appendCaret(dst, s, "", rec)
		}
		for _, given := range bytes.Split(rec.Bytes, []byte("\t")) {
			dst = appendGiven(dst, s, given)
		}
		var r fsm.Ranges
		fsm.ScanIRI(rec.result, &r) // some verbs give IRIs, whatever they read
		return appendPicture(dst, s, rec.result, &r)
	}
}

// appendGiven appends a line with the beginning of a valid reference, as much of it as fits.
func appendGiven(dst []byte, s screen, ref []byte) []byte {
	text, _ := display(ref).around(0, s.width-margin)
	var d drawing
	d.putCells(0, margin, text, faint)
	return d.appendTo(dst, s)
}
