// Package simd provides kernels that read many bytes with one instruction: AVX2 on amd64, NEON on arm64. Each
// architecture has a file of assembly. The file portable.go implements the same kernels in Go. They run on systems
// without the assembly, and the tests compare the assembly with them.
//
// Most kernels return bitmaps: bit i of a word describes byte i of a block. For example, Classify returns these bitmaps
// for a string of 21 bytes, with bit 0 on the left:
//
//	s          http://h/a?b=%4g#[c d
//	Invalid    ...............1.1.1.1  "g" after "%4", "[", " ", and the end of s
//	Delims     ....111.1.1.....1....
//	Tail       ..........1.....11...
//	Percent    .............1.......
//	NotHexDig  111111111.1.11.111.1.
//
// Package fsm takes the first bit of Invalid for the end of the reference, and the bits of Delims and Tail before it
// for delimiters.
//
// The kernels trust their callers with the arguments. They read only pages of memory that the input touches. They may
// read bytes around the input in these pages, but no such byte changes a result.
package simd

import "runtime"

//go:generate go run ../../cmd/gentables -o zrows.go simd

// Classify sets m to the bitmaps of the first block of s. s must not be empty.
func Classify(s string, m *Bitmaps) { classify(s, m) }

// ClassifyChunk sets the bitmaps of m for the first blocks of s. It returns the number of bytes that they describe: all
// whole blocks of s, but at most ChunkLen. It does not write the other bits of m.
func ClassifyChunk(s string, m *Chunk) int { return classifyChunk(s, m) }

// SpanBlocks returns the offset of the first byte of s[n:] that is neither in a set nor part of a percent-encoding, or
// len(s). If the offset is inside a percent-encoding, a hex digit is wrong or missing there. row is the row of the set
// with "%" added. s must have at least Block bytes, and n must be at most len(s).
func SpanBlocks(s string, n int, row *[32]uint8) int { return spanBlocks(s, n, row) }

// CopyPlain reports whether s is plain, and if so copies it to dst, unless dst is nil. Otherwise it writes nothing.
//
// s is plain if s[head:] is a run of bytes of rules.Name, a "/", and bytes of rules.Text with at most one "#" among
// them, and if s[head-1:] contains no "/.". CopyPlain may return false for a plain s that has a "#" and more than a
// block of bytes after head.
//
// s must have at least 8 bytes, and dst at least as many as s. head must be more than 0 and less than len(s).
func CopyPlain(dst *byte, s string, head int, rules *PlainRules) bool {
	return copyPlain(dst, s, head, rules)
}

// A Known describes the properties of a reference that [Web] has found.
type Known uint8

const (
	Nothing   Known = iota
	SomeHost        // s begins with a scheme and bytes of a host, and no more is known
	PlainHost       // like SomeHost, and the host follows the rule of the last label and has no upper-case letters
	UpperHost       // s follows all rules, and the host has upper-case letters
	Normal          // s follows all rules, and the host has no upper-case letters
)

// Web returns the properties of s that it finds. It returns Nothing unless s begins with "https://", "http://" or
// "file:///".
//
// Unless offsets is nil, Web stores the offsets of the components there, in the order of package ranges. For Normal and
// UpperHost it stores all of them. For SomeHost and PlainHost it stores those up to Path, the end of the host, where s
// ends or has a byte that is not in a host. For Nothing, the content of offsets is undefined.
//
// Besides the rules, the last label of the host must begin with a letter and follow a "." or the scheme, two bytes of
// Joints must not be adjacent, and the fragment must not be empty. The host of "file:///" is empty. Web may find less
// where that is quicker, for example of a host of 32 bytes or more, or of a fragment in a reference of more than a
// block. Only amd64 has this kernel; elsewhere Web returns Nothing.
func Web(s string, rules *WebRules, offsets *[8]uint32) Known { return web(s, 0, rules, offsets) }

// HasWeb reports whether Web and WebTail are available.
func HasWeb() bool { return Available && runtime.GOARCH == "amd64" }

// WebTail reports whether s[n:] follows the rules of [Web] as a path, perhaps with a query and a fragment. If so, it
// stores their ends in offsets, and the offsets before these ends are undefined. Otherwise all offsets are undefined. n
// must be more than 0 and less than len(s). WebTail may return false for the reasons of Web, for a segment at n of 32
// bytes or more, and for a fragment directly after that segment.
func WebTail(s string, n int, rules *WebRules, offsets *[8]uint32) bool {
	return web(s, n, rules, offsets) >= UpperHost
}

// IndexColonSlash returns the index in s of the first ":/" of s[n:], or -1. s may have any length, and Available may be
// false. n must be at most len(s).
//
// PERF: the assembly itself falls back to the portable function, so that this function is one call and is inlined.
func IndexColonSlash(s string, n int) int { return indexColonSlash(s, n) }

// Stops returns two bitmaps of the first block of s[n:]: the bytes that are not in the first set, and the bytes that
// are not in the second. s[n:] must have at least Block bytes. Available may be false.
func Stops(s string, n int, sets *StopSets) (first, second uint64) { return stops(s, n, sets) }

// StopsColons is like Stops, and also returns the bitmap of each ":" before a "/". If Available is false, that has all
// bits. StopsColons reads one byte after the block, so s[n:] must have more than Block bytes.
func StopsColons(s string, n int, sets *StopSets) (first, second, colons uint64) {
	if !Available {
		first, second = stops(s, n, sets)
		return first, second, ^uint64(0)
	}
	return stopsColons(s, n, sets)
}
