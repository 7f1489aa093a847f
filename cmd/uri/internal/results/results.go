// Package results writes the results of a run to standard output and to the files of flags. A file appears whole or not
// at all. Errors name the flag, and not the file, because its name may be a misplaced secret.
package results

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/wholefile"
)

// Files are the results of a run. Set Stdout before the first call of Create.
type Files struct {
	Stdout io.Writer
	Err    error // the first error of Create, which returns nil after it

	list []file // in the order of their commits
}

// A file is the file of a flag.
type file struct {
	*wholefile.File
	flag string
}

func (f file) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, engine.FlagError(f.flag, err)
}

// bufferSize is the size of the buffer of each result.
const bufferSize = 64 << 10

// Create returns a buffered writer to the named file of a flag, or to standard output if the name is "-". It returns nil
// if the name is empty. It rejects the file of another flag or of standard output, because one result would replace the
// other, or be mixed with it. check, which may be nil, returns an error if a file that exists must not be replaced. If
// the reader of a result other than the main one ends, the rest of that result is dropped.
func (fs *Files) Create(ctx context.Context, flag, name string, main bool, check func(name string) error) *bufio.Writer {
	if name == "" || fs.Err != nil {
		return nil
	}
	w, err := fs.open(ctx, flag, name, check)
	if err != nil {
		fs.Err = err
		return nil
	}
	if !main {
		w = engine.UntilClosed(w)
	}
	return bufio.NewWriterSize(w, bufferSize)
}

// open implements Create.
func (fs *Files) open(ctx context.Context, flag, name string, check func(name string) error) (io.Writer, error) {
	created, err := &wholefile.File{File: os.Stdout}, error(nil)
	if name != "-" {
		created, err = wholefile.Create(ctx, name)
	}
	if ctx.Err() != nil && err != nil {
		err = engine.ErrInterrupted
	}
	if err != nil {
		return nil, engine.FlagError(flag, err)
	}
	f := file{created, flag}
	shared := slices.IndexFunc(fs.list, func(other file) bool { return f.HasFileOf(other.File) })
	fs.list = append(fs.list, f)
	switch {
	case name == "-" && (shared < 0 || fs.Stdout != os.Stdout): // which may be a Terminal
		return fs.Stdout, nil
	case shared >= 0 && name == "-":
		return nil, fmt.Errorf("-%s: its file is standard output, which has another result", fs.list[shared].flag)
	case shared >= 0:
		return nil, fmt.Errorf("-%s: another flag has the same file", flag)
	case check != nil && f.Target() != "":
		if err := check(f.Target()); err != nil {
			return nil, engine.FlagError(flag, err)
		}
	case fs.Stdout == os.Stdout && f.IsStdout(): // if the pipe is closed, SIGPIPE ends the command as without the flag
		return fs.Stdout, nil
	}
	return f, nil
}

// HasTemporary reports whether a file must be discarded if the run does not end well.
func (fs *Files) HasTemporary() bool {
	return slices.ContainsFunc(fs.list, func(f file) bool { return f.Target() != "" })
}

// Commit makes the files appear, in the order of the calls of Create. After an error, the files that follow do not appear.
func (fs *Files) Commit() error {
	for _, f := range fs.list {
		if err := engine.FlagError(f.flag, f.File.Commit()); err != nil {
			return err
		}
	}
	return nil
}

// Discard discards the files that have not appeared.
func (fs *Files) Discard() {
	for _, f := range fs.list {
		f.File.Discard()
	}
}
