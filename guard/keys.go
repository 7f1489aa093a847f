package guard

import (
	"hash/maphash"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

const (
	maxKeys = 128 // the number of different keys that are remembered for one query
	fewKeys = 16  // the largest number of pairs of a query with a small table
)

// A seenKey is an entry of a hash table of keys, the key query[lo:hi]. If hash is 0, the entry is free.
type seenKey struct{ hash, lo, hi uint32 }

// repeatedKeys notes the repeated keys of the query s[lo:hi]. A large table takes time to clear, so a query with few
// pairs gets a small one.
func (a *auditor) repeatedKeys(lo, hi int) {
	switch pairs := 1 + strings.Count(a.s[lo:hi], "&"); {
	case pairs == 1:
	case pairs <= fewKeys:
		var table [2 * fewKeys]seenKey
		a.findRepeated(lo, hi, table[:])
	default:
		var table [2 * maxKeys]seenKey
		a.findRepeated(lo, hi, table[:])
	}
}

// findRepeated notes the repeated keys of the query s[lo:hi], with the help of an empty table. The length of the table
// is a power of two, and at most half of its entries are used.
func (a *auditor) findRepeated(lo, hi int, table []seenKey) {
	keys, query := 0, a.s[lo:hi]
	pairs := reference.NewPairCursor(query, "&")
	for pairs.Next() {
		key := pairs.Text()
		if key == "" {
			continue // an empty pair has no key
		}
		key, _, _ = strings.Cut(key, "=")
		hash := keyHash(key)
		at := int(hash) & (len(table) - 1)
		for table[at].hash != 0 && !(table[at].hash == hash && formKeys.Compare(query[table[at].lo:table[at].hi], key) == 0) {
			at = (at + 1) & (len(table) - 1)
		}
		isNew := table[at].hash == 0
		if isNew && keys < maxKeys {
			table[at] = seenKey{hash, uint32(pairs.Lo), uint32(pairs.Lo + len(key))}
			keys++
			continue
		}
		keyLo := lo + pairs.Lo
		a.note(HazardRepeatedKey, keyLo, keyLo+len(key)) // by the documentation of Audit, also if there are too many keys
		if isNew || a.yield == nil {
			return
		}
	}
}

// formKeys compares keys as uri.URI.QueryGet does.
var formKeys = octet.Keys{Plus: true}

// seed makes the hashes of keys differ between processes, so that an attacker cannot choose keys with equal hashes.
var seed = maphash.MakeSeed()

// keyHash returns a hash of the decoded key, where a "+" is a space. It is not 0.
func keyHash(key string) uint32 {
	if strings.IndexByte(key, '%') < 0 && strings.IndexByte(key, '+') < 0 {
		return uint32(maphash.String(seed, key)) | 1
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
	return uint32(h.Sum64()) | 1
}
