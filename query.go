package uri

import (
	"cmp"
	"iter"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
)

// A QuerySyntax is a convention for splitting a query into pairs. Its methods do what [net/url.ParseQuery] and the
// methods of [net/url.Values] do, but they read and edit the text of the query. RFC 3986 has no rule for pairs (section
// 3.4). They are a convention of servers, and the fields choose between conventions. The zero QuerySyntax splits at
// "&", does not decode "+", and limits and refuses nothing.
//
// A query with n separators has n+1 pairs, which may be empty; but an empty query has no pairs. Keys are compared
// decoded: "%61" is equal to "a". A key that cannot be decoded is compared in its original spelling.
//
// The methods Add, Set, Delete, DeleteFunc and Sort edit a query. Keys and values are given as plain text, and the
// methods percent-encode them. Pairs that are not edited stay the same, byte for byte. But if an edit leaves a single
// empty pair, the query is empty, and so has no pairs. The methods take time linear in the query, except for sorting.
// They return query itself if it does not change. Otherwise they allocate once, or more if the result has more than 256
// bytes.
//
// # Queries with a ";"
//
// For "a=b;c=d&e", the methods of the zero QuerySyntax and of [URI] return two pairs: "a" with the value "b;c=d", and
// "e". With "&;" as Separators there are three: "a", "c" and "e", as HTML 4 recommended to servers.
// [net/url.ParseQuery] refuses the first of the two pairs: [net/url.URL.Query] drops it without an error. Browsers and
// package [github.com/urispan/uri/whatwg] read two pairs, as the URL Standard does for HTML forms. New pairs are never
// misread, because ";" in keys and values is percent-encoded.
type QuerySyntax struct {
	// Separators are the bytes that separate pairs, such as "&;". If it is empty, it means "&". New pairs are separated
	// by the first byte. The bytes should be reserved characters other than "=".
	Separators string

	// Plus reads "+" as a space, as in application/x-www-form-urlencoded, the format of HTML forms. With and without
	// Plus, a space is written as "%20", which every server understands, and a "+" as "%2B".
	Plus bool

	// Limit is the number of pairs after which DecodedPairs ends with an error. If it is 0, the number is not limited.
	// Other methods ignore it, so that they never drop a pair.
	Limit int

	// Refuse is the set of octets that must not be decoded.
	Refuse RefusedOctets
}

// Pairs returns an iterator over the pairs of query, not decoded. It does not allocate.
func (x QuerySyntax) Pairs(query string) iter.Seq[Pair] {
	return func(yield func(Pair) bool) { x.each(query, yield) }
}

func (x QuerySyntax) each(query string, yield func(Pair) bool) {
	c := x.cursor(query)
	for c.Next() && yield(pairOf(c.Text())) {
	}
}

// DecodedPairs returns an iterator over the pairs of query, with keys and values decoded by [Decode], like
// [net/url.ParseQuery]. If Plus is set, "+" is decoded to a space.
//
// If a pair cannot be decoded, the iteration ends with an [*Error] with ComponentQuery and one of the reasons of
// [Decode]. If there are more pairs than Limit, it ends with [ReasonTooMany] at the first excess pair. Offsets
// are in query. It allocates only the keys and values that decoding changes, and the error.
func (x QuerySyntax) DecodedPairs(query string) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) { x.eachDecoded(query, yield) }
}

func (x QuerySyntax) eachDecoded(query string, yield func(Pair, error) bool) {
	c := x.cursor(query)
	for n := 0; c.Next(); n++ {
		if n == x.Limit && n > 0 {
			yield(Pair{}, partError(ComponentQuery, c.Lo, ReasonTooMany))
			return
		}
		p, err := x.decodePair(pairOf(c.Text()), c.Lo)
		if !yield(p, err) || err != nil {
			return
		}
	}
}

// decodePair decodes p, which is at the offset in the query.
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

