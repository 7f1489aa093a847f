//go:build (amd64 || arm64) && !purego

package hosts_test

import "github.com/urispan/uri/internal/simd"

// withoutKernels calls f while the kernels of package simd are off.
func withoutKernels(f func()) {
	defer func(available bool) { simd.Available = available }(simd.Available)
	simd.Available = false
	f()
}
