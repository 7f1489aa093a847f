//go:build !(amd64 || arm64) || purego

package simd

func labelEnds(s string) uint64 { return labelEndsPortable(s) }
