package uri

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// A Pair is what stands between the separators of a query, such as "key=value", split at its first "=".
type Pair struct {
	Key, Value string
	HasValue   bool // whether there is an "=": "a" has no value, and the value of "a=" is empty
}

// A QuerySyntax says how a query is read as a list of pairs. RFC 3986 has no rule for it (section 3.4): it is a habit
// of servers, and each field a choice between their habits. The zero QuerySyntax splits at "&", takes "+" as it is, and
// limits and refuses nothing.
//
// A query with n separators has n+1 pairs, some of which may be empty, but an empty query has none. Two keys are equal
// if they are so decoded: "%61" is "a". What cannot be decoded stands for itself there.
//
// The methods whose names begin with Append edit: they append the edited query to dst and return the extended slice,
// and allocate only if it has no room. All pairs that they are not about stay as they are, byte for byte; but where
// just one is left, and that is empty, so is the query, which then has none. Keys and
// values are given as plain text and percent-encoded for their place. The methods take time linear in the query, but
// for sorting.
type QuerySyntax struct {
	// Separators has the bytes at which a query is split, such as "&;"; if it is empty, that is "&". Before a pair that
	// is added goes the first of them. They should be reserved characters, and not "=".
	Separators string

	// Plus is whether "+" is read as a space, as in application/x-www-form-urlencoded, which HTML forms send. A space
	// is written as "%20" all the same, which everyone reads so, and a "+" as "%2B".
	Plus bool

	// Limit is how many pairs DecodedPairs gives before it ends with an error; 0 is for any number. Other methods do
	// not mind it, so that no pair is dropped silently.
	Limit int

	// Refuse is what is not to be decoded.
	Refuse Refuse
}

// Pairs returns the pairs of the query in order, as written and split at "&"; none if the query is undefined. For other
// habits see [QuerySyntax]. Nothing is allocated.
func (u URI) Pairs() iter.Seq[Pair] {
	query, _ := u.Query()
	return QuerySyntax{}.Pairs(query)
}

// Pairs returns the pairs of query in order, as written. Nothing is allocated.
func (x QuerySyntax) Pairs(query string) iter.Seq[Pair] {
	return func(yield func(Pair) bool) { x.each(query, yield) }
}

func (x QuerySyntax) each(query string, yield func(Pair) bool) {
	c := x.cursor(query)
	for c.next() && yield(c.pair()) {
	}
}

// DecodedPairs is Pairs with the keys and values decoded, as [Decode] does it and Plus demands.
//
// The pairs end with an [*Error] of the query where one cannot be decoded, for the reasons that Decode has; and where
// there are more than Limit, for [ReasonTooMany] at the first one too many. Offsets are in query. It allocates only for
// keys and values in which there is something to decode, and for the error.
func (x QuerySyntax) DecodedPairs(query string) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) { x.eachDecoded(query, yield) }
}

func (x QuerySyntax) eachDecoded(query string, yield func(Pair, error) bool) {
	c := x.cursor(query)
	for n := 0; c.next(); n++ {
		if n == x.Limit && n > 0 {
			yield(Pair{}, partError(ComponentQuery, c.lo, ReasonTooMany))
			return
		}
		p, err := x.decodePair(c.pair(), c.lo)
		if !yield(p, err) || err != nil {
			return
		}
	}
}

// decodePair decodes p, which stands at the offset in the query.
func (x QuerySyntax) decodePair(p Pair, offset int) (Pair, error) {
	key, n, reason := x.decode(p.Key)
	if reason != 0 {
		return Pair{}, partError(ComponentQuery, offset+n, reason)
	}
	value, n, reason := x.decode(p.Value)
	if reason != 0 {
		return Pair{}, partError(ComponentQuery, offset+len(p.Key)+len("=")+n, reason)
	}
	return Pair{key, value, p.HasValue}, nil
}

func (x QuerySyntax) decode(raw string) (text string, offset int, reason Reason) {
	if x.Plus && strings.IndexByte(raw, '+') >= 0 {
		raw = strings.ReplaceAll(raw, "+", " ") // no offset changes
	}
	return decode(raw, x.Refuse)
}

