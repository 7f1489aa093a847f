package engine

import (
	"fmt"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
)

// A Record is an input and its result.
type Record struct {
	*fsm.Record
	Dialect *dialect.Dialect

	InText bool // the record is an address in text, for -text

	given []byte // the line that -no-scheme has read, for a template; or nil

	unit  string // the name of an input: "line", "record" (with -0) or "argument"
	place int    // counted from 1; set if the record was cut

	// The result of a Step, if the verb has one.
	Base, Ref []byte
	Result    []byte // see SetResult
	Normal    []byte // the normal form, if Result is a key of it
	buf       []byte // the memory of results

	address address.Address // the memory of Address
	part    fsm.Record      // the memory of ValidFrom

	// The fault of an invalid record. Its offset is N.
	dialect.Fault
	start int  // the offset of the part that is invalid
	own   bool // the fault is not one of the dialect

	follows bool // another answer was before

	Value any // a result of another type, for the formats of the same verb
	Limit int // the number of steps or errors in the value of a key, or 0 for all

	// Drain writes the beginning of a long answer and returns a buffer for the rest. It is nil if the answer must stay
	// in memory.
	Drain func(dst []byte) []byte

	trouble error // an error of the format, which ends the work
}

// NewRecord returns a scanned record for ref, outside of any input.
func NewRecord(ref string, d *dialect.Dialect) *Record {
	rec := &Record{Record: new(fsm.Record), Dialect: d}
	scanRecord(rec.Record, []byte(ref))
	return rec
}

// scanRecord makes s the bytes of the record, as package fsm does for a batch.
func scanRecord(rec *fsm.Record, s []byte) {
	rec.Bytes = s
	rec.N, rec.OK = fsm.Scan(s, &rec.Ranges)
	rec.OK = rec.OK && !rec.Cut
}

// Replace makes s the reference that the record has, in the place of its input.
func (rec *Record) Replace(s []byte) { scanRecord(rec.Record, s) }

// First reports whether the record is the first of a series of pictures.
func (rec *Record) First() bool { return !rec.follows }

// Valid reports whether the record is a reference. If it is not one, Valid sets its fault.
func (rec *Record) Valid() bool {
	return rec.Dialect.Read == nil && rec.OK && !rec.Cut || rec.decide(rec.Record, 0)
}

// ValidFrom reports whether the record from start on is a reference. If it is not one, ValidFrom sets its fault.
func (rec *Record) ValidFrom(start int) bool {
	rec.part.Cut = rec.Cut
	scanRecord(&rec.part, rec.Bytes[start:])
	return rec.decide(&rec.part, start)
}

// decide implements Valid for a part of the record that the scan alone cannot decide. A part that was cut is a prefix of a
// reference if the dialect has rejected it at its end, or inside the character there.
func (rec *Record) decide(part *fsm.Record, start int) bool {
	rec.Dialect.Decide(part)
	rec.OK = part.OK && !rec.Cut
	switch {
	case rec.OK:
	case rec.Cut && rec.Dialect.EndsEarly(part.Bytes[part.N:]):
		rec.explainCut(start)
	default:
		rec.RefusePart(start, part.N, rec.Dialect.Explain(part))
	}
	return rec.OK
}

// explainCut makes a record invalid that was cut and is a prefix of a reference from start on. To find the component
// with the cut, it scans the record with a byte at its end that is legal nowhere.
func (rec *Record) explainCut(start int) {
	var probe fsm.Record
	scanRecord(&probe, append(rec.Bytes[start:], 0)) // a copy: the capacity of Bytes is its length
	component := ""
	if rec.Dialect.Decide(&probe); !probe.OK {
		component = rec.Dialect.Explain(&probe).Component
	}
	reason := fmt.Sprintf("%s %d is longer than %d bytes", rec.unit, rec.place, len(rec.Bytes))
	rec.Refuse(len(rec.Bytes), component, reason)
}

// Refuse makes the record invalid at the offset n for a reason that is not one of its dialect.
func (rec *Record) Refuse(n int, component, reason string) {
	rec.OK, rec.N, rec.own = false, n, true
	rec.Fault = dialect.Fault{Component: component, Reason: reason}
}

// NoTab is the reason of a record that is no pair of a base and a reference.
const NoTab = "no tab between base and reference"

// RefusePart makes the record invalid for a fault of its dialect, at the offset n of the part that begins at start.
func (rec *Record) RefusePart(start, n int, f dialect.Fault) {
	rec.OK, rec.N, rec.Fault, rec.start, rec.own = false, start+n, f, start, false
}

// RefuseFor makes the record invalid for err, an error about the part of the record that begins at start. It does
// nothing if err is not an error of the dialect.
func (rec *Record) RefuseFor(err error, start int) {
	if n, f, ok := rec.Dialect.FaultOf(err, start); ok {
		rec.RefusePart(start, n-start, f)
	}
}

// Buffer returns an empty slice to append a result to.
func (rec *Record) Buffer() []byte { return rec.buf[:0] }

// SetResult sets the result, which was appended to Buffer. Its memory is used again. If the result is a part of Bytes,
// assign it to Result instead.
func (rec *Record) SetResult(result []byte) { rec.Result, rec.buf = result, result }

// Caption returns the reason why the record is invalid, in the words of the dialect. It names an illegal byte if
// ShowsByte allows that. Errors of package uri never name one in an authority, because they do not have the whole
// authority.
func (rec *Record) Caption() string {
	if rec.own {
		return rec.Reason
	}
	if rec.Err == nil {
		rec.Err = rec.Dialect.Error(string(rec.Bytes[rec.start:]), rec.start)
	}
	text := strings.Replace(rec.Err.Error(), "scheme.ParseHosts reads a list", "uri split -json reads a list, and sed changes it", 1)
	if rest, ok := strings.CutPrefix(text, fsm.IllegalByte.String()+" in "); ok && rec.InAuthority() && rec.ShowsByte() {
		return reference.IllegalText(rec.Bytes[rec.N:]) + " in " + rest
	}
	return text
}

// ShowsByte reports whether messages may show the byte at N. They may not if the byte may belong to a password. As in
// pictures, a password is all bytes after the first ":" or "%3A" of a userinfo, or of an authority that may become one.
func (rec *Record) ShowsByte() bool {
	return rec.N < len(rec.Bytes) && !(rec.InAuthority() && rec.Text().InSecret(rec.N))
}

// Hint returns advice about a common mistake, or "" if the intention of the author is not clear.
func (rec *Record) Hint() string {
	if rec.Cut || rec.own || rec.OK {
		return ""
	}
	f := rec.Fault
	f.Shown = rec.ShowsByte()
	return rec.Dialect.Hint(rec.Bytes, rec.N, &f)
}

// Unread reports whether the record is invalid because it was cut, so that the byte at N is unknown.
func (rec *Record) Unread() bool { return rec.Cut && rec.own }

// Text returns the record as pictures show it, with a glyph that begins at N. If a terminal might reorder the
// characters, Text escapes them, so that a caret can mark one of them.
func (rec *Record) Text() *paint.Text {
	return paint.TextAt(rec.Bytes, rec.N, rec.Cut, rec.Dialect.International && !paint.HasRightToLeft(rec.Bytes))
}

// BadLen returns the length in bytes of the byte or character at N.
func (rec *Record) BadLen() int { return rec.Dialect.StepLen(rec.Bytes[rec.N:]) }
