package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/defang"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/textio"
)

// The commands redact, defang and linkify copy text.

// listed returns lines of the help that list words.
func listed(words []string) string {
	return "  " + strings.Join(paint.Wrap(strings.Join(words, " "), 70), "\n  ") + "\n"
}

// defineRedact defines the flags of redact, and returns its action, which copies text without secrets.
func defineRedact(fs *flag.FlagSet) action {
	redactor := uri.Redactor{QueryKeys: uri.SecretKeys()}
	engine.RepeatedFunc(fs, "keys", "none, or a list of parameters such as id,x-*", func(list string) error {
		names := engine.SplitList(list)
		if names[0] == "none" {
			redactor.QueryKeys, names = nil, names[1:]
		}
		redactor.QueryKeys = append(redactor.QueryKeys, names...)
		if slices.ContainsFunc(names, func(name string) bool { return !redact.CanMatch(name) }) {
			return engine.ErrValue
		}
		return checkParameters(names)
	})
	fs.BoolVar(&redactor.User, "user", false, engine.NoValue)
	fs.BoolVar(&redactor.Fragment, "fragment", false, engine.NoValue)
	fs.BoolVar(&redactor.OriginOnly, "origin", false, engine.NoValue)
	var sample outputSample
	run := defineCopy(fs, "redact", func(dst io.Writer) io.WriteCloser {
		return find.NewRedactingWriter(io.MultiWriter(dst, &sample), redactor)
	})
	return func(files []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		status, err := run(files, stdin, stdout, stderr)
		if lines := leftLines(sample); len(lines) > 0 && fs.Lookup("quiet").Value.String() == "false" {
			engine.Warn(stderr, "redact", fmt.Sprintf(
				"line %s of the output may have a secret that redact does not hide, since it is in no address", engine.Listed(lines, "and")))
		}
		return status, err
	}
}

// leftSecret matches the beginning of a possible secret that redact leaves: in a header, in the path of a webhook, or after a
// name, which is a submatch. After a colon alone, as in prose, the value has a digit or ends the line. The text is in lower
// case.
var leftSecret = regexp.MustCompile(`\b(?:bearer|basic) [a-z.~+/-]*[0-9=][\w.~+/=-]{2}|//hooks\.slack\.com/services/|/bot[0-9]+:[\w-]{8}|` +
	`\bauthorization["']?: ?["']?[\w-]+ [\w.~+/=-]{4}|\bcookie["']?: ?["']?[^\s=;]+=[\w.~+/-]{4}|` +
	`\b([\w-]+)(?:["']?(?:=|: ?["'])["']?[\w.~+/-]{6}|: ?(?:[\w.~+-][\w.~+/-]{5,}\s*$|(?:[a-z.~+-][a-z.~+/-]*)?[0-9][\w.~+/-]{3}))|--([\w-]+) [\w.~+/]{4}`)

// leftLines returns the numbers of the first lines of output with a leftSecret, and "others" in place of more. A name in it is
// one that the redactor knows.
func leftLines(output []byte) (numbers []string) {
	text := bytes.ReplaceAll(bytes.ToLower(output), []byte("xxxxx"), []byte{0}) // hidden secrets
	redactor := uri.Redactor{QueryKeys: uri.SecretKeys()}
	isSecret := func(match [][]byte) bool {
		name := strings.TrimPrefix(string(match[1])+string(match[2]), "x-")
		return name == "" || bytes.Contains(find.AppendRedacted(nil, []byte("http://h/?"+name+"=0"), redactor), []byte("xxxxx"))
	}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		switch {
		case !slices.ContainsFunc(leftSecret.FindAllSubmatch(line, -1), isSecret):
		case len(numbers) == engine.MaxTold:
			return append(numbers, "others")
		default:
			numbers = append(numbers, strconv.Itoa(number))
		}
	}
	return numbers
}

// sampleSize is the size of the output that redact searches for a leftSecret.
const sampleSize = 64 << 10

