package wholefile

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// Files are the results of a run. Each goes to standard output or to the file of a flag. Errors name the flag, and
// not the file, because its name may be a misplaced secret. Set Stdout before the first call of Create.
type Files struct {
	Stdout       io.Writer
	HasAddresses bool  // results other than the main one may have addresses after their numbers
	Err          error // the first error of Create, which returns nil after it

	list []*File // in the order of their commits
}

// bufferSize is the size of the buffer of each result.
const bufferSize = 64 << 10

// Create returns a buffered writer to the named file of a flag, or to standard output if the name is "-". It returns nil
// if the name is empty. It rejects the file of another flag or of standard output, because one result would replace the
// other, or be mixed with it. A result other than the main one has lines that begin with numbers: it replaces no file with
// other lines, and if its reader ends, the rest of it is dropped.
func (fs *Files) Create(ctx context.Context, flag, name string, main bool) *bufio.Writer {
	if name == "" || fs.Err != nil {
		return nil
	}
	w, err := fs.open(ctx, flag, name, main)
	if fs.Err = err; err != nil {
		return nil
	}
	if !main {
		w = engine.UntilClosed(w)
	}
	return bufio.NewWriterSize(w, bufferSize)
}

// open implements Create.
func (fs *Files) open(ctx context.Context, flag, name string, main bool) (io.Writer, error) {
	stdout := &File{File: os.Stdout}
	f, err := stdout, error(nil)
	if name != "-" {
		f, err = Create(ctx, name)
	}
	if ctx.Err() != nil && err != nil {
		err = engine.ErrInterrupted
	}
	if err != nil {
		return nil, engine.FlagError(flag, err)
	}
	f.flag = flag
	shared := slices.IndexFunc(fs.list, f.HasFileOf)
	fs.list = append(fs.list, f)
	switch {
	case name == "-" && (shared < 0 || fs.Stdout != os.Stdout): // which may be a Terminal
		return fs.Stdout, nil
	case shared >= 0 && name == "-":
		return nil, fmt.Errorf("-%s: its file is standard output, which has another result", fs.list[shared].flag)
	case shared >= 0:
		return nil, fmt.Errorf("-%s: another flag has the same file", flag)
	case !main && f.target != "":
		return f, engine.FlagError(flag, engine.CheckNumbers(f.target, fs.HasAddresses))
	case fs.Stdout == os.Stdout && f.HasFileOf(stdout): // if the pipe is closed, SIGPIPE ends the command as without the flag
		return fs.Stdout, nil
	}
	return f, nil
}

// HasTemporary reports whether a file must be discarded if the run does not end well.
func (fs *Files) HasTemporary() bool {
	return slices.ContainsFunc(fs.list, func(f *File) bool { return f.target != "" })
}

// Commit makes the files appear, in the order of the calls of Create. After an error, the files that follow do not appear.
func (fs *Files) Commit() error {
	for _, f := range fs.list {
		if err := engine.FlagError(f.flag, f.Commit()); err != nil {
			return err
		}
	}
	return nil
}

// Discard discards the files that have not appeared.
func (fs *Files) Discard() {
	for _, f := range fs.list {
		f.Discard()
	}
}
