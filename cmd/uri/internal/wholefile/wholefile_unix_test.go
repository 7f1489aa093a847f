//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package wholefile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestCreateCanceled checks that Create does not wait for a reader of a named pipe after its context has ended.
func TestCreateCanceled(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	created := make(chan error)
	go func() {
		_, err := Create(ctx, name)
		created <- err
	}()
	cancel()
	if err := <-created; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if r, err := os.Open(name); err == nil { // lets the writer go
		r.Close()
	}
}
