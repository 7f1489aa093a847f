package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/fsm"
)

// noteInvalid counts a line that is left out, and writes it to w or, if that is nil or the line is of the file of -against,
// describes the first ones on standard error. It only counts lines that a filter leaves out. It does not count lines
// without an input.
func (d *deduper) noteInvalid(w *bufio.Writer, line dedupe.Invalid) error {
	isLeftOut, isBlank := d.isLeftOut(line), line.Err == engine.ErrNoInput
	switch {
	case line.Against && (isLeftOut || isBlank):
	case line.Against:
		return d.old.Note(line.Number, d.refused(line), nil)
	case isBlank:
		d.blank++
	case isLeftOut:
		d.notes.Leave(line.Text)
	default:
		return d.notes.Note(line.Number, d.refused(line), w)
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
		rec.RefuseFor(line.Err, 0)
	}
	return rec
}

// isLeftOut reports whether a filter leaves an invalid line out.
func (d *deduper) isLeftOut(line dedupe.Invalid) bool {
	return errors.Is(line.Err, errLeftOut) || d.input.Filter.IsOn() && !d.input.Filter.Takes(line.Text, d.input.Dialect == dialect.Web)
}

// summarize writes what standard error has after the work.
func (d *deduper) summarize(stderr io.Writer) {
	if d.input.Quiet {
		return
	}
	if slices.Contains(d.rules.Drop, "fragment") {
		engine.Try(stderr, "dedupe: -drop fragment drops a parameter, and -key page compares pages without fragments",
			"uri set -unset fragment -keep-rest < FILE | uri dedupe")
	}
	d.notes.Stderr, d.old.Stderr = stderr, stderr
	d.notes.InText = slices.ContainsFunc(d.names, func(name string) bool { return sourceOf(name) != "" })
	if d.old.Invalid() > 0 {
		d.summarizeOld(stderr)
	}
	d.notes.End(int(d.Stats().Lines - d.blank))
}

// summarizeOld writes the number of invalid lines in the file of -against and the line that reads them. It is
// one line if the other invalid lines need the same flags.
func (d *deduper) summarizeOld(stderr io.Writer) {
	message, line := "invalid lines in the file of -against: "+engine.Grouped(int64(d.old.Invalid())), ""
	switch source := sourceOf(d.against); {
	case source != "":
		line = strings.Replace(d.input.Again("-against"), "-against OLD", "-against <("+strings.Replace(source, "FILE", "OLD", 1)+")", 1)
	case d.notes.Invalid() == 0:
		line, _ = d.old.LineAgain()
	default:
		d.notes.AddReads(d.old)
	}
	if line == "" {
		engine.Warn(stderr, "dedupe", message)
		return
	}
	engine.Try(stderr, "dedupe: "+message, line)
}
