//go:build plan9 || js || wasip1

package main

import "os"

// surviveClosedPipe does nothing, because these systems have no signal for a closed pipe.
func surviveClosedPipe() (stop func()) { return func() {} }

// hangups is empty, because these systems have no such signal.
var hangups []os.Signal
