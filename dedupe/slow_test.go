package dedupe

import (
	"errors"
	"io"
	"testing"
	"time"
)

// A channelWriter sends the bytes of each Write to a channel.
type channelWriter chan string

func (w channelWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

// TestSlowSource: each line with a new key is written before more input comes.
func TestSlowSource(t *testing.T) {
	for _, workers := range []int{1, 2} {
		src, lines := io.Pipe()
		written, ended := make(channelWriter, 100), make(chan error, 1)
		go func() { ended <- (&URIs{Limits: Limits{Memory: 1 << 20}, Workers: workers}).Run(written, src) }()
		for _, step := range []struct{ in, out string }{
			{"http://h\n", "http://h\n"}, {"HTTP://H/\n//h", ""}, {"\na\nb\na\n", "//h\na\nb\n"}, {"c", ""},
		} {
			io.WriteString(lines, step.in)
			for got := ""; got != step.out; {
				select {
				case text := <-written:
					got += text
				case <-time.After(time.Minute):
					t.Fatalf("%d workers: %q has not appeared after %q", workers, step.out, step.in)
				}
			}
		}
		lines.Close()
		if err, rest := <-ended, <-written; err != nil || rest != "c\n" {
			t.Errorf("%d workers: the end is %q, %v", workers, rest, err)
		}
	}
}

// TestSlowSourceWriteError: an error of dst ends Run while it waits for src.
func TestSlowSourceWriteError(t *testing.T) {
	src, lines := io.Pipe()
	defer lines.Close()
	go io.WriteString(lines, "a\n")
	if err := (&URIs{Limits: Limits{Memory: 1 << 20}}).Run(&failing{}, src); !errors.Is(err, errWrite) {
		t.Error(err)
	}
}
