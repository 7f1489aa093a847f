//go:build !plan9

package engine

import (
	"errors"
	"runtime"
	"syscall"
)

// isClosedPipe reports whether err comes from a write to a pipe without a reader.
func isClosedPipe(err error) bool {
	const brokenPipe, noData = syscall.Errno(109), syscall.Errno(232) // ERROR_BROKEN_PIPE and ERROR_NO_DATA of Windows
	return errors.Is(err, syscall.EPIPE) || runtime.GOOS == "windows" && (errors.Is(err, brokenPipe) || errors.Is(err, noData))
}
