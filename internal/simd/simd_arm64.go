//go:build !purego

package simd

// Available reports whether the processor has the instructions. Every arm64 processor has NEON. Tests set it to false.
var Available = true

//go:noescape
func classify(s string, m *Bitmaps)

//go:noescape
func classifyChunk(s string, m *Chunk) int

//go:noescape
func spanBlocks(s string, n int, row *[32]uint8) int

//go:noescape
func copyPlain(dst *byte, s string, head int, rules *PlainRules) bool

func web(string, int, *WebRules, *[8]uint32) Known { return Nothing }

//go:noescape
func indexColonSlash(s string, n int) int

//go:noescape
func stopsColons(s string, n int, sets *StopSets) (first, second, colons uint64)

//go:noescape
func stops(s string, n int, sets *StopSets) (first, second uint64)
