package uri

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/glance"
	"github.com/urispan/uri/internal/octet"
)

// A Key is the text of a URI in normal form, for maps and sets of URIs. Two URIs have the same Key if and only if they
// are Equal. Like the URI, it can contain a password. To look up a Key without allocation, let AppendNormalized write
// the normal form to a buffer, and use Key(buffer) as the index.
type Key string

// Format prints the key for package fmt, as [URI.Format] prints a URI. For %s, %q, %x and %X it prints the key as it
// is, with a password if there is one. For all other verbs it hides the password, as [URI.Redacted] does, or prints
// just "xxxxx" if the Key is neither a URI-reference nor an IRI-reference. It implements [fmt.Formatter].
func (k Key) Format(f fmt.State, verb rune) {
	if isDataVerb(verb) {
		formatText(f, verb, string(k))
		return
	}
	var r fsm.Ranges
	if _, ok := scan(ofIRIs, string(k), &r); !ok {
		formatText(f, verb, redacted)
		return
	}
	formatText(f, verb, pack(string(k), &r).Redacted())
}

// Equal reports whether u and v are equivalent, that is, whether their normal forms are the same, byte for byte (RFC
// 3986, section 6.1). The fragment counts as well. Equivalent URIs identify the same resource; other URIs may also do
// so. For relative references with encoded dots, see [StepDots]. Nothing is allocated.
func (n Normalizer) Equal(u, v URI) bool { return n.equal(&u, &v) }

// Compare compares the normal forms of u and v, byte for byte. It returns -1, 0 or +1, as [strings.Compare] does for
// these, and 0 if and only if Equal reports true. Nothing is allocated.
func (n Normalizer) Compare(u, v URI) int { return n.compare(&u, &v) }

// Hash returns a hash of the normal form of u. For the same seed, which [maphash.MakeSeed] makes, Equal URIs have the
// same hash. Nothing is allocated.
func (n Normalizer) Hash(seed maphash.Seed, u URI) uint64 { return n.hash(seed, &u) }

// Key returns the Key of u. It allocates only if u is not in normal form.
func (n Normalizer) Key(u URI) Key { return Key(n.Normalized(u).s) }

// Equal is [Normalizer.Equal] with all steps: it reports whether u and v are equivalent. Nothing is allocated.
func (u URI) Equal(v URI) bool { return normalizer.equal(&u, &v) }

// Compare is [Normalizer.Compare] with all steps: it compares the normal forms of u and v. Nothing is allocated.
func (u URI) Compare(v URI) int { return normalizer.compare(&u, &v) }

// Hash is [Normalizer.Hash] with all steps: it returns a hash of the normal form of u. Nothing is allocated.
func (u URI) Hash(seed maphash.Seed) uint64 { return normalizer.hash(seed, &u) }

// Key is [Normalizer.Key] with all steps: it returns the normal form of u, for maps and sets.
func (u URI) Key() Key { return normalizer.Key(u) }

func (n *Normalizer) equal(u, v *URI) bool {
	if u.s == v.s {
		return true
	}
	traitsU, normalU := u.look()
	traitsV, normalV := v.look()
	if normalU && normalV {
		return false
	}
	if verdict := n.compareInPlace(u, v); verdict != unsure {
		return verdict == same
	}
	switch {
	case normalU:
		return n.isNormalFormOf(v, traitsV, u.s)
	case normalV:
		return n.isNormalFormOf(u, traitsU, v.s)
	}
	return n.equalInspected(u, v, traitsU, traitsV)
}

func (n *Normalizer) equalInspected(u, v *URI, traitsU, traitsV glance.Traits) bool {
	var room [shortLen]byte
	if normal, ok := n.short(&room, u, traitsU); ok {
		return n.isNormalFormOf(v, traitsV, normal)
	}
	var x, y reader
	x.init(n, u, traitsU)
	y.init(n, v, traitsV)
	return readsSame(&x, &y)
}