// Get returns the decoded value of the first pair of query with the key; ok is false if there is none. If the value
// cannot be decoded, ok is true and the error is that of DecodedPairs. Nothing else is decoded.
func (x QuerySyntax) Get(query, key string) (value string, ok bool, err error) {
	c := x.cursor(query)
	for c.next() {
		if p := c.pair(); x.isKey(p.Key, key) {
			value, n, reason := x.decode(p.Value)
			if reason != 0 {
				return "", true, partError(ComponentQuery, c.lo+len(p.Key)+len("=")+n, reason)
			}
			return value, true, nil
		}
	}
	return "", false, nil
}

// AppendPairs appends a query of the pairs, which are plain text, to dst. A Value that is not empty is written whether
// HasValue is set or not. A single pair of nothing makes the empty query, which has no pairs.
func (x QuerySyntax) AppendPairs(dst []byte, pairs ...Pair) []byte {
	for i, p := range pairs {
		if i > 0 {
			dst = append(dst, x.separators()[0])
		}
		dst = AppendEncodeText(dst, x.place(), p.Key)
		if p.HasValue || p.Value != "" {
			dst = append(dst, '=')
			dst = AppendEncodeText(dst, x.place(), p.Value)
		}
	}
	return dst
}

// AppendAdd adds a pair at the end.
func (x QuerySyntax) AppendAdd(dst []byte, query, key, value string) []byte {
	return x.appendLast(append(dst, query...), query, key, value)
}

// AppendSet gives the first pair with the key the value, and deletes all others with that key as AppendDelete does. The
// first one's key stays as written. If there is none, AppendSet adds the pair at the end.
func (x QuerySyntax) AppendSet(dst []byte, query, key, value string) []byte {
	c := x.cursor(query)
	first, found := true, false
	for c.next() {
		p := c.pair()
		matches := x.isKey(p.Key, key)
		if matches && found {
			continue
		}
		dst = c.appendSeparator(dst, first)
		first = false
		if !matches {
			dst = append(dst, query[c.lo:c.hi]...)
			continue
		}
		found = true
		dst = append(append(dst, p.Key...), '=')
		dst = AppendEncodeText(dst, x.place(), value)
	}
	if !found {
		return x.appendLast(dst, query, key, value)
	}
	return dst
}

// AppendDelete deletes all pairs with the key, each with the separator before it, or, where none is left before it,
// with the one behind it.
func (x QuerySyntax) AppendDelete(dst []byte, query, key string) []byte {
	return x.AppendDeleteFunc(dst, query, func(p Pair) bool { return x.isKey(p.Key, key) })
}

// AppendDeleteFunc is AppendDelete for the pairs for which del returns true. It gets them as written.
func (x QuerySyntax) AppendDeleteFunc(dst []byte, query string, del func(Pair) bool) []byte {
	c := x.cursor(query)
	for first := true; c.next(); {
		if !del(c.pair()) {
			dst = append(c.appendSeparator(dst, first), query[c.lo:c.hi]...)
			first = false
		}
	}
	return dst
}

// AppendSort sorts the pairs by their decoded keys, byte by byte; pairs with equal keys keep their order. The
// separators stay where they are. It takes as many comparisons of keys as sorting does. Unless the pairs are sorted
// already or at most 32, it allocates two ints for each.
func (x QuerySyntax) AppendSort(dst []byte, query string) []byte {
	if x.isSorted(query) {
		return append(dst, query...)
	}
	var short [32]pairRange
	pairs := short[:0]
	for c := x.cursor(query); c.next(); {
		pairs = append(pairs, pairRange{c.lo, c.hi})
	}
	slices.SortFunc(pairs, func(a, b pairRange) int {
		if order := x.compareKeys(query[a.lo:a.hi], query[b.lo:b.hi]); order != 0 {
			return order
		}
		return cmp.Compare(a.lo, b.lo) // what is faster than a stable sort
	})
	c := x.cursor(query)
	for i, p := range pairs {
		c.next()
		dst = append(c.appendSeparator(dst, i == 0), query[p.lo:p.hi]...)
	}
	return dst
}

