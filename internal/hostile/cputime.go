//go:build linux || darwin

package hostile

import (
	"time"

	"golang.org/x/sys/unix"
)

// measuresTime is true if threadTime is CPU time.
const measuresTime = true

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration { return read(unix.CLOCK_THREAD_CPUTIME_ID) }

// processTime returns the CPU time of all threads.
func processTime() time.Duration { return read(unix.CLOCK_PROCESS_CPUTIME_ID) }

func read(clock int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
