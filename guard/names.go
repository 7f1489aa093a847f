package guard

import (
	"math/bits"
	"math/rand/v2"

	"github.com/urispan/uri/internal/octet"
)

// A nameTable maps names to their listings. It is a hash table whose lookups take less time than those of a map. At
// least half of its slots are free.
type nameTable struct {
	slots []nameSlot // their number is a power of two
	names []listedName
}

// A nameSlot has the hash of names[next-1], or is free if next is 0.
type nameSlot struct{ hash, next uint32 }

type listedName struct {
	text string
	listing
}

// hashSeed and hashFactor make hashes differ between processes, so that an attacker cannot choose names with equal
// hashes.
var hashSeed, hashFactor = rand.Uint64(), rand.Uint64() | 1

func newNameTable() nameTable { return nameTable{slots: make([]nameSlot, 8)} }

// add adds mark to the listing of a name, which need not be in the table yet.
func (t *nameTable) add(name string, mark listing) {
	hash := nameHash(name)
	if l := listingOf(t, name, hash); l != nil {
		*l |= mark
		return
	}
	t.names = append(t.names, listedName{name, mark})
	if 2*len(t.names) <= len(t.slots) {
		t.fill(hash, len(t.names))
		return
	}
	t.slots = make([]nameSlot, 2*len(t.slots))
	for i, n := range t.names {
		t.fill(nameHash(n.text), i+1)
	}
}

// fill puts next, the index of a name plus 1, into a free slot for the hash of the name.
func (t *nameTable) fill(hash uint32, next int) {
	i := int(hash)
	for t.slots[i&(len(t.slots)-1)].next != 0 {
		i++
	}
	t.slots[i&(len(t.slots)-1)] = nameSlot{hash, uint32(next)}
}

// lookup returns the listing of a name, or 0.
func lookup[T string | []byte](t *nameTable, name T) listing {
	if l := listingOf(t, name, nameHash(name)); l != nil {
		return *l
	}
	return 0
}

// listingOf returns a pointer to the listing of a name with the hash, or nil.
func listingOf[T string | []byte](t *nameTable, name T, hash uint32) *listing {
	for i := int(hash); ; i++ {
		slot := t.slots[i&(len(t.slots)-1)]
		if slot.next == 0 {
			return nil
		}
		if slot.hash != hash {
			continue
		}
		if n := &t.names[slot.next-1]; n.text == string(name) {
			return &n.listing
		}
	}
}

// nameHash returns the hash of a name.
func nameHash[T string | []byte](name T) uint32 {
	h := hashSeed ^ uint64(len(name))
	if len(name) < 8 {
		w := uint64(0)
		for i := range len(name) {
			w = w<<8 | uint64(name[i])
		}
		return uint32(folded(h^w, hashFactor))
	}
	for i := 0; i < len(name)-8; i += 8 {
		h = folded(h^octet.Word(name, i), hashFactor)
	}
	return uint32(folded(h^octet.Word(name, len(name)-8), hashFactor))
}

// folded returns the exclusive or of the two halves of the product a*b.
func folded(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}
