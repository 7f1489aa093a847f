package guard

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// This file finds keys that occur in a query more than once, in time linear in the query and without allocation.

// maxKeys is the number of different keys that are remembered for one query.
const maxKeys = 128

// fewKeys is the number of pairs up to which each key is compared with every other key.
const fewKeys = 8

// fewKeys finds repeated keys in a query of at most fewKeys pairs, without percent-encodings.
func (a *auditor) fewKeys(lo, hi int) {
	var seen [fewKeys]string
	n := 0
	for at := lo; at <= hi; {
		end, next := a.pair(at, hi)
		if end >= 0 {
			key := a.s[at:end]
			for i := range n {
				if seen[i] == key {
					a.note(HazardRepeatedKey, at, end)
					if a.yield == nil {
						return
					}
					break
				}
			}
			seen[n&(fewKeys-1)] = key
			n++
		}
		at = next
	}
}

// pair reads the pair that begins at lo, in a query that ends at hi. It returns the end of its key, or -1 if the pair
// is empty, and the beginning of the next pair.
func (a *auditor) pair(lo, hi int) (keyEnd, next int) {
	end := strings.IndexByte(a.s[lo:hi], '&')
	if end < 0 {
		end = hi - lo
	}
	switch key := strings.IndexByte(a.s[lo:lo+end], '='); {
	case key >= 0:
		return lo + key, lo + end + 1
	case end == 0:
		return -1, lo + 1
	}
	return lo + end, lo + end + 1
}

// manyKeys finds repeated keys in any query.
func (a *auditor) manyKeys(lo, hi int) {
	var seen [maxKeys]seenKey
	n := 0
	for at := lo; at <= hi; {
		end, next := a.pair(at, hi)
		if end >= 0 {
			key := seenKey{hash: keyHash(a.s[at:end]), lo: uint32(at), hi: uint32(end)}
			switch {
			case a.hasKey(seen[:n], key):
				a.note(HazardRepeatedKey, at, end)
			case n == maxKeys:
				a.note(HazardRepeatedKey, at, end)
				return
			default:
				seen[n] = key
				n++
			}
			if a.found&HazardRepeatedKey != 0 && a.yield == nil {
				return
			}
		}
		at = next
	}
}

// A seenKey is the key s[lo:hi].
type seenKey struct{ hash, lo, hi uint32 }

// hasKey reports whether seen has a key that is equal to key after decoding.
func (a *auditor) hasKey(seen []seenKey, key seenKey) bool {
	for i := range seen {
		other := &seen[i]
		if other.hash == key.hash && (octet.Keys{}).Compare(a.s[other.lo:other.hi], a.s[key.lo:key.hi]) == 0 {
			return true
		}
	}
	return false
}

// keyHash returns the FNV-1a hash of the decoded key. An attacker can choose keys with equal hashes, but at most
// maxKeys keys are compared with each other.
func keyHash(key string) uint32 {
	hash := uint32(2166136261)
	for key != "" {
		b, size := octet.First(key)
		hash = (hash ^ uint32(b)) * 16777619
		key = key[size:]
	}
	return hash
}
