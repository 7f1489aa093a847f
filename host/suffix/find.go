package suffix

import (
	"strings"

	"github.com/urispan/uri/host/suffix/internal/psl"
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
		h, at, node = t.Child(name, lo, hi, 0, 0)
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
		h, at, node = t.Child(name, lo, hi, h, at+1)
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

// labelStart returns the start of the label that ends at hi.
func labelStart(name string, hi int) int { return strings.LastIndexByte(name[:hi], '.') + 1 }
