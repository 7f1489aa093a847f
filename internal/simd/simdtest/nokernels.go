//go:build !(amd64 || arm64) || purego

// Package simdtest lets tests turn off the kernels of package simd. This system has none.
package simdtest

// Without calls f.
func Without(f func()) { f() }
