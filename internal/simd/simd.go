// Package simd has the kernels that look at many bytes with one instruction: AVX2 on amd64, NEON on arm64. Each kernel
// is described once, in this file. The assembly is in a file per architecture, and portable.go has a twin of each kernel
// in Go, which runs where there is no assembly and which the tests compare with it.
//
// The kernels trust their callers with the arguments. They read no page of memory that the input does not lie in, but
// they may read bytes around the input in its pages. No such byte changes a result.
package simd

//go:generate go run ../../cmd/gentables -o zrows.go simd

// Block is the number of bytes that Classify looks at, and that the other kernels look at in one step.
const Block = 64

// Bitmaps are the result of Classify. Bit i is about byte i of the input.
//
// The bits after the lowest one of Dead mean nothing.
type Bitmaps struct {
	Dead   uint64 // bytes of no reference, and brackets; wrong bytes of a percent-encoding; the end, if it is in the block
	Delims uint64 // ":", "/", "?", "#" and "@"

	// Tail and Percent are left alone if the block has none of their bytes.
	Tail    uint64 // "?", "#" and, since they may be right although they are in Dead, brackets
	Percent uint64 // "%"
}

// Classify makes the bitmaps of the first block of s. s must not be empty.
func Classify(s string, m *Bitmaps) { classify(s, m) }

// SpanBlocks returns the offset of the first byte of s[n:] that ends a stretch of percent-encodings and bytes of a set.
// If that is inside a percent-encoding, its digits are wrong there or missing. The row is that of the set with "%". s
// must have at least Block bytes, and n must be at most len(s).
func SpanBlocks(s string, n int, row *[32]uint8) int { return spanBlocks(s, n, row) }

// Traits returns the traits of s, a reference whose path begins at head: HasPercent if there is a "%", HasUpper if there
// is an upper-case letter before the path, and HasDot if there is a "." after a "/". It returns Unknown if head is not in
// the first block, if there are traits before the last block of s, or if Traits would have to read another page.
//
// If s has no traits and dst is not nil, Traits copies s to dst. Then s must have 8 to 64 bytes, and dst as many.
// Otherwise it writes nothing.
func Traits(s string, head uint32, dst *byte) uint8 { return traits(s, head, dst) }

// The bits of the result of Traits.
const (
	HasPercent = 1 << iota
	HasUpper
	HasDot
	Unknown = 0x80
)

// Web reports whether s is a reference that begins with "https://" or "http://" and has nothing to inspect by the rules.
// It returns Nothing, AfterHost if there is something only after the host, or Anything. It may return more than there is
// where that is quicker: for a host of more than 32 bytes, say. If it returns Nothing and offsets is not nil, it stores
// the offsets of the components there, as package ranges has them; otherwise the offsets may become anything.
//
// Besides the rules, the last label of the host must begin with a letter and follow a "." or the scheme, two bytes of
// Joints must not follow each other, and the fragment must not be empty. Only amd64 has this kernel.
func Web(s string, rules *WebRules, offsets *[8]uint32) uint8 { return web(s, rules, offsets) }

// The results of Web.
const (
	Nothing uint8 = iota
	AfterHost
	Anything
)

// WebRules are the rules of Web. The first four are as registers hold them: see Row, LowNibbles and Bytes.
type WebRules struct {
	Text       [32]uint8 // bytes that need no inspection, as a row
	Joints     [32]uint8 // bytes that need inspection only beside each other, by their low nibbles
	Name       [32]uint8 // bytes of a host, as a row
	Mark       [32]uint8 // "?"
	MaxLen     uint64    // the length of the longest reference
	LastLabels uint64    // bit n: a last label of n bytes needs inspection
}

// Row returns the row, as those of Nibbles, of the ASCII bytes for which in returns true.
func Row(in func(c byte) bool) (row [32]uint8) {
	for c := range byte(0x80) {
		if in(c) {
			row[c&15] |= 1 << (c >> 4)
			row[16|c&15] |= 1 << (c >> 4)
		}
	}
	return row
}

// LowNibbles returns the table that has for each low nibble the byte of set that ends with it, or a byte that ends with
// another one.
func LowNibbles(set string) (table [32]uint8) {
	for i := range table {
		table[i] = ^uint8(i) & 15
	}
	for _, c := range []byte(set) {
		table[c&15], table[16|c&15] = c, c
	}
	return table
}

// Bytes returns c in all bytes of a register.
func Bytes(c byte) (b [32]uint8) {
	for i := range b {
		b[i] = c
	}
	return b
}
