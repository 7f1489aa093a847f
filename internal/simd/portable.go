package simd

import (
	"math"
	"strings"
)

// in reports whether c is in the set of a row.
func in(row *[32]uint8, c byte) bool { return c < 0x80 && row[c&15]&Nibbles[RowHigh][c>>4] != 0 }

// isWrong reports whether s[i] must be a hex digit, because a "%" is one or two bytes before it, but is not.
func isWrong(s string, i int) bool {
	return (i > 0 && s[i-1] == '%' || i > 1 && s[i-2] == '%') && !in(&Nibbles[RowHexDig], s[i])
}

// classifyPortable implements Classify. Most kernels of this file read byte by byte, so that a reader can check them.
func classifyPortable(s string, m *Bitmaps) {
	*m = Bitmaps{}
	for i := range min(len(s), Block) {
		c, bit := s[i], uint64(1)<<i
		if in(&Nibbles[RowDelims], c) {
			m.Delims |= bit
		}
		if in(&Nibbles[RowTail], c) {
			m.Tail |= bit
		}
		if c == '%' {
			m.Percent |= bit
		}
		if !in(&Nibbles[RowHexDig], c) {
			m.NotHexDig |= bit
		}
		if !in(&Nibbles[RowValid], c) || isWrong(s, i) {
			m.Invalid |= bit
		}
	}
	if len(s) < Block {
		m.Invalid |= 1 << len(s)
	}
}

// classifyChunkPortable implements ClassifyChunk.
func classifyChunkPortable(s string, m *Chunk) int {
	n := min(len(s)/Block*Block, ChunkLen)
	for i := range n {
		c, bit := s[i], uint8(1)<<(i%8)
		if i%8 == 0 {
			m.Stops[i/8], m.Ends[i/8] = 0, 0
		}
		if !in(&Nibbles[RowPlain], c) {
			m.Stops[i/8] |= bit
			m.Ends[i/8] |= bit
		}
		if in(&Nibbles[RowDelims], c) {
			m.Ends[i/8] |= bit
		}
	}
	return n
}

// spanPortable implements SpanBlocks.
func spanPortable(s string, n int, row *[32]uint8) int {
	for i := n; i < len(s); i++ {
		if !in(row, s[i]) || i > n && isWrong(s[n:], i-n) {
			return i
		}
	}
	return len(s)
}

// copyPlainPortable implements CopyPlain. It accepts a "#" in references of any length. dst is nil or as long as s.
func copyPlainPortable(dst []byte, s string, head int, rules *PlainRules) bool {
	path := head
	for path < len(s) && in(&rules.Name, s[path]) {
		path++
	}
	if path == len(s) || s[path] != '/' || strings.Count(s[path:], "#") > 1 || strings.Contains(s[head-1:], "/.") {
		return false
	}
	for i := head; i < len(s); i++ {
		if !in(&rules.Text, s[i]) && s[i] != '#' {
			return false
		}
	}
	copy(dst, s)
	return true
}

// indexColonSlashPortable implements IndexColonSlash.
func indexColonSlashPortable(s string, n int) int {
	if i := strings.Index(s[n:], ":/"); i >= 0 {
		return n + i
	}
	return -1
}

// stopsPortable implements Stops.
//
// PERF: no branch depends on s, because the processor cannot predict where the stops are.
func stopsPortable(s string, n int, sets *StopSets) (first, second uint64) {
	block := s[n : n+Block]
	var lo, hi uint64 // for each half of the block, 32 bits of first, and 32 bits of second above them
	for i := range Block / 2 {
		lo = lo>>1 | sets.Bits[block[i]]
		hi = hi>>1 | sets.Bits[block[i+Block/2]]
	}
	return lo&math.MaxUint32 | hi<<32, lo>>32 | hi&^math.MaxUint32
}
