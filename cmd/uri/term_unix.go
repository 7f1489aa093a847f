//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"os"
	"os/signal"
	"syscall"
	"unsafe"
)

// ignoreSIGPIPE makes a write to a closed pipe an error, which is reported as any other. Without it the process would
// die of the signal without a word.
func ignoreSIGPIPE() { signal.Ignore(syscall.SIGPIPE) }

// terminalWidth returns the number of columns of the terminal that f is, which is 0 if it does not say. Only a terminal
// has a window size: asking for it tells /dev/null from a terminal, which the file's mode does not.
func terminalWidth(f *os.File) (columns int, ok bool) {
	var size struct{ rows, cols, xpixels, ypixels uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	return int(size.cols), errno == 0
}