// Get returns the decoded value of the first pair of query with the key, like [net/url.Values.Get]. If no pair has the
// key, ok is false. If the value cannot be decoded, ok is true and the error comes from DecodedPairs. No other value is
// decoded.
func (x QuerySyntax) Get(query, key string) (value string, ok bool, err error) {
	c := x.cursor(query)
	for c.Next() {
		if p := pairOf(c.Text()); x.keys().Match(p.Key, key) {
			value, n, reason := x.decode(p.Value)
			if reason != 0 {
				return "", true, partError(ComponentQuery, c.Lo+len(p.Key)+len("=")+n, reason)
			}
			return value, true, nil
		}
	}
	return "", false, nil
}

// Encode returns a query with the pairs, like [net/url.Values.Encode], but in the given order. Pairs are plain text.
// A Value that is not empty is written even if HasValue is false. A single zero Pair makes the empty query, which has no
// pairs. It allocates once, or more if the query has more than 256 bytes.
func (x QuerySyntax) Encode(pairs ...Pair) string {
	buf := make([]byte, 0, encodedLen)
	return string(x.appendPairs(buf, pairs...))
}

func (x QuerySyntax) appendPairs(dst []byte, pairs ...Pair) []byte {
	for i, p := range pairs {
		if i > 0 {
			dst = append(dst, x.separators()[0])
		}
		dst = x.appendText(dst, p.Key)
		if p.HasValue || p.Value != "" {
			dst = x.appendText(append(dst, '='), p.Value)
		}
	}
	return dst
}

// appendText appends a key or a value, percent-encoded.
func (x QuerySyntax) appendText(dst []byte, text string) []byte {
	return x.place().textCoding().AppendText(dst, text)
}

// Add returns query with a pair added at its end, like [net/url.Values.Add].
func (x QuerySyntax) Add(query, key, value string) string {
	buf := make([]byte, 0, encodedLen)
	return string(x.appendLast(append(buf, query...), query == "", key, value))
}

// Set returns query with a new value in the first pair that has the key, like [net/url.Values.Set]. It deletes all
// other pairs that have the key, as Delete does. The key of the first pair does not change. If no pair has the key, Set
// adds one at the end.
func (x QuerySyntax) Set(query, key, value string) string {
	buf := make([]byte, 0, encodedLen)
	return edited(query, x.appendSet(buf, query, key, value))
}

// appendSet appends the result of Set.
func (x QuerySyntax) appendSet(dst []byte, query, key, value string) []byte {
	c, first, done := x.cursor(query), true, false
	for c.Next() {
		p := pairOf(c.Text())
		isSet := x.keys().Match(p.Key, key)
		if isSet && done {
			continue
		}
		dst = c.AppendSeparator(dst, first)
		first = false
		if isSet {
			dst = x.appendText(append(append(dst, p.Key...), '='), value)
			done = true
		} else {
			dst = append(dst, c.Text()...)
		}
	}
	if !done {
		dst = x.appendLast(dst, first, key, value)
	}
	return dst
}

// Delete returns query without the pairs that have the key, like [net/url.Values.Del]. It also
// removes the separator before each such pair, or the one after it if no pair is left before it.
func (x QuerySyntax) Delete(query, key string) string {
	return x.DeleteFunc(query, func(p Pair) bool { return x.keys().Match(p.Key, key) })
}

// DeleteFunc returns query without the pairs that del returns true for: see Delete. The pairs that del receives are not
// decoded.
func (x QuerySyntax) DeleteFunc(query string, del func(Pair) bool) string {
	buf := make([]byte, 0, encodedLen)
	return edited(query, x.appendDeleted(buf, query, del))
}

// appendDeleted appends query without the pairs that del returns true for.
func (x QuerySyntax) appendDeleted(dst []byte, query string, del func(Pair) bool) []byte {
	c := x.cursor(query)
	for first := true; c.Next(); {
		if !del(pairOf(c.Text())) {
			dst = append(c.AppendSeparator(dst, first), c.Text()...)
			first = false
		}
	}
	return dst
}

// Sort returns query with its pairs sorted by their decoded keys. It compares keys byte by byte, as
// [net/url.Values.Encode] does. Pairs with equal keys keep their order, and the separators keep their places. It takes
// O(n log n) comparisons of keys. Unless the pairs are already sorted or there are at most 32, it also allocates two
// ints for each pair.
func (x QuerySyntax) Sort(query string) string {
	var n reference.Normalizer // has no rules
	buf := make([]byte, 0, encodedLen)
	return edited(query, n.AppendSorted(buf, x.cursor(query), x.keys()))
}

