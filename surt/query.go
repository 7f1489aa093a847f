package surt

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// A param is the offsets of a parameter in a query. Its name is compared first, unless nameEnd is begin.
type param struct{ begin, nameEnd, end int }

// sortParams sorts the parameters of query, in place. If byName is true, it sorts by name, then by value: a parameter
// without a value comes before one with an empty value. Otherwise it sorts by the whole text.
func sortParams(query []byte, byName bool) {
	var buf [16]param
	params := slices.Grow(buf[:0], 1+bytes.Count(query, []byte("&")))
	pairs := reference.NewPairCursor(octet.Text(query), "&")
	for pairs.Next() {
		p := param{pairs.Lo, pairs.Lo, pairs.Hi}
		if name, _, _ := strings.Cut(pairs.Text(), "="); byName {
			p.nameEnd += len(name)
		}
		params = append(params, p)
	}
	compare := func(p, q param) int {
		names := bytes.Compare(query[p.begin:p.nameEnd], query[q.begin:q.nameEnd])
		return cmp.Or(names, bytes.Compare(query[p.begin:p.end], query[q.begin:q.end]))
	}
	slices.SortFunc(params, compare)
	var buf2 [stackSize]byte
	text := buf2[:0]
	for _, p := range params {
		text = append(append(text, query[p.begin:p.end]...), '&')
	}
	copy(query, text)
}
