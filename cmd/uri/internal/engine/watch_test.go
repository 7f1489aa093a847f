package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func TestWatch(t *testing.T) {
	line := func(time.Duration, int64) string { return "line" }
	want := errors.New("the error of the work")
	var stdout, stderr bytes.Buffer
	err := Watch(t.Context(), false, []string{"-"}, strings.NewReader(""), &stdout, &stderr, line, func(io.Writer) error { return want })
	if err != want || stdout.Len()+stderr.Len() > 0 {
		t.Errorf("%v, %q, %q", err, &stdout, &stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	forever := make(chan bool)
	defer close(forever)
	err = Watch(ctx, false, []string{"-"}, strings.NewReader(""), &stdout, &stderr, line, func(io.Writer) error { <-forever; return nil })
	if err == nil || err.Error() != "interrupted" {
		t.Error(err)
	}
}

// TestShow: the line appears after a second.
func TestShow(t *testing.T) {
	screen := &fakeScreen{width: 80}
	start := time.Now()
	p := &progress{w: screen, width: 80, start: start, size: 7}
	p.show(start.Add(time.Second/2), func(time.Duration, int64) string { return "early" })
	p.show(start.Add(2*time.Second), func(elapsed time.Duration, size int64) string {
		return elapsed.String() + strings.Repeat("!", int(size))
	})
	if got := screen.shows(); got[0] != "2s!!!!!!!" {
		t.Errorf("%q", got)
	}
}
