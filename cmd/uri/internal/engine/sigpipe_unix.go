//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package engine

import (
	"os/signal"
	"syscall"
)

// IgnoreSIGPIPE makes a write to a closed pipe an error, which is then reported as any other error. Without it, the
// signal would end the process silently.
func IgnoreSIGPIPE() { signal.Ignore(syscall.SIGPIPE) }
