//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package paint

import "os"

// terminalWidth reports whether f is a terminal. Its width is unknown.
func terminalWidth(f *os.File) (columns int, ok bool) {
	fi, err := f.Stat()
	if err != nil || fi.Mode()&os.ModeCharDevice == 0 {
		return 0, false
	}
	null, err := os.Stat(os.DevNull)
	return 0, err != nil || !os.SameFile(fi, null)
}
