package guard

import (
	"math/bits"
	"slices"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/simd"
	"github.com/urispan/uri/tables"
)

// This file has the glance at a query, which is enough for most queries. A kernel makes bitmaps of the query, and the
// glance reads these.

// querySets has, for each bitmap, the set of bytes that it shows.
var querySets = [...][32]uint8{
	ofPairs: simd.LowNibbles("&"),
	ofKeys:  simd.LowNibbles("&="),
	ofMarks: simd.LowNibbles("%;'"),
}

const (
	ofPairs = iota // the byte that ends a pair
	ofKeys         // the bytes that can end a key
	ofMarks        // the bytes that may be a hazard
)

const wordBits = 64 // the number of bytes that a word of a bitmap describes

// glanceAtQuery reports whether the query s[lo:hi] is known to have no hazard. If it returns false, the query needs
// inspection. This is so for queries with more than 64 keys, with a key that is empty or encoded, or with an encoding of
// "%", for queries of 1,024 bytes or more, and in rare other cases.
func glanceAtQuery(s string, lo, hi int) bool {
	switch {
	case hi == lo || !simd.Available:
		return hi == lo
	case simd.HasQuery:
		return glanceByQuery(s[lo:hi])
	}
	return glanceByFind(s, lo, hi)
}

// glanceByQuery is glanceAtQuery for systems with simd.Query. It also returns false if s is not a valid query.
func glanceByQuery(s string) bool {
	var percents simd.Percents
	if !simd.Query(s, &queryRules, &percents) {
		return false
	}
	for i, word := range percents[:(len(s)-1)/wordBits+1] {
		for ; word != 0; word &= word - 1 {
			if !isHarmlessOctet(s, wordBits*i+bits.TrailingZeros64(word)) {
				return false
			}
		}
	}
	return true
}

var queryRules = simd.QueryRules{
	Text:  simd.Row(func(c byte) bool { return tables.Is(c, tables.QueryChars) && c != ';' && c != '\'' || c == '%' }),
	Pairs: simd.LowNibbles("&%"),
	Keys:  simd.LowNibbles("=%"),
}

// isHarmlessOctet reports whether the "%" at s[i] begins a percent-encoding whose octet needs no inspection.
func isHarmlessOctet(s string, i int) bool {
	switch b, _ := octet.First(s[i:]); b {
	case '.', '/', '\\', 0, '\r', '\n', '%':
		return false
	}
	return true
}

// glanceByFind is glanceAtQuery for systems without simd.Query. It also returns false for keys longer than 63 bytes. The
// query must be valid.
func glanceByFind(s string, lo, hi int) bool {
	if hi-lo >= simd.FindLen {
		return false
	}
	var m simd.Found
	simd.Find(s[lo:hi], &querySets, &m)
	hasPairs := false
	for i := range (hi-lo-1)/wordBits + 1 {
		hasPairs = hasPairs || m[ofPairs][i] != 0
		for marks := m[ofMarks][i]; marks != 0; marks &= marks - 1 {
			if !isHarmless(s, lo, wordBits*i+bits.TrailingZeros64(marks), &m) {
				return false
			}
		}
	}
	return !hasPairs || keysDiffer(s, lo, hi, &m)
}

// isHarmless reports whether the mark at offset i of the query, which begins at lo, is the "%" of a percent-encoding in
// a value, and its octet is not a hazard.
func isHarmless(s string, lo, i int, m *simd.Found) bool {
	if s[lo+i] != '%' || !isHarmlessOctet(s, lo+i) {
		return false
	}
	w := i / wordBits
	before := m[ofKeys][w] & (1<<(i%wordBits) - 1)
	for before == 0 {
		if w--; w < 0 {
			return false
		}
		before = m[ofKeys][w]
	}
	return s[lo+wordBits*w+bits.Len64(before)-1] == '='
}

// keysDiffer reports whether all keys of the query s[lo:hi] are known to differ. No key may have a percent-encoding. m
// has the bitmaps of the query. keysDiffer adds the end of the query to the ends of keys in m.
func keysDiffer(s string, lo, hi int, m *simd.Found) bool {
	n := hi - lo
	if m[ofPairs][(n-1)/wordBits]>>((n-1)%wordBits) != 0 {
		n-- // nothing is after the last "&"
	}
	if len(s) < 8 {
		return false
	}
	m[ofKeys][n/wordBits] |= 1 << (n % wordBits)
	var hashes [wordBits]uint32
	keys, ok := hashKeys(&hashes, s, lo, n, m)
	return ok && allDiffer(hashes[:keys])
}

// hashKeys sets hashes to those of the keys of the query s[lo:lo+n], and returns their number. It returns false if
// there are too many keys, or a key is long or empty. Keys that differ only between their first and their last eight
// bytes have the same hash.
func hashKeys(hashes *[wordBits]uint32, s string, lo, n int, m *simd.Found) (keys int, ok bool) {
	before := uint64(1) // 1 if a pair begins with the next word
	for w := range n/wordBits + 1 {
		starts, ends, next := m[ofPairs][w]<<1|before, m[ofKeys][w], m[ofKeys][(w+1)%len(m[ofKeys])]<<1
		before = m[ofPairs][w] >> (wordBits - 1)
		if w == n/wordBits {
			starts &= 1<<(n%wordBits) - 1
		}
		for ; starts != 0; starts &= starts - 1 {
			at := bits.TrailingZeros64(starts) % wordBits
			end := ends>>at | next<<(wordBits-1-at)
			if end == 0 || end&1 != 0 || keys >= len(hashes) {
				return 0, false
			}
			size := bits.TrailingZeros64(end)
			start := min(lo+at, len(s)-8) // before the key only if that has less than 8 bytes
			beyond := size - 8
			beyond &^= beyond >> (bits.UintSize - 1) // max(beyond, 0), without a branch that a processor cannot predict
			shift, mask := 8*uint(lo+at-start)%64, uint64(1)<<(8*uint(size))-1
			first, last := octet.Word(s, start)>>shift&mask, octet.Word(s, start+beyond)>>shift&mask
			hashes[keys] = hashOf(first, 0, last)
			keys++
		}
		lo += wordBits
	}
	return keys, true
}

// allDiffer reports whether all hashes differ.
func allDiffer(hashes []uint32) bool {
	var seen [32]uint64 // a set of hashes: one in wordBits*len(seen) bits
	for i, hash := range hashes {
		word, bit := &seen[hash/wordBits%uint32(len(seen))], uint64(1)<<(hash%wordBits)
		if *word&bit != 0 && slices.Contains(hashes[:i], hash) {
			return false
		}
		*word |= bit
	}
	return true
}
