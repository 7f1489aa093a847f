//go:build !(amd64 || arm64) || purego

package simd

// Available is false, because there is no assembly.
const Available = false

func classify(s string, m *Bitmaps) { classifyPortable(s, m) }

func classifySheet(s string, m *Sheet) int { return classifySheetPortable(s, m) }

func spanBlocks(s string, n int, row *[32]uint8) int { return spanPortable(s, n, row) }

func traits(s string, head uint32, _ *byte) uint8 { return Unknown }

func web(string, *WebRules, *[8]uint32) uint8 { return Anything }
