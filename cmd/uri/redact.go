package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/textio"
)

const redactUsage = `usage: uri redact [flags] [FILE ...]

Redact copies text, from each FILE or from standard input, with secrets
replaced with xxxxx: passwords in addresses, tokens in place of user names, and
the values of query parameters. The name - is standard input. Flags:

  -keys LIST     hide the values of these parameters, too, such as id,x-*;
                 none drops the built-in ones: none,id hides only id
  -user          hide user names, too
  -fragment      hide the fragments of addresses
  -origin        hide everything but scheme, host and port of addresses
  -plain         read gzip files as they are; by default, the text in them is
                 copied
  -quiet         show no progress, as in "uri help flags"

Examples:
  $ echo 'dial postgres://admin:s3cr#t@db: timeout' | uri redact
  dial postgres://admin:xxxxx@db: timeout
  $ echo 'GET /?id=7&token=s3cret HTTP/1.1' | uri redact -keys id
  GET /?id=xxxxx&token=xxxxx HTTP/1.1

See "uri help redact formats". The exit status is 0, or 2 for trouble. Output
already written is not taken back when an error occurs.
`

const redactDetails = `In these examples S is a secret. In an address, it may have any of
/ ? # \ " ' < > in it. The value of a key ends at & # a space, a quotation
mark, < or >.

What is hidden:
  postgres://joe:S@db  //joe:S@h  https%3A%2F%2Fjoe%3AS%40h
  {"url":"https:\/\/joe:S@h"}
  https://ghp_0123456789@h/  https://01234567:@h/  /?x=ghp_0123456789
  /?token=S  &token="S"  #token=S  ;password=S;  ;pwd={S}
  host=h password='S': after a space, if host= or user= is before it
  joe:S@tcp(h)/db  joe:S@/db  sip:joe:S@h  jdbc:oracle:thin:joe/S@h
  h:6379,password=S,ssl=True  jdbc:db2://h:1/x:password=S;
  invalid port ":S" after host, getaddrinfo ENOTFOUND S@h

What is never changed:
  http://h:3000/@x: a port followed by / ? # or \
  https://h/a@1  git@h:path@v1  image@sha256:0123
  file://joe:b@h  password == x
  http://h:$PORT/@x: $PORT counts as a port, but $S in
  https://joe:$S@h is hidden

What cannot be known. Both are read in the same way:
  redis://h:6379/joe@x and redis://joe:6379/S@x are hidden;
  https://h:1234/w@h and https://joe:1234/w@h stay: 1234 is a port;
  w stays in https://joe:p@s.s/w@h: s.s is a host;
  if a quotation mark or < is before the address on its line, the next
  "} or <b> ends the password, even if it is part of it.

These secrets stay: passwords without an address or a key, as in joe:S@h;
KEY=S elsewhere, as PASSWORD=S at the start of a line; KEY: S and "KEY":"S",
as in headers and JSON; the second space of a password, and what follows it;
secrets in paths; a user name that does not begin as a token (see -user); an
address that is cut off before its "@"; base64; text that is escaped twice.

Text in UTF-16 is refused.

A line is written when it is whole, and one over 64 KiB in parts. What a
program writes without a line end, such as a prompt, is written up to the last
words that may be a part of a secret.

The built-in keys, in any case, with or without "_" and "-":
`

// redactFormats returns redactDetails with the built-in keys.
func redactFormats() string {
	var list strings.Builder
	width := 0
	for _, key := range uri.SecretKeys() {
		if width += len(key) + 1; width > 70 {
			list.WriteString("\n ")
			width = len(key) + 1
		}
		list.WriteString(" " + key)
	}
	return redactDetails + " " + list.String() + "\n"
}

// defineRedact defines the flags of redact, and returns its action, which copies text without secrets.
func defineRedact(fs *flag.FlagSet) action {
	redactor := uri.Redactor{QueryKeys: uri.SecretKeys()}
	fs.Func("keys", "none, or a list of parameters such as id,x-*", func(list string) error {
		names := strings.Split(list, ",")
		if names[0] == "none" {
			redactor.QueryKeys, names = nil, names[1:]
		}
		redactor.QueryKeys = append(redactor.QueryKeys, names...)
		return checkParameters(names)
	})
	engine.MayRepeat(fs, "keys")
	fs.BoolVar(&redactor.User, "user", false, engine.NoValue)
	fs.BoolVar(&redactor.Fragment, "fragment", false, engine.NoValue)
	fs.BoolVar(&redactor.OriginOnly, "origin", false, engine.NoValue)
	return defineCopy(fs, "redact", func(dst io.Writer) io.WriteCloser { return find.NewRedactingWriter(dst, redactor) })
}

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
		if !*quiet {
			c.progress = engine.NewCopyProgress(files, stdin, stdout, stderr)
		}
		err := c.copyAll(files, stdin)
		c.progress.End()
		if err != nil {
			return engine.Trouble(stderr, fmt.Errorf("%s: %w", name, err)), nil
		}
		return engine.ExitValid, nil
	}
}

// A copier copies files and converts their text.
type copier struct {
	name     string // of the command
	convert  func(dst io.Writer) io.WriteCloser
	asIs     bool
	stdout   io.Writer
	progress *engine.CopyProgress
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
	in = c.progress.Count(in)
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
