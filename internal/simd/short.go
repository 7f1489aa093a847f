package simd

// This file computes the bitmaps of short inputs without a kernel, because a call of a kernel takes longer than reading
// a few bytes.

// ShortLen is the length from which Classify is faster than ClassifyShort.
const ShortLen = 16

// ClassifyShort is Classify for an s of less than ShortLen bytes, which may be empty. It sets Invalid, Delims and Tail. It
// returns false if s has a "%" or a bracket. Then the bitmaps have no meaning.
func ClassifyShort(s string, m *Bitmaps) bool {
	fields := uint64(0)
	for i := range len(s) {
		fields |= shortFields[s[i]] << (i & (ShortLen - 1))
	}
	m.Invalid, m.Delims, m.Tail = fields&(1<<ShortLen-1)|1<<(len(s)&(ShortLen-1)), fields>>16&(1<<ShortLen-1), fields>>32
	return fields>>48 == 0
}

// shortFields has four fields of 16 bits for each byte. The lowest bit of a field says whether the byte belongs to a
// bitmap, from the lowest field up: Invalid, Delims and Tail. The highest field has "%" and brackets.
var shortFields = func() (table [256]uint64) {
	for c := range 256 {
		for i, is := range []bool{
			!in(&Nibbles[RowValid], byte(c)), in(&Nibbles[RowDelims], byte(c)), in(&Nibbles[RowTail], byte(c)),
			c == '%' || c == '[' || c == ']',
		} {
			if is {
				table[c] |= 1 << (16 * i)
			}
		}
	}
	return table
}()
