package main

import (
	"fmt"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
)

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
