//go:build !(amd64 || arm64) || purego

package glance

import "github.com/urispan/uri/internal/simd"

func classify(s string, m *simd.Bitmaps) { simd.Classify(s, m) }

func traits(s string, head uint32, dst *byte) uint8 { return simd.Traits(s, head, dst) }
