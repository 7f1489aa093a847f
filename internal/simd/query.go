package simd

// This file describes the kernel that reads the query of a URL. Its steps, for the query "ab=1&c=%2e":
//
// First, bitmaps of 64 bytes at a time say where the keys are. The first byte of the query, and each byte after a "&",
// starts a key. A key ends at the first "=" or "&" after its start, or with the query. One addition finds all ends: it
// adds the bitmap of the starts to that of the bytes that do not end a key, and each start carries through its key to
// the bit of its end. The bitmaps have the first byte on the left:
//
//	query      a b = 1 & c = % 2 e
//	starts     1 0 0 0 0 1 0 0 0 0
//	not ends   1 1 0 1 0 1 0 1 1 1
//	sum        0 0 1 1 0 0 1 1 1 1
//	key ends   0 0 1 0 0 0 1 0 0 0   the ends that are in the sum
//
// The bits that are in neither the ends nor the sum are the bytes of keys. A "%" among them needs inspection.
//
// Then each key gets a tag, which is a hash of 16 bits. If no two tags are equal, the keys differ. If two are equal,
// which is rare for keys that differ, the query needs inspection. The hash takes the first and the last 16 bytes of a
// key. Rounds of AES mix them: two rounds make each bit of the tag depend on each byte. No secret depends on this. A
// query that is made to have equal tags takes more time, but not more than one with equal keys.

// QueryLen and QueryKeys limit the queries that Query reads: they have fewer bytes, and not more keys.
const (
	QueryLen  = 16 * Block
	QueryKeys = 64
)

// QueryRules are the rules of Query. They have the form of registers: see Row and LowNibbles.
type QueryRules struct {
	Text  [32]uint8 // a row: the bytes that need no inspection, and "%"
	Pairs [32]uint8 // a table of LowNibbles: "&" and "%"
	Keys  [32]uint8 // a table of LowNibbles: "=" and "%"
}

// Percents is the bitmap of the "%" of a query. Bit i%64 of word i/64 describes byte i.
type Percents [QueryLen / Block]uint64

// queryMasks has QueryLen bytes of ones, with zeros before and after them. With n for the length of a key, the 16 bytes
// from queryMasks[n] on have ones in the last n bytes, and the 16 bytes that begin n bytes before the last zeros have
// ones in the first n. They mask out what is not part of the key.
var queryMasks = func() (masks [16 + QueryLen + 16]uint8) {
	for i := range QueryLen {
		masks[16+i] = 0xff
	}
	return masks
}()

// queryPortable is Query. It knows which keys differ, and so returns false only for the other reasons.
func queryPortable(s string, rules *QueryRules, m *Percents) bool {
	if len(s) >= QueryLen {
		return false
	}
	seen := map[string]bool{}
	start, inKey := 0, true
	for i := range len(s) + 1 {
		c := byte('&') // the end of the query ends a pair
		if i%Block == 0 && i/Block < len(m) {
			m[i/Block] = 0
		}
		if i < len(s) {
			c = s[i]
		} else if start == i {
			break // nothing is after the last "&"
		}
		if inKey && (c == '=' || c == '&') {
			if start == i || seen[s[start:i]] || len(seen) == QueryKeys {
				return false
			}
			seen[s[start:i]] = true
		}
		switch {
		case !in(&rules.Text, c), inKey && c == '%':
			return false
		case c == '&':
			start, inKey = i+1, true
		case c == '=':
			inKey = false
		case c == '%':
			m[i/Block] |= 1 << (i % Block)
		}
	}
	return true
}
