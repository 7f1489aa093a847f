package engine

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// A fakeScreen is a terminal that wraps long lines. It understands newlines and carriage returns.
type fakeScreen struct {
	width  int
	lines  []string
	line   []byte
	column int
}

func (fs *fakeScreen) Write(p []byte) (int, error) {
	for _, c := range p {
		switch c {
		case '\r':
			fs.column = 0
			continue
		case '\n':
			fs.lines, fs.line, fs.column = append(fs.lines, string(fs.line)), nil, 0
			continue
		}
		if fs.column == fs.width {
			fs.lines, fs.line, fs.column = append(fs.lines, string(fs.line)), nil, 0
		}
		fs.line = append(fs.line[:fs.column], append([]byte{c}, fs.line[min(fs.column+1, len(fs.line)):]...)...)
		fs.column++
	}
	return len(p), nil
}

// shows returns the lines on the screen without trailing spaces. The last is the line of the cursor.
func (fs *fakeScreen) shows() (lines []string) {
	for _, line := range append(fs.lines, string(fs.line)) {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// lineOf returns the function that makes the line for a tally after a number of bytes.
func lineOf(bytes int64, t tally) func(elapsed time.Duration, size int64) string {
	return func(elapsed time.Duration, size int64) string { return t.line(bytes, elapsed, size) }
}

func TestProgressLine(t *testing.T) {
	start := time.Now()
	screen := &fakeScreen{width: 80}
	p := &progress{w: screen, width: 80, start: start}
	shows := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, screen.shows()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	p.show(start.Add(900*time.Millisecond), lineOf(1e6, tally{total: 5}))
	shows("")
	p.show(start.Add(time.Second), lineOf(1_500_000_000, tally{total: 31_234_567, Invalid: 1_000}))
	shows("uri: 1.50 GB, 1.50 GB/s, 31,233,567 valid, 1,000 invalid")
	p.show(start.Add(10*time.Second), lineOf(2e9, tally{total: 7}))
	shows("uri: 2.00 GB, 200 MB/s, 7 valid, 0 invalid")
	io.WriteString(p, "uri: line 3: longer\n")
	shows("uri: line 3: longer", "")
	p.show(start.Add(11*time.Second), lineOf(0, tally{}))
	shows("uri: line 3: longer", "uri: 0 B, 0 B/s, 0 valid, 0 invalid")
	p.Write(nil)
	shows("uri: line 3: longer", "")
	if screen.column != 0 {
		t.Errorf("the cursor is in column %d", screen.column)
	}
}

// TestProgressPercentage: the line shows how much of a file has been read since the first offset.
func TestProgressPercentage(t *testing.T) {
	t.Setenv("TERM", "xterm")
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(make([]byte, 1000), 0); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		at, read int64
		want     string
	}{
		{0, 0, "uri: 0%, 0 B"}, {0, 1, "uri: 0%, 1 B"}, {0, 999, "uri: 99%, 999 B"}, {0, 1000, "uri: 100%, "},
		{0, 1100, "uri: 100%, "}, {600, 0, "uri: 0%, "}, {600, 100, "uri: 25%, "}, {1000, 1, "uri: 1 B"},
		{2000, 1, "uri: 1 B"},
	} {
		if _, err := f.Seek(test.at, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		p := newProgress([]string{"-"}, f, io.Discard, paint.NewTerminal(&stderr, paint.Screen{Width: 80}))
		p.show(p.start.Add(time.Minute), lineOf(test.read, tally{}))
		if at, _ := f.Seek(0, io.SeekCurrent); at != test.at || !strings.HasPrefix(stderr.String(), "\r"+test.want) {
			t.Errorf("%d bytes from %d: %q, want %q; the file is at %d", test.read, test.at, &stderr, test.want, at)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, unsized := range []io.Reader{nil, r} {
		if n := sizeOf([]string{f.Name(), "-"}, unsized); n != 0 {
			t.Errorf("size %d", n)
		}
	}
}

// TestProgressNarrow: the progress line never wraps, because then it could not be erased.
func TestProgressNarrow(t *testing.T) {
	for width := range 60 {
		screen := &fakeScreen{width: width}
		p := &progress{w: screen, width: width, start: time.Now().Add(-time.Minute)}
		p.show(time.Now(), lineOf(123456789, tally{total: 1234567, Invalid: 12345}))
		p.show(time.Now(), lineOf(1, tally{total: 1, Invalid: 1}))
		p.Write(nil)
		if diff := cmp.Diff([]string{""}, screen.shows()); diff != "" {
			t.Errorf("width %d: %s", width, diff)
		}
	}
}

// TestProgressOfJob draws at ticks that arrive with the input, and writes messages between them.
func TestProgressOfJob(t *testing.T) {
	start := time.Now()
	screen := &fakeScreen{width: 80}
	lines, in := io.Pipe()
	answers, out := io.Pipe()
	j := NewJob(optionsOf(t, "-max-line=8"), lines, out, screen)
	j.Workers = 1
	ticks := make(chan time.Time)
	p := &progress{w: screen, width: 80, start: start, ticks: ticks}
	j.notes.Stderr = p.messages(screen)
	go io.Copy(io.Discard, answers)
	done, watched := make(chan error), make(chan bool)
	go func() { done <- j.run() }()
	go func() { p.watch(t.Context(), done, j.progress); close(watched) }()
	for i, line := range []string{"a:b\n", "%\n", "123456789\n", "c\n"} {
		io.WriteString(in, line)
		for j.turn.count().total <= i {
			time.Sleep(time.Millisecond)
		}
		ticks <- start.Add(time.Duration(i) * 700 * time.Millisecond)
	}
	ticks <- start.Add(4 * time.Second) // received when the line before is drawn
	ticks <- start.Add(4 * time.Second)
	want := []string{"uri: line 3: longer than 8 bytes (-max-line)", "uri: 18 B, 4 B/s, 2 valid, 2 invalid"}
	p.mu.Lock()
	if diff := cmp.Diff(want, screen.shows()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	p.mu.Unlock()
	in.Close()
	<-watched
	if diff := cmp.Diff([]string{want[0], ""}, screen.shows()); diff != "" {
		t.Errorf("at the end: -want +got:\n%s", diff)
	}
}

func TestInBytes(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0 B", 999: "999 B", 1000: "1.00 kB", 9994: "9.99 kB", 9996: "10.0 kB", 99_940: "99.9 kB", 99_960: "100 kB",
		999_400: "999 kB", 999_600: "1.00 MB", 1.5e9: "1.50 GB", 2e21: "2.00 ZB",
	} {
		if got := InBytes(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestNoProgress: an output that is not a terminal gets no progress line.
func TestNoProgress(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, stderr := range []io.Writer{new(bytes.Buffer), null} {
		if p := newProgress([]string{"-"}, null, null, stderr); p != nil {
			t.Errorf("%T: there is one", stderr)
		}
	}
}

// TestProgressOnTerminal: the carriage returns of the line reach a terminal unescaped.
func TestProgressOnTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	var stdout, stderr bytes.Buffer
	p := newProgress([]string{"-"}, nil, &stdout, paint.NewTerminal(&stderr, paint.Screen{Width: 80}))
	p.show(p.start.Add(time.Minute), lineOf(0, tally{}))
	if line := "\ruri: 0 B, 0 B/s, 0 valid, 0 invalid"; stderr.String() != line {
		t.Errorf("%q, want %q", &stderr, line)
	}
}
