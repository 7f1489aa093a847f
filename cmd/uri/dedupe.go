package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/wholefile"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/errs"
	"github.com/urispan/uri/iri"
)

const dedupeUsage = `usage: uri dedupe [flags] < FILE

Dedupe prints the first of all lines that have the same normal form, in the
order of the input, and leaves out invalid lines. It compares texts. More
lines need no more memory, but a temporary file. Flags:

  -o FILE        write FILE, which appears whole or not at all; with it,
                 the other flags take - for standard output
  -normal        print normal forms instead of the first spellings
  -key WORD      compare by text (normal forms, default), or by another
                 key of "uri help normalize", such as surt-ia
  -drop LIST, -keep LIST, -drop-empty, -sort-query
                 as in "uri help normalize": ignore query parameters
  -count FILE    write lines with the number of results for each host
  -by WORD       with -count: by host (default) or registrable domain
  -invalid FILE  write the number, offset, component and reason of each
                 invalid line, and the line
  -memory SIZE   use so much memory, such as 64M or 2G (default 256M);
                 the process has up to 16M more, or 32M below 16M
  -tmp DIR       put the temporary file there (default $TMPDIR or /tmp)
  -iri           lines are IRI references
  -0, -crlf, -max-line N, -quiet: as in "uri help flags"

The exit status is 0 if all lines are valid, 1 if some are not, and 2 if
the result is not complete. No signal leaves half a FILE. After kill -9,
the next run for FILE removes what was left beside it.
Devices, pipes and what the shell has opened, such as /dev/stderr, are
written as they are.
`

// groupWords maps the values of -by to functions that return the name of a URI for counting.
var groupWords = engine.Words[func(normal []byte) []byte]{{"host", dedupe.Host}, {"domain", dedupe.Domain}}

// A deduper is one run of dedupe.
type deduper struct {
	dedupe.URIs
	out, counts, invalid string // names of files, or ""
	quiet, iri           bool
	key                  *key
	rules                uri.QueryRules
	files                []flagFile // in the order of their commits
	usesStdout           bool       // a result goes to standard output as such
	bad                  []byte
	progress             phaseLine
}

// dedupeFlags returns the flags of dedupe, which set d.
func dedupeFlags(d *deduper) *flag.FlagSet {
	fs := flag.NewFlagSet("dedupe", flag.ContinueOnError)
	fs.StringVar(&d.out, "o", "", "a file")
	fs.StringVar(&d.counts, "count", "", "a file")
	fs.StringVar(&d.invalid, "invalid", "", "a file")
	fs.StringVar(&d.Dir, "tmp", "", "a folder")
	fs.BoolVar(&d.Normal, "normal", false, engine.NoValue)
	fs.BoolVar(&d.NUL, "0", false, engine.NoValue)
	fs.BoolVar(&d.CRLF, "crlf", false, engine.NoValue)
	fs.BoolVar(&d.quiet, "quiet", false, engine.NoValue)
	fs.BoolVar(&d.iri, "iri", false, engine.NoValue)
	groupWords.Var(fs, &d.By, "by")
	fs.Func("memory", "a size such as 64M, at least 64K", func(text string) (err error) {
		d.Memory, err = parseSize(text)
		return err
	})
	d.MaxLine = 1 << 20
	engine.IntVar(fs, &d.MaxLine, "max-line", "a number of bytes from 1 to 1G", 1, 1<<30)
	keyWords.Var(fs, &d.key, "key")
	ruleFlags(fs, &d.rules)
	return fs
}

// parseSize parses a number of bytes, which may end in K, KB or KiB, and so on up to T: all are powers of 1024.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "BIKMGTbikmgt")
	shift := 0
	if unit := strings.ToUpper(text[len(digits):]); unit != "" {
		prefix := strings.Index("KMGT", unit[:1])
		if rest := unit[1:]; prefix < 0 || rest != "" && rest != "B" && rest != "IB" {
			return 0, engine.ErrValue
		}
		shift = 10 * (prefix + 1)
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift || n<<shift < 64<<10 {
		return 0, engine.ErrValue
	}
	return n << shift, nil
}

