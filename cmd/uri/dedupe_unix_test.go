//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestDedupeStuck: a signal ends dedupe while it waits for the reader of a named pipe, and while that does not read.
// Each result is longer than the 64 KiB that a pipe takes, and shorter than that and a buffer of dedupe, so dedupe waits
// at its end.
func TestDedupeStuck(t *testing.T) {
	var lines, bad strings.Builder
	if err := crashLines(&lines, 14_000); err != nil {
		t.Fatal(err)
	}
	for range 3500 {
		bad.WriteString("<\n")
	}
	for _, flag := range []string{"-o", "-count", "-invalid"} {
		for _, reader := range []bool{false, true} {
			dir := t.TempDir()
			pipe := filepath.Join(dir, "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip(err)
			}
			if reader {
				r, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
			}
			var d deduper
			_, err := engine.ParseFlags(dedupeFlags(&d), []string{flag, pipe}, isFlag)
			if err == nil {
				err = d.check(nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			if d.By != nil {
				d.By = func(normal []byte) []byte { return normal } // a long result
			}
			ctx, cancel := context.WithCancel(t.Context())
			if reader {
				time.AfterFunc(100*time.Millisecond, cancel)
			} else {
				cancel()
			}
			stdin := strings.NewReader(lines.String() + bad.String())
			if err := d.run(ctx, stdin, io.Discard, io.Discard); err == nil || !strings.HasSuffix(err.Error(), "interrupted") {
				t.Errorf("%s, with a reader: %t: %v", flag, reader, err)
			}
			cancel()
		}
	}
}
