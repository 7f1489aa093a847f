//go:build (amd64 || arm64) && !purego

// Package simdtest lets tests turn off the kernels of package simd.
package simdtest

import "github.com/urispan/uri/internal/simd"

// Without calls f as on a processor without the instructions of the kernels.
func Without(f func()) {
	defer func(available bool) { simd.Available = available }(simd.Available)
	simd.Available = false
	f()
}