// runDedupe removes duplicates from the lines of stdin.
func runDedupe(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var d deduper
	rest, err := engine.ParseFlags(dedupeFlags(&d), args, isFlag)
	if errors.Is(err, flag.ErrHelp) {
		return engine.Print(stdout, stderr, dedupeUsage)
	}
	if err == nil {
		err = d.check(rest)
	}
	if err != nil {
		return engine.UsageTrouble(stderr, "dedupe", err)
	}
	// Most of the memory is tables without pointers, so frequent collections cost little.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	if err := d.run(ctx, stdin, stdout, stderr); err != nil {
		return engine.Trouble(stderr, fmt.Errorf("dedupe: %w", err))
	}
	if s := d.Stats(); s.Invalid > 0 {
		if !d.quiet {
			engine.Warn(stderr, "dedupe", fmt.Sprintf("%d of %d lines are invalid, and left out", s.Invalid, s.Lines))
		}
		return engine.ExitInvalid
	}
	return engine.ExitValid
}

// check checks the arguments together and sets the options that depend on several of them.
func (d *deduper) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return errors.New("want no argument: it reads standard input")
	case d.NUL && d.CRLF:
		return errors.New("-0 and -crlf exclude each other")
	case d.By != nil && d.counts == "":
		return errors.New("-by works only with -count")
	}
	if err := d.checkStdout(); err != nil {
		return err
	}
	if d.counts != "" && d.By == nil {
		d.By = dedupe.Host
	}
	in := dialect.URI
	d.Query = rulesOf(d.rules)
	if d.iri {
		in = dialect.IRI
		n := iri.Normalizer{Normalizer: uri.Normalizer{Steps: uri.AllSteps, Query: d.Query}}
		d.Normalize = func(dst, line []byte) ([]byte, error) {
			dst, _, err := n.AppendNormalizedBytes(dst, line)
			return dst, err
		}
	}
	if k := d.key; k != nil {
		d.Key = func(dst, normal []byte) []byte { return k.append(in, dst, normal) }
	}
	return nil
}

// checkStdout checks that at most one result goes to standard output.
func (d *deduper) checkStdout() error {
	if d.out == "-" {
		d.out = ""
	}
	switch {
	case d.out == "" && d.counts == "-":
		return errors.New("-count: standard output has the lines: write -o FILE")
	case d.out == "" && d.invalid == "-":
		return errors.New("-invalid: standard output has the lines: write -o FILE")
	case d.counts == "-" && d.invalid == "-":
		return errors.New("-count: another flag has the same file")
	}
	return nil
}

// run writes all results. It returns early if ctx is done. It discards incomplete files.
func (d *deduper) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	defer func() {
		for _, f := range d.files {
			f.Discard()
		}
	}()
	// The main result is committed last, so that the others exist when it appears.
	invalid, err := d.create(ctx, "invalid", d.invalid, stdout)
	if err != nil {
		return err
	}
	counts, err := d.create(ctx, "count", d.counts, stdout)
	if err != nil {
		return err
	}
	out, err := d.create(ctx, "o", cmp.Or(d.out, "-"), stdout)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(d.files, func(f flagFile) bool { return !f.IsStdout() }) {
		defer surviveClosedPipe()() // to remove the temporary files
	}
	d.Invalid = func(dedupe.Invalid) error { return nil } // their number is reported, also if no line is valid
	if invalid != nil {
		d.Invalid = func(line dedupe.Invalid) error { return d.writeInvalid(invalid, line) }
	}
	if counts != nil {
		d.Count = func(name []byte, count int64) error {
			_, err := fmt.Fprintf(counts, "%d\t%s\n", count, name)
			return err
		}
	}
	shown := stdout
	if d.out != "" && d.counts != "-" && d.invalid != "-" {
		shown = io.Discard
	}
	if d.quiet {
		stderr = io.Discard
	}
	err = engine.Watch(ctx, stdin, shown, stderr, d.line, func() error {
		err := d.Run(out, stdin)
		for _, w := range []*bufio.Writer{invalid, counts, out} {
			if err == nil && w != nil {
				err = w.Flush()
			}
		}
		return engine.Nameless(err)
	})
	for _, f := range d.files {
		if err == nil {
			err = f.named(f.Commit())
		}
	}
	return err
}

// A flagFile is the file of a flag. Its errors name the flag.
type flagFile struct {
	*wholefile.File
	flag string
}

func (f flagFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, f.named(err)
}

// named returns err with the name of the flag, unless err is nil.
func (f flagFile) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("-%s: %w", f.flag, engine.Nameless(err))
}

