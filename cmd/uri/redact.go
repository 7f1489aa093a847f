package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
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

// redactFlags returns the flags of redact, which set keys and asIs.
func redactFlags(keys *[]string, asIs *bool) *flag.FlagSet {
	fs := flag.NewFlagSet("redact", flag.ContinueOnError)
	fs.Func("keys", "a list of keys", func(list string) error {
		*keys = append(*keys, strings.Split(list, ",")...)
		return nil
	})
	fs.BoolVar(asIs, "plain", false, engine.NoValue)
	return fs
}

// runRedact copies text without secrets.
func runRedact(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var redactor uri.Redactor
	var asIs bool
	files, err := engine.ParseFlags(redactFlags(&redactor.QueryKeys, &asIs), args, isFlag)
	if errors.Is(err, flag.ErrHelp) {
		return engine.Print(stdout, stderr, redactUsage)
	}
	if err != nil {
		return engine.UsageTrouble(stderr, "redact", err)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for i, name := range files {
		if err := redactFile(stdout, name, stdin, redactor, asIs); err != nil {
			return engine.Trouble(stderr, fmt.Errorf("redact: file %d: %w", i+1, engine.Nameless(err)))
		}
	}
	return engine.ExitValid
}

// redactFile copies a file without secrets.
func redactFile(stdout io.Writer, name string, stdin io.Reader, redactor uri.Redactor, asIs bool) error {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		stdin = f
	}
	if !asIs {
		stdin = engine.Opening{Command: "redact", KeepMark: true}.Reader(stdin)
	}
	out := bufio.NewWriterSize(stdout, redactLine)
	w := find.NewRedactingWriter(out, redactor)
	in := bufio.NewReaderSize(stdin, redactLine)
	for {
		line, err := in.ReadSlice('\n')
		_, failed := w.Write(line)
		if err != nil && err != bufio.ErrBufferFull {
			failed = errors.Join(failed, w.Close(), out.Flush())
			if err == io.EOF {
				err = nil
			}
			return errors.Join(failed, err)
		}
		if err == nil && !hasLine(in) {
			failed = errors.Join(failed, out.Flush())
		}
		if failed != nil {
			return failed
		}
	}
}

// redactLine is the length in bytes of the longest line that is written at once.
const redactLine = 1 << 20

// hasLine reports whether a whole line is in the buffer of in.
func hasLine(in *bufio.Reader) bool {
	next, _ := in.Peek(min(in.Buffered(), 4096))
	return strings.IndexByte(string(next), '\n') >= 0
}