func (n *Normalizer) compare(u, v *URI) int {
	if u.s == v.s {
		return 0
	}
	if u.queryEnd() == far && v.queryEnd() == far {
		return n.compareFar(u, v)
	}
	traitsU, normalU := u.look()
	traitsV, normalV := v.look()
	if normalU && normalV {
		return strings.Compare(u.s, v.s)
	}
	if n.compareInPlace(u, v) == same {
		return 0
	}
	return n.compareInspected(u, v, traitsU, traitsV)
}

// compareFar is compare for URIs that need a scan for their ranges. It scans each of them once.
func (n *Normalizer) compareFar(u, v *URI) int {
	var x, y reader
	changesX, changesY := x.initFar(n, u), y.initFar(n, v)
	if !changesX && !changesY {
		return strings.Compare(u.s, v.s)
	}
	return compareReaders(&x, &y)
}

func (n *Normalizer) compareInspected(u, v *URI, traitsU, traitsV glance.Traits) int {
	var roomU, roomV [shortLen]byte
	normalU, okU := n.short(&roomU, u, traitsU)
	normalV, okV := n.short(&roomV, v, traitsV)
	if okU && okV {
		return bytes.Compare(octet.Bytes(normalU), octet.Bytes(normalV)) // strings.Compare would move both to the heap
	}
	var x, y reader
	changesX, changesY := x.init(n, u, traitsU), y.init(n, v, traitsV)
	if !changesX && !changesY {
		return strings.Compare(u.s, v.s)
	}
	return compareReaders(&x, &y)
}

func (n *Normalizer) hash(seed maphash.Seed, u *URI) uint64 {
	traits, normal := u.look()
	if normal && len(u.s) <= blockLen {
		return maphash.String(seed, u.s)
	}
	return n.hashInspected(seed, u, traits)
}

func (n *Normalizer) hashInspected(seed maphash.Seed, u *URI, traits glance.Traits) uint64 {
	var room [shortLen]byte
	if normal, ok := n.short(&room, u, traits); ok {
		return maphash.String(seed, normal)
	}
	return n.hashLong(seed, u, traits)
}

// hashLong is hashInspected for texts of any length.
func (n *Normalizer) hashLong(seed maphash.Seed, u *URI, traits glance.Traits) uint64 {
	var x reader
	x.init(n, u, traits)
	var block [blockLen]byte
	k := x.fill(block[:])
	if k < blockLen {
		return maphash.Bytes(seed, block[blockLen-k:])
	}
	// The blocks of a longer normal form are hashed in the order in which they are read.
	var h maphash.Hash
	h.SetSeed(seed)
	for k > 0 {
		h.Write(block[blockLen-k:])
		k = x.fill(block[:])
	}
	return h.Sum64()
}

// readsSame reports whether x and y read the same text.
func readsSame(x, y *reader) bool {
	var blockX, blockY [blockLen]byte
	for {
		kx, ky := x.fill(blockX[:]), y.fill(blockY[:])
		if kx != ky || !bytes.Equal(blockX[blockLen-kx:], blockY[blockLen-kx:]) {
			return false
		}
		if kx < blockLen {
			return true
		}
	}
}

// compareReaders compares the texts that x and y read. The leftmost difference counts. Since readers go from right to
// left, they read it last.
func compareReaders(x, y *reader) int {
	startX, startY := *x, *y
	var blockX, blockY [blockLen]byte
	kx, ky := x.fill(blockX[:]), y.fill(blockY[:])
	if kx < blockLen && ky < blockLen {
		return bytes.Compare(blockX[blockLen-kx:], blockY[blockLen-ky:])
	}
	lenX, lenY := kx, ky
	for kx == blockLen {
		kx = x.fill(blockX[:])
		lenX += kx
	}
	for ky == blockLen {
		ky = y.fill(blockY[:])
		lenY += ky
	}
	*x, *y = startX, startY
	x.skip(lenX - lenY)
	y.skip(lenY - lenX)
	result := cmp.Compare(lenX, lenY)
	for k := blockLen; k == blockLen; {
		k = x.fill(blockX[:])
		y.fill(blockY[:])
		if c := bytes.Compare(blockX[blockLen-k:], blockY[blockLen-k:]); c != 0 {
			result = c
		}
	}
	return result
}
