//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// TestDedupeSignalWhileBlocked: a signal ends dedupe while it waits for the reader of a named pipe to open it or to
// read. Each result is longer than the 64 KiB that a pipe takes, and shorter than that and a buffer of dedupe, so
// dedupe waits at its end.
func TestDedupeSignalWhileBlocked(t *testing.T) {
	var lines, bad strings.Builder
	if err := crashLines(&lines, 14_000); err != nil {
		t.Fatal(err)
	}
	for range 3500 {
		bad.WriteString("<\n")
	}
	for _, name := range []string{"-o", "-count", "-invalid"} {
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
			fs := flag.NewFlagSet("dedupe", flag.ContinueOnError)
			defineDedupe(fs, &d)
			_, _, err := engine.ParseFlags(fs, []string{name, pipe}, false, isKnownFlag)
			if err == nil {
				err = d.check(nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			if d.GroupBy != nil {
				d.GroupBy = func(normal []byte) []byte { return normal } // a long result
			}
			ctx, cancel := context.WithCancel(t.Context())
			if reader {
				time.AfterFunc(100*time.Millisecond, cancel)
			} else {
				cancel()
			}
			stdin := strings.NewReader(lines.String() + bad.String())
			if err := d.run(ctx, stdin, io.Discard, io.Discard); err == nil || !strings.HasSuffix(err.Error(), "interrupted") {
				t.Errorf("%s, with a reader: %t: %v", name, reader, err)
			}
			cancel()
		}
	}
}

// TestDedupeRedirected: dedupe does not replace a file that the shell has opened, under any name of a flag.
func TestDedupeRedirected(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat("/dev/fd/3"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Symlink("link", "link2"); err != nil {
		t.Skip(err)
	}
	var script strings.Builder
	script.WriteString("dedupe() { \"$URI\" dedupe -memory=64K \"$@\"; }\n") // the default takes long to clear
	type file struct{ name, want string }
	var files []file
	add := func(command, want string) {
		name := fmt.Sprintf("f%d", len(files))
		files = append(files, file{name, want})
		fmt.Fprintf(&script, "echo old > %s; ln -sf %[1]s link\n%s || status=$?\n", name, strings.ReplaceAll(command, "FILE", name))
	}
	const in, bad = "printf 'a\\na\\nb c\\n' | ", "3\t1\tpath\tillegal byte\tb c\n"
	for _, name := range []string{"-", "/dev/stdout", "link2"} {
		add("{ echo head; "+in+"dedupe -quiet -o "+name+"; echo tail; } > FILE", "head\na\ntail\n")
		add("{ echo head; "+in+"dedupe -quiet -o "+name+"; echo tail; } >> FILE", "old\nhead\na\ntail\n")
	}
	if runtime.GOOS == "linux" {
		add("{ echo head; "+in+"dedupe -quiet -o /proc/thread-self/fd/1; echo tail; } > FILE", "head\na\ntail\n")
		add("{ "+in+"dedupe -quiet -o /proc/$$/fd/3; } 3>> FILE", "old\na\n")
	}
	add(in+"dedupe -o x -invalid /dev/stderr 2>> FILE", "old\n"+bad)
	add(in+"dedupe -quiet -o x -count FILE 2>> FILE", "old\n1\t\n")
	add(in+"dedupe -quiet -o /dev/fd/3 3>> FILE", "old\na\n")
	add("{ echo head >&3; "+in+"dedupe -quiet -o /dev/fd/3; echo tail >&3; } 3> FILE", "head\na\ntail\n")
	add(in+"dedupe -o /dev/stdin < FILE 2> x", "old\n") // open for reading only
	add(in+"dedupe -o FILE -count /dev/stdout >> FILE 2> x", "old\n")
	add(in+"dedupe -invalid FILE >> FILE 2> x", "old\n")
	add(in+"dedupe -o FILE -count - >> FILE 2> x", "old\n")
	add("{ "+in+"dedupe -o /dev/stdout -invalid -; } 2> x >> FILE", "old\n")
	add(in+"dedupe -quiet -o FILE", "a\n")
	cmd := kit.Command(t, shell, "-c", script.String())
	cmd.Env = append(os.Environ(), "URI_TEST_MAIN=1", "URI="+os.Args[0])
	if output, err := cmd.CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("%v\n%s", err, output)
	}
	for _, f := range files {
		if got, err := os.ReadFile(f.name); string(got) != f.want {
			t.Errorf("%s has %q, want %q; %v", f.name, got, f.want, err)
		}
	}
	if t.Failed() {
		t.Log(script.String())
	}
}
