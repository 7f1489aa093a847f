package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A progress is the line on a terminal that tells how far the work is. It is drawn in place, and erased before anything
// else is written through it. Methods may be called by several goroutines.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // which the carriage returns of the line go to, so not of type *terminal
	width int       // of the terminal, in columns
	start time.Time // of the work
	shown int       // the length of the line that stands there
}

// The times of the progress line. Work that is done soon needs none.
const (
	progressDelay = time.Second
	progressEvery = 200 * time.Millisecond
)

// newProgress returns the progress for an input on stdin, or nil if it would be seen by nobody or stand in the way: the
// terminal is to show neither results nor what is being typed.
func newProgress(stdin io.Reader, stdout, stderr io.Writer) *progress {
	t, ok := forTerminal(stderr).(*terminal)
	if _, shows := screenOf(stdout); !ok || shows || os.Getenv("TERM") == "dumb" {
		return nil
	}
	if f, ok := stdin.(*os.File); ok {
		if _, typed := terminalWidth(f); typed {
			return nil
		}
	}
	return &progress{w: t.w, width: t.screen.width, start: time.Now()}
}

// Write writes a message in place of the line, and escapes nothing in it.
func (p *progress) Write(message []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.put("")
	return p.w.Write(message)
}

// draw draws the line, unless it is too early for one.
func (p *progress) draw(now time.Time, t tally) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if elapsed := now.Sub(p.start); elapsed >= progressDelay {
		p.put(t.line(elapsed))
	}
}

// put replaces the line. Spaces erase what is left of a longer one: that needs no escape sequences. The last column is
// left free, since a line that reaches it may be continued on the next.
func (p *progress) put(line string) {
	line = line[:min(len(line), max(p.width-1, 0))]
	if p.shown == 0 && line == "" {
		return
	}
	text := "\r" + line + strings.Repeat(" ", max(p.shown-len(line), 0))
	if line == "" {
		text += "\r"
	}
	io.WriteString(p.w, text)
	p.shown = len(line)
}

// line returns the line for what was done in the given time.
func (t tally) line(elapsed time.Duration) string {
	rate := float64(t.bytes) / elapsed.Seconds()
	return fmt.Sprintf("uri: %s, %s/s, %s valid, %s invalid",
		inBytes(float64(t.bytes)), inBytes(rate), grouped(t.total-t.invalid), grouped(t.invalid))
}

// inBytes returns n with three digits and a decimal unit.
func inBytes(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for n >= 999.5 && i < len(units)-1 {
		n /= 1000
		i++
	}
	decimals := 0
	for limit := 99.95; i > 0 && n < limit && decimals < 2; limit = 9.995 {
		decimals++
	}
	return strconv.FormatFloat(n, 'f', decimals, 64) + " " + units[i]
}

// grouped returns n with a comma before every three digits.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
