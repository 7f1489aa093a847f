package guard

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// maxKeys is the number of different keys that are remembered for one query.
const maxKeys = 128

// A seenKey is the key at query[lo] of a query, with its hash. Most keys differ in their hashes.
type seenKey struct{ hash, lo uint32 }

// repeatedKeys notes the repeated keys of the query s[lo:hi]. It compares a key with at most maxKeys others, so it takes
// linear time.
func (a *auditor) repeatedKeys(lo, hi int) {
	query := a.s[lo:hi]
	if strings.IndexByte(query, '&') < 0 {
		return // a single key
	}
	var buf [maxKeys]seenKey
	seen := buf[:0]
	var hashes [512 / 64]uint64 // PERF: a bit for the end of each hash in seen: most keys need no look at these
	pairs := reference.NewPairCursor(query, "&")
	for pairs.Next() {
		key := pairs.Text()
		if key == "" {
			continue // an empty pair has no key
		}
		key, _, _ = strings.Cut(key, "=")
		hash := keyHash(key)
		bits, bit := &hashes[hash/64%uint32(len(hashes))], uint64(1)<<(hash%64)
		isRepeated := *bits&bit != 0 && slices.ContainsFunc(seen, func(other seenKey) bool {
			return other.hash == hash && formKeys.Compare(firstKey(query[other.lo:]), key) == 0
		})
		*bits |= bit
		if !isRepeated && len(seen) < maxKeys {
			seen = append(seen, seenKey{hash, uint32(pairs.Lo)})
			continue
		}
		keyLo := lo + pairs.Lo
		a.note(HazardRepeatedKey, keyLo, keyLo+len(key)) // by the documentation of Audit, also if there are too many keys
		if !isRepeated || a.yield == nil {
			return
		}
	}
}

// firstKey returns the first key of a query.
func firstKey(query string) string {
	return query[:octet.Next(query, 0, "&=")]
}

// formKeys compares keys as uri.URI.QueryGet does.
var formKeys = octet.Keys{Plus: true}

// seed makes the hashes of keys differ between processes, so that an attacker cannot choose keys with equal hashes.
var seed = maphash.MakeSeed()

// keyHash returns a hash of the decoded key, where a "+" is a space.
func keyHash(key string) uint32 {
	if strings.IndexByte(key, '%') < 0 && strings.IndexByte(key, '+') < 0 {
		return uint32(maphash.String(seed, key))
	}
	var h maphash.Hash
	h.SetSeed(seed)
	for key != "" {
		b, size := octet.First(key)
		if key[0] == '+' {
			b = ' '
		}
		h.WriteByte(b)
		key = key[size:]
	}
	return uint32(h.Sum64())
}
