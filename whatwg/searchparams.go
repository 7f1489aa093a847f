package whatwg

import (
	"iter"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A SearchParams is a list of name-value pairs: the query of a URL, read and written as the standard's URLSearchParams
// does (URL Standard, sections 5 and 6.2). The format is application/x-www-form-urlencoded, always in UTF-8. The zero
// SearchParams is an empty list.
//
// Names and values are plain text. U+FFFD replaces each ill-formed sequence of UTF-8 in them. Reading a query never
// fails: a "%" that does not begin a percent-encoding is an ordinary character, and empty pairs are skipped.
//
// String encodes all pairs anew: the query "a=b%20~" becomes "a=b+%7E". So does [URL.WithSearchParams], unless the list
// was read from the query of the same URL and no method has changed it. To edit a query and keep the bytes of its other
// pairs, see [uri.QuerySyntax].
//
// Each method takes time linear in the list and its arguments, except for Sort. A SearchParams must not be copied, and
// must not be used by several goroutines if one of them changes it.
type SearchParams struct {
	query   string // the list in encoded form, until a method changes the list
	pairs   []pair // the list after that
	changed bool
}

// A pair is a tuple of the standard's list, decoded.
type pair struct{ name, value string }

// ParseSearchParams returns the list of a query, such as "a=1&b=2". A "?" at the beginning is removed. It allocates
// only the SearchParams: the methods that read the list decode the query each time, until a method changes the list.
func ParseSearchParams(query string) *SearchParams {
	return &SearchParams{query: strings.TrimPrefix(query, "?")}
}

// SearchParams returns the list of the query. Changing it does not change u: see [URL.WithSearchParams].
func (u URL) SearchParams() *SearchParams { return ParseSearchParams(u.Search()) }

// WithSearchParams returns u with p as the query. If p is empty, the query becomes null. If p was read from the query
// of u and no method has changed it, u does not change. ok is false if u is the zero URL or the href would be too long;
// then the result is u. p must not be nil.
func (u URL) WithSearchParams(p *SearchParams) (_ URL, ok bool) {
	if u.isNull() || !p.changed && p.query == strings.TrimPrefix(u.Search(), "?") {
		return u, !u.isNull()
	}
	var m machine
	m.initSetter(&u, noState, "")
	defer m.free()
	m.copyToPath(&m.given)
	n := len(m.out)
	if m.out = p.appendTo(append(m.out, '?')); len(m.out) == n+1 {
		m.out = m.out[:n]
	}
	m.endQuery()
	return m.setRest(fragmentState)
}

// All returns the names and values in order. It allocates the names and values that decoding changes. The loop must not
// change the list.
func (p *SearchParams) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for t := range p.each() {
			if !yield(p.decode(t.name), p.decode(t.value)) {
				return
			}
		}
	}
}

// each returns an iterator over the pairs, before decoding unless a method has changed the list (section 5.1, steps 1 to
// 3.3).
func (p *SearchParams) each() iter.Seq[pair] {
	return func(yield func(t pair) bool) {
		if p == nil {
			return
		}
		for _, t := range p.pairs {
			if !yield(t) {
				return
			}
		}
		for raw := range (uri.QuerySyntax{}).Pairs(p.query) {
			if raw != (uri.Pair{}) && !yield(pair{raw.Key, raw.Value}) {
				return
			}
		}
	}
}

// decode decodes a name or value that each returns.
func (p *SearchParams) decode(text string) string {
	if p.changed {
		return text
	}
	return decodeForm(text)
}

// hasName reports whether the name of t, which each returns, is name.
func (p *SearchParams) hasName(t pair, name string) bool {
	if p.changed {
		return t.name == name
	}
	isLonger := len(name) > len(t.name)*len("\uFFFD")
	return formKeys.Match(t.name, name) || !isLonger && strings.Contains(name, "\uFFFD") && decodeForm(t.name) == name
}

// formKeys compares a raw name with a text, but does not replace ill-formed sequences with U+FFFD.
var formKeys = octet.Keys{Plus: true}

// Len returns the number of pairs. It does not allocate.
func (p *SearchParams) Len() int {
	n := 0
	for range p.each() {
		n++
	}
	return n
}

// Get returns the value of the first pair with the name, and whether there is one. It allocates only if it has to
// decode the value, or if a name has characters outside US-ASCII.
func (p *SearchParams) Get(name string) (value string, ok bool) {
	name = scalarValues(name)
	for t := range p.each() {
		if p.hasName(t, name) {
			return p.decode(t.value), true
		}
	}
	return "", false
}

