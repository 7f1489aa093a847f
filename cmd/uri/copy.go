package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/textio"
)

// defineCopy defines the flags that all commands that copy text have, and returns the action of the command name, which
// copies text through writers that convert returns.
func defineCopy(fs *flag.FlagSet, name string, convert func(dst io.Writer) io.WriteCloser) action {
	c := copier{name: name, convert: convert}
	fs.BoolVar(&c.asIs, "plain", false, engine.NoValue)
	quiet := fs.Bool("quiet", false, engine.NoValue)
	return func(files []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		if len(files) == 0 {
			files = []string{"-"}
		}
		c.stdout = stdout
		shown := stderr
		if *quiet {
			shown = io.Discard
		}
		line := func(elapsed time.Duration, size int64) string { return engine.BytesLine(c.read.Load(), elapsed, size) }
		work := func() error { return c.copyAll(files, stdin) }
		if err := engine.Watch(context.Background(), files, stdin, stdout, shown, line, work); err != nil {
			return engine.Trouble(stderr, fmt.Errorf("%s: %w", name, err)), nil
		}
		return engine.ExitValid, nil
	}
}

// A copier copies files and converts their text.
type copier struct {
	name    string // of the command
	convert func(dst io.Writer) io.WriteCloser
	asIs    bool
	stdout  io.Writer
	read    atomic.Int64 // the number of bytes
}

// copyAll copies files. The name "-" is standard input.
func (c *copier) copyAll(files []string, stdin io.Reader) error {
	for i, name := range files {
		unread := func(err error) error { return fmt.Errorf("file %d: %w", i+1, engine.Nameless(err)) }
		in, closeFile, err := engine.Open(name, stdin)
		if err != nil {
			return unread(err)
		}
		err = c.copy(in, unread)
		closeFile()
		if err != nil {
			return err
		}
	}
	return nil
}

// errUTF16 reports a file in UTF-16.
var errUTF16 = errors.New("UTF-16 is not read here: write iconv -f UTF-16 -t UTF-8 FILE | uri")

// copy copies a file. Errors of the file, but not of stdout, go through unread.
func (c *copier) copy(in io.Reader, unread func(error) error) error {
	if err := engine.CheckInput(in, c.stdout); err != nil {
		return unread(err)
	}
	in = engine.Counted{Reader: in, N: &c.read}
	if !c.asIs {
		in = engine.Opening{Command: c.name, KeepMark: true}.Reader(in)
	}
	w := c.convert(c.stdout)
	buf := make([]byte, copySize)
	for first := true; ; first = false {
		n, err := textio.Read(in, buf)
		if first && isUTF16(buf[:n]) {
			return unread(fmt.Errorf("%w %s", errUTF16, c.name))
		}
		if _, failed := w.Write(buf[:n]); failed != nil {
			return failed
		}
		if flusher, ok := w.(interface{ Flush() error }); ok && n < len(buf) { // a program that writes may wait for an answer
			if failed := flusher.Flush(); failed != nil {
				return failed
			}
		}
		switch err {
		case nil:
		case io.EOF:
			return w.Close()
		default:
			return cmp.Or(w.Close(), unread(err))
		}
	}
}

// copySize is the number of bytes of one read.
const copySize = 256 << 10

// isUTF16 reports whether text begins with a byte order mark of UTF-16, or has as many zeros as its ASCII has.
func isUTF16(text []byte) bool {
	mark := bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
	return mark || len(text) >= 4 && bytes.Count(text, []byte{0}) > len(text)/3 && bytes.ContainsFunc(text, isLetter)
}

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
