package engine

import (
	"fmt"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/audit"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
)

// A Record is an input and its result.
type Record struct {
	*fsm.Record
	Dialect *dialect.Dialect

	unit  string // the name of an input: "line", "record" (with -0) or "argument"
	place int    // counted from 1; known if the record is in a picture or was cut

	// The result of a Step, if the verb has one.
	Base, Ref []byte
	Result    []byte // its memory is used again

	// If the record is invalid: the component at the offset N, and the reason.
	Component fsm.Component
	Reason    string
	err       uri.Error // the same as an error of package uri; its Reason is 0 if that package was not asked
	own       bool      // the reason is not one of package uri

	Audited  bool // the record was audited, with the result Findings
	Findings []audit.Finding

	Rows int // the number of rows or steps in a long answer, or 0 for all

	// Drain writes the beginning of a long answer and returns the memory for the rest. It is nil if the answer must stay
	// in memory.
	Drain func(dst []byte) []byte

	trouble error // why the format failed; ends the work
}

// NewRecord returns a scanned record for ref, which is not part of any input.
func NewRecord(ref string, d *dialect.Dialect) *Record {
	rec := &Record{Record: new(fsm.Record), Dialect: d}
	setRecord(rec.Record, ref)
	return rec
}

func setRecord(rec *fsm.Record, ref string) {
	rec.Bytes = append(rec.Bytes[:0], ref...)
	rec.N, rec.OK = fsm.Scan(rec.Bytes, &rec.Ranges)
}

// First reports whether the record is the first of a series of pictures.
func (rec *Record) First() bool { return rec.place <= 1 }

// Valid reports whether the record is a reference. If not, Valid sets its component and reason.
func (rec *Record) Valid() bool { return rec.OK || rec.resume() }

// resume is Valid for a record that is not a URI-reference.
func (rec *Record) resume() bool {
	rec.N, rec.OK = rec.Dialect.Resume(rec.Bytes, rec.N, &rec.Ranges)
	rec.OK = rec.OK && !rec.Cut
	if !rec.OK {
		rec.explain()
	}
	return rec.OK
}

// explain sets the component and the reason of a record that the scanner has rejected.
func (rec *Record) explain() {
	if rec.Cut && rec.IsPrefix(0, rec.N) {
		rec.ExplainCut(0)
		return
	}
	component, reason := rec.Dialect.Explain(rec.Bytes, rec.N, &rec.Ranges)
	rec.Component, rec.Reason = component, reason.String()
	rec.err, rec.own = uri.Error{}, false
}

// IsPrefix reports whether a record that was cut is a prefix of a reference from start on, given that the scanner stops n
// bytes later. That is the case if the record ends there, or inside the character there.
func (rec *Record) IsPrefix(start, n int) bool { return rec.Dialect.EndsEarly(rec.Bytes[start+n:]) }

// ExplainCut makes a record invalid that was cut and is a prefix of a reference from start on. To find the component in
// which it was cut, ExplainCut lets the scanner stop at a byte that is legal nowhere, in place of the first byte that was
// not read.
func (rec *Record) ExplainCut(start int) {
	probe := append(rec.Bytes[start:], 0) // a copy: the capacity of Bytes is its length
	var r fsm.Ranges
	n, _ := rec.Dialect.Scan(probe, &r)
	component, _ := rec.Dialect.Explain(probe, n, &r)
	reason := fmt.Sprintf("%s %d is longer than %d bytes", rec.unit, rec.place, len(rec.Bytes))
	rec.Refuse(len(rec.Bytes), component, reason)
}

// Refuse makes the record invalid at the offset n for a reason that is not one of package uri.
func (rec *Record) Refuse(n int, component fsm.Component, reason string) {
	rec.OK, rec.N, rec.Component, rec.Reason = false, n, component, reason
	rec.err, rec.own = uri.Error{}, true
}

// RefuseFor makes the record invalid for err, an error about the bytes from start on.
func (rec *Record) RefuseFor(err *uri.Error, start int) {
	rec.err, rec.own = *err, false
	rec.err.Offset += start
	rec.OK, rec.N = false, rec.err.Offset
	rec.Component, rec.Reason = componentOf[err.Component], err.Reason.String()
}

// Caption says why the record is invalid. The text is that of package uri if the reason is, and shows no part of a
// userinfo.
func (rec *Record) Caption() string {
	if rec.own {
		return rec.Reason
	}
	err := rec.err
	if err.Reason == 0 {
		err = rec.Dialect.Error(string(rec.Bytes))
	}
	return err.Error()
}

// Unread reports whether the record is invalid because it was cut, so that nothing is known about the byte at N.
func (rec *Record) Unread() bool { return rec.Cut && rec.own }

// Text returns the record as pictures show it, with a glyph that begins at N. If a terminal might reorder its characters,
// they are escaped, since no caret could mark one of them.
func (rec *Record) Text() *paint.Text {
	return paint.TextAt(rec.Bytes, rec.N, rec.Cut, rec.Dialect.International && !paint.HasRightToLeft(rec.Bytes))
}

// BadLen returns the length in bytes of the byte or character at N.
func (rec *Record) BadLen() int { return rec.Dialect.StepLen(rec.Bytes[rec.N:]) }

// Texts makes strings from buffers, with few allocations. Package uri reads only strings.
type Texts struct {
	b strings.Builder
}

// textsSize is the size in bytes of an allocation. It is freed when none of its strings is in use.
const textsSize = 64 << 10

// Of returns p as a string.
func (t *Texts) Of(p []byte) string {
	if t.b.Cap()-t.b.Len() < len(p) {
		t.b.Reset()
		t.b.Grow(max(len(p), textsSize))
	}
	n := t.b.Len()
	t.b.Write(p)
	return t.b.String()[n:]
}
