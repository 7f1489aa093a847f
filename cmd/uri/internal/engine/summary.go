package engine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/find"
)

// Standard error describes the first invalid records, if the format does not describe them. After the last line of
// standard input, it gets a summary: the number of invalid lines, if some are not described anywhere; the number of
// inputs that a filter left out; and hints.

// summarize writes the summary.
func (j *Job) summarize(t tally) {
	say := func(format string, args ...any) { fmt.Fprintf(j.stderr, "uri: "+format+"\n", args...) }
	if j.silent && j.report == nil && t.invalid > maxTold {
		say("%s invalid", j.share(t.invalid, t.total))
	}
	if j.Quiet {
		return
	}
	if t.left > 0 && !j.keepRest {
		hint := ""
		if j.verb.Name == "set" {
			hint = j.again(keepRest)
		}
		say("%s left out by %s%s", j.share(t.left, t.total), &j.Filter, hint)
	}
	if j.hadMark.Load() {
		say("standard input begins with a byte order mark, which is not read; -plain reads it")
	}
	if 2*t.names > t.sampled {
		say("%s without a scheme, as in www.example.com/x: -no-scheme reads such inputs%s", j.share(t.names, t.sampled), j.again(noScheme))
	}
	t.signs[signHazard] = j.work.Hazards
	for i, row := range signs {
		if n := t.signs[i]; n > 0 && j.showsSign(sign(i), t) {
			say("%s %s%s", j.share(n, t.total), row.text, j.again(row.reads))
		}
	}
}

// again returns the end of a hint: the line of Again for what reads the inputs, or "".
func (j *Job) again(reads string) string {
	if j.Again == nil || reads == "" {
		return ""
	}
	line := j.Again(reads)
	if line == "" {
		return ""
	}
	return "; try:\n" + line
}

// share returns a phrase such as "2 of 1,000 lines are".
func (j *Job) share(n, total int) string {
	return Share(int64(n), int64(total), j.unit)
}

// Share returns a phrase such as "2 of 1,000 lines are" for the unit "line".
func Share(n, total int64, unit string) string {
	are := "are"
	if total != 1 {
		unit += "s"
	}
	if n == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s of %s %s %s", Grouped(n), Grouped(total), unit, are)
}

// openReport opens the file of -report. If standard output or standard error is that file, the report is written
// through it, after what the file has.
func (j *Job) openReport() error {
	switch j.Options.report {
	case "":
		return nil
	case "-":
		j.report = j.stderr
		return nil
	}
	f, err := os.OpenFile(j.Options.report, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	for _, w := range []io.Writer{j.stdout, j.stderr} {
		if isSameFile(f, w) {
			j.report = w
			return f.Close()
		}
	}
	if isSameFile(j.stdin, f) {
		f.Close()
		return errSameFile
	}
	j.report, j.reportFile = UntilClosed(f), f
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return f.Truncate(0)
}

// complaint describes an invalid record for standard error: the reason, the byte, and the beginning of the input with
// its secrets hidden.
func (rec *Record) complaint() string {
	text := rec.Caption()
	switch {
	case rec.Unread():
		text = fmt.Sprintf("longer than %d bytes (-max-line)", len(rec.Bytes))
	case rec.own:
		text = fmt.Sprintf("%s (byte %d)", text, rec.N)
	}
	clean := find.AppendRedacted(nil, rec.Bytes, uri.Redactor{QueryKeys: uri.SecretKeys()})
	shown, _ := paint.TextAt(clean, len(clean), rec.Cut, true).Around(0, maxShown)
	return text + ": " + strings.Join(shown, "")
}

// maxShown is the number of columns of an input in a message.
const maxShown = 120

// Nameless returns an error about a file without the file's name, which may be a URL with a password: see flags.go. The
// name of a standard stream, such as /dev/stdin, stays.
func Nameless(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		if e.Path == os.Stdin.Name() || e.Path == os.Stdout.Name() {
			return err
		}
		return fmt.Errorf("%s: %w", e.Op, e.Err)
	}
	if e := (*os.LinkError)(nil); errors.As(err, &e) {
		return fmt.Errorf("%s: %w", e.Op, e.Err)
	}
	return err
}

// FlagError returns err with the name of a flag and without that of a file, unless err is nil.
func FlagError(flag string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("-%s: %w", flag, Nameless(err))
}

// Pathless returns the error inside an [*fs.PathError] in the tree of err, or err if the tree has no such error. The
// message has neither the operation nor the name of the file, which may be a secret: a misplaced argument.
func Pathless(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}
