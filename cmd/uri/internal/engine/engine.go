// Package engine is the part of the command that all verbs share. It reads records, lets workers answer them, and
// writes the answers in order. A verb plugs in a [Step], which computes the result for a record, and a [Format] for
// each kind of output.
//
// The package fsm reads a batch of records and scans them. A worker goes through the batch: for each record it runs the
// step of the verb and appends the result to its buffer. The workers write their buffers in the order of the batches.
//
// Few records need allocations: those in pictures, those that are too long, those with another base than the record
// before, and those that match the grammar but have no result.
package engine

import (
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
)

// A Step computes the result for one record, or makes the record invalid with a reason. Each worker has a Step of its
// own, which may keep data from one record for the next.
type Step func(rec *Record)

// A Format appends the result for a record to dst and returns the longer slice. It does not retain rec.
type Format func(dst []byte, rec *Record) []byte

// A Verb is a command that answers references one by one.
type Verb struct {
	Name    string // the first argument of the command
	Summary string // for the list of commands; a "\n" begins another line
	Usage   string // the help text, without the text that is common to all verbs
	Details string // what else there is to say about it and its formats

	// Dialects has the dialects that the verb reads. The first is the default, and the flags of the others choose them.
	Dialects []*dialect.Dialect

	// Flags defines the flags that only this verb has. It returns a function that is called after the flags are parsed.
	// A nil Flags or a nil result means that there are no flags, or nothing to prepare.
	Flags func(fs *flag.FlagSet) Prepare

	Formats // of the answers

	// InDialect has the formats of dialects in which the answers have another form. It may be nil. Steps that depend on
	// the dialect are chosen by Flags.
	InDialect map[*dialect.Dialect]*Formats
}

// Formats are the kinds of output of a verb.
type Formats struct {
	JSON    Format
	Line    Format
	Picture func(screen paint.Screen) Format

	// Pair draws two references as one picture, or returns false if they do not fit. It may be nil.
	Pair func(dst []byte, s paint.Screen, a, b *Record) ([]byte, bool)

	// Summary ends a series of pictures. It may be nil.
	Summary func(dst []byte, total, invalid int) []byte

	// The rest makes output faster, and changes none. Without it, every answer is made by the functions above.

	// Keys lists the keys of the object that JSON writes for a valid record, except "ok" and those of arrays and
	// objects. With it, a template such as {{.host}} reads the values without making the object. It must be nil if the
	// object of an invalid record is not that of AppendInvalid.
	Keys []Key

	// LinePrefix is set if the line of a valid record is this text, the record unchanged, and a newline. Such a line is
	// copied without calling Line. If the verb has a Step, that holds for the records of Work.Unchanged alone.
	LinePrefix string
}

// Arguments are the arguments of a verb.
type Arguments struct {
	Dialect *dialect.Dialect // in which inputs are read
	Given   []string         // all arguments as they were given
	Refs    []string         // the references among them
}

// A Prepare returns the work that the flags of a verb ask for. An error says which flag is wrong.
type Prepare func(args *Arguments) (Work, error)

// Work is how a verb answers records.
type Work struct {
	// NewStep returns the Step of a worker. If NewStep is nil, records are only checked.
	NewStep func() Step

	// Unchanged reports whether the result for a record that the scan has accepted is the record itself. Then its answer
	// is made without a Step. It makes output faster, and may be nil.
	Unchanged func(rec *fsm.Record) bool

	// Sample gives a sample record the shape that a Step would give it, so that a template can learn the keys of its
	// object. It may be nil.
	Sample func(rec *Record)

	// Advice says which mistake the arguments probably contain, on standard error. It is empty if there is none.
	Advice string
}

// formats returns the formats of v in a dialect.
func (v *Verb) formats(d *dialect.Dialect) *Formats {
	if f := v.InDialect[d]; f != nil {
		return f
	}
	return &v.Formats
}

// newStep returns a Step of the work.
func (w *Work) newStep() Step {
	if w.NewStep == nil {
		return func(rec *Record) { rec.Valid() }
	}
	return w.NewStep()
}
