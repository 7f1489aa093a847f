//go:build (amd64 || arm64) && !purego

package normal

import "github.com/urispan/uri/internal/simd"

// copyPlain is simd.CopyPlain.
//
//go:noescape
func copyPlain(dst *byte, s string, head int, rules *simd.PlainRules) bool
