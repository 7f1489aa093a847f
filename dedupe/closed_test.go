package dedupe

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// TestErrClosed: finished, closed and zero Counters return ErrClosed, and they can be closed again.
func TestErrClosed(t *testing.T) {
	put := func([]byte, int64) error { return nil }
	finishedCounter, closedCounter := NewCounter(Limits{Memory: 1}), NewCounter(Limits{Memory: 1})
	if err := errors.Join(finishedCounter.Add(nil), finishedCounter.Finish(put), closedCounter.Close()); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]*Counter{"zero": {}, "finished": finishedCounter, "closed": closedCounter} {
		if e1, e2 := c.Add(nil), c.Finish(put); e1 != ErrClosed || e2 != ErrClosed {
			t.Errorf("%s Counter: %v, %v", name, e1, e2)
		}
		if err := errors.Join(c.Close(), c.Close()); err != nil {
			t.Errorf("%s Counter: Close: %v", name, err)
		}
	}
}

// TestFinishReentered: put may call the methods of the Counter, whether or not it has a temporary file.
func TestFinishReentered(t *testing.T) {
	put := func([]byte, int64) error { return nil }
	for _, n := range []int{3, 3000} {
		for name, call := range map[string]func(c *Counter) error{
			"Add":    func(c *Counter) error { return c.Add([]byte("aa")) },
			"Finish": func(c *Counter) error { return c.Finish(put) },
			"Close":  (*Counter).Close,
		} {
			c := NewCounter(Limits{Memory: 1, Dir: t.TempDir()})
			for i := range n {
				if err := c.Add(fmt.Append(nil, i)); err != nil {
					t.Fatal(err)
				}
			}
			puts := 0
			err := c.Finish(func(_ []byte, count int64) error {
				if err := call(c); count != 1 || (err == nil) != (name == "Close") || err != nil && err != ErrClosed {
					t.Errorf("%s of %d names: count %d, %v", name, n, count, err)
				}
				puts++
				return nil
			})
			if mayFail := name == "Close"; (err == nil || !mayFail) && (puts != n || err != nil) {
				t.Errorf("%s of %d names: Finish: %d names, %v", name, n, puts, err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// panicReader panics on Read.
type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("read") }

// TestRunPanics: the caller of Run can recover a panic of its own code that runs in another goroutine.
func TestRunPanics(t *testing.T) {
	for want, u := range map[string]*URIs{
		"normalize": {Normalize: func(_, _ []byte) ([]byte, error) { panic("normalize") }},
		"key":       {KeyFunc: func(_, _ []byte) []byte { panic("key") }},
		"read":      {},
		"by": {
			GroupBy: func([]byte) []byte { panic("by") },
			OnGroup: func([]byte, int64) error { return nil },
		},
	} {
		u.Memory = 1
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%s: recovered %v", want, got)
				}
			}()
			src := iotest.OneByteReader(strings.NewReader(strings.Repeat("a\n", 1000)))
			if want == "read" {
				src = panicReader{}
			}
			t.Error(want, "returned", u.Run(&strings.Builder{}, src))
		}()
	}
}

// TestFormatHidesText: values print without the text that they hold.
func TestFormatHidesText(t *testing.T) {
	line := Invalid{Text: []byte("//u:secret@ "), Number: 3, Offset: 120, Err: ErrTooLong}
	if got, want := fmt.Sprintf("%+v %q", line, line), `line 3 at byte 120, 12 bytes: too long "line 3 at byte 120, 12 bytes: too long"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestStaleSpills: a filter removes the temporary files of ended processes, and no other files.
func TestStaleSpills(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"uri-dedupe-spill-123456", "uri-dedupe-spill-notes", "uri-dedupe-spill-"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := spill{dir: dir, block: 1}
	if err := s.put(new(stream), []byte{1}); err != nil {
		t.Fatal(err)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if len(left) != 2 || err != nil {
		t.Errorf("%v are left; %v", left, err)
	}
}
