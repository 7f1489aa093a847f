//go:build plan9 || js || wasip1

package main

// surviveClosedPipe does nothing, because these systems have no signal for a closed pipe.
func surviveClosedPipe() (stop func()) { return func() {} }
