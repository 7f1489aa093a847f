package engine

import (
	"context"
	"errors"
	"io"
	"time"
)

// ErrInterrupted reports work that a signal has ended.
var ErrInterrupted = errors.New("interrupted")

// Watch runs work and shows its progress, as the verbs do. The function line returns the progress line for the time
// since the start and the size of the input in bytes, which is 0 if it is unknown. If ctx ends first, Watch returns
// ErrInterrupted without waiting for work.
func Watch(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer,
	line func(elapsed time.Duration, size int64) string, work func() error,
) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	p := newProgress(stdin, stdout, stderr)
	for {
		select {
		case err := <-done:
			p.erase()
			return err
		case <-ctx.Done():
			p.erase()
			return ErrInterrupted
		case now := <-ticker.C:
			p.show(now, line)
		}
	}
}

// show draws a line if progressDelay has passed. It does nothing if p is nil.
func (p *progress) show(now time.Time, line func(elapsed time.Duration, size int64) string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if elapsed := now.Sub(p.start); elapsed >= progressDelay {
		p.put(line(elapsed, p.size))
	}
}

// erase erases the line, unless p is nil.
func (p *progress) erase() {
	if p != nil {
		p.Write(nil)
	}
}

// Grouped returns n with a comma before every three digits.
func Grouped(n int64) string { return grouped(int(n)) }

// InBytes returns a number of bytes with three digits and a decimal unit.
func InBytes(n float64) string { return inBytes(n) }
