package simd

// Block is the number of bytes that Classify reads, and that the other kernels read in one step.
const Block = 64

// Bitmaps is the result of Classify. Bit i describes byte i of the input. Bits after the end of the input have no
// meaning.
type Bitmaps struct {
	Invalid uint64 // bytes that no reference contains, brackets, wrong bytes of a percent-encoding, and the end of s
	Delims  uint64 // ":", "/", "?", "#" and "@"

	// The following bitmaps are not written if the block has no byte of Tail or Percent.
	Tail      uint64 // "?", "#" and brackets; brackets may be valid although they are in Invalid
	Percent   uint64 // "%"
	NotHexDig uint64 // all bytes but HEXDIG
}

// ChunkLen is the number of bytes that a Chunk can describe.
const ChunkLen = 64 * Block

// A Chunk has the bitmaps of many blocks of a buffer. Bit i of each bitmap describes byte i: it is bit i%8 of byte i/8.
type Chunk struct {
	Stops [ChunkLen / 8]uint8 // "?", "#", "%", brackets and bytes that no reference contains
	Ends  [ChunkLen / 8]uint8 // the bytes in Stops, and ":", "/" and "@"
}

// WebRules are the rules of Web. The first three fields have the form of registers: see Row and LowNibbles.
type WebRules struct {
	Text       [32]uint8 // a row: the bytes of a path or a query
	Joints     [32]uint8 // a table of LowNibbles: two of these bytes must not be adjacent
	Name       [32]uint8 // a row: the bytes of a host
	MaxLen     uint64    // the length of the longest reference
	LastLabels uint64    // the lengths that the last label must not have: bit n is for n bytes
}

// PlainRules are the rules of CopyPlain. Each is a row: see Row.
type PlainRules struct {
	Name [32]uint8 // the bytes of a host
	Text [32]uint8 // the bytes of a host, a path and a query
}

// StopSets are the two sets of Stops and StopsColons. They have only bytes of US-ASCII.
type StopSets struct {
	Rows [2][32]uint8 // the sets as rows: see Row
	Bits [256]uint64  // the sets as StopBits returns them
}

// StopBits returns a word for each byte. Bit 31 is set unless the byte is in US-ASCII and satisfies first. Bit 63 is
// set unless it is in US-ASCII and satisfies second.
func StopBits(first, second func(c byte) bool) (bits [256]uint64) {
	for c := range bits {
		if c >= 0x80 || !first(byte(c)) {
			bits[c] |= 1 << 31
		}
		if c >= 0x80 || !second(byte(c)) {
			bits[c] |= 1 << 63
		}
	}
	return bits
}

// Row returns the row of the set of ASCII bytes that satisfy in, with the layout of Nibbles.
func Row(in func(c byte) bool) (row [32]uint8) {
	for c := range byte(0x80) {
		if in(c) {
			row[c&15] |= 1 << (c >> 4)
			row[16|c&15] |= 1 << (c >> 4)
		}
	}
	return row
}

// LowNibbles returns a table that is indexed by low nibbles: table[n] is the byte of set with the low nibble n or,
// without one, a byte with another low nibble, which cannot match.
func LowNibbles(set string) (table [32]uint8) {
	for i := range table {
		table[i] = ^uint8(i) & 15
	}
	for _, c := range []byte(set) {
		table[c&15], table[16|c&15] = c, c
	}
	return table
}