// edited returns text, the edited form of old. If the text has not changed, it returns old itself.
func edited(old string, text []byte) string {
	if string(text) == old {
		return old
	}
	return string(text)
}

// keys returns the comparison of keys.
func (x QuerySyntax) keys() octet.Keys { return octet.Keys{Plus: x.Plus} }

// appendLast appends a pair to dst, which ends with a query. If first is set, the query has no pairs.
func (x QuerySyntax) appendLast(dst []byte, first bool, key, value string) []byte {
	if !first {
		dst = append(dst, x.separators()[0])
	}
	return x.appendPairs(dst, Pair{key, value, true})
}

func (x QuerySyntax) separators() string { return cmp.Or(x.Separators, "&") }

// place returns a place for keys and values that encodes all separators.
func (x QuerySyntax) place() Place {
	if strings.Trim(x.separators(), "&;") == "" {
		return PlacePair
	}
	return PlaceUnreserved
}

func (x QuerySyntax) cursor(query string) reference.PairCursor {
	return reference.NewPairCursor(query, x.separators())
}

// A Pair is a part of a query between two separators, such as "key=value", split at its first "=".
type Pair struct {
	Key, Value string
	HasValue   bool // whether there is an "=": "a" has no value, and the value of "a=" is empty
}

// pairOf splits a pair at its first "=".
func pairOf(text string) Pair {
	n := strings.IndexByte(text, '=')
	if n < 0 {
		return Pair{Key: text}
	}
	return Pair{text[:n], text[n+1:], true}
}

// formSyntax is the convention of the methods of URI for splitting a query.
var formSyntax = QuerySyntax{Plus: true}

// QueryGet returns the value of the first parameter in the query with the key, decoded, like the Get of
// [net/url.URL.Query]. If no parameter has the key, ok is false. For the key "a", "?a" and "?a=" have the value "", and
// ok is true.
//
// The query is split at "&" only: in "a=b;c", the value is "b;c". That is what browsers read, but net/url drops the
// pair. Empty parameters, as in "a&&b", are skipped. Keys are compared decoded, and a "+" is read as a space, in keys
// and values. For other conventions see [QuerySyntax]. For all values of the key, see [URI.QueryValues]. QueryGet
// allocates only if the value has something to decode.
//
// Each call reads the query up to the parameter. Programs that need many parameters loop over [URI.QueryParams] with a
// switch on the key, which reads the query once, or use [URI.QueryMap].
func (u URI) QueryGet(key string) (value string, ok bool) {
	for value = range u.QueryValues(key) {
		return value, true
	}
	return "", false
}

// QueryValues returns the values of all parameters in the query with the key, in order and decoded, like the slice that
// [net/url.URL.Query] has for the key. Keys and values are read as in [URI.QueryGet]. It allocates only the values that
// have something to decode. For a slice, see [slices.Collect].
func (u URI) QueryValues(key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		query, _ := u.Query() // PERF: here, so that QueryValues can be inlined and the loop allocates nothing
		eachValue(query, key, yield)
	}
}

func eachValue(query, key string, yield func(string) bool) {
	c := formSyntax.cursor(query)
	for c.Next() {
		if p := pairOf(c.Text()); hasKey(p, key) {
			value, _, _ := formSyntax.decode(p.Value) // the grammar allows no percent-encoding that cannot be decoded
			if !yield(value) {
				return
			}
		}
	}
}

// hasKey reports whether p is a parameter with the key. An empty pair, as in "a&&b", is not a parameter.
func hasKey(p Pair, key string) bool {
	return formSyntax.keys().Match(p.Key, key) && p != (Pair{})
}

// QueryParams returns the keys and values of all parameters in the query, in order and decoded, like a loop over
// [net/url.URL.Query]. They are read as in [URI.QueryGet]. It allocates only the keys and values that have something to
// decode. For the parameters before decoding, see [QuerySyntax.Pairs].
func (u URI) QueryParams() iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		query, _ := u.Query() // as in QueryValues
		formSyntax.eachParam(query, yield)
	}
}

