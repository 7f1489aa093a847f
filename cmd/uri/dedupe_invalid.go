package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/fsm"
)

// noteInvalid counts a line that is left out, and writes it to w or, if that is nil, describes the first ones on standard
// error. It only counts lines of the file of -against, and lines that a filter leaves out. It does not count lines without
// an input.
func (d *deduper) noteInvalid(w *bufio.Writer, line dedupe.Invalid) error {
	isLeftOut := d.isLeftOut(line)
	switch {
	case line.Err == engine.ErrNoInput:
		if !line.Against {
			d.blank++
		}
		return nil
	case line.Against && !isLeftOut:
		d.badAgainst++
		return nil
	case line.Against:
		return nil
	case isLeftOut:
		d.notes.Leave()
		return nil
	}
	rec := &d.rec
	*rec.Record = fsm.Record{Bytes: line.Text, Cut: errors.Is(line.Err, dedupe.ErrTooLong)}
	if rec.Cut {
		rec.Refuse(len(line.Text), "", fmt.Sprintf("longer than %d bytes", d.MaxLine))
	} else {
		rec.RefuseFor(line.Err, 0)
	}
	var report io.Writer
	if w != nil {
		report = w
	}
	return d.notes.Note(line.Number, rec, report)
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
	d.notes.Stderr = stderr
	d.notes.End(int(d.Stats().Lines - d.blank))
	if d.badAgainst > 0 {
		engine.Warn(stderr, "dedupe", "invalid lines in the file of -against: "+engine.Grouped(d.badAgainst))
	}
}
