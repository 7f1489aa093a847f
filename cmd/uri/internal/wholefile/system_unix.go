//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package wholefile

import (
	"fmt"
	"os"
	"syscall"
)

// staleFlags let removeIfStale open a file without waiting for a reader and without following a link.
const staleFlags = syscall.O_NONBLOCK | syscall.O_NOFOLLOW

// lock locks f until it is closed. If another process has locked it, lock returns errLocked and does not wait.
func lock(f *os.File, _ bool) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return errLocked
		default:
			return err
		}
	}
}

// duplicate returns another descriptor of the open file of descriptor n.
func duplicate(n int) (*os.File, error) {
	other, err := syscall.Dup(n)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(other), fmt.Sprintf("/dev/fd/%d", n)), nil
}