type pairRange struct{ lo, hi int }

func (x QuerySyntax) isSorted(query string) bool {
	c := x.cursor(query)
	last := ""
	for c.next() {
		raw := query[c.lo:c.hi]
		if x.compareKeys(last, raw) > 0 {
			return false
		}
		last = raw
	}
	return true
}

// compareKeys compares the decoded keys of two pairs.
func (x QuerySyntax) compareKeys(a, b string) int {
	for {
		p, n := x.keyOctet(a)
		q, m := x.keyOctet(b)
		if p != q || n == 0 {
			return cmp.Compare(p, q)
		}
		a, b = a[n:], b[m:]
	}
}

// keyOctet returns the first octet of the pair's key, decoded, and how many bytes of raw it takes. At the end of the key,
// it returns -1 and 0.
func (x QuerySyntax) keyOctet(raw string) (c, size int) {
	switch {
	case raw == "" || raw[0] == '=':
		return -1, 0
	case x.Plus && raw[0] == '+':
		return ' ', 1
	}
	first, size := octet.First(raw)
	return int(first), size
}

// isKey reports whether the raw key is that of the text when it is decoded.
func (x QuerySyntax) isKey(raw, text string) bool {
	for raw != "" && text != "" {
		c, n := x.keyOctet(raw)
		if c != int(text[0]) {
			return false
		}
		raw, text = raw[n:], text[1:]
	}
	return raw == text // both are empty, or one is not
}

// appendLast appends a pair to the query, which is what dst ends with.
func (x QuerySyntax) appendLast(dst []byte, query, key, value string) []byte {
	if query != "" {
		dst = append(dst, x.separators()[0])
	}
	return x.AppendPairs(dst, Pair{key, value, true})
}

func (x QuerySyntax) separators() string { return cmp.Or(x.Separators, "&") }

// place returns where keys and values are to stand: where no separator can stand as it is.
func (x QuerySyntax) place() Place {
	if strings.Trim(x.separators(), "&;") == "" {
		return PlacePair
	}
	return PlaceUnreserved
}

func (x QuerySyntax) cursor(query string) pairCursor {
	c := newPairCursor(query, x.separators())
	if query == "" {
		c.hi = 0 // there is no pair
	}
	return c
}

// A pairCursor goes through a text from pair to pair. In itself it holds the separators as a set, unless there is but
// one: that is found faster without.
type pairCursor struct {
	text   string
	lo, hi int // the range of the pair that it stands at; hi is -1 before the first

	separator byte
	others    bool
	set       [4]uint64
}

func newPairCursor(text, separators string) pairCursor {
	c := pairCursor{text: text, hi: -1, separator: separators[0], others: len(separators) > 1}
	for i := range len(separators) {
		c.set[separators[i]>>6] |= 1 << (separators[i] & 63)
	}
	return c
}

// next goes to the next pair, if there is one.
func (c *pairCursor) next() bool {
	if c.hi == len(c.text) {
		return false
	}
	c.lo = c.hi + 1
	c.hi = c.lo + c.separatorIn(c.text[c.lo:])
	return true
}

// separatorIn returns the offset of the first separator in s, otherwise len(s).
func (c *pairCursor) separatorIn(s string) int {
	if !c.others {
		if n := strings.IndexByte(s, c.separator); n >= 0 {
			return n
		}
		return len(s)
	}
	n := 0
	for n < len(s) && c.set[s[n]>>6]>>(s[n]&63)&1 == 0 {
		n++
	}
	return n
}

// pair returns the pair as written.
func (c *pairCursor) pair() Pair {
	text := c.text[c.lo:c.hi]
	n := strings.IndexByte(text, '=')
	if n < 0 {
		return Pair{Key: text}
	}
	return Pair{text[:n], text[n+1:], true}
}

// appendSeparator appends the separator before the pair, unless the pair is to be the first one.
func (c *pairCursor) appendSeparator(dst []byte, first bool) []byte {
	if first {
		return dst
	}
	return append(dst, c.text[c.lo-1])
}
