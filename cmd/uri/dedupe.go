package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"runtime/debug"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
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
	blank                int64         // lines without an input
	notes, old           *engine.Notes // about the lines of the files, and of that of -against
	rec                  engine.Record // of an invalid line
	key                  *key
	by                   address.Field
	rules                uri.QueryRules
}

// defineDedupe defines the flags of dedupe, which set d, and returns its action.
func defineDedupe(fs *flag.FlagSet, d *deduper) action {
	d.input.Define(fs, 1<<30, dialect.All)
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
	d.input.Again = func(reads string) string { return lineAgain("dedupe", reads, fs.Args()) }
	column := fs.String("csv", "", "the name or the number of a column")
	return func(names []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
		if *column == "" {
			return d.removeDuplicates(names, stdin, stdout, stderr)
		}
		rows := dedupeRows.FlagSet()
		fs.Visit(func(f *flag.Flag) {
			if rows.Lookup(f.Name) == nil {
				err = fmt.Errorf("-csv excludes -%s", f.Name)
			}
		})
		if d.keepsLine() {
			return engine.Trouble(stderr, fmt.Errorf("dedupe: %w", errKeptLine)), nil
		}
		do, failed := prepareVerb(dedupeRows, fs.Args())
		if err = cmp.Or(err, failed); err != nil {
			return 0, err
		}
		return do(nil, stdin, stdout, stderr)
	}
}

// removeDuplicates removes duplicates from the lines of files.
func (d *deduper) removeDuplicates(names []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	if err := d.check(names); err != nil {
		return 0, err
	}
	// Most of the memory is tables without pointers, so frequent collections cost little.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	if err := d.run(ctx, stdin, stdout, stderr); errors.Is(err, engine.ErrNoNumber) {
		return 0, err
	} else if err != nil {
		return engine.Trouble(stderr, fmt.Errorf("dedupe: %w", err)), nil
	}
	d.summarize(stderr)
	if d.notes.Invalid() > 0 {
		return engine.ExitInvalid, nil
	}
	return engine.ExitValid, nil
}
