package engine

import (
	"context"
	"errors"
	"io"
	"time"
)

// ErrInterrupted reports work that a signal has ended.
var ErrInterrupted = errors.New("interrupted")

// Watch runs work, which reads the named files, and shows its progress, as the verbs do. The name "-" is standard input.
// The function line returns the progress line for the time
// since the start and the size of the input in bytes, which is 0 if it is unknown. If ctx ends first, Watch returns
// ErrInterrupted without waiting for work.
func Watch(ctx context.Context, names []string, stdin io.Reader, stdout, stderr io.Writer,
	line func(elapsed time.Duration, size int64) string, work func() error,
) error {
	done := make(chan error, 1)
	ctx, stop := context.WithCancel(ctx)
	go func() {
		done <- work()
		stop()
	}()
	newProgress(names, stdin, stdout, stderr).watch(ctx.Done(), line)
	select {
	case err := <-done:
		return err
	default:
		return ErrInterrupted
	}
}