// An outputSample keeps the beginning of the output.
type outputSample []byte

func (s *outputSample) Write(p []byte) (int, error) {
	*s = append(*s, p[:min(len(p), sampleSize-len(*s))]...)
	return len(p), nil
}

// defineDefang defines the flags of defang, and returns its action, which copies text with its addresses defanged.
func defineDefang(fs *flag.FlagSet) action {
	undo := fs.Bool("undo", false, engine.NoValue)
	var filter engine.Filter
	filter.DefineFlags(fs)
	isTaken := func(address []byte) bool { return filter.Takes(address, true) || !engine.IsRead(address, dialect.Web) }
	keeps := func(address string) bool { return !hasHost(octet.Bytes(address), isTaken) }
	run := defineCopy(fs, "defang", func(dst io.Writer) io.WriteCloser {
		switch {
		case *undo:
			return defang.NewWriter(dst, defang.AppendUndone)
		case filter.IsOn():
			return defang.NewWriter(dst, func(dst []byte, text string) []byte {
				return defang.AppendOthers(dst, text, keeps)
			})
		}
		return defang.NewWriter(dst, defang.Append)
	})
	return func(files []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		if *undo && filter.IsOn() {
			return 0, fmt.Errorf("-undo excludes %s", &filter)
		}
		return run(files, stdin, stdout, stderr)
	}
}

// defineLinkify defines the flags of linkify, and returns its action, which copies text as HTML with links.
//
// Only addresses with the schemes http, https and mailto become links. The others with "://" are found too, so that their
// hosts do not become links.
func defineLinkify(fs *flag.FlagSet) action {
	var links find.Linking
	fs.StringVar(&links.Rel, "rel", "", engine.NoValue)
	finder := &find.Finder{
		Schemes:   []string{"mailto"},
		AnyScheme: true,
		Syntax:    find.SyntaxWeb,
		Names:     hosts.Names | hosts.Emails,
	}
	return defineCopy(fs, "linkify", func(dst io.Writer) io.WriteCloser {
		return defang.NewWriter(dst, func(dst []byte, text string) []byte { return finder.AppendLinked(dst, text, links) })
	})
}

// defineCopy defines the flags that all commands that copy text have, and returns the action of the command name, which
// copies text through writers that convert returns.
func defineCopy(fs *flag.FlagSet, name string, convert func(dst io.Writer) io.WriteCloser) action {
	c := &copier{convert: convert}
	c.Command = name
	c.DefineFlags(fs)
	return c.run
}

// A copier copies files and converts their text.
type copier struct {
	engine.Files
	convert  func(dst io.Writer) io.WriteCloser
	messages io.Writer
}

// run is the action that copies files, or standard input.
func (c *copier) run(files []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	c.KeepMark = true
	more := func() string { return "" }
	err := c.Each(files, stdin, stdout, stderr, more, func(name string, number int, messages io.Writer) error {
		c.messages = messages
		return c.copy(name, number, stdin, stdout)
	})
	if err != nil {
		return engine.Trouble(stderr, fmt.Errorf("%s: %w", c.Command, err)), nil
	}
	return engine.ExitValid, nil
}

// copy copies the file with a name, which is "-" for standard input. Errors of the file, but not of stdout, have the number.
func (c *copier) copy(name string, number int, stdin io.Reader, stdout io.Writer) error {
	unread := func(err error) error { return fmt.Errorf("file %d: %w", number, engine.Nameless(err)) }
	in, closeFile, err := c.Open(name, stdin, stdout)
	if err != nil {
		return unread(err)
	}
	defer closeFile()
	w := c.convert(stdout)
	buf := make([]byte, copySize)
	for first := true; ; first = false {
		n, err := textio.Read(in, buf)
		if first {
			if err := c.CheckUTF16(buf[:n]); err != nil { // also with -plain
				return unread(err)
			}
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
