package simd

// ShortLen is the length of the shortest inputs that Classify reads faster than ClassifyShort.
const ShortLen = 16

// ClassifyShort computes the bitmaps of an s of less than ShortLen bytes, which may be empty. It sets Invalid, Delims
// and Tail. It returns false if s has a "%" or a bracket. Then the bitmaps have no meaning.
//
// PERF: a call of a kernel takes longer than reading a few bytes.
func ClassifyShort(s string, m *Bitmaps) bool {
	fields := uint64(0)
	for i := range len(s) {
		fields |= shortFields[s[i]] << (i & (ShortLen - 1))
	}
	m.Invalid, m.Delims, m.Tail = fields&(1<<ShortLen-1)|1<<(len(s)&(ShortLen-1)), fields>>16&(1<<ShortLen-1), fields>>32
	return fields>>48 == 0
}

// shortFields maps each byte to four fields of 16 bits. The lowest bit of a field is set if the byte belongs to a
// bitmap. From the lowest field up, the bitmaps are Invalid, Delims and Tail. The highest field stands for "%" and
// brackets.
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
