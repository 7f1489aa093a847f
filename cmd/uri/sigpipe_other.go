//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

// ignoreSIGPIPE does nothing: without the signal, a write to a closed pipe is an error.
func ignoreSIGPIPE() {}
