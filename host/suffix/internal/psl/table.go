package psl

import "math/bits"

// A Table is a tree of nodes: one for each name that is in a rule, and one for each parent of such a name. Its root is
// the root of the DNS, and a label leads from a node to a child.
//
// A hash table holds the nodes: each node is at the first place that was free from its [Table.Place] on.
type Table struct {
	Nodes  []Node
	Labels string // the bytes of the labels, after Pad other bytes
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
	labelEnd  = lenBits + placeBits
	textBits  = 26
	ruleBits  = labelEnd + textBits

	maxNodes = 1_000_000 // placeBits and textBits are enough for so many

	// Pad is the number of bytes before the first label.
	Pad = 8
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

// Is reports whether the label of n has the length size, and the parent of n is at the place parent - 1.
func (n Node) Is(size, parent int) bool {
	return uint64(n)&(1<<labelEnd-1) == uint64(size)|uint64(parent)<<lenBits
}

// LabelEnd returns the end of the label in the Labels.
func (n Node) LabelEnd() int { return int(n >> labelEnd & (1<<textBits - 1)) }

// The hash of a node is computed from its labels, from the last one to the first one. It begins with 0. For each label,
// Mix adds the last word. If the label is longer, Begin then adds the length of the rest, and Mix its words.

// Begin continues the hash h with the length of the rest of a label.
func Begin(h uint64, size int) uint64 { return h + uint64(size) }

// multiplier is an odd number without a pattern: 2 to the 64th, divided by the golden ratio.
const multiplier = 0x9e3779b97f4a7c15

// Mix continues the hash h with a word of the label: the last eight bytes, then the eight before them, and so on. The
// last byte of a word is in its high bits. If the label has fewer bytes left, the low bits are 0: see LastBytes.
func Mix(h, w uint64) uint64 { return bits.RotateLeft64(h^w, 32) * multiplier }

// LastBytes returns a mask for the last n bytes of a word, or for the whole word if n is larger than 8. n must be less
// than 64.
func LastBytes(n int) uint64 { return lastBytes[n&63] }

var lastBytes = func() (masks [64]uint64) {
	for n := range masks {
		masks[n] = ^(^uint64(0) >> (8 * n))
	}
	return masks
}()

// Place returns the first place in Nodes for a node with the hash h.
func (t *Table) Place(h uint64) int { return int(h >> 32 * uint64(len(t.Nodes)) >> 32) }

// Next returns the place after another one.
func (t *Table) Next(place int) int {
	if place++; place == len(t.Nodes) {
		return 0
	}
	return place
}
