package suffix

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/psl"
)

// This file searches a table.

// find returns the parts of name[begin:], which is a valid name without a dot at the end. The offsets count from the
// start of name, which has at least eight bytes. Bit i of dots is set if name[i] is a dot. If dots is 0, find searches
// for the dots itself. If begin is not 0, a dot is before it.
//
// It follows the algorithm of https://publicsuffix.org/list: of the rules that match name, an exception prevails, or
// else the rule with the most labels. If no rule matches, the last label is the suffix.
func (l *List) find(name string, begin int, dots uint64) (p parts) {
	t := &l.table
	hi := len(name)
	lo := labelStart(name, dots, hi)
	p.suffix, p.end = lo, hi
	for h, parent := uint64(0), 0; len(t.Nodes) > 0; {
		size := hi - lo
		first := max(hi-8, 0)
		unused := 64 - 8*min(size, 8) // bits of the word
		w := lower(octet.Word(name, first) << (8 * (first + 8 - hi) & 63) >> (unused & 63))
		h = psl.Mix(psl.Begin(h, size), w)
		if size > 8 {
			h = hashRest(h, name, lo, hi-8)
		}
		at := t.Place(h)
		node := t.Nodes[at]
		if !node.Is(size, parent) || w != octet.Word(t.Labels, node.LabelEnd()-8)>>(unused&63) ||
			size > 8 && !isRest(t, node, name, lo, hi-8) {
			break
		}
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
		lo = labelStart(name, dots, hi)
		if k := node.Wildcard(); k != 0 {
			p.suffix, p.kind = lo, Kind(k)
		}
		parent = at + 1
	}
	p.domain = p.suffix
	if p.suffix > begin {
		p.domain = labelStart(name, dots, p.suffix-1)
	}
	return p
}

// labelStart returns the start of the label that ends at hi.
func labelStart(name string, dots uint64, hi int) int {
	if dots != 0 {
		return bits.Len64(dots & (1<<(hi&63) - 1))
	}
	return strings.LastIndexByte(name[:hi], '.') + 1
}

// hashRest continues the hash h with the label name[lo:hi], in lower case.
func hashRest(h uint64, name string, lo, hi int) uint64 {
	for ; hi > lo; hi -= 8 {
		h = psl.Mix(h, lower(lastWord(name, lo, hi)))
	}
	return h
}

// isRest reports whether name[lo:hi] is the part of the label of the node that ends 8 bytes before its end.
func isRest(t *psl.Table, node psl.Node, name string, lo, hi int) bool {
	for end := node.LabelEnd() - 8; hi > lo; hi, end = hi-8, end-8 {
		if lower(lastWord(name, lo, hi)) != lastWord(t.Labels, end-(hi-lo), end) {
			return false
		}
	}
	return true
}

// lastWord returns the bytes of s[lo:hi], or the last eight of them, as a word. The first of these bytes is in the low
// bits. s has at least eight bytes.
func lastWord(s string, lo, hi int) uint64 {
	at := max(hi-8, 0)
	return octet.Word(s, at) << (8 * (at + 8 - hi) & 63) >> (max(64-8*(hi-lo), 0) & 63)
}

// lower returns the letters, digits and hyphens of w in lower case. Only letters have the bit 0x40.
func lower(w uint64) uint64 { return w | w&(0x40*octet.Each)>>1 }
