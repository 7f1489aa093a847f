//go:build !(amd64 || arm64) || purego

package simd

import "unsafe"

// Available is false, because there is no assembly.
const Available = false

// HasQuery is false, because there is no Query.
const HasQuery = false

func classify(s string, m *Bitmaps) { classifyPortable(s, m) }

func classifySheet(s string, m *Sheet) int { return classifySheetPortable(s, m) }

func spanBlocks(s string, n int, row *[32]uint8) int { return spanPortable(s, n, row) }

func traits(s string, head uint32, _ *byte) uint8 { return Unknown }

func copyPlain(dst *byte, s string, head int, rules *PlainRules) bool {
	return copyPlainPortable(unsafe.Slice(dst, len(s)), s, head, rules)
}

func web(string, *WebRules, *[8]uint32) uint8 { return Anything }

func find(s string, sets *[3][32]uint8, m *Found) { findPortable(s, sets, m) }

func query(string, *QueryRules, *Percents) bool { return false }
