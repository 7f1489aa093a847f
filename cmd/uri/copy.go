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
	c := copier{convert: convert}
	c.Opening = engine.Opening{Command: name, KeepMark: true, Count: &c.read}
	fs.BoolVar(&c.AsIs, "plain", false, engine.NoValue)
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
		work := func() error {
			for i, name := range files {
				if err := c.copy(name, i+1, stdin); err != nil {
					return err
				}
			}
			return nil
		}
		if err := engine.Watch(context.Background(), files, stdin, stdout, shown, line, work); err != nil {
			return engine.Trouble(stderr, fmt.Errorf("%s: %w", name, err)), nil
		}
		return engine.ExitValid, nil
	}
}

// A copier copies files and converts their text.
type copier struct {
	engine.Opening
	convert func(dst io.Writer) io.WriteCloser
	stdout  io.Writer
	read    atomic.Int64 // the number of bytes
}

// copy copies the file with a name, which is "-" for standard input. Errors of the file, but not of stdout, have the number.
func (c *copier) copy(name string, number int, stdin io.Reader) error {
	unread := func(err error) error { return fmt.Errorf("file %d: %w", number, engine.Nameless(err)) }
	in, closeFile, err := c.Open(name, stdin, c.stdout)
	if err != nil {
		return unread(err)
	}
	defer closeFile()
	w := c.convert(c.stdout)
	buf := make([]byte, copySize)
	for first := true; ; first = false {
		n, err := textio.Read(in, buf)
		if first && isUTF16(buf[:n]) {
			return unread(errors.New("UTF-16 is not read here: write iconv -f UTF-16 -t UTF-8 FILE | uri " + c.Command))
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
