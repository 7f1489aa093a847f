//go:build !linux && !darwin

package hostile

import "time"

// measuresTime is true if threadTime is CPU time.
const measuresTime = false

var start = time.Now()

// threadTime returns the time since the start of the program, in place of the CPU time of the calling thread. It only
// limits how long a sweep takes.
func threadTime() time.Duration { return time.Since(start) }

// processTime is the same.
func processTime() time.Duration { return threadTime() }
