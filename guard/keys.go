package guard

import (
	"math/bits"

	"github.com/urispan/uri/internal/octet"
)

// This file finds keys that occur in a query more than once, in time linear in the query and without allocation.

// maxKeys is the number of different keys that are remembered for one query.
const maxKeys = 128

// fewKeys is the largest number of pairs for which a small table is enough.
const fewKeys = 16

// repeatedKeys notes the repeated keys of the query s[lo:hi], which has the given number of pairs. A large table takes
// time to clear, so a query with few pairs gets a small one.
func (a *auditor) repeatedKeys(lo, hi, pairs int) {
	if pairs <= fewKeys {
		var seen [fewKeys]seenKey
		var slots [2 * fewKeys]uint8
		a.findRepeated(lo, hi, &keySet{seen: seen[:], slots: slots[:]})
		return
	}
	var seen [maxKeys]seenKey
	var slots [2 * maxKeys]uint8
	a.findRepeated(lo, hi, &keySet{seen: seen[:], slots: slots[:]})
}

// findRepeated goes from delimiter to delimiter, and adds the key of each pair to set, which is empty.
func (a *auditor) findRepeated(lo, hi int, set *keySet) {
	start, keyEnd := lo, -1 // of the current pair; keyEnd is -1 before its first "="
	for block := lo; block < hi; block += wordBits {
		for delims := pairDelims(a.s[block:min(block+wordBits, hi)]); delims != 0; delims &= delims - 1 {
			i := block + bits.TrailingZeros64(delims)
			switch {
			case a.s[i] == '&':
				if a.endPair(set, start, keyEnd, i) {
					return
				}
				start, keyEnd = i+1, -1
			case keyEnd < 0:
				keyEnd = i
			}
		}
	}
	a.endPair(set, start, keyEnd, hi)
}

// endPair adds the key of the pair s[start:end] to set, and notes it if it is repeated. The key ends at keyEnd or, if
// that is -1, at end. Empty pairs have no key. endPair reports whether the search is over.
func (a *auditor) endPair(set *keySet, start, keyEnd, end int) (done bool) {
	if start == end {
		return false
	}
	if keyEnd < 0 {
		keyEnd = end
	}
	hash := keyHash(a.s, start, keyEnd)
	mask := uint32(len(set.slots) - 1)
	at := hash & mask
	for ; set.slots[at] != 0; at = (at + 1) & mask {
		other := &set.seen[set.slots[at]-1]
		if other.hash == hash && equalKeys(a.s[other.lo:other.hi], a.s[start:keyEnd]) {
			a.note(HazardRepeatedKey, start, keyEnd)
			return a.yield == nil
		}
	}
	if set.n == len(set.seen) { // Audit says that this counts as repeated
		a.note(HazardRepeatedKey, start, keyEnd)
		return true
	}
	set.seen[set.n] = seenKey{hash, uint32(start), uint32(keyEnd)}
	set.n++
	set.slots[at] = uint8(set.n)
	return false
}

// pairDelims returns the bitmap of "&" and "=" in s, which has at most wordBits bytes.
func pairDelims(s string) (delims uint64) {
	if len(s) < 8 {
		return pairDelimsOf(octet.Short(s))
	}
	for i := 0; i < len(s); i += 8 {
		at := min(i, len(s)-8) // the last step reads the last eight bytes, some of them again
		delims |= pairDelimsOf(octet.Word(s, at)) << at
	}
	return delims
}

// pairDelimsOf is pairDelims for a word of ASCII.
func pairDelimsOf(w uint64) uint64 {
	return octet.Bits(^(((w ^ '&'*octet.Each) + octet.Low7) & ((w ^ '='*octet.Each) + octet.Low7)))
}

// A keySet is a hash table of the keys of a query. Because hashFactor is secret, an attacker can choose keys with equal
// hashes only if they have at most 16 octets or differ in their first eight. Comparing such keys takes little time, and
// there are at most maxKeys to compare with each other.
type keySet struct {
	n     int
	seen  []seenKey // the first n are in use
	slots []uint8   // by the low bits of a hash: 1 + an index into seen, or 0; the length is a power of two
}

// A seenKey is the key s[lo:hi].
type seenKey struct{ hash, lo, hi uint32 }

func equalKeys(a, b string) bool { return a == b || octet.Keys{}.Compare(a, b) == 0 }

// keyHash returns a hash of the key s[lo:hi], decoded. It reads most keys with two loads. No branch depends on their
// length, because a processor cannot predict such a branch.
func keyHash(s string, lo, hi int) uint32 {
	n := hi - lo
	if lo+8 > len(s) || hi < 8 {
		return decodedHash(s[lo:hi])
	}
	first := octet.Word(s, lo) & (1<<(8*uint64(n)) - 1) // uint64, because 8*n may need more than 32 bits
	last := octet.Word(s, hi-8) >> (8 * uint(max(0, 8-n)))
	plain := ((first ^ '%'*octet.Each) + octet.Low7) & ((last ^ '%'*octet.Each) + octet.Low7)
	middle := uint64(0)
	for i := lo + 8; i < hi-8; i += 8 {
		w := octet.Word(s, i)
		plain &= (w ^ '%'*octet.Each) + octet.Low7
		middle = folded(middle^w, hashFactor)
	}
	if plain&octet.High != octet.High {
		return decodedHash(s[lo:hi])
	}
	return hashOf(first, middle, last)
}

// decodedHash is keyHash octet by octet.
func decodedHash(key string) uint32 {
	var first, middle, last uint64
	n := 0
	for ; key != ""; n++ {
		if n >= 16 && n%8 == 0 { // there is an octet after the word in last
			middle = folded(middle^last, hashFactor)
		}
		b, size := octet.First(key)
		first |= uint64(b) << (8 * uint64(n)) // 0 if n is more than 7
		last = last>>8 | uint64(b)<<56
		key = key[size:]
	}
	return hashOf(first, middle, last>>(8*uint(max(0, 8-n))))
}

// hashOf returns the hash of a key. first and last are its first and its last eight octets, or all of them if it has
// fewer. middle is a hash of the words between them.
func hashOf(first, middle, last uint64) uint32 {
	return uint32(mixed(first ^ bits.RotateLeft64(last, 29) ^ middle))
}

func mixed(w uint64) uint64 {
	w *= 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	return w ^ w>>32
}
