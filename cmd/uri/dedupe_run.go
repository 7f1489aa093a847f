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
	"github.com/urispan/uri/cmd/uri/internal/results"
	"github.com/urispan/uri/dedupe"
)

// run writes all results. It returns early if ctx is done. It discards incomplete files.
func (d *deduper) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
	files := results.Files{Stdout: stdout}
	defer files.Discard()
	// The main result is committed last, so that the others exist when it appears.
	invalid := files.Create(ctx, "invalid", d.invalid, false, nil)
	counts := files.Create(ctx, "count", d.counts, false, checkCounts)
	out := files.Create(ctx, "o", cmp.Or(d.out, "-"), true, nil)
	if files.Err != nil {
		return files.Err
	}
	if files.HasTemporary() {
		defer surviveClosedPipe()() // to remove the temporary files
	}
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
	opening := engine.Opening{Command: "dedupe", NUL: d.NUL, AsIs: d.input.AsIs}
	against := &engine.Joined{Opening: opening, Names: []string{d.against}, Flag: "against", Stdin: stdin}
	opening.OnMark, opening.Count = func() { d.hadMark.Store(true) }, &d.read
	in := &engine.Joined{Opening: opening, Names: d.names, Stdin: stdin, Output: stdout}
	if err := in.Check(); err != nil {
		return err
	}
	if d.against != "" {
		if err := against.Check(); err != nil {
			return err
		}
		d.Against = against
	}
	shown := stdout
	if d.out != "" && d.counts != "-" && d.invalid != "-" {
		shown = io.Discard
	}
	if d.input.Quiet {
		stderr = io.Discard
	}
	err := engine.Watch(ctx, d.names, stdin, shown, stderr, d.line, func() error {
		err := d.Run(out, in)
		if err == nil && byCount != nil {
			err = byCount.finish(writeCount)
		}
		for _, w := range []*bufio.Writer{invalid, counts, out} {
			if w != nil {
				err = cmp.Or(err, w.Flush()) // after an error, files do not appear, but standard output has the lines before it
			}
		}
		return engine.Nameless(err)
	})
	if err != nil {
		return err
	}
	return files.Commit()
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

// line returns the progress line.
func (d *deduper) line(elapsed time.Duration, size int64) string {
	s := d.Stats()
	s.Bytes = d.read.Load()
	return d.progress.text(s, elapsed, size)
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
	more := ""
	if s.Filtered < s.Spilled {
		more = "+" // the lines in the temporary file are not compared yet
	}
	text += fmt.Sprintf(", %s lines", engine.Grouped(s.Lines))
	for _, count := range []string{engine.Grouped(s.Distinct) + more + " distinct", engine.Grouped(s.Invalid) + " invalid"} {
		if len(text)+len(", ")+len(count) >= 80 {
			break // because a part of a number would be a wrong number
		}
		text += ", " + count
	}
	return text
}