// GetAll returns the values of all pairs with the name, in order, or nil.
func (p *SearchParams) GetAll(name string) (values []string) {
	name = scalarValues(name)
	for t := range p.each() {
		if p.hasName(t, name) {
			values = append(values, p.decode(t.value))
		}
	}
	return values
}

// Has reports whether there is a pair with the name.
func (p *SearchParams) Has(name string) bool {
	_, ok := p.Get(name)
	return ok
}

// list decodes the list, unless that is done already, and returns it. The caller is about to change it.
func (p *SearchParams) list() []pair {
	if !p.changed {
		for t := range p.each() {
			p.pairs = append(p.pairs, pair{p.decode(t.name), p.decode(t.value)})
		}
		p.query, p.changed = "", true
	}
	return p.pairs
}

// Add adds a pair at the end. The standard calls it append.
func (p *SearchParams) Add(name, value string) {
	p.pairs = append(p.list(), pair{scalarValues(name), scalarValues(value)})
}

// Set sets the value of the first pair with the name and deletes the others. If no pair has the name, Set adds one at
// the end.
func (p *SearchParams) Set(name, value string) {
	name, value = scalarValues(name), scalarValues(value)
	list, isName := p.list(), func(t pair) bool { return t.name == name }
	n := slices.IndexFunc(list, isName)
	if n < 0 {
		p.pairs = append(list, pair{name, value})
		return
	}
	list[n].value = value
	p.pairs = list[:n+1+len(slices.DeleteFunc(list[n+1:], isName))]
}

// Delete deletes all pairs with the name.
func (p *SearchParams) Delete(name string) {
	name = scalarValues(name)
	p.pairs = slices.DeleteFunc(p.list(), func(t pair) bool { return t.name == name })
}

// Sort sorts the pairs by name. It compares the code units of names in UTF-16, as the standard does, so U+10000 comes
// before U+FFFF. Pairs with equal names keep their order. It takes O(n log n) comparisons of names.
func (p *SearchParams) Sort() {
	slices.SortStableFunc(p.list(), func(a, b pair) int { return compareCodeUnits(a.name, b.name) })
}

// compareCodeUnits compares valid UTF-8 by its code units in UTF-16. This is the order of the bytes of UTF-8 with one
// exception. The code points above U+FFFF, which begin with 0xF0 to 0xF4, are surrogates in UTF-16. So they come before
// U+E000 to U+FFFF, which begin with 0xEE and 0xEF.
func compareCodeUnits(a, b string) int {
	return slices.CompareFunc(octet.Bytes(a), octet.Bytes(b), func(a, b byte) int { return unitOrder(a) - unitOrder(b) })
}

// unitOrder maps a byte of UTF-8 to its place in the order of code units in UTF-16.
func unitOrder(c byte) int {
	if c == 0xee || c == 0xef {
		return int(c) + 0x10
	}
	return int(c)
}

// String returns the list in the form of a query, without a "?": "a=1&b=2" (section 5.2).
func (p *SearchParams) String() string { return string(p.appendTo(nil)) }

// appendTo appends String to dst.
func (p *SearchParams) appendTo(dst []byte) []byte {
	begin := len(dst)
	for t := range p.each() {
		if len(dst) > begin {
			dst = append(dst, '&')
		}
		dst = append(appendForm(dst, p.decode(t.name)), '=')
		dst = appendForm(dst, p.decode(t.value))
	}
	return dst
}

// form encodes the bytes of the application/x-www-form-urlencoded percent-encode set (section 1.3).
var form = octet.NewCoding(func(c byte) bool {
	return tables.Is(c, tables.ALPHA) || tables.Is(c, tables.DIGIT) || strings.IndexByte("*-._", c) >= 0
})

// appendForm appends text, percent-encoded with the form set and spaceAsPlus true (section 1.3).
func appendForm(dst []byte, text string) []byte {
	for {
		before, after, space := strings.Cut(text, " ")
		dst = form.AppendText(dst, before)
		if !space {
			return dst
		}
		dst, text = append(dst, '+'), after
	}
}

// decodeForm decodes a raw name or value (section 5.1, steps 3.5 and 3.6). It allocates only if decoding changes it.
func decodeForm(raw string) string {
	return scalarValues(octet.Decoded(strings.ReplaceAll(raw, "+", " ")))
}
