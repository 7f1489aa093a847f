package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"runtime/debug"
	"sync/atomic"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
)

const dedupeUsage = `usage: uri dedupe [flags] [FILE ...]

Dedupe prints the first of all lines that have the same normal form, in the
order of the input, and leaves out invalid lines. It reads the files, or
standard input without files or for -. Flags:

  -o FILE        write FILE, which appears whole or not at all
  -normal        print normal forms instead of the first spellings
  -c             print the number of input lines before each, as in uniq
  -repeated      print only lines that stand for several input lines
  -unique        print only lines that stand for one input line
  -against FILE  leave out the lines of FILE and their duplicates
  -memory SIZE   memory to use, such as 64M or 2G (default 256M)
  -iri, -web     lines are IRI references, or URLs as browsers read them

Also: -0 -crlf -j -max-line -only -plain -quiet -scheme -where (as in "uri help
flags"), -drop -drop-empty -keep -key -sort-query ("uri help normalize"), and
-by -count -invalid -of -tmp -top ("uri help dedupe formats").

Examples:
  $ printf 'HTTP://h\nhttp://h/a\nhttp://H/\n' | uri dedupe -c
        2 HTTP://h
        1 http://h/a
`

const dedupeFormats = `Dedupe compares texts. More lines need no more memory, but a temporary file.
A line is printed at once if no input is waiting and the memory is not full;
with -c, -repeated or -unique, no line before the end of the input.
Files may be compressed by gzip. Further flags:

  -count FILE    write lines with the number of results for each host
  -by FIELD      with -count: by host (default), domain or a field as for -key
  -of WORD       with -count: the number of results (default) or lines
  -top           with -count: the largest numbers first, and not by name
  -invalid FILE  write the number, offset, component and reason of each
                 invalid line, and the line; -web has code and offset
  -invalid keep  print each invalid line unchanged, in its place, unless it is
                 too long; a file of that name is ./keep
  -tmp DIR       put the temporary file there (default $TMPDIR or /tmp)

With -o, -count and -invalid take - for standard output. Devices, pipes and
what the shell has opened, such as /dev/stderr, are written as they are.

Without -memory, it is at most half of the limit of the process's cgroup.
The process has up to 16M more memory than -memory says, or 32M if that is
less than 16M. -key compares by a key of "uri help normalize", such as surt-ia,
and not by text, the default, or by a field of the normal form: a component,
domain (or the host, if that has none), suffix, subdomain, origin, ext,
param[NAME], segment[N] or label[N]. Lines without the field are duplicates.

The exit status is 0 if all lines are valid, 1 if some are not, and 2 if the
result is not complete. If a program reads -count or -invalid and ends first,
as head does, the result is complete. No signal leaves half a FILE. After kill
-9, the next run for FILE removes what was left beside it.

With -against, FILE is read first, whole, so the result may be appended to it,
as in "uri dedupe -against seen.txt new.txt >> seen.txt". Its invalid lines
do not change the exit status, and -invalid does not have them. It may be
compressed, or - for standard input.

More examples:
  $ printf 'http://h/a\nhttp://h/b\n' | uri dedupe -o /dev/null -count -
  2	h
`

// A deduper is one run of dedupe.
type deduper struct {
	dedupe.URIs
	input                engine.InputFlags
	out, counts, invalid string // names of files, or ""
	against              string // the name of a file, or ""
	keep                 bool   // -invalid keep
	iri, web             bool
	counted              bool // -c
	repeated, unique     bool
	top                  bool
	names                []string
	dialect              *dialect.Dialect
	badAgainst           int64 // invalid lines of the file of -against
	asIRI, asWeb         int64 // invalid lines that -iri and -web would read
	asText               int64 // invalid lines with text before an address
	kept                 int64 // invalid lines that -invalid keep prints
	left, refused, cr    int64 // lines that a filter left out, that the key refuses, and that end with a carriage return
	hadMark, hadGzip     atomic.Bool
	key                  *key
	by                   *group
	rules                uri.QueryRules
	bad                  []byte
	progress             phaseLine
}

// defineDedupe defines the flags of dedupe, which set d, and returns its action.
func defineDedupe(fs *flag.FlagSet, d *deduper) action {
	d.input.Define(fs, 1<<30)
	engine.FileVar(fs, &d.out, "o", "a file")
	engine.FileVar(fs, &d.counts, "count", "a file")
	engine.FileVar(fs, &d.invalid, "invalid", "a file, or keep")
	engine.FileVar(fs, &d.against, "against", "a file")
	engine.FileVar(fs, &d.Dir, "tmp", "a folder")
	fs.BoolVar(&d.WriteNormal, "normal", false, engine.NoValue)
	fs.BoolVar(&d.iri, "iri", false, engine.NoValue)
	fs.BoolVar(&d.web, "web", false, engine.NoValue)
	fs.BoolVar(&d.counted, "c", false, engine.NoValue)
	fs.BoolVar(&d.repeated, "repeated", false, engine.NoValue)
	fs.BoolVar(&d.unique, "unique", false, engine.NoValue)
	fs.BoolVar(&d.top, "top", false, engine.NoValue)
	fs.Var(&engine.Choice{Words: groupWords.Names(), SetText: d.setGroup}, "by",
		engine.Listed(groupWords.Names(), "or")+", or another field such as scheme")
	countWords.Var(fs, &d.CountLines, "of")
	fs.Func("memory", "a size such as 64M, at least 64K", func(text string) (err error) {
		d.Memory, err = parseSize(text)
		return err
	})
	fs.Var(&engine.Choice{Words: keyWords.Names(), SetText: d.setKey}, "key",
		engine.Listed(keyWords.Names(), "or")+", or a field such as domain")
	ruleFlags(fs, &d.rules)
	return d.removeDuplicates
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
	if err := d.run(ctx, stdin, stdout, stderr); err != nil {
		return engine.Trouble(stderr, fmt.Errorf("dedupe: %w", err)), nil
	}
	invalid := d.Stats().Invalid - d.left
	if !d.input.Quiet {
		d.summarize(stderr, invalid)
	}
	if invalid > 0 {
		return engine.ExitInvalid, nil
	}
	return engine.ExitValid, nil
}
