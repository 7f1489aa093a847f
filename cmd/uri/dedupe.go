package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/fsm"
)

// dedupeRows is the verb that answers dedupe -csv.
var dedupeRows = &engine.Verb{
	Name:     "dedupe",
	Dialects: dialect.All,
	Formats:  engine.OutputFormats,
	First:    true,
	Flags: func(fs *flag.FlagSet) engine.Prepare {
		k := new(*key)
		keyFlag(fs, k)
		return formFlags(fs, k)
	},
}

// A deduper is one run of dedupe.
type deduper struct {
	dedupe.URIs
	input                engine.InputFlags
	out, counts, invalid string // names of files, or ""
	against              string // the name of a file, or ""
	counted              bool   // -c
	repeated, unique     bool
	top                  bool
	names                []string
	notes, old           *engine.Notes  // about the lines of the files, and of that of -against
	oldLines             *engine.Joined // of -against
	rec                  engine.Record  // of an invalid line
	key                  *key
	by                   address.Field
	rules                uri.QueryRules
}

// defineDedupe defines the flags of dedupe, which set d, and returns its action.
func defineDedupe(fs *flag.FlagSet, d *deduper) action {
	d.input.Define(fs, 1<<30, dialect.All)
	d.input.DefineNoScheme(fs)
	engine.FileVar(fs, &d.out, "o", "a file")
	engine.FileVar(fs, &d.counts, "count", "a file")
	engine.FileVar(fs, &d.invalid, "invalid", "a file, or keep")
	engine.FileVar(fs, &d.against, "against", "a file")
	engine.FileVar(fs, &d.Dir, "tmp", "a folder")
	fs.BoolVar(&d.WriteNormal, "normal", false, engine.NoValue)
	fs.BoolVar(&d.counted, "c", false, engine.NoValue)
	fs.BoolVar(&d.repeated, "repeated", false, engine.NoValue)
	fs.BoolVar(&d.unique, "unique", false, engine.NoValue)
	fs.BoolVar(&d.top, "top", false, engine.NoValue)
	countWords.Var(fs, &d.CountLines, "of")
	fs.Func("memory", "a size such as 64M, at least 64K", func(text string) (err error) {
		d.Memory, err = parseSize(text)
		return err
	})
	d.defineKey(fs)
	ruleFlags(fs, &d.rules)
	column := fs.String("csv", "", "the name or the number of a column")
	return func(names []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
		d.input.Again = againOf("dedupe", fs.Args())
		if *column == "" {
			return d.removeDuplicates(names, stdin, stdout, stderr)
		}
		if d.keepsLine() {
			return engine.Trouble(stderr, fmt.Errorf("dedupe: %w", errKeptLine)), nil
		}
		do, failed := prepareVerb(dedupeRows, fs.Args())
		if err = cmp.Or(checkRows(fs), failed); err != nil {
			return 0, err
		}
		return do(nil, stdin, stdout, stderr)
	}
}

// checkRows returns an error if flags of dedupe work without -csv alone.
func checkRows(fs *flag.FlagSet) (err error) {
	rows := dedupeRows.FlagSet()
	fs.Visit(func(f *flag.Flag) {
		if rows.Lookup(f.Name) == nil {
			err = fmt.Errorf("-csv excludes -%s", f.Name)
		}
	})
	return err
}

// removeDuplicates removes duplicates from the lines of files.
func (d *deduper) removeDuplicates(names []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	if slices.Contains(engine.InvalidWords.Names(), d.invalid) {
		return 0, fmt.Errorf("-invalid: dedupe omits invalid lines; a file of that name is ./%s", d.invalid)
	}
	if err := d.check(names); err != nil {
		return 0, err
	}
	// Most of the memory is tables without pointers, so frequent collections cost little.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	err := d.run(ctx, stdin, stdout, stderr)
	if errors.Is(err, engine.ErrNoNumber) {
		return 0, err
	}
	if err == nil || err == errAgainst {
		d.summarize(stderr)
	}
	if err != nil {
		return engine.Trouble(stderr, fmt.Errorf("dedupe: %w", err)), nil
	}
	if d.notes.Invalid > 0 {
		return engine.ExitInvalid, nil
	}
	return engine.ExitValid, nil
}

