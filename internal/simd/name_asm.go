//go:build (amd64 || arm64) && !purego

package simd

//go:noescape
func labelEnds(s string) uint64
