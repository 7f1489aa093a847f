package reference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// A PairCursor moves through a query from pair to pair. It has the separators as a set. A single separator is faster to
// find without the set.
type PairCursor struct {
	Lo, Hi int // the range of the current pair; Hi is -1 before the first one

	text      string
	separator byte
	others    bool // whether there are more separators than one
	set       [4]uint64
}

// NewPairCursor returns a cursor before the first pair of query. An empty query has no pairs.
func NewPairCursor(query, separators string) PairCursor {
	c := PairCursor{text: query, Hi: -1, separator: separators[0]}
	if c.others = len(separators) > 1; c.others {
		for i := range len(separators) {
			c.set[separators[i]>>6] |= 1 << (separators[i] & 63)
		}
	}
	if query == "" {
		c.Hi = 0
	}
	return c
}

// Next moves to the next pair and reports whether there is one.
func (c *PairCursor) Next() bool { return c.Hi < len(c.text) && c.advance() }

// advance moves to the next pair, which exists, and returns true.
func (c *PairCursor) advance() bool {
	c.Lo = c.Hi + 1
	c.Hi = len(c.text)
	rest := c.text[c.Lo:]
	if !c.others {
		if n := strings.IndexByte(rest, c.separator); n >= 0 {
			c.Hi = c.Lo + n
		}
		return true
	}
	for n := range len(rest) {
		if c.set[rest[n]>>6]>>(rest[n]&63)&1 != 0 {
			c.Hi = c.Lo + n
			break
		}
	}
	return true
}

// Text returns the current pair, such as "key=value", not decoded.
func (c *PairCursor) Text() string { return c.text[c.Lo:c.Hi] }

// AppendSeparator appends the separator before the current pair, unless the pair is to be the first one.
func (c *PairCursor) AppendSeparator(dst []byte, first bool) []byte {
	if first {
		return dst
	}
	return append(dst, c.text[c.Lo-1])
}

// isSorted reports whether the pairs after the current one are sorted by their keys.
func (c PairCursor) isSorted(keys octet.Keys) bool {
	for last := ""; c.Next(); last = c.Text() {
		if keys.Compare(last, c.Text()) > 0 {
			return false
		}
	}
	return true
}

// A pairRange is the range of a pair in a query.
type pairRange struct{ lo, hi int }

// AppendSorted appends the pairs after the current one to dst, sorted by their keys, without those that the rules of n
// delete. The steps of n are applied to each pair. Pairs with equal keys keep their order. The separators that are left
// keep their places. It allocates only if there are more than 32 pairs, not sorted.
func (n *Normalizer) AppendSorted(dst []byte, c PairCursor, keys octet.Keys) []byte {
	if c.isSorted(keys) {
		return n.appendPairs(dst, c, nil)
	}
	var few [32]pairRange
	pairs := few[:0]
	for rest := c; n.Query.nextKept(&rest); {
		pairs = append(pairs, pairRange{rest.Lo, rest.Hi})
	}
	query := c.text
	slices.SortFunc(pairs, func(a, b pairRange) int {
		if order := keys.Compare(query[a.lo:a.hi], query[b.lo:b.hi]); order != 0 {
			return order
		}
		return cmp.Compare(a.lo, b.lo) // faster than a stable sort
	})
	return n.appendPairs(dst, c, pairs)
}

// appendPairs appends the pairs after the current one to dst, without those that the rules of n delete. If order is not
// nil, the pairs are written in that order.
func (n *Normalizer) appendPairs(dst []byte, c PairCursor, order []pairRange) []byte {
	for i := 0; n.Query.nextKept(&c); i++ {
		p := pairRange{c.Lo, c.Hi}
		if order != nil {
			p = order[i]
		}
		dst = n.appendOctets(c.AppendSeparator(dst, i == 0), c.text[p.lo:p.hi], false)
	}
	return dst
}

// QueryRules are the QueryRules of package uri, which describes the fields.
type QueryRules struct {
	Drop, Keep []string
	DropEmpty  bool
	Sort       bool
}

// ruleKeys compares keys for rules, as the methods of URI about parameters do.
var ruleKeys = octet.Keys{Plus: true}

// nextKept moves c to the next pair that q does not delete, and reports whether there is one. q may be nil.
func (q *QueryRules) nextKept(c *PairCursor) bool {
	for c.Next() {
		if q == nil || !q.deletes(c.Text()) {
			return true
		}
	}
	return false
}

// deletes reports whether the rules delete a pair.
func (q *QueryRules) deletes(pair string) bool {
	return q.DropEmpty && strings.IndexByte(pair, '=') == len(pair)-1 || // "" and "a="
		hasKey(q.Drop, pair) || len(q.Keep) != 0 && !hasKey(q.Keep, pair)
}

// hasKey reports whether one of the names, which may end with "*", matches the key of the pair.
func hasKey(names []string, pair string) bool {
	for _, name := range names {
		if name != "" && pair != "" && name[0] != pair[0] && name != "*" && pair[0] != '%' && pair[0] != '+' {
			continue // most names of a long list
		}
		prefix, ok := strings.CutSuffix(name, "*")
		if ok && ruleKeys.HasPrefix(pair, prefix) || !ok && ruleKeys.Match(pair, name) {
			return true
		}
	}
	return false
}

// Leave reports whether the rules do not change the query of s. r is the ranges of s.
func (q *QueryRules) Leave(s string, r *fsm.Ranges) bool {
	lo, hi, ok := r.Query()
	return !ok || q.leaveQuery(s[lo:hi])
}

func (q *QueryRules) leaveQuery(query string) bool {
	c := NewPairCursor(query, "&")
	if query == "" && q.DropEmpty || q.Sort && !c.isSorted(ruleKeys) {
		return false
	}
	for c.Next() {
		if q.deletes(c.Text()) {
			return false
		}
	}
	return true
}

// appendQuery appends "?" and query, by the rules and the steps of n, to dst. If nothing is left, it appends nothing.
func (n *Normalizer) appendQuery(dst []byte, query string) []byte {
	c := NewPairCursor(query, "&")
	if n.Query.leaveNothing(c) {
		return dst
	}
	dst = append(dst, '?')
	if n.Query.Sort {
		return n.AppendSorted(dst, c, ruleKeys)
	}
	return n.appendPairs(dst, c, nil)
}

// leaveNothing reports whether the rules make a query undefined. c is before its first pair.
func (q *QueryRules) leaveNothing(c PairCursor) bool {
	if c.text == "" {
		return q.DropEmpty
	}
	return !q.nextKept(&c) || c.Text() == "" && !q.nextKept(&c)
}
