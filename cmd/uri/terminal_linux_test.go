package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"
	"testing/iotest"
	"unsafe"
)

// openTerminal returns both ends of a pseudoterminal. Bytes written to the first can be read from the second.
func openTerminal(t *testing.T) (written, read *os.File) {
	t.Helper()
	read, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudoterminal here: ", err)
	}
	t.Cleanup(func() { read.Close() })
	var number, unlock uint32
	for request, value := range map[uintptr]*uint32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlock} {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, read.Fd(), request, uintptr(unsafe.Pointer(value))); e != 0 {
			t.Skip("no pseudoterminal here: ", e)
		}
	}
	written, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudoterminal here: ", err)
	}
	return written, read
}

// onRealTerminal returns the output that a terminal receives from write.
func onRealTerminal(t *testing.T, write func(to *os.File)) string {
	t.Helper()
	written, read := openTerminal(t)
	go func() {
		write(written)
		written.Close()
	}()
	text, _ := io.ReadAll(read) // the error is EIO after the other end is closed
	return string(text)
}

// TestRealTerminal: the command detects that an output is a terminal.
func TestRealTerminal(t *testing.T) {
	const host = "a\u202eb\u200b\u00e9"
	const shown = `a\xe2\x80\xaeb\xe2\x80\x8b` + "\u00e9"
	args := []string{"split", "-iri", "-format", "{{.host}}", "//" + host + "/"}
	got := onRealTerminal(t, func(to *os.File) { run(args, nil, to, io.Discard) })
	if got != shown+"\r\n" {
		t.Errorf("%q, want %q", got, shown)
	}
	if _, piped, _ := runWith("", args...); piped != host+"\n" {
		t.Errorf("%q for a pipe", piped)
	}
	stdin := iotest.ErrReader(errors.New(host))
	got = onRealTerminal(t, func(to *os.File) { run([]string{"check"}, stdin, io.Discard, to) })
	if got != "uri: "+shown+"\r\n" {
		t.Errorf("message %q, want %q", got, shown)
	}
}
