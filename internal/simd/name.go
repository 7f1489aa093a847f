package simd

// LabelEnds returns the ends of the labels of s: bit i is set if s[i] is a dot or i is len(s). It returns 0 if s is not
// the name of a host, or does not end in a letter. s must have 1 to 63 bytes.
//
// A name consists of labels with dots between them, and a label of letters, digits and hyphens. No label is empty, or
// begins or ends with a hyphen.
func LabelEnds(s string) uint64 { return labelEnds(s) }

// nameClasses has a table for the low nibble of a byte, and one for its high nibble. A byte is legal in a name if its
// two entries have a common bit. For "." the common bit is dotBit, for "-" hyphenBit, and for letters and digits one of
// the others. Each table is repeated, for registers of 32 bytes.
var nameClasses = [2][32]uint8{
	{
		0x05, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x06, 0x02, 0x02, 0x02 | hyphenBit, 0x02 | dotBit, 0x02,
		0x05, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x06, 0x02, 0x02, 0x02 | hyphenBit, 0x02 | dotBit, 0x02,
	},
	{
		2: dotBit | hyphenBit, 3: 0x01, 4: 0x02, 5: 0x04, 6: 0x02, 7: 0x04,
		18: dotBit | hyphenBit, 19: 0x01, 20: 0x02, 21: 0x04, 22: 0x02, 23: 0x04,
	},
}

// The bits of nameClasses for "." and "-". The kernel for AVX2 needs them to be the two highest bits.
const (
	dotBit    = 0x80
	hyphenBit = 0x40
)

// labelEndsPortable is LabelEnds, byte by byte.
func labelEndsPortable(s string) (ends uint64) {
	start := 0 // of the label
	for i := range len(s) + 1 {
		switch {
		case i == len(s) || s[i] == '.':
			if i == start || s[start] == '-' || s[i-1] == '-' {
				return 0
			}
			ends |= 1 << i
			start = i + 1
		case nameClasses[0][s[i]&15]&nameClasses[1][s[i]>>4] == 0:
			return 0
		}
	}
	if s[len(s)-1] < 'A' {
		return 0
	}
	return ends
}