// noteInvalid counts a line that is left out, and writes it to w or, if that is nil or the line is of the file of -against,
// describes the first ones on standard error. It only counts lines that a filter leaves out, and lines without an input.
func (d *deduper) noteInvalid(w *bufio.Writer, line dedupe.Invalid) error {
	notes := d.notes
	if line.Against {
		notes, w = d.old, nil
	}
	switch {
	case line.Err == engine.ErrNoInput:
		notes.Blank++
	case d.isLeftOut(line):
		notes.Left++
	default:
		return notes.Note(line.Number, d.refused(line), w)
	}
	return nil
}

// refused returns the record of an invalid line.
func (d *deduper) refused(line dedupe.Invalid) *engine.Record {
	rec := &d.rec
	*rec.Record = fsm.Record{Bytes: line.Text, Cut: errors.Is(line.Err, dedupe.ErrTooLong)}
	if rec.Cut {
		rec.Refuse(len(line.Text), "", fmt.Sprintf("longer than %d bytes", d.MaxLine))
	} else {
		rec.Bytes, _ = d.input.WithScheme(line.Text)
		rec.RefuseFor(line.Err, 0)
	}
	return rec
}

// isLeftOut reports whether a filter leaves an invalid line out.
func (d *deduper) isLeftOut(line dedupe.Invalid) bool {
	address, _ := d.input.WithScheme(line.Text)
	return errors.Is(line.Err, errLeftOut) || d.leavesOut(address)
}

// leavesOut reports whether -where or another filter of the flags leaves a line out.
func (d *deduper) leavesOut(line []byte) bool {
	return d.input.Filter.IsOn() && !d.input.Filter.Takes(line, d.input.Dialect == dialect.Web)
}

// errAgainst is the error for a file of -against that is no list.
var errAgainst = errors.New("-against: all lines are invalid")

// checkAgainst returns an error if all lines of -against are invalid. Otherwise all lines of the input would be printed, as if
// they were new.
func (d *deduper) checkAgainst() error {
	if old := d.old; old.Invalid > 0 && int64(old.Invalid+old.Blank+old.Left) >= d.oldLines.Lines {
		return errAgainst
	}
	return nil
}

// againOld returns the line in which the shell makes a list of the file of -against, or one with a flag that reads its lines:
// see engine.InputFlags.
func (d *deduper) againOld(reads string, more ...string) string {
	switch {
	case strings.HasPrefix(reads, "-csv"):
	case strings.HasPrefix(reads, "-"):
		return d.input.Again(reads, more...)
	case strings.HasPrefix(reads, "uri resolve"): // no address is in the file
		return ""
	}
	list := strings.Replace(cmp.Or(sourceOf(d.against), "uri find FILE"), "FILE", "OLD", 1)
	return strings.Replace(d.input.Again("-against", more...), "OLD", "<("+list+")", 1)
}

// summarize writes what standard error has after the work.
func (d *deduper) summarize(stderr io.Writer) {
	if d.input.Quiet {
		return
	}
	d.old.Stderr = stderr
	if d.oldLines != nil {
		d.old.InText = sourceOf(d.against) != ""
		d.old.End(int(d.oldLines.Lines))
	}
	d.notes.Hints = d.old.Hints
	d.notes.About = ""
	if (d.rules.Tracking || len(d.rules.Drop)+len(d.rules.Keep) > 0) && d.key == nil && d.counts == "" && !d.WriteNormal {
		d.notes.Try("dedupe: -drop and -keep change what is compared, and with -normal also what is printed",
			d.input.Again("-normal"))
	}
	d.notes.InText = slices.ContainsFunc(d.names, func(name string) bool { return sourceOf(name) != "" })
	d.notes.End(int(d.Stats().Lines))
}
