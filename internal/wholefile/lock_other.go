//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package wholefile

import (
	"errors"
	"os"
	"runtime"
)

// lock does nothing for a file that this process has created. Of a file that another process has created, nobody knows
// whether it is still in use, except on Windows, where a file that is open cannot be removed.
func lock(_ *os.File, created bool) error {
	if created || runtime.GOOS == "windows" {
		return nil
	}
	return errors.ErrUnsupported
}
