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

// makePipe makes a named pipe without a reader, and returns its name.
func makePipe(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	return name
}

// TestCreateCanceled checks that Create does not wait for a reader of a named pipe after its context has ended.
func TestCreateCanceled(t *testing.T) {
	name := makePipe(t, t.TempDir())
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
	r, err := os.Open(name) // lets the writer go, which is closed
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if n, err := r.Read(make([]byte, 1)); n > 0 || err == nil {
		t.Errorf("read %d bytes, %v", n, err)
	}
}

// TestLockedFileKept checks that a file that another process has locked stays unchanged, and that Create does not wait
// for that process.
func TestLockedFileKept(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "result"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := lock(f, true); err != nil {
		t.Fatal(err)
	}
	other, err := os.OpenFile(f.Name(), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, created := range []bool{false, true} {
		if err := lock(other, created); err != errLocked {
			t.Error(err)
		}
	}
	if removeIfStale(f.Name()); !exists(f) {
		t.Error("a locked file is removed")
	}
}

// TestStaleImpostors checks that a named pipe or a link in place of a temporary file is neither waited for nor
// followed.
func TestStaleImpostors(t *testing.T) {
	dir := t.TempDir()
	pipe, file, link := makePipe(t, dir), filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, link} {
		if removeIfStale(name); len(names(t, dir)) != 3 {
			t.Error(name, names(t, dir))
		}
	}
}
