//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package wholefile

import (
	"os"
	"syscall"
)

// lock locks f until it is closed. If another process has locked it, lock waits for that, or returns an error.
func lock(f *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
