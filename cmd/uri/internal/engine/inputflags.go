package engine

import (
	"errors"
	"flag"
	"fmt"
)

// InputFlags are the values of the flags about lines of input, which the verbs and dedupe share.
type InputFlags struct {
	NUL     bool // -0
	CRLF    bool // lines may end with CR LF
	MaxLine int  // in bytes, at least 1
	Workers int  // -j, or 0
	Quiet   bool
	AsIs    bool // -plain
	Filter  Filter
}

// Define defines the flags, which set f. A line has at most longest bytes.
func (f *InputFlags) Define(fs *flag.FlagSet, longest uint64) {
	fs.BoolVar(&f.NUL, "0", false, NoValue)
	fs.BoolVar(&f.CRLF, "crlf", false, NoValue)
	fs.BoolVar(&f.Quiet, "quiet", false, NoValue)
	fs.BoolVar(&f.AsIs, "plain", false, NoValue)
	IntVar(fs, &f.Workers, "j", fmt.Sprintf("a number from 1 to %d", maxWorkers), 1, maxWorkers)
	f.MaxLine = 1 << 20
	IntVar(fs, &f.MaxLine, "max-line", fmt.Sprintf("a number of bytes from 1 to %d", longest), 1, longest)
	f.Filter.DefineFlags(fs)
}

// Check returns an error if flags contradict each other.
func (f *InputFlags) Check() error {
	if f.NUL && f.CRLF {
		return errors.New("-0 and -crlf exclude each other")
	}
	return nil
}
