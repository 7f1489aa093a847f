//go:build !plan9 && !js && !wasip1

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// surviveClosedPipe makes writes to a closed pipe return an error instead of ending the process, until stop is called.
func surviveClosedPipe() (stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGPIPE)
	return func() { signal.Stop(c) }
}

// hangups are the signals of a terminal that is closed.
var hangups = []os.Signal{syscall.SIGHUP}
