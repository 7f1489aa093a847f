package uri

import "iter"

// This file reads and sets parameters of a URI by the rules of HTML forms. For other conventions see [QuerySyntax].

// formSyntax is how the methods of this file split a query.
var formSyntax = QuerySyntax{Plus: true}

// QueryGet returns the value of the first parameter in the query with the key, decoded, like the Get of
// [net/url.URL.Query]. If there is no such parameter, ok is false. For the key "a", "?a" and "?a=" have the value "",
// and ok is true.
//
// The query is split at "&" only: in "a=b;c", the value is "b;c". That is what browsers read, but net/url drops the
// pair. Empty parameters, as in "a&&b", are skipped. Keys are compared decoded, and a "+" is read as a space, in keys
// and values. For other conventions see [QuerySyntax]. For all values of the key, see [URI.QueryValues]. QueryGet
// allocates only if the value has something to decode.
func (u URI) QueryGet(key string) (value string, ok bool) {
	for value = range u.QueryValues(key) {
		return value, true
	}
	return "", false
}

// QueryValues returns the values of all parameters in the query with the key, in order and decoded, like the slice that
// [net/url.URL.Query] has for the key. Keys and values are read as by [URI.QueryGet]. It allocates only the values that
// have something to decode. For a slice, see [slices.Collect].
func (u URI) QueryValues(key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		query, _ := u.Query() // here, so that QueryValues can be inlined and the loop allocates nothing
		eachValue(query, key, yield)
	}
}

func eachValue(query, key string, yield func(string) bool) {
	c := formSyntax.cursor(query)
	for c.next() {
		if p := c.pair(); hasKey(p, key) {
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

// QueryCount returns the number of parameters in the query with the key: 0 where [net/url.Values.Has] returns false,
// and otherwise the length of the slice that [net/url.URL.Query] has for the key. Keys are compared as by
// [URI.QueryGet]. No value is decoded, and nothing is allocated.
func (u URI) QueryCount(key string) (n int) {
	query, _ := u.Query()
	c := formSyntax.cursor(query)
	for c.next() {
		if hasKey(c.pair(), key) {
			n++
		}
	}
	return n
}

// QueryParams returns the keys and values of all parameters in the query, in order and decoded, like a loop over
// [net/url.URL.Query]. They are read as by [URI.QueryGet]. It allocates only the keys and values that have
// something to decode. For the parameters as written, see [URI.Pairs].
func (u URI) QueryParams() iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		query, _ := u.Query() // as in QueryValues
		formSyntax.eachParam(query, yield)
	}
}

func (x QuerySyntax) eachParam(query string, yield func(key, value string) bool) {
	c := x.cursor(query)
	for c.next() {
		if c.lo == c.hi {
			continue
		}
		if p := x.decodeParam(c.pair()); !yield(p.Key, p.Value) {
			return
		}
	}
}

// decodeParam decodes a pair of a URI, in which nothing is refused and every percent-encoding can be decoded.
func (x QuerySyntax) decodeParam(p Pair) Pair {
	p, _ = x.decodePair(p, 0)
	return p
}

// WithQueryParam returns u with a parameter of the query set, like the Set of [net/url.Values]. The first parameter
// with the key gets the value, and others with the key are removed. If there is no such parameter, it is added at the
// end. Key and value are plain text, and are percent-encoded; a space becomes "%20", and "'" becomes "%27", as in
// browsers. All other bytes of u stay as
// they are, and the parameters keep their order.
//
// Keys are compared as by [URI.QueryGet]. The only error is an [*Error] with [ReasonTooLong]. It allocates the new
// query and the text of the URI, and more if the query has more than 256 bytes.
func (u URI) WithQueryParam(key, value string) (URI, error) {
	query, _ := u.Query()
	buf := make([]byte, 0, encodedLen)
	return u.with(ComponentQuery, string(formSyntax.AppendSet(buf, query, key, value)))
}

// WithAddedQueryParam returns u with a parameter added at the end of the query, like the Add of [net/url.Values]. Other
// parameters with the key stay. It is [URI.WithQueryParam] in all other respects.
func (u URI) WithAddedQueryParam(key, value string) (URI, error) {
	query, _ := u.Query()
	buf := make([]byte, 0, encodedLen)
	return u.with(ComponentQuery, string(formSyntax.AppendAdd(buf, query, key, value)))
}

// WithoutQueryParam returns u without the parameters of the query that have the key, like the Del of
// [net/url.Values]. If no parameter is left, or only a single empty one, the query is undefined, so that no "?"
// stays. All other bytes of u stay as they are. If there is no parameter with the key, it returns u.
//
// Keys are compared as by [URI.QueryGet]. It allocates only the text of the new URI, and more if the query has more
// than 256 bytes.
func (u URI) WithoutQueryParam(key string) URI {
	return u.withoutPairs(func(p Pair) bool { return hasKey(p, key) })
}

// WithoutQueryParamFunc returns u without the parameters of the query for which del returns true. It calls del with
// the keys and values that [URI.QueryParams] returns, and does the rest as [URI.WithoutQueryParam] does. It also
// allocates the keys and values that have something to decode.
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
	left := formSyntax.AppendDeleteFunc(buf, query, del)
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
