package kit

import (
	"os"
	"runtime/debug"
)

// Tests allocate much and keep little. The garbage collector takes a fifth of their CPU time if it runs whenever the heap
// has doubled, and little if the heap may grow to five times its size. GOGC sets another size.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
