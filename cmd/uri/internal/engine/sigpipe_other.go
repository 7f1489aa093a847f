//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package engine

// IgnoreSIGPIPE does nothing: without the signal, a write to a closed pipe is an error.
func IgnoreSIGPIPE() {}
