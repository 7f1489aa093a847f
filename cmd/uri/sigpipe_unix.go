//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"os/signal"
	"syscall"
)

// ignoreSIGPIPE makes a write to a closed pipe an error, which is then reported as any other error. Without it, the
// signal would end the process silently.
func ignoreSIGPIPE() { signal.Ignore(syscall.SIGPIPE) }