// create returns a buffered writer to the named file of a flag, or to stdout if the name is "-". It returns nil if the
// name is empty. It rejects the file of another flag or of stdout, because one result would replace the other, or be
// mixed with it.
func (d *deduper) create(ctx context.Context, flag, name string, stdout io.Writer) (*bufio.Writer, error) {
	switch name {
	case "":
		return nil, nil
	case "-":
		d.usesStdout = true
		for _, other := range d.files {
			if stdout == os.Stdout && other.IsStdout() {
				return nil, sharedStdout(other)
			}
		}
		return bufio.NewWriterSize(stdout, bufferSize), nil
	}
	file, err := wholefile.Create(ctx, name)
	if ctx.Err() != nil && err != nil {
		err = engine.ErrInterrupted
	}
	f := flagFile{file, flag}
	if err != nil {
		return nil, f.named(err)
	}
	shared := slices.ContainsFunc(d.files, func(other flagFile) bool { return f.HasFileOf(other.File) })
	d.files = append(d.files, f)
	switch {
	case shared:
		return nil, fmt.Errorf("-%s: another flag has the same file", flag)
	case d.usesStdout && stdout == os.Stdout && f.IsStdout():
		return nil, sharedStdout(f)
	case stdout == os.Stdout && f.IsStdout(): // if the pipe is closed, SIGPIPE ends the command as without the flag
		return bufio.NewWriterSize(stdout, bufferSize), nil
	}
	return bufio.NewWriterSize(f, bufferSize), nil
}

// sharedStdout returns the error for a file that is standard output, which has another result already.
func sharedStdout(f flagFile) error {
	return fmt.Errorf("-%s: its file is standard output, which has another result", f.flag)
}

// bufferSize is the size of the buffer of each result.
const bufferSize = 64 << 10

// writeInvalid writes a line about an invalid line.
func (d *deduper) writeInvalid(w *bufio.Writer, line dedupe.Invalid) error {
	offset, component, reason := len(line.Text), "", fmt.Sprintf("longer than %d bytes", d.MaxLine)
	if e, ok := errs.AsType[*uri.Error](line.Err); ok {
		offset, component, reason = e.Offset, e.Component.String(), e.Reason.String()
	}
	d.bad = fmt.Appendf(d.bad[:0], "%d\t%d\t%s\t%s\t", line.Number, offset, component, reason)
	d.bad = append(escape.AppendText(d.bad, line.Text), '\n')
	_, err := w.Write(d.bad)
	return err
}

// line returns the progress line.
func (d *deduper) line(elapsed time.Duration, size int64) string {
	return d.progress.text(d.Stats(), elapsed, size)
}

// A phaseLine makes the progress line. It stores the beginning of the current phase, to estimate its end.
type phaseLine struct {
	phase string
	start time.Duration
}

// text returns the line after the given time, for an input of the given size in bytes. The size is 0 if it is unknown.
func (p *phaseLine) text(s dedupe.Stats, elapsed time.Duration, size int64) string {
	phase, done, total := "reading", s.Bytes, size
	switch {
	case s.Filtered > 0 && s.Filtered == s.Spilled:
		phase, done, total = "writing", s.Written, s.Distinct
	case s.Filtered > 0:
		phase, done, total = "filtering", s.Filtered, s.Spilled
	}
	switch p.phase {
	case "":
		p.phase = phase // since the start of the work
	case phase:
	default:
		p.phase, p.start = phase, elapsed
	}
	if share := float64(done) / float64(max(total, 1)); total > 0 {
		phase += fmt.Sprintf(" %d%%", int(min(100*share, 100)))
		if share > 0.01 && share < 1 {
			phase += fmt.Sprintf(", %.0f s left", (elapsed-p.start).Seconds()/share*(1-share))
		}
	}
	text := "uri: " + phase
	if p.phase == "reading" {
		text += fmt.Sprintf(", %s/s", engine.InBytes(float64(s.Bytes)/elapsed.Seconds()))
	}
	text += fmt.Sprintf(", %s lines, %s distinct", engine.Grouped(s.Lines), engine.Grouped(s.Distinct))
	if invalid := fmt.Sprintf(", %s invalid", engine.Grouped(s.Invalid)); len(text)+len(invalid) < 80 {
		text += invalid // only if all of it fits, because a part of a number would be a wrong number
	}
	return text
}
