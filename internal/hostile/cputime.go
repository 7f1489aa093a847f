//go:build linux || darwin

package hostile

import (
	"time"

	"golang.org/x/sys/unix"
)

// measuresTime is true if threadTime is CPU time.
const measuresTime = true

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