func (x QuerySyntax) eachParam(query string, yield func(key, value string) bool) {
	c := x.cursor(query)
	for c.Next() {
		if c.Lo == c.Hi {
			continue
		}
		p := pairOf(c.Text())
		if text := c.Text(); strings.IndexByte(text, '%') >= 0 || strings.IndexByte(text, '+') >= 0 {
			p = x.decodeParam(p)
		}
		if !yield(p.Key, p.Value) {
			return
		}
	}
}

// decodeParam decodes a pair of a URI. Every percent-encoding of a URI can be decoded.
func (x QuerySyntax) decodeParam(p Pair) Pair {
	p, _ = x.decodePair(p, 0)
	return p
}

// QueryMap returns the values of all parameters in the query by key, in order and decoded: the [net/url.Values] that
// [net/url.URL.Query] returns, for libraries that read them. Keys and values are read as in [URI.QueryGet], so it has
// the pairs with a ";", which net/url drops. The map is never nil. Text that needs no decoding is not copied, so the
// map keeps u in memory.
//
// It takes time linear in the query. It allocates the map, the values of each key, and the keys and values that have
// something to decode.
func (u URI) QueryMap() map[string][]string {
	values := map[string][]string{}
	for key, value := range u.QueryParams() {
		values[key] = append(values[key], value)
	}
	return values
}

// WithQueryParam returns u with a parameter of the query set, like the Set of [net/url.Values]. The first parameter
// with the key gets the value, and others with the key are removed. If no parameter has the key, it is added at the
// end. Key and value are plain text, and are percent-encoded; a space becomes "%20", and "'" becomes "%27", as in
// browsers. No other byte of u changes, and the parameters keep their order.
//
// Keys are compared as in [URI.QueryGet]. The only error is an [*Error] with [ReasonTooLong]. It allocates the new
// query and the text of the URI, and more if the query has more than 256 bytes.
func (u URI) WithQueryParam(key, value string) (URI, error) {
	query, _ := u.Query()
	buf := make([]byte, 0, encodedLen)
	return u.with(ComponentQuery, string(formSyntax.appendSet(buf, query, key, value)))
}

// WithAddedQueryParam returns u with a parameter added at the end of the query, like the Add of [net/url.Values]. Other
// parameters with the key stay. In all other respects it is like [URI.WithQueryParam].
func (u URI) WithAddedQueryParam(key, value string) (URI, error) {
	query, _ := u.Query()
	return u.with(ComponentQuery, formSyntax.Add(query, key, value))
}

// WithoutQueryParam returns u without the parameters of the query that have the key, like the Del of [net/url.Values].
// If no parameter is left, or only a single empty one, the query is undefined, so that no "?" stays. No other byte of u
// changes. If no parameter has the key, it returns u.
//
// Keys are compared as in [URI.QueryGet]. It allocates only the text of the new URI, and more if the query has more
// than 256 bytes.
func (u URI) WithoutQueryParam(key string) URI {
	return u.withoutPairs(func(p Pair) bool { return hasKey(p, key) })
}

// WithoutQueryParamFunc returns u without the parameters of the query that del returns true for. It calls del with the
// keys and values that [URI.QueryParams] returns, and does the rest as [URI.WithoutQueryParam] does. It also allocates
// the keys and values that have something to decode.
func (u URI) WithoutQueryParamFunc(del func(key, value string) bool) URI {
	return u.withoutPairs(func(p Pair) bool {
		if p == (Pair{}) {
			return false
		}
		p = formSyntax.decodeParam(p)
		return del(p.Key, p.Value)
	})
}

func (u URI) withoutPairs(del func(Pair) bool) URI {
	query, _ := u.Query()
	buf := make([]byte, 0, encodedLen)
	left := formSyntax.appendDeleted(buf, query, del)
	_, lo := u.pathRange()
	lo += len("?")
	hi := lo + len(query)
	switch {
	case len(left) == len(query):
		return u
	case len(left) == 0:
		return known(u.s[:lo-len("?")] + u.s[hi:])
	default:
		return known(u.s[:lo] + string(left) + u.s[hi:])
	}
}
