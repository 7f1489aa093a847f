//go:build !(amd64 || arm64) || purego

package simd

import "unsafe"

// Available is false on systems without assembly.
var Available = false

func classify(s string, m *Bitmaps) { classifyPortable(s, m) }

func classifyChunk(s string, m *Chunk) int { return classifyChunkPortable(s, m) }

func spanBlocks(s string, n int, row *[32]uint8) int { return spanPortable(s, n, row) }

func copyPlain(dst *byte, s string, head int, rules *PlainRules) bool {
	var out []byte
	if dst != nil {
		out = unsafe.Slice(dst, len(s))
	}
	return copyPlainPortable(out, s, head, rules)
}

func web(string, int, *WebRules, *[8]uint32) Known { return Nothing }

func indexColonSlash(s string, n int) int { return indexColonSlashPortable(s, n) }

func stopsColons(string, int, *StopSets) (first, second, colons uint64) { return 0, 0, 0 }

func stops(s string, n int, sets *StopSets) (first, second uint64) { return stopsPortable(s, n, sets) }
