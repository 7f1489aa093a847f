//go:build !purego

package simd

import "golang.org/x/sys/cpu"

// Available reports whether the processor has the instructions: AVX2, and BMI2, which every processor with AVX2 has.
// Tests set it to false.
var Available = cpu.X86.HasAVX2 && cpu.X86.HasBMI2

//go:noescape
func classify(s string, m *Bitmaps)

//go:noescape
func classifyChunk(s string, m *Chunk) int

//go:noescape
func spanBlocks(s string, n int, row *[32]uint8) int

//go:noescape
func copyPlain(dst *byte, s string, head int, rules *PlainRules) bool

//go:noescape
func web(s string, n int, rules *WebRules, offsets *[8]uint32) Known

//go:noescape
func indexColonSlash(s string, n int) int

//go:noescape
func stopsColons(s string, n int, sets *StopSets) (first, second, colons uint64)

//go:noescape
func stops(s string, n int, sets *StopSets) (first, second uint64)
