package simd

// FindLen is the number of bytes that Find can read.
const FindLen = 16 * Block

// Found is the result of Find. Bit i%64 of word i/64 of a bitmap describes byte i of the input.
type Found [3][FindLen / Block]uint64

// Find sets the bitmaps of m: bitmap k shows the bytes of s that are in sets[k], which is a table of LowNibbles. s must
// not be empty, and must have at most FindLen bytes. Bits after the end of s are 0 in a word that also describes bytes
// of s. Find does not write the other words. Only arm64 has this kernel, because amd64 has Query.
func Find(s string, sets *[3][32]uint8, m *Found) { find(s, sets, m) }

// findPortable is Find, byte by byte.
func findPortable(s string, sets *[3][32]uint8, m *Found) {
	for i := range len(s) {
		for k, set := range sets {
			if i%Block == 0 {
				m[k][i/Block] = 0
			}
			if set[s[i]&15] == s[i] {
				m[k][i/Block] |= 1 << (i % Block)
			}
		}
	}
}
