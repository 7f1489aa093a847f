//go:build !(amd64 || arm64) || purego

package glance

import "github.com/urispan/uri/internal/simd"

func copyPlain(dst *byte, s string, head int, rules *simd.PlainRules) bool {
	return simd.CopyPlain(dst, s, head, rules)
}

func traits(s string, head uint32, dst *byte) uint8 { return simd.Traits(s, head, dst) }
