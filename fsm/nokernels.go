//go:build !(amd64 || arm64) || purego

package fsm

// This file is for systems without vector kernels.

// span is spanBytes.
func span[T string | []byte](s T, n int, run uint8) int { return spanBytes(s, n, run) }
