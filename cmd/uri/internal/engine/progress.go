package engine

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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

// newProgress returns a progress for the input on stdin. It returns nil if stderr is not a terminal, or if the line
// would disturb results or typing there.
func newProgress(stdin io.Reader, stdout, stderr io.Writer) *progress {
	t, ok := paint.ForTerminal(stderr).(*paint.Terminal)
	if _, shows := paint.ScreenOf(stdout); !ok || shows || os.Getenv("TERM") == "dumb" {
		return nil
	}
	f, ok := stdin.(*os.File)
	if ok && paint.IsTerminal(f) {
		return nil
	}
	return &progress{w: t.Raw(), width: t.Screen.Width, start: time.Now(), size: sizeOf(f), ticks: time.Tick(progressEvery)}
}

// sizeOf returns the number of bytes in f after its current offset, or 0 if it is unknown.
func sizeOf(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return max(info.Size()-at, 0)
}

// Write erases the line and writes a message, without escaping it.
func (p *progress) Write(message []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.put("")
	return p.w.Write(message)
}

// watch draws the line at each tick until done is closed, and then erases it. The function line returns the line for the
// time since the start and the size of the input. If p is nil, watch only waits.
func (p *progress) watch(done <-chan struct{}, line func(elapsed time.Duration, size int64) string) {
	if p == nil {
		<-done
		return
	}
	for {
		select {
		case now := <-p.ticks:
			p.show(now, line)
		case <-done:
			p.Write(nil)
			return
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

// forgetSize makes the size of the input unknown. The progress p may be nil.
func (p *progress) forgetSize() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.size = 0
	}
}

// line returns the progress line for t after the given time.
func (t tally) line(elapsed time.Duration, size int64) string {
	return fmt.Sprintf("%s, %s valid, %s invalid",
		t.bytesLine(elapsed, size), Grouped(int64(t.total-t.invalid-t.left)), Grouped(int64(t.invalid)))
}

// searchLine returns the progress line of a search.
func (t tally) searchLine(elapsed time.Duration, size int64) string {
	return fmt.Sprintf("%s, %s found", t.bytesLine(elapsed, size), Grouped(int64(t.total)))
}

// bytesLine returns the start of a progress line. If the size of the input is known, it begins with a percentage, which
// stays at 100 if the input has grown.
func (t tally) bytesLine(elapsed time.Duration, size int64) string {
	percentage := ""
	if size > 0 {
		percentage = fmt.Sprintf("%d%%, ", int(min(100*float64(t.bytes)/float64(size), 100)))
	}
	rate := float64(t.bytes) / elapsed.Seconds()
	return fmt.Sprintf("uri: %s%s, %s/s", percentage, InBytes(float64(t.bytes)), InBytes(rate))
}

// InBytes returns n with three digits and a decimal unit.
func InBytes(n float64) string {
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

// Grouped returns n with a comma before every three digits.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// A CopyProgress is the progress line of a copy. All methods may be called for nil.
type CopyProgress struct {
	bytes atomic.Int64
	done  chan struct{}
	ended sync.WaitGroup
}

// NewCopyProgress shows the progress of copying files until End is called. The name "-" is standard input. It returns
// nil if a line would disturb, as for other commands.
func NewCopyProgress(names []string, stdin io.Reader, stdout, stderr io.Writer) *CopyProgress {
	p := newFilesProgress(names, stdin, stdout, stderr)
	if p == nil {
		return nil
	}
	c := &CopyProgress{done: make(chan struct{})}
	c.ended.Go(func() {
		p.watch(c.done, func(elapsed time.Duration, size int64) string {
			return tally{bytes: c.bytes.Load()}.bytesLine(elapsed, size)
		})
	})
	return c
}

// Count returns a reader of r that counts its bytes for the progress.
func (c *CopyProgress) Count(r io.Reader) io.Reader {
	if c == nil {
		return r
	}
	return io.TeeReader(r, c)
}

// Write counts bytes. It implements io.Writer.
func (c *CopyProgress) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	return len(p), nil
}

// End erases the line.
func (c *CopyProgress) End() {
	if c != nil {
		close(c.done)
		c.ended.Wait()
	}
}
