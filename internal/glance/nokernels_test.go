//go:build !(amd64 || arm64) || purego

package glance

// WithoutKernels calls f: there are no kernels.
func WithoutKernels(f func()) { f() }
