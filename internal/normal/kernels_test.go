//go:build (amd64 || arm64) && !purego

package normal

import "github.com/urispan/uri/internal/simd"

// WithoutKernels calls f as on a processor without the instructions of package simd.
func WithoutKernels(f func()) {
	was := simd.Available
	simd.Available = false
	defer func() { simd.Available = was }()
	f()
}
