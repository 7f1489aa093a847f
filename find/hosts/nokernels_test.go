//go:build !(amd64 || arm64) || purego

package hosts_test

// withoutKernels calls f: there are no kernels.
func withoutKernels(f func()) { f() }
