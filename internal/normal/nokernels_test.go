//go:build !(amd64 || arm64) || purego

package normal

// WithoutKernels calls f. This system has no kernels.
func WithoutKernels(f func()) { f() }
