// Package dialect describes the grammars in which the command can read references. A dialect is a value: verbs choose
// by it, and never ask whether "it is an IRI".
//
// A new dialect is a file with its value, an element of [All], and a variant of each verb whose answers differ in it.
package dialect

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// A Dialect is a grammar of references, with the functions that depend on it.
type Dialect struct {
	Flag string // the name of the flag that chooses the dialect, or "" for the default

	// International is true if references may contain characters outside ASCII.
	International bool

	// Read decides about a record, which was scanned as a URI-reference. It sets OK and, for an invalid record, N. A
	// nil Read agrees with the scan.
	Read func(rec *fsm.Record)

	// Explain returns the fault of a record that Read has found invalid. Its Err may be nil.
	Explain func(rec *fsm.Record) Fault

	// Error returns the error for s, which is invalid. It is a part of a record that begins at start.
	Error func(s string, start int) error

	// FaultOf returns the offset and the fault that err reports, an error about a part of a record that begins at
	// start. Offsets count from the beginning of the record. If err is not an error of the dialect, ok is false.
	FaultOf func(err error, start int) (n int, f Fault, ok bool)

	// Hint returns advice about a common mistake in s, which has the fault f at the offset n, or the zero Hint if the
	// intention of the author is not clear. It shows nothing of s but the illegal character.
	Hint func(s []byte, n int, f *Fault) Hint

	// Fields has the columns of a line and the members of a JSON object that say why a record is invalid.
	Fields []Field

	// Components returns the components of s, which is a valid reference or the result of a verb, for a picture.
	Components func(s []byte) []Component

	// AppendText and AppendJSON append s, which is a valid reference or the result of a verb: as a part of a line, and
	// as a JSON string. With a nil AppendText, s is UTF-8 and a part of a line as it is, and every URI-reference is
	// valid.
	AppendText, AppendJSON func(dst, s []byte) []byte

	Machine *Machine // for the verb explain; nil if the dialect has a variant of that verb or none
}

// A Fault says why a reference is invalid.
type Fault struct {
	Component string // the component that was being read, if it is known
	Reason    string // a few words, or the code of an error
	Err       error  // the error in full; nil until Dialect.Error makes it

	// Shown is true if messages may show the byte at which the reference is invalid, or the character there. It is
	// set for Dialect.Hint.
	Shown bool
}

// InAuthority reports whether the reference is invalid in its authority, or outside any component.
func (f *Fault) InAuthority() bool {
	switch f.Component {
	case "scheme", "path", "query", "fragment":
		return false
	}
	return true
}

// Decide decides about a record as Read does.
func (d *Dialect) Decide(rec *fsm.Record) {
	if d.Read != nil {
		d.Read(rec)
	}
}

// AppendPart appends s as AppendText does.
func (d *Dialect) AppendPart(dst, s []byte) []byte {
	if d.AppendText != nil {
		return d.AppendText(dst, s)
	}
	return append(dst, s...)
}

// NameIllegal names the illegal byte at the beginning of s or, in an international dialect, the character there, as
// errors of package uri do outside authorities.
func (d *Dialect) NameIllegal(s []byte) string {
	r, size := utf8.DecodeRune(s)
	switch {
	case '!' <= s[0] && s[0] <= '~':
		return "illegal character " + strconv.Quote(string(s[:1]))
	case d.International && r >= utf8.RuneSelf && size > 1:
		return fmt.Sprintf("illegal character U+%04X", r)
	}
	return fmt.Sprintf("illegal byte 0x%02x", s[0])
}

// A Hint is advice about a mistake.
type Hint struct {
	Text  string
	Flags string // what in the command follows the advice: flags or another command; may be empty
}

// String returns the hint in the command.
func (h Hint) String() string {
	if h.Flags == "" {
		return h.Text
	}
	return h.Text + " (" + h.Flags + ")"
}

// A Field is a column or member that says why a record is invalid.
type Field struct {
	Key  string
	Text func(f *Fault) string // nil for the offset
}

// A Component is a defined component of a reference.
type Component struct {
	Name   string
	Kind   tables.Component // the component of RFC 3986 in whose colour and place it is drawn
	Lo, Hi int              // its range of bytes, without delimiters
}

// A Machine is the automaton of a dialect, which package tables holds.
type Machine struct {
	// Next returns the size in bytes of the first step in s, which is not empty, and the state after that step. The
	// state is tables.Invalid if no reference goes on with s.
	Next func(state tables.State, s []byte) (size int, next tables.State)

	Context   func(state tables.State) tables.Context
	Accepting func(state tables.State) bool

	// RuleName returns the name of the rule that takes the place of a rule of RFC 3986.
	RuleName func(rule string) string
}

// StepLen returns the length in bytes of the character at the beginning of s, or 1 in a dialect of bytes.
func (d *Dialect) StepLen(s []byte) int {
	if !d.International {
		return 1
	}
	_, size := utf8.DecodeRune(s)
	return size
}

// EndsEarly reports whether s, at which Read has stopped, is empty or the beginning of a character.
func (d *Dialect) EndsEarly(s []byte) bool {
	return len(s) == 0 || d.International && !utf8.FullRune(s)
}
