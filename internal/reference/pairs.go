package reference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/tracking"
)

// A PairCursor moves through a query from pair to pair.
//
// PERF: make it before a loop. A variable of the for statement would be copied each time.
type PairCursor struct {
	Lo, Hi int // the range of the current pair; Hi is -1 before the first one

	text       string
	host       string // of the reference, for rules about tracking
	fragment   bool   // whether the pairs are those of a fragment
	separators string
}

// NewPairCursor returns a cursor before the first pair of query. An empty query has no pairs.
func NewPairCursor(query, separators string) PairCursor {
	c := PairCursor{text: query, Hi: -1, separators: separators}
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
	n := -1
	if rest := c.text[c.Lo:]; len(c.separators) == 1 { // PERF: as nearly always
		n = strings.IndexByte(rest, c.separators[0])
	} else {
		n = slices.IndexFunc(octet.Bytes(rest), func(b byte) bool { return strings.IndexByte(c.separators, b) >= 0 })
	}
	if c.Hi = c.Lo + n; n < 0 {
		c.Hi = len(c.text)
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

// A PairRange is the range of a pair in a query.
type PairRange struct{ Lo, Hi int }

// SortPairs sorts the pairs of a query by their keys. Pairs with equal keys keep their order. It does not allocate.
func SortPairs(query string, pairs []PairRange, keys octet.Keys) {
	slices.SortFunc(pairs, func(a, b PairRange) int {
		if order := keys.Compare(query[a.Lo:a.Hi], query[b.Lo:b.Hi]); order != 0 {
			return order
		}
		return cmp.Compare(a.Lo, b.Lo) // faster than a stable sort
	})
}

// AppendSorted appends the pairs after the current one to dst, sorted by their keys, without those that the rules of n
// delete. The steps of n are applied to each pair. Pairs with equal keys keep their order. The separators that are left
// keep their places. It allocates only if there are more than 32 pairs, not sorted.
func (n *Normalizer) AppendSorted(dst []byte, c PairCursor, keys octet.Keys) []byte {
	if c.isSorted(keys) {
		return n.appendPairs(dst, c, nil)
	}
	var few [32]PairRange
	pairs := few[:0]
	for rest := c; n.Query.nextKept(&rest); {
		pairs = append(pairs, PairRange{rest.Lo, rest.Hi})
	}
	SortPairs(c.text, pairs, keys)
	return n.appendPairs(dst, c, pairs)
}

// appendPairs appends the pairs after the current one to dst, without those that the rules of n delete. If order is not
// nil, the pairs are written in that order.
func (n *Normalizer) appendPairs(dst []byte, c PairCursor, order []PairRange) []byte {
	for i := 0; n.Query.nextKept(&c); i++ {
		p := PairRange{c.Lo, c.Hi}
		if order != nil {
			p = order[i]
		}
		dst = n.AppendOctets(c.AppendSeparator(dst, i == 0), c.text[p.Lo:p.Hi], false)
	}
	return dst
}

// QueryRules are the QueryRules of package uri, which describes the fields.
type QueryRules struct {
	Drop, Keep       []string
	DropEmpty        bool
	Sort             bool
	Tracking         bool
	TrackingFragment bool
}

// ruleKeys compares keys for rules, as the methods of URI about parameters do.
var ruleKeys = octet.Keys{Plus: true}

// nextKept moves c to the next pair that q does not delete, and reports whether there is one. q may be nil.
func (q *QueryRules) nextKept(c *PairCursor) bool {
	for c.Next() {
		if q == nil || !q.deletes(c) {
			return true
		}
	}
	return false
}

// deletes reports whether the rules delete the current pair of c. In a fragment, they delete those that track, with a "=":
// without one, it is more likely the name of a section, as in a page about tracking.
func (q *QueryRules) deletes(c *PairCursor) bool {
	pair := c.Text()
	if c.fragment {
		return strings.IndexByte(pair, '=') >= 0 && tracking.Known().Has(pair, c.host)
	}
	return q.DropEmpty && strings.IndexByte(pair, '=') == len(pair)-1 || // "" and "a="
		HasKey(q.Drop, pair) || len(q.Keep) != 0 && !HasKey(q.Keep, pair) ||
		q.Tracking && tracking.Known().Has(pair, c.host)
}

// keepsAll reports whether the rules delete no pair after the current one.
func (q *QueryRules) keepsAll(c PairCursor) bool {
	for c.Next() {
		if q.deletes(&c) {
			return false
		}
	}
	return true
}

// HasKey reports whether one of the names, which may end with "*", matches the key of the pair.
func HasKey(names []string, pair string) bool {
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

// Leave reports whether the rules do not change s. r has the ranges of s.
func (q *QueryRules) Leave(s string, r *fsm.Ranges) bool {
	o := ranges.Of((*ranges.Opaque)(r))
	lo, hi, _ := r.Host()
	host := s[lo:hi]
	if o.QueryEnd != o.PathEnd && !q.leaveQuery(s[o.PathEnd+1:o.QueryEnd], host) {
		return false
	}
	if !q.TrackingFragment || o.End == o.QueryEnd {
		return true
	}
	_, c := cutRoute(s[o.QueryEnd+1:], host)
	return q.keepsAll(c)
}

func (q *QueryRules) leaveQuery(query, host string) bool {
	c := NewPairCursor(query, "&")
	c.host = host
	return !(query == "" && q.DropEmpty || q.Sort && !c.isSorted(ruleKeys)) && q.keepsAll(c)
}

// appendQuery appends "?" and the query of a reference with the host, by the rules and the steps of n, to dst. If
// nothing is left, it appends nothing.
func (n *Normalizer) appendQuery(dst []byte, query, host string) []byte {
	c := NewPairCursor(query, "&")
	c.host = host
	if n.Query.leaveNothing(c) {
		return dst
	}
	dst = append(dst, '?')
	if n.Query.Sort {
		return n.AppendSorted(dst, c, ruleKeys)
	}
	return n.appendPairs(dst, c, nil)
}

// leaveNothing reports whether the rules make a query undefined, or the parameters of a fragment. c is before the first pair.
func (q *QueryRules) leaveNothing(c PairCursor) bool {
	if c.text == "" {
		return q.DropEmpty
	}
	return !q.nextKept(&c) || c.Text() == "" && !q.nextKept(&c)
}

// cutRoute returns the part of a fragment before its parameters, with its "?", and a cursor before the first of them. The
// parameters of "/map?a=1&b=2" are "a" and "b", and so are those of "a=1&b=2".
func cutRoute(fragment, host string) (route string, c PairCursor) {
	i := strings.IndexByte(fragment, '?') + 1
	c = NewPairCursor(fragment[i:], "&")
	c.host, c.fragment = host, true
	return fragment[:i], c
}

// appendFragment appends "#" and the fragment of a reference with the host, without parameters that track, to dst. If
// these are deleted and nothing is left, it appends nothing.
func (n *Normalizer) appendFragment(dst []byte, fragment, host string) []byte {
	route, c := cutRoute(fragment, host)
	switch {
	case n.Query.keepsAll(c):
		return n.AppendOctets(append(dst, '#'), fragment, false)
	case n.Query.leaveNothing(c):
		if route = strings.TrimSuffix(route, "?"); route == "" {
			return dst
		}
		return n.AppendOctets(append(dst, '#'), route, false)
	}
	return n.appendPairs(n.AppendOctets(append(dst, '#'), route, false), c, nil)
}
