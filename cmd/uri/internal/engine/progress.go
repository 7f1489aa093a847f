package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// A progress is a line on a terminal that shows how much work is done. It is drawn in place, and erased before a
// message. Its methods are safe for concurrent use.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // not a *paint.Terminal, which would escape the carriage returns
	width int       // of the terminal, in columns
	start time.Time // of the work
	size  int64     // of the input in bytes, or 0 if it is unknown
	shown int       // the length of the line on the terminal
	ticks <-chan time.Time
}

// A progress line appears after progressDelay, so that short work does not show one.
const (
	progressDelay = time.Second
	progressEvery = 200 * time.Millisecond
)

// newProgress returns a progress for reading files. The name "-" is standard input. It returns nil if stderr is not a
// terminal, or if the line would disturb results or typing there.
func newProgress(names []string, stdin io.Reader, stdout, stderr io.Writer) *progress {
	t, ok := paint.ForTerminal(stderr).(*paint.Terminal)
	if _, shows := paint.ScreenOf(stdout); !ok || shows || os.Getenv("TERM") == "dumb" {
		return nil
	}
	if f, ok := stdin.(*os.File); ok && slices.Contains(names, "-") {
		if _, types := paint.ScreenOf(f); types {
			return nil
		}
	}
	return &progress{w: t.Raw(), width: t.Screen.Width, start: time.Now(), size: sizeOf(names, stdin), ticks: time.Tick(progressEvery)}
}

// messages returns a writer for messages between the lines. If p is nil, that is stderr.
func (p *progress) messages(stderr io.Writer) io.Writer {
	if p == nil {
		return stderr
	}
	return paint.NewTerminal(p, paint.Screen{Width: p.width})
}

// sizeOf returns the number of bytes that are still to be read from files, or a number that is not positive if it is
// unknown.
func sizeOf(names []string, stdin io.Reader) (size int64) {
	for _, name := range names {
		info, _ := os.Stat(name)
		if name == "-" {
			info = infoOf(stdin)
			if f, ok := stdin.(*os.File); ok {
				at, _ := f.Seek(0, io.SeekCurrent) // 0 for a pipe
				size -= at
			}
		}
		if info == nil || !info.Mode().IsRegular() {
			return 0
		}
		size += info.Size()
	}
	return size
}

// Write erases the line and writes a message, without escaping it.
func (p *progress) Write(message []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.put("")
	return p.w.Write(message)
}

// watch draws the line at each tick until work is done, and then erases it. It returns what the work sends or, if ctx ends
// first, ErrInterrupted. The function line returns the line for the time since the start and the size of the input. If p is
// nil, watch only waits.
func (p *progress) watch(ctx context.Context, done <-chan error, line func(elapsed time.Duration, size int64) string) error {
	var ticks <-chan time.Time
	if p != nil {
		ticks = p.ticks
		defer p.Write(nil)
	}
	for {
		select {
		case now := <-ticks:
			p.show(now, line)
		case err := <-done:
			return err
		case <-ctx.Done():
			return ErrInterrupted
		}
	}
}

// show draws a line if progressDelay has passed.
func (p *progress) show(now time.Time, line func(elapsed time.Duration, size int64) string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if elapsed := now.Sub(p.start); elapsed >= progressDelay {
		p.put(line(elapsed, p.size))
	}
}

// put replaces the line. Spaces erase the rest of a longer line, so no escape sequence is needed. The last column stays
// free, since some terminals wrap a line that reaches it.
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

// line returns the progress line for t after a number of bytes and a time.
func (t tally) line(bytes int64, elapsed time.Duration, size int64) string {
	return fmt.Sprintf("%s, %s valid, %s invalid",
		BytesLine(bytes, elapsed, size), Grouped(int64(t.total-t.Invalid-t.Left)), Grouped(int64(t.Invalid)))
}

// BytesLine returns the start of a progress line, after a number of bytes and a time. If the size of the input is known,
// it begins with a percentage, which stays at 100 if the input has grown.
func BytesLine(bytes int64, elapsed time.Duration, size int64) string {
	percentage := ""
	if size > 0 {
		percentage = fmt.Sprintf("%d%%, ", int(min(100*float64(bytes)/float64(size), 100)))
	}
	rate := float64(bytes) / elapsed.Seconds()
	return fmt.Sprintf("uri: %s%s, %s/s", percentage, InBytes(float64(bytes)), InBytes(rate))
}

// InBytes returns n with three digits and a decimal unit.
func InBytes(n float64) string {
	if n < 999.5 {
		return fmt.Sprintf("%.0f B", n)
	}
	unit := ""
	for _, unit = range []string{"kB", "MB", "GB", "TB", "PB", "EB", "ZB"} {
		if n /= 1000; n < 999.5 {
			break
		}
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.3g", n), ".") + " " + unit
}

// Grouped returns n with a comma before every three digits.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// ErrInterrupted reports work that a signal has ended.
var ErrInterrupted = errors.New("interrupted")

// Watch runs work, which reads the named files and writes messages, and shows its progress on stderr. The name "-" is
// standard input. The function line returns the progress line for the time since the start and the size of the input in
// bytes, which is 0 if it is unknown. With quiet, no progress is shown. If ctx ends first, Watch returns ErrInterrupted
// without waiting for work.
func Watch(ctx context.Context, quiet bool, names []string, stdin io.Reader, stdout, stderr io.Writer,
	line func(elapsed time.Duration, size int64) string, work func(messages io.Writer) error,
) error {
	var progress *progress
	if !quiet {
		progress = newProgress(names, stdin, stdout, stderr)
	}
	done := make(chan error, 1)
	go func() { done <- work(progress.messages(stderr)) }()
	return progress.watch(ctx, done, line)
}
