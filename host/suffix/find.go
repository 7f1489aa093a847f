package suffix

import (
	"strings"

	"github.com/urispan/uri/host/suffix/internal/psl"
	"github.com/urispan/uri/internal/octet"
)

// find returns the parts of name[begin:], which is a valid name without a dot at the end. The offsets count from the
// start of name, which has at least eight bytes. The bytes before begin are dots.
//
// It follows the algorithm of https://publicsuffix.org/list: of the rules that match name, an exception prevails, or
// else the rule with the most labels. If no rule matches, the last label is the suffix.
func (l *List) find(name string, begin int) (p parts) {
	t := &l.table
	hi := len(name)
	lo := labelStart(name, hi)
	p.suffix, p.end = lo, hi
	at, node, h := 0, psl.Node(0), uint64(0)
	if t.Nodes != nil { // this is not the zero List
		h, at, node = child(t, name, lo, hi, 0, 0)
	}
	for node != 0 {
		if k := node.Exception(); k != 0 {
			p.suffix, p.kind = hi+1, Kind(k)
			break
		}
		if k := node.Suffix(); k != 0 {
			p.suffix, p.kind = lo, Kind(k)
		}
		if lo == begin {
			break
		}
		hi = lo - 1
		lo = labelStart(name, hi)
		if k := node.Wildcard(); k != 0 {
			p.suffix, p.kind = lo, Kind(k)
		}
		h, at, node = child(t, name, lo, hi, h, at+1)
	}
	switch p.suffix {
	case hi + 1: // as in most names
		p.domain = lo
	case begin:
		p.domain = begin
	default:
		p.domain = labelStart(name, p.suffix-1)
	}
	return p
}

// child returns the hash, the place and the node of the label name[lo:hi] below a parent. h is the hash of the parent, and
// parent its place plus 1; both are 0 for the root. If the node does not exist, all results are 0.
func child(t *psl.Table, name string, lo, hi int, h uint64, parent int) (hash uint64, at int, node psl.Node) {
	size, mask := hi-lo, psl.LastBytes(hi-lo)
	w := lastWord(name, hi) & mask
	h = psl.Mix(h, w)
	if size > 8 {
		h = hashRest(h, name, lo, hi-8)
	}
	for at = t.Place(h); ; at = t.Next(at) {
		if node = t.Nodes[at]; node == 0 {
			return 0, 0, 0
		}
		end := node.LabelEnd()
		if node.Is(size, parent) && octet.Word(t.Labels, end-8)&mask == w && isLabel(t, end-8, name, lo, hi-8) {
			return h, at, node
		}
	}
}

// labelStart returns the start of the label that ends at hi.
func labelStart(name string, hi int) int { return strings.LastIndexByte(name[:hi], '.') + 1 }

// hashRest continues the hash h with name[lo:hi], the rest of a label, in lower case.
func hashRest(h uint64, name string, lo, hi int) uint64 {
	h = psl.Begin(h, hi-lo)
	for ; hi > lo; hi -= 8 {
		h = psl.Mix(h, lastWord(name, hi)&psl.LastBytes(hi-lo))
	}
	return h
}

// isLabel reports whether name[lo:hi] is the text before end in the labels.
func isLabel(t *psl.Table, end int, name string, lo, hi int) bool {
	for ; hi > lo; hi, end = hi-8, end-8 {
		if (lastWord(name, hi)^octet.Word(t.Labels, end-8))&psl.LastBytes(hi-lo) != 0 {
			return false
		}
	}
	return true
}

// caseBits makes a word of letters, digits, hyphens and dots lower case. Only upper-case letters lack the bit 0x20.
const caseBits = 0x20 * octet.Each

// lastWord returns the eight bytes of name before hi in lower case, as a word with the last byte in its high bits.
// Bytes before name are 0. name must have at least eight bytes.
func lastWord(name string, hi int) uint64 {
	first := max(hi-8, 0)
	return (octet.Word(name, first) | caseBits) << (8 * (first + 8 - hi) & 63)
}
