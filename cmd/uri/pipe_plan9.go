package main

// surviveClosedPipe does nothing: Plan 9 has no signal for it.
func surviveClosedPipe() (stop func()) { return func() {} }
