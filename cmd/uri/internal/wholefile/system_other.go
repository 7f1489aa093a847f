//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package wholefile

import (
	"errors"
	"os"
)

// staleFlags is 0: these systems lack the flags.
const staleFlags = 0

// lock does nothing for a file that this process has created. It refuses a file of another process, which may still be
// in use.
func lock(_ *os.File, created bool) error {
	if created {
		return nil
	}
	return errors.ErrUnsupported
}

// duplicate returns an error: these systems can write to standard output only as such.
func duplicate(int) (*os.File, error) { return nil, errors.ErrUnsupported }
