//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package paint

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalWidth reports whether f is a terminal and returns its number of columns, or 0 if the terminal does not report
// it. Only terminals have a window size. The mode of a file does not distinguish a terminal from /dev/null.
func terminalWidth(f *os.File) (columns int, ok bool) {
	var size struct{ rows, cols, xpixels, ypixels uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	return int(size.cols), errno == 0
}
