// Package dialect describes the grammars of references that the command can read. A dialect is a value with functions
// and tables. The verbs share these, and test for a dialect only where they compute something else in it.
package dialect

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// A Dialect is a grammar of references, with the functions that depend on it.
type Dialect struct {
	Flag string // the name of the flag that chooses the dialect, or "" for the default

	// International is true if references may contain characters outside ASCII.
	International bool

	// Read parses a record that was scanned as a URI-reference. It sets OK and, for an invalid record, N. If Read is
	// nil, the result of the scan stays.
	Read func(rec *fsm.Record)

	// Explain returns the fault of a record that Read has rejected. Its Err may be nil.
	Explain func(rec *fsm.Record) Fault

	// Parse returns the error of the parser for s, or nil.
	Parse func(s string) error

	// FaultOf returns the offset and the fault of err, an error about the part of a record that begins at start. The
	// offset counts from the beginning of the record. If err is not an error of the dialect, ok is false.
	FaultOf func(err error, start int) (n int, f Fault, ok bool)

	// Hint returns advice about a common mistake in s, which has the fault f at the offset n. If the intention of the
	// author is not clear, it returns "". The hint may show the illegal character, and nothing else of s.
	Hint func(s []byte, n int, f *Fault) string

	// Fields are the columns of a line and the members of a JSON object that describe the fault of an invalid record.
	Fields []Field

	// Components returns the components of s, which is a valid reference or the result of a verb, for a picture.
	Components func(s []byte) []Component

	// AppendText and AppendJSON append s, a valid reference or the result of a verb, as a part of a line and as a JSON
	// string. If AppendText is nil, s is UTF-8 and needs no escapes in a line, and every URI-reference is valid.
	AppendText, AppendJSON func(dst, s []byte) []byte
}

// A Fault is the reason why a reference is invalid.
type Fault struct {
	Component string // the component that was being read, if it is known
	Reason    string // a few words, or the code of an error
	Err       error  // the error in full; nil until Dialect.Error makes it

	// Shown is true if messages may show the first invalid byte or its character. It is set for Dialect.Hint.
	Shown bool
}

// InAuthority reports whether the reference is invalid in its authority, or outside any component.
func (f *Fault) InAuthority() bool {
	return !slices.Contains([]string{"scheme", "path", "query", "fragment"}, f.Component)
}

// Error returns the error for s, which is invalid. It is a part of a record that begins at start.
func (d *Dialect) Error(s string, start int) error {
	_, f, _ := d.FaultOf(d.Parse(s), start)
	return f.Err
}

// Decide calls Read, unless it is nil.
func (d *Dialect) Decide(rec *fsm.Record) {
	if d.Read != nil {
		d.Read(rec)
	}
}

// AppendPart appends s by AppendText, or unchanged if that is nil.
func (d *Dialect) AppendPart(dst, s []byte) []byte {
	if d.AppendText != nil {
		return d.AppendText(dst, s)
	}
	return append(dst, s...)
}

// IsQuoted reports whether an invalid reference has a quotation mark, such as " or “, at its beginning. Since ' is legal, it
// must also be at the end.
func IsQuoted(s []byte) bool {
	if len(s) == 0 || 'a' <= s[0] && s[0] <= 'z' { // PERF: check of invalid lines takes 1.1 of the time without this
		return false
	}
	first, _ := utf8.DecodeRune(s)
	isSingle := len(s) > 1 && s[0] == '\'' && s[len(s)-1] == '\''
	return first == '"' || first == '„' || unicode.In(first, unicode.Pi, unicode.Pf) || isSingle
}

// A Field is a column or member that describes the fault of a record.
type Field struct {
	Key  string
	Text func(f *Fault) string // nil for the offset
}

// A Component is a defined component of a reference.
type Component struct {
	Name   string
	Kind   tables.Component // the component of RFC 3986 with the same colour and place in a picture
	Lo, Hi int              // its range of bytes, without delimiters
}

// StepLen returns the length in bytes of the character at the beginning of s, or 1 in a dialect of bytes.
func (d *Dialect) StepLen(s []byte) int {
	if !d.International {
		return 1
	}
	_, size := utf8.DecodeRune(s)
	return size
}

// EndsEarly reports whether s, the rest after Read has stopped, is empty or the beginning of a character.
func (d *Dialect) EndsEarly(s []byte) bool {
	return len(s) == 0 || d.International && !utf8.FullRune(s)
}

// All has every dialect. The first is the default.
var All = []*Dialect{URI, IRI, Web}

// Text is the dialect of verbs that read lines of any bytes. Only a line that is too long is invalid, so Text needs no
// functions about faults, and no pictures.
var Text = &Dialect{
	Read:       func(rec *fsm.Record) { rec.N, rec.OK = len(rec.Bytes), true },
	Fields:     []Field{{Key: "offset"}, {Key: "reason", Text: func(f *Fault) string { return f.Reason }}},
	AppendText: escape.AppendText,
	AppendJSON: escape.AppendJSON,
}
