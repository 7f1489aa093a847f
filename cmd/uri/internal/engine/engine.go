// Package engine runs the verbs of the command. It reads records, answers them in parallel, and writes the answers in
// order. A verb provides a [Step], which computes the result for a record, and a [Format] for each kind of output.
//
// Package fsm reads a batch of records and scans them. A worker runs the step of the verb for each record of the batch,
// and appends the result to its buffer. The workers write their buffers in the order of the batches.
//
// Most records need no allocation. Exceptions are records in pictures, records that are too long, a change of the base,
// and records that match the grammar but have no result.
package engine

import (
	"flag"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
)

// A Step computes the result for one record, or makes the record invalid with a reason. Each worker has its own Step,
// which may keep data between records.
type Step func(rec *Record)

// A Format appends the result for a record to dst and returns the longer slice. It does not retain rec.
type Format func(dst []byte, rec *Record) []byte

// A Verb is a command that answers references one by one.
type Verb struct {
	Name string // the first argument of the command

	// Dialects lists the dialects that the verb reads. The first is the default; flags choose the others.
	Dialects []*dialect.Dialect

	// Flags defines the flags that only this verb has. It returns a function that is called after the flags are parsed.
	Flags func(fs *flag.FlagSet) Prepare

	Formats // of the answers

	// Filtered returns the part of an answered record that -only and -scheme look at. If it is nil, they look at the
	// record, before it is answered.
	Filtered func(rec *Record) []byte

	// First is set if, with -csv, only the first row with each result stays.
	First bool

	// Web is the formats with -web, if these are not the usual ones. It may be nil. Flags chooses the Step for a dialect.
	Web *Formats
}

// Formats are the kinds of output of a verb.
type Formats struct {
	// Keys lists the keys of the JSON object for a record, which are also those of templates and -field. The fields of the
	// fault of an invalid record are added after "ok".
	Keys []Key

	Line Format

	// Picture returns the Format of pictures, which a terminal gets unless Bare is set. If it is nil, a terminal gets
	// lines, and the verb lacks the flag -picture.
	Picture func(screen paint.Screen) Format

	// If Bare is set, the default is the result alone, and -tsv chooses Line.
	Bare bool

	// If OKLines is set, and the verb has no Step, the line of a valid record is okStart, the record and a newline.
	OKLines bool

	// Columns are the names of the columns of Line, for -header. If it is nil, the verb lacks the flags -tsv and -header.
	Columns []string

	// OmitsFaults is set if neither the line nor the object of an invalid record describes its fault. Standard error
	// then has the reason.
	OmitsFaults bool

	// Pair draws two references as one picture. If they do not fit, it returns false. It may be nil.
	Pair func(dst []byte, s paint.Screen, a, b *Record) ([]byte, bool)
}

// Arguments are the arguments of a verb.
type Arguments struct {
	InputFlags
	Refs   []string // the references among them
	Before int      // the number of references before a "--"

	Text *find.Finder // of -text: the references are names of files with text; nil without it

	Column string // of -csv: the references are names of files with rows; empty without it
}

// ReadFiles reports whether the references are the names of files.
func (a *Arguments) ReadFiles() bool { return a.Text != nil || a.Column != "" }

// A Prepare returns the work that the flags of a verb choose. An error names the flag that is wrong.
type Prepare func(args *Arguments) (Work, error)

// Work describes how a verb answers records.
type Work struct {
	// NewStep returns the Step of a worker. If NewStep is nil, records are only checked.
	NewStep func() Step

	// Keys are further keys of valid records, which the flags add. It may be nil.
	Keys []Key

	// Columns are the names of last columns of Line that the flags add. It may be nil.
	Columns []string

	// Pairs is set if a record has two references, with a tab between. Either may be empty, so tabs around it count.
	Pairs bool

	// OfHost is set if the answers are about hosts, so that an input without a scheme is probably a mistake.
	OfHost bool

	// OnlyHost is set if the answers change nothing after the authority.
	OnlyHost bool

	// IsHazard reports whether text is a valid reference with hazards. The summary counts the first ones. It may be nil.
	IsHazard func(text string) bool
}

// formatsIn returns the formats of v in a dialect.
func (v *Verb) formatsIn(d *dialect.Dialect) *Formats {
	if d == dialect.Web && v.Web != nil {
		return v.Web
	}
	return &v.Formats
}

// newStep returns a Step of the work, or nil.
func (w *Work) newStep() Step {
	if w.NewStep == nil {
		return func(rec *Record) { rec.Valid() }
	}
	return w.NewStep()
}
