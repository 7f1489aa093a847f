//go:build (amd64 || arm64) && !purego

package glance

import "github.com/urispan/uri/internal/simd"

// copyPlain is simd.CopyPlain.
//
//go:noescape
func copyPlain(dst *byte, s string, head int, rules *simd.PlainRules) bool

// traits is simd.Traits.
//
//go:noescape
func traits(s string, head uint32, dst *byte) uint8
