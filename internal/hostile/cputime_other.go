//go:build !linux && !darwin

package hostile

import "time"

// measuresTime says that threadTime is CPU time.
const measuresTime = false

var start = time.Now()

// threadTime returns the time since the start of the program, in place of the CPU time of the calling thread. It says
// only when a sweep has gone far enough.
func threadTime() time.Duration { return time.Since(start) }
