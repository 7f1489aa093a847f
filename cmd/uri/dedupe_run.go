package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/wholefile"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/fsm"
)

// run writes all results. It returns early if ctx is done. It discards incomplete files.
func (d *deduper) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
	files := wholefile.Files{Stdout: stdout, HasAddresses: d.CountLines}
	defer files.Discard()
	// The main result is committed last, so that the others exist when it appears.
	invalid := files.Create(ctx, "invalid", d.invalid, false)
	counts := files.Create(ctx, "count", d.counts, false)
	out := files.Create(ctx, "o", d.out, true)
	if files.Err != nil {
		return files.Err
	}
	if files.HasTemporary() {
		defer surviveClosedPipe()() // to remove the temporary files
	}
	d.startNotes(stderr)
	d.Invalid = func(line dedupe.Invalid) error { return d.noteInvalid(invalid, line) }
	writeCount := func(name []byte, count int64) error {
		_, err := fmt.Fprintf(counts, "%d\t%s\n", count, name)
		return err
	}
	if counts != nil {
		d.OnGroup = writeCount
	}
	var byCount *topCounter
	if d.top {
		byCount = newTopCounter(&d.Limits)
		defer byCount.Close()
		d.OnGroup = byCount.add
	}
	in, err := d.joinInputs(stdin, stdout)
	if err != nil {
		return err
	}
	shown := stdout
	if d.out != "-" && d.counts != "-" && d.invalid != "-" {
		shown = io.Discard
	}
	work := func(messages io.Writer) error {
		d.notes.Stderr, d.old.Stderr = messages, messages
		err := d.Run(out, in)
		if err == nil && byCount != nil {
			err = byCount.finish(writeCount)
		}
		return engine.Nameless(cmp.Or(err, flush(invalid, counts, out)))
	}
	err = engine.Watch(ctx, d.input.Quiet, d.names, stdin, shown, stderr, d.describeProgress, work)
	if err != nil {
		return err
	}
	return files.Commit()
}

// flush writes what results hold, and returns the first error. After an error of the input, files do not appear, but
// standard output has the lines before it. Results that are nil hold nothing.
func flush(results ...*bufio.Writer) (err error) {
	for _, w := range results {
		if w != nil {
			err = cmp.Or(err, w.Flush())
		}
	}
	return err
}

// startNotes makes the notes about the lines of the input and of -against, and the record of a line.
func (d *deduper) startNotes(stderr io.Writer) {
	d.notes = engine.NewNotes(dedupeRows, &d.input, stderr)
	d.old = engine.NewNotes(dedupeRows, &d.input, stderr)
	d.old.About, d.old.Again = "-against: ", d.againOld
	d.rec = engine.Record{Record: new(fsm.Record), Dialect: d.input.Dialect}
}

// joinInputs returns the input of all files, and sets d.Against to the file of -against. It returns an error if one of
// them is missing, a folder or the output.
func (d *deduper) joinInputs(stdin io.Reader, stdout io.Writer) (*engine.Joined, error) {
	in := &engine.Joined{Opening: d.notes.Opening(), Names: d.names, Stdin: stdin}
	d.notes.Place = in.Place
	if err := in.Check(stdout); err != nil || d.against == "" {
		return in, err
	}
	against := &engine.Joined{Opening: d.notes.Opening(), Names: []string{d.against}, Flag: "against", Stdin: stdin}
	against.Count, against.OnMark = nil, nil
	d.Against, d.oldLines, in.First = against, against, d.checkAgainst
	return in, against.Check(nil)
}

// A topCounter sorts names by their counts, in a dedupe.Counter that sorts strings of a count and a name.
type topCounter struct {
	*dedupe.Counter
	text []byte
}

// newTopCounter returns a topCounter with an eighth of the memory in limits, which it takes from these.
func newTopCounter(limits *dedupe.Limits) *topCounter {
	memory := limits.Memory
	limits.Memory -= memory / 8
	return &topCounter{Counter: dedupe.NewCounter(dedupe.Limits{Memory: memory / 8, Dir: limits.Dir})}
}

// add adds a name with its count.
func (c *topCounter) add(name []byte, count int64) error {
	c.text = binary.BigEndian.AppendUint64(c.text[:0], ^uint64(count)) // the largest count is the least text
	c.text = append(c.text, name...)
	return c.Add(c.text)
}

// finish calls put with each name and its count, the largest first.
func (c *topCounter) finish(put func(name []byte, count int64) error) error {
	return c.Finish(func(text []byte, _ int64) error { return put(text[8:], int64(^binary.BigEndian.Uint64(text))) })
}

// describeProgress returns the progress line for the time since the start and the size of the input in bytes.
func (d *deduper) describeProgress(elapsed time.Duration, size int64) string {
	s := d.Stats()
	s.Bytes = d.notes.Read.Load()
	return progressLine(s, elapsed, size)
}

// progressLine returns the progress line for the statistics, which count the bytes that were read.
func progressLine(s dedupe.Stats, elapsed time.Duration, size int64) string {
	text := engine.BytesLine(s.Bytes, elapsed, size)
	switch {
	case s.Filtered == 0:
	case s.Filtered < s.Spilled: // the input was read to its end
		text = fmt.Sprintf("uri: filtering %d%%", 100*s.Filtered/s.Spilled)
	default:
		text = fmt.Sprintf("uri: writing %d%%", 100*s.Written/max(s.Distinct, 1))
	}
	return fmt.Sprintf("%s, %s distinct, %s invalid", text, engine.Grouped(s.Distinct), engine.Grouped(s.Invalid))
}
