package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/textio"
)

const redactUsage = `usage: uri redact [-keys LIST] [-plain] [FILE ...]

Redact copies text, from each FILE or from standard input, with the secrets of
every address in it replaced by xxxxx. The name - is standard input. Flags:

  -keys LIST     hide the values of these query parameters also, such as
                 token,api_key
  -plain         read gzip files as they are; by default, the text in them is
                 copied

Examples:
  $ echo 'dial postgres://admin:s3cr#t@db: timeout' | uri redact
  dial postgres://admin:xxxxx@db: timeout

A line is written when it is whole. A line over 1 MiB is written in parts.
Secrets outside addresses stay. A password that begins with a number, as in
https://u:1234/w@h/, is read as a port, and stays too.

The exit status is 0, or 2 for trouble. Text that is written stays.
`

// defineRedact defines the flags of redact, and returns its action, which copies text without secrets.
func defineRedact(fs *flag.FlagSet) action {
	var redactor uri.Redactor
	fs.Func("keys", "a list of keys", func(list string) error {
		redactor.QueryKeys = append(redactor.QueryKeys, strings.Split(list, ",")...)
		return nil
	})
	asIs := fs.Bool("plain", false, engine.NoValue)
	return func(files []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		if len(files) == 0 {
			files = []string{"-"}
		}
		for i, name := range files {
			unread := func(err error) error { return fmt.Errorf("file %d: %w", i+1, engine.Nameless(err)) }
			if err := redactFile(stdout, name, stdin, redactor, *asIs, unread); err != nil {
				return engine.Trouble(stderr, fmt.Errorf("redact: %w", err)), nil
			}
		}
		return engine.ExitValid, nil
	}
}

// redactFile copies a file without secrets. Errors of the file, but not those of stdout, go through unread.
func redactFile(
	stdout io.Writer, name string, stdin io.Reader, redactor uri.Redactor, asIs bool, unread func(error) error,
) error {
	in, closeFile, err := engine.Open(name, stdin)
	if err != nil {
		return unread(err)
	}
	defer closeFile()
	if err := engine.CheckInput(in, stdout); err != nil {
		return unread(err)
	}
	if !asIs {
		in = engine.Opening{Command: "redact", KeepMark: true}.Reader(in)
	}
	w := find.NewRedactingWriter(stdout, redactor)
	line := make([]byte, 0, redactLine) // the start of a line that is not whole
	for {
		n := len(line)
		size, err := textio.Read(in, line[n:min(n+redactSize, cap(line))])
		line = line[:n+size]
		whole := n + bytes.LastIndexByte(line[n:], '\n') + 1
		if whole == n && len(line) == cap(line) || err != nil {
			whole = len(line)
		}
		if whole > n || err != nil {
			if _, failed := w.Write(line[:whole]); failed != nil {
				return failed
			}
			line = append(line[:0], line[whole:]...)
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

// redactLine is the length in bytes of the longest line that is written at once.
const redactLine = 1 << 20

// redactSize is the number of bytes that are read at once.
const redactSize = 64 << 10
