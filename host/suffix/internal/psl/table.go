package psl

import (
	"math/bits"

	"github.com/urispan/uri/internal/octet"
)

// A Table is a tree of nodes: one for each name that is in a rule, and one for each parent of such a name. Its root is
// the root of the DNS, and a label leads from a node to a child.
//
// A hash table holds the nodes: each node is at the first place that was free from its place on.
type Table struct {
	Nodes  []Node
	Labels string // the bytes of the labels, after eight dots
}

// A Node is a node of a [Table]. From the low bits on, it holds
//
//	6 bits   the length of its label; 0 for a free place
//	22 bits  the place of its parent, plus 1; 0 for the root
//	26 bits  the end of its label in the Labels
//	6 bits   the rules for its name
type Node uint64

const (
	lenBits   = 6
	placeBits = 22
	textShift = lenBits + placeBits
	textBits  = 26
	ruleBits  = textShift + textBits

	maxNodes = 1_000_000 // placeBits and textBits are enough for so many
)

// The rules for a name, as bits.
const (
	suffixShift = ruleBits     // a Kind: the name is a public suffix
	wildShift   = ruleBits + 2 // a Kind: each name one label below is a public suffix
	exceptShift = ruleBits + 4 // a Kind: the parent is a public suffix
	kindMask    = 3
)

// Suffix returns the section with a rule for the name, or Unlisted.
func (n Node) Suffix() Kind { return Kind(n >> suffixShift & kindMask) }

// Wildcard returns the section with a wildcard for the names one label below, or Unlisted.
func (n Node) Wildcard() Kind { return Kind(n >> wildShift & kindMask) }

// Exception returns the section with an exception for the name, or Unlisted.
func (n Node) Exception() Kind { return Kind(n >> exceptShift & kindMask) }

// is reports whether the label of n has the length size, and the parent of n is at the place parent - 1.
func (n Node) is(size, parent int) bool {
	return uint64(n)&(1<<textShift-1) == uint64(size)|uint64(parent)<<lenBits
}

// labelEnd returns the end of the label in the Labels.
func (n Node) labelEnd() int { return int(n >> textShift & (1<<textBits - 1)) }

// Child returns the hash, the place and the node of the label name[lo:hi], in any case, below a parent. h is the hash of the
// parent, and parent its place plus 1; both are 0 for the root. If the node does not exist, all results are 0. name has
// at least eight bytes.
func (t *Table) Child(name string, lo, hi int, h uint64, parent int) (hash uint64, place int, node Node) {
	size := hi - lo
	h, last := hashLabel(h, name, lo, hi)
	for place = t.place(h); ; place = t.next(place) {
		if node = t.Nodes[place]; node == 0 {
			return 0, 0, 0
		}
		end := node.labelEnd()
		if node.is(size, parent) && t.word(end, size) == last && t.hasLabel(end-8, name, lo, hi-8) {
			return h, place, node
		}
	}
}

// hasLabel reports whether name[lo:hi] is the text of t.Labels before end.
func (t *Table) hasLabel(end int, name string, lo, hi int) bool {
	for ; hi > lo; hi, end = hi-8, end-8 {
		if t.word(end, hi-lo) != word(name, lo, hi) {
			return false
		}
	}
	return true
}

// hashLabel continues h, the hash of a parent or 0, with the label name[lo:hi]: first its length, then its words from the
// last one to the first. It also returns the last word. name has at least eight bytes.
func hashLabel(h uint64, name string, lo, hi int) (hash, last uint64) {
	last = word(name, lo, hi)
	h = mix(h+uint64(hi-lo), last)
	for hi -= 8; hi > lo; hi -= 8 {
		h = mix(h, word(name, lo, hi))
	}
	return h, last
}

func mix(h, w uint64) uint64 { return bits.RotateLeft64(h^w, 32) * multiplier }

// multiplier is an odd number without a pattern: 2 to the 64th, divided by the golden ratio.
const multiplier = 0x9e3779b97f4a7c15

// padding precedes labels that have less than eight bytes before their end.
const padding = "........"

// word returns the last eight bytes of name[lo:hi] in lower case, or all if there are fewer. The last byte is in the high
// bits of the word. name has at least eight bytes.
func word(name string, lo, hi int) uint64 {
	first := max(hi-8, 0)
	return (octet.Word(name, first) | caseBits) << (8 * (first + 8 - hi) & 63) & lastBytes(hi-lo)
}

// word returns the word of the size bytes of t.Labels before end.
func (t *Table) word(end, size int) uint64 { return octet.Word(t.Labels, end-8) & lastBytes(size) }

// caseBits makes a word of letters, digits, hyphens and dots lower case. Only upper-case letters lack the bit 0x20.
const caseBits = 0x20 * octet.Each

// lastBytes returns a mask for the last n bytes of a word, or for the whole word if n is larger than 8.
func lastBytes(n int) uint64 { return ^(^uint64(0) >> uint(8*n)) }

// place returns the first place in Nodes for a node with the hash h.
func (t *Table) place(h uint64) int { return int(h >> 32 * uint64(len(t.Nodes)) >> 32) }

// next returns the place after another one.
func (t *Table) next(place int) int {
	if place++; place == len(t.Nodes) {
		return 0
	}
	return place
}
