package uri_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// A pairList is the reference, made to be read: a query split into its pairs, not decoded, and their separators.
type pairList struct {
	pairs      []string
	separators []byte // one fewer than pairs
	syntax     uri.QuerySyntax
}

func referencePairs(x uri.QuerySyntax, query string) (l pairList) {
	l.syntax = x
	if query == "" {
		return l
	}
	pair := ""
	for i := range len(query) {
		if strings.IndexByte(l.allSeparators(), query[i]) >= 0 {
			l.pairs, l.separators, pair = append(l.pairs, pair), append(l.separators, query[i]), ""
		} else {
			pair += query[i : i+1]
		}
	}
	l.pairs = append(l.pairs, pair)
	return l
}

func (l *pairList) allSeparators() string {
	if l.syntax.Separators == "" {
		return "&"
	}
	return l.syntax.Separators
}

func (l *pairList) String() string {
	var query strings.Builder
	for i, pair := range l.pairs {
		if i > 0 {
			query.WriteByte(l.separators[i-1])
		}
		query.WriteString(pair)
	}
	return query.String()
}

func (l *pairList) list() (pairs []uri.Pair) {
	for _, pair := range l.pairs {
		key, value, ok := strings.Cut(pair, "=")
		pairs = append(pairs, uri.Pair{Key: key, Value: value, HasValue: ok})
	}
	return pairs
}

// decoded decodes; where that is not possible, a "%" stands for itself.
func (l *pairList) decoded(raw string) string {
	var text strings.Builder
	for raw != "" {
		n := 1
		switch {
		case raw[0] == '+' && l.syntax.Plus:
			text.WriteByte(' ')
		case len(raw) >= 3 && raw[0] == '%' && isHexdig(raw[1]) && isHexdig(raw[2]):
			text.WriteString(referenceDecode(raw[:3], 0).Text)
			n = 3
		default:
			text.WriteByte(raw[0])
		}
		raw = raw[n:]
	}
	return text.String()
}

func (l *pairList) key(pair string) string {
	key, _, _ := strings.Cut(pair, "=")
	return l.decoded(key)
}

func (l *pairList) encoded(text string) string {
	if strings.Trim(l.allSeparators(), "&;") != "" {
		return referenceEncode(isUnreserved, text, false)
	}
	return referenceEncode(func(b byte) bool {
		return isPchar(b) && strings.IndexByte("&;=+'", b) < 0 || b == '/' || b == '?'
	}, text, false)
}

func (l *pairList) add(key, value string) {
	if len(l.pairs) > 0 {
		l.separators = append(l.separators, l.allSeparators()[0])
	}
	l.pairs = append(l.pairs, l.encoded(key)+"="+l.encoded(value))
}

// remove removes the pair n with the separator before it. The first pair is removed with the separator after it.
func (l *pairList) remove(n int) {
	l.pairs = slices.Delete(l.pairs, n, n+1)
	if len(l.separators) > 0 {
		n = max(n-1, 0)
		l.separators = slices.Delete(l.separators, n, n+1)
	}
}

func (l *pairList) delete(from int, key string) {
	for i := len(l.pairs) - 1; i >= from; i-- {
		if l.key(l.pairs[i]) == key {
			l.remove(i)
		}
	}
}

func (l *pairList) set(key, value string) {
	first := slices.IndexFunc(l.pairs, func(pair string) bool { return l.key(pair) == key })
	if first < 0 {
		l.add(key, value)
		return
	}
	l.delete(first+1, key)
	raw, _, _ := strings.Cut(l.pairs[first], "=")
	l.pairs[first] = raw + "=" + l.encoded(value)
}

func (l *pairList) sort() {
	slices.SortStableFunc(l.pairs, func(a, b string) int { return strings.Compare(l.key(a), l.key(b)) })
}

var (
	ampersand = uri.QuerySyntax{}
	both      = uri.QuerySyntax{Separators: "&;"}
	semicolon = uri.QuerySyntax{Separators: ";"}
	form      = uri.QuerySyntax{Plus: true}
	comma     = uri.QuerySyntax{Separators: ",|"}
)

// TestPairsOfAll compares the pairs, edits and values of all queries of a few pieces with the reference. TestQueryGet and
// TestWithQueryParam have results by hand.
func TestPairsOfAll(t *testing.T) {
	pieces := []string{"a", "b", "%61", "c+d", "=", "&", ";", ",", "%zz"}
	for query := range kit.Concatenations(pieces, kit.Rounds(3, 3, 5)) {
		for _, x := range []uri.QuerySyntax{ampersand, both, semicolon, form, comma, {Limit: 1}} {
			l := referencePairs(x, query)
			checkPairs(t, x, query, l.list())
			for _, key := range []string{"a", "c d", ""} {
				checkEdits(t, x, query, key, "e&f=g+h")
				checkGet(t, x, query, key)
			}
		}
	}
}

func TestPairs(t *testing.T) {
	pair := func(key, value string) uri.Pair { return uri.Pair{Key: key, Value: value, HasValue: true} }
	flag := func(key string) uri.Pair { return uri.Pair{Key: key} }
	for _, test := range []struct {
		reference string
		want      []uri.Pair
	}{
		{"foo://example.com:8042/over/there?name=ferret#nose", []uri.Pair{pair("name", "ferret")}},
		{"a", nil},
		{"a?", nil},
		{"?a&b=1;c", []uri.Pair{flag("a"), pair("b", "1;c")}},
		{"#?a", nil},
	} {
		query, _ := uri.MustParse(test.reference).Query()
		if got := slices.Collect(uri.QuerySyntax{}.Pairs(query)); !slices.Equal(got, test.want) {
			t.Errorf("the pairs of %s are %v, want %v", test.reference, got, test.want)
		}
	}
}

func checkPairs(t *testing.T, x uri.QuerySyntax, query string, want []uri.Pair) {
	t.Helper()
	if got := slices.Collect(x.Pairs(query)); !slices.Equal(got, want) {
		t.Errorf("%+v: Pairs(%.200q) (-want +got):\n%s", x, query, gocmp.Diff(want, got))
	}
	for range x.Pairs(query) {
		break
	}
}

// A decodedPair is one of those of DecodedPairs.
type decodedPair struct {
	Pair  uri.Pair
	Error decoding
}

func decodedPairs(x uri.QuerySyntax, query string) (all []decodedPair) {
	for p, err := range x.DecodedPairs(query) {
		all = append(all, decodedPair{p, decodingOf("", err)})
	}
	return all
}

func referenceDecodedPairs(x uri.QuerySyntax, query string) (all []decodedPair) {
	l := referencePairs(x, query)
	offset := 0
	for n, pair := range l.pairs {
		raw, rawValue, ok := strings.Cut(pair, "=")
		key, value := formDecode(x, raw), formDecode(x, rawValue)
		value.Offset += len(raw) + 1
		bad := cmp.Or(key.Reason, value.Reason)
		e := key
		if key.Reason == 0 {
			e = value
		}
		if x.Limit > 0 && n == x.Limit {
			bad, e.Offset = uri.ReasonTooMany, 0
		}
		if bad != 0 {
			e = decoding{Offset: offset + e.Offset, Component: uri.ComponentQuery, Reason: bad}
			return append(all, decodedPair{Error: e})
		}
		all = append(all, decodedPair{Pair: uri.Pair{Key: key.Text, Value: value.Text, HasValue: ok}})
		offset += len(pair) + 1
	}
	return all
}

func formDecode(x uri.QuerySyntax, raw string) decoding {
	if x.Plus {
		raw = strings.ReplaceAll(raw, "+", " ")
	}
	return referenceDecode(raw, x.Refuse)
}

func TestDecodedPairs(t *testing.T) {
	pair := func(key, value string) decodedPair {
		return decodedPair{Pair: uri.Pair{Key: key, Value: value, HasValue: true}}
	}
	flag := func(key string) decodedPair { return decodedPair{Pair: uri.Pair{Key: key}} }
	bad := func(offset int, reason uri.Reason) decodedPair {
		return decodedPair{Error: decoding{Offset: offset, Component: uri.ComponentQuery, Reason: reason}}
	}
	strict := uri.QuerySyntax{Separators: "&;", Refuse: uri.RefuseControls | uri.RefuseBadUTF8, Plus: true, Limit: 3}
	for _, test := range []struct {
		syntax uri.QuerySyntax
		query  string
		want   []decodedPair
	}{
		{ampersand, "", nil},
		{ampersand, "%61=%62&a+b=c+d", []decodedPair{pair("a", "b"), pair("a+b", "c+d")}},
		{form, "%61=%62&a+b=c+d", []decodedPair{pair("a", "b"), pair("a b", "c d")}},
		{form, "a%2Bb=%2B+%2b", []decodedPair{pair("a+b", "+ +")}},
		{ampersand, "a%26b%3Dc=d%26", []decodedPair{pair("a&b=c", "d&")}},
		{ampersand, "a=%00", []decodedPair{pair("a", "\x00")}},
		{ampersand, "a&b%", []decodedPair{flag("a"), bad(4, uri.ReasonBadPercent)}},
		{ampersand, "a&b%=c", []decodedPair{flag("a"), bad(4, uri.ReasonBadPercent)}},
		{ampersand, "a&b=%4&c", []decodedPair{flag("a"), bad(6, uri.ReasonBadPercent)}},
		{ampersand, "%&=%", []decodedPair{bad(1, uri.ReasonBadPercent)}},
		{strict, "a&b", []decodedPair{flag("a"), flag("b")}},
		{strict, "a;b;c", []decodedPair{flag("a"), flag("b"), flag("c")}},
		{strict, "a;b&c;d", []decodedPair{flag("a"), flag("b"), flag("c"), bad(6, uri.ReasonTooMany)}},
		{strict, "a;b&c;", []decodedPair{flag("a"), flag("b"), flag("c"), bad(6, uri.ReasonTooMany)}},
		{strict, "a;b&c;%", []decodedPair{flag("a"), flag("b"), flag("c"), bad(6, uri.ReasonTooMany)}},
		{strict, "a=+%0A", []decodedPair{bad(3, uri.ReasonRefusedOctet)}},
		{strict, "a%00=+%0A", []decodedPair{bad(1, uri.ReasonRefusedOctet)}},
		{strict, "a=+b%C3+c", []decodedPair{bad(4, uri.ReasonBadUTF8)}},
		{strict, "a=+%C3%80", []decodedPair{pair("a", " \u00c0")}},
		{uri.QuerySyntax{Limit: 1}, "a&b", []decodedPair{flag("a"), bad(2, uri.ReasonTooMany)}},
		{uri.QuerySyntax{Limit: -1}, "a&b", []decodedPair{flag("a"), flag("b")}},
	} {
		got := decodedPairs(test.syntax, test.query)
		if diff := gocmp.Diff(test.want, got); diff != "" {
			t.Errorf("%+v: DecodedPairs(%q) (-want +got):\n%s", test.syntax, test.query, diff)
		}
		for range test.syntax.DecodedPairs(test.query) {
			break
		}
	}
}

func TestGet(t *testing.T) {
	for _, test := range kit.Cases[struct {
		syntax           uri.QuerySyntax
		query, key, want string
		ok               bool
		offset           int // -1: no error
	}]("query.txt", "TestGet", map[string]any{"ampersand": ampersand, "form": form}) {
		got, ok, err := test.syntax.Get(test.query, test.key)
		offset := -1
		if e := (*uri.Error)(nil); errors.As(err, &e) {
			offset = e.Offset
		}
		if got != test.want || ok != test.ok || offset != test.offset {
			t.Errorf("%+v: Get(%q, %q) = %q, %t, %v, want %q, %t, an error at %d",
				test.syntax, test.query, test.key, got, ok, err, test.want, test.ok, test.offset)
		}
	}
}

func TestEncodePairs(t *testing.T) {
	pair := func(key, value string) uri.Pair { return uri.Pair{Key: key, Value: value, HasValue: true} }
	for _, test := range []struct {
		syntax uri.QuerySyntax
		pairs  []uri.Pair
		want   string
	}{
		{ampersand, nil, ""},
		{ampersand, []uri.Pair{{Key: "a"}}, "a"},
		{ampersand, []uri.Pair{{Key: "a", Value: "b"}}, "a=b"}, // so that no value is lost
		{ampersand, []uri.Pair{pair("b", "1"), pair("a", "")}, "b=1&a="},
		{ampersand, []uri.Pair{pair("a&b=c", "d;e=f#g"), {Key: "50%"}}, "a%26b%3Dc=d%3Be%3Df%23g&50%25"},
		{form, []uri.Pair{pair("a b", "c+d")}, "a%20b=c%2Bd"},
		{ampersand, []uri.Pair{pair("u", "http://a/b?c")}, "u=http://a/b?c"}, // section 3.4, on usability
		{semicolon, []uri.Pair{pair("a&b", "c;d"), {}}, "a%26b=c%3Bd;"},
		{both, []uri.Pair{pair("a&b", "c;d"), {}}, "a%26b=c%3Bd&"},
		{comma, []uri.Pair{pair("a,b", "c|d"), pair("e&f", "")}, "a%2Cb=c%7Cd,e%26f="},
	} {
		if got := test.syntax.Encode(test.pairs...); got != test.want {
			t.Errorf("%+v: Encode(%v) = %q, want %q", test.syntax, test.pairs, got, test.want)
		}
	}
}

// An edit is one of the editing methods, and its reference.
type edit struct {
	name      string
	edited    func(x uri.QuerySyntax, query, key, value string) string
	reference func(l *pairList, key, value string)
}

var edits = []edit{
	{"Add", uri.QuerySyntax.Add, (*pairList).add},
	{"Set", uri.QuerySyntax.Set, (*pairList).set},
	{
		"Delete",
		func(x uri.QuerySyntax, query, key, _ string) string { return x.Delete(query, key) },
		func(l *pairList, key, _ string) { l.delete(0, key) },
	}, {
		"DeleteFunc",
		func(x uri.QuerySyntax, query, _, value string) string {
			return x.DeleteFunc(query, func(p uri.Pair) bool { return pairText(p) == value })
		},
		func(l *pairList, _, value string) {
			for i := len(l.pairs) - 1; i >= 0; i-- {
				if l.pairs[i] == value {
					l.remove(i)
				}
			}
		},
	}, {
		"Sort",
		func(x uri.QuerySyntax, query, _, _ string) string { return x.Sort(query) },
		func(l *pairList, _, _ string) { l.sort() },
	},
}

func checkEdits(t *testing.T, x uri.QuerySyntax, query, key, value string) {
	t.Helper()
	for _, e := range edits {
		l := referencePairs(x, query)
		e.reference(&l, key, value)
		want := l.String()
		if got := e.edited(x, query, key, value); got != want {
			t.Errorf("%+v: %s(%.200q, %q, %q) (-want +got):\n%s", x, e.name, query, key, value, gocmp.Diff(want, got))
		}
	}
}

// TestSortMany sorts more pairs than are sorted without allocation, with equal keys that must stay in order.
func TestSortMany(t *testing.T) {
	var query strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&query, "k%%%02x=%d&", 'A'+i*7919%13, i)
	}
	checkEdits(t, ampersand, query.String(), "kA", "1")
}

// FuzzPairs compares iterating and editing with the reference.
func FuzzPairs(f *testing.F) {
	add := func(query string) {
		f.Add(query, "a", "1", "&", false, uint8(0), 0)
		f.Add(query, "b c", "&", "&;", true, uint8(refuseAll), 3)
	}
	addSeeds(f, add)
	for _, query := range []string{"a=1&b=2&a=3", "&&a&", "%61+b=c;d&e", "b+c&b%20c=;b%2Bc", "c&b&a"} {
		add(query)
	}
	f.Add("\xff", "\xff", "@", "N\xd0&", false, uint8(uri.RefuseBadUTF8), 0) // found: Get decodes only the value
	f.Add("%zz=%41", "%zz", "1", "", false, uint8(0), 0)
	f.Fuzz(func(t *testing.T, query, key, value, separators string, plus bool, r uint8, limit int) {
		x := uri.QuerySyntax{Separators: separators, Plus: plus, Limit: limit, Refuse: uri.RefusedOctets(r)}
		l := referencePairs(x, query)
		if l.String() != query {
			t.Fatalf("the reference splits %q to %q", query, l.pairs)
		}
		checkPairs(t, x, query, l.list())
		if diff := gocmp.Diff(referenceDecodedPairs(x, query), decodedPairs(x, query)); diff != "" {
			t.Errorf("%+v: DecodedPairs(%q) (-want +got):\n%s", x, query, diff)
		}
		checkEdits(t, x, query, key, value)
		checkGet(t, x, query, key)
		if strings.Trim(separators, "&;,/?:@!$'()*") == "" {
			checkSet(t, x, query, key, value)
		}
	})
}

func checkGet(t *testing.T, x uri.QuerySyntax, query, key string) {
	t.Helper()
	l := referencePairs(x, query)
	n := slices.IndexFunc(l.pairs, func(pair string) bool { return l.key(pair) == key })
	got, ok, err := x.Get(query, key)
	if ok != (n >= 0) {
		t.Errorf("%+v: Get(%q, %q) = %q, %t, %v", x, query, key, got, ok, err)
	}
	if !ok {
		return
	}
	_, rawValue, _ := strings.Cut(l.pairs[n], "=") // the key need not be decodable
	want := formDecode(x, rawValue)
	if got != want.Text || decodingOf("", err).Reason != want.Reason {
		t.Errorf("%+v: Get(%q, %q) = %q, %v, want %+v", x, query, key, got, err, want)
	}
}

// checkSet checks that the value that was set is read, that a valid query stays valid, and that no other pair changes.
func checkSet(t *testing.T, x uri.QuerySyntax, query, key, value string) {
	t.Helper()
	x.Refuse = 0
	edited := x.Set(query, key, value)
	if got, ok, err := x.Get(edited, key); got != value || !ok || err != nil {
		t.Errorf("%+v: in %q, %q set to %q is %q, %t, %v", x, query, key, value, got, ok, err)
	}
	if u, err := uri.Parse("?" + edited); isQuery(query) && (err != nil || u.String() != "?"+edited) {
		t.Errorf("%+v: %q edited to %q: %v", x, query, edited, err)
	}
	if before, after := otherPairs(x, query, key), otherPairs(x, edited, key); !maps.Equal(before, after) {
		t.Errorf("%+v: %q edited to %q changes other pairs", x, query, edited)
	}
}

// otherPairs counts the pairs with other keys.
func otherPairs(x uri.QuerySyntax, query, key string) map[string]int {
	l := referencePairs(x, query)
	counts := map[string]int{}
	for _, pair := range l.pairs {
		if l.key(pair) != key {
			counts[pair]++
		}
	}
	return counts
}

func ExampleQuerySyntax_DecodedPairs() {
	form := uri.QuerySyntax{Plus: true, Limit: 1000, Refuse: uri.RefuseControls | uri.RefuseBadUTF8}
	for p, err := range form.DecodedPairs("q=caf%C3%A9+au+lait&page=%0A") {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(p.Key, p.Value)
	}
	// Output:
	// q café au lait
	// refused octet in query at byte 25
}

func ExampleQuerySyntax_Set() {
	var syntax uri.QuerySyntax
	query := syntax.Set("sort=up&page=1&x=%7e", "page", "2 & 3")
	fmt.Println(query)
	query = syntax.Delete(query, "x")
	fmt.Println(syntax.Add(query, "sort", "down"))
	// Output:
	// sort=up&page=2%20%26%203&x=%7e
	// sort=up&page=2%20%26%203&sort=down
}

func ExampleQuerySyntax_Add() {
	var syntax uri.QuerySyntax
	fmt.Println(syntax.Add("tag=a", "tag", "b"))
	// Output: tag=a&tag=b
}

func ExampleQuerySyntax_DeleteFunc() {
	var syntax uri.QuerySyntax
	fmt.Println(syntax.DeleteFunc("utm_source=news&id=7&utm_medium=mail", func(p uri.Pair) bool {
		return strings.HasPrefix(p.Key, "utm_")
	}))
	// Output: id=7
}

func ExampleQuerySyntax_Encode() {
	var syntax uri.QuerySyntax
	fmt.Println(syntax.Encode(uri.Pair{Key: "q", Value: "R&D 50%"}, uri.Pair{Key: "draft"}))
	// Output: q=R%26D%2050%25&draft
}

func ExampleQuerySyntax_Sort() {
	var syntax uri.QuerySyntax
	fmt.Println(syntax.Sort("tag=b&page=2&tag=a"))
	// Output: page=2&tag=b&tag=a
}

func TestQueryGet(t *testing.T) {
	for _, test := range kit.Cases[struct {
		uri, key, want string
		ok             bool
	}]("query.txt", "TestQueryGet") {
		if got, ok := uri.MustParse(test.uri).QueryGet(test.key); got != test.want || ok != test.ok {
			t.Errorf("%q, %q: %q, %t; want %q, %t", test.uri, test.key, got, ok, test.want, test.ok)
		}
	}
}

func TestWithoutQueryParamFunc(t *testing.T) {
	for _, test := range kit.Cases[struct{ uri, want string }]("query.txt", "TestWithoutQueryParamFunc") {
		u := uri.MustParse(test.uri)
		got := u.WithoutQueryParamFunc(func(key, value string) bool { return key == value })
		if got.String() != test.want || got != uri.MustParse(test.want) {
			t.Errorf("%q: %q, want %q", u, got, test.want)
		}
	}
}

func TestWithQueryParam(t *testing.T) {
	for _, test := range kit.Cases[struct{ uri, key, value, set, without string }]("query.txt", "TestWithQueryParam") {
		u := uri.MustParse(test.uri)
		if got, err := u.WithQueryParam(test.key, test.value); got.String() != test.set || err != nil {
			t.Errorf("%q, %q, %q: %q, %v; want %q", u, test.key, test.value, got, err, test.set)
		}
		got := u.WithoutQueryParam(test.key)
		if got.String() != test.without || got != uri.MustParse(test.without) {
			t.Errorf("%q without %q: %q, want %q", u, test.key, got, test.without)
		}
	}
}

// TestQueryMap checks maps of few and many keys, and that values of different keys share no memory.
func TestQueryMap(t *testing.T) {
	for _, n := range []int{0, 1, 2, 63, 64, 65, 1000} {
		query, want := strings.Repeat("&", n), map[string][]string{}
		for i := range n {
			key := fmt.Sprint(i % 700)
			query += fmt.Sprintf("&%s=%d", key, i)
			want[key] = append(want[key], fmt.Sprint(i))
		}
		got := uri.MustParse("?" + query).QueryMap()
		for key := range got {
			_ = append(got[key], "other")
		}
		if diff := gocmp.Diff(want, got); diff != "" || got == nil {
			t.Errorf("%d keys (-want +got):\n%s", n, diff)
		}
	}
	got := uri.MustParse("?a;b=c+%64&a=b;c&&=").QueryMap()
	if diff := gocmp.Diff(map[string][]string{"a;b": {"c d"}, "a": {"b;c"}, "": {""}}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestQueryMapOfSeparators checks that empty pairs reserve no memory.
func TestQueryMapOfSeparators(t *testing.T) {
	u := uri.MustParse("?" + strings.Repeat("&", 1<<20))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := u.QueryMap()
	runtime.ReadMemStats(&after)
	if size := after.TotalAlloc - before.TotalAlloc; size > 1<<16 || len(got) != 0 {
		t.Errorf("%d bytes for %d keys", size, len(got))
	}
}

// Libraries that decode forms take a url.Values or a map like it.
func ExampleURI_QueryMap() {
	u := uri.MustParse("/photos?tag=black+cat&size=l&tag=caf%C3%A9")
	fmt.Printf("%q\n", url.Values(u.QueryMap()))
	// Output: map["size":["l"] "tag":["black cat" "café"]]
}

// pairsOf returns the strings between the "&" of the query of u.
func pairsOf(u uri.URI) []string {
	query, _ := u.Query()
	if query == "" {
		return nil
	}
	return strings.Split(query, "&")
}

// TestQueryParamNetURL edits all queries of a few pieces. It compares the values with net/url, and the pairs with a
// slow reference that removes and replaces whole pairs.
func TestQueryParamNetURL(t *testing.T) {
	pieces := []string{"a", "=", "&", "b", "%61", "+", "%26", "%2B"}
	const key, value = "a", "x +&="
	hasKey := func(pair string) bool {
		raw, _, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(raw)
		return name == key && err == nil
	}
	for query := range kit.Concatenations(pieces, kit.Rounds(3, 3, 5)) {
		u := uri.MustParse("s:?" + query + "#f")
		v, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := u.QueryGet(key); got != v.Get(key) || ok != v.Has(key) {
			t.Errorf("%q: %q, %t; net/url: %q, %t", query, got, ok, v.Get(key), v.Has(key))
		}
		if n := len(slices.Collect(u.QueryValues(key))); n != len(v[key]) {
			t.Errorf("%q: %d parameters, net/url has %d", query, n, len(v[key]))
		}
		added, err := u.WithAddedQueryParam(key, value)
		if diff := gocmp.Diff(append(pairsOf(u), "a=x%20%2B%26%3D"), pairsOf(added)); diff != "" || err != nil {
			t.Errorf("%q added: %v (-want +got):\n%s", query, err, diff)
		}
		params := url.Values{}
		for key, value := range u.QueryParams() {
			params.Add(key, value)
		}
		if diff := gocmp.Diff(v, params); diff != "" {
			t.Errorf("%q: parameters (-net/url +got):\n%s", query, diff)
		}
		if diff := gocmp.Diff(v, url.Values(u.QueryMap())); diff != "" {
			t.Errorf("%q: map (-net/url +got):\n%s", query, diff)
		}
		if diff := gocmp.Diff(v[key], slices.Collect(u.QueryValues(key))); diff != "" {
			t.Errorf("%q: values (-net/url +got):\n%s", query, diff)
		}
		var without, with []string
		for _, pair := range pairsOf(u) {
			switch {
			case !hasKey(pair):
				without, with = append(without, pair), append(with, pair)
			case len(with) == len(without):
				raw, _, _ := strings.Cut(pair, "=")
				with = append(with, raw+"=x%20%2B%26%3D")
			}
		}
		if len(with) == len(without) {
			with = append(with, "a=x%20%2B%26%3D")
		}
		if len(without) == 1 && without[0] == "" {
			without = nil
		}
		if diff := gocmp.Diff(without, pairsOf(u.WithoutQueryParam(key))); diff != "" {
			t.Errorf("%q without (-want +got):\n%s", query, diff)
		}
		isKey := func(k, _ string) bool { return k == key }
		if got, want := u.WithoutQueryParamFunc(isKey), u.WithoutQueryParam(key); got != want {
			t.Errorf("%q without the key by a function: %q, want %q", query, got, want)
		}
		set, err := u.WithQueryParam(key, value)
		if diff := gocmp.Diff(with, pairsOf(set)); diff != "" || err != nil {
			t.Errorf("%q set: %v (-want +got):\n%s", query, err, diff)
		}
		raw, _ := set.Query()
		v.Set(key, value)
		if got, err := url.ParseQuery(raw); err != nil || !gocmp.Equal(v, got) {
			t.Errorf("%q set: net/url reads %q, %v; want %q", query, got, err, v)
		}
	}
}

func ExampleURI_QueryValues() {
	u := uri.MustParse("/photos?tag=black+cat&size=l&tag=caf%C3%A9")
	fmt.Printf("%q\n", slices.Collect(u.QueryValues("tag")))
	// Output: ["black cat" "café"]
}

func ExampleURI_QueryParams() {
	u := uri.MustParse("/photos?tag=black+cat&size=l&tag=caf%C3%A9")
	for key, value := range u.QueryParams() {
		fmt.Printf("%s: %s\n", key, value)
	}
	// Output:
	// tag: black cat
	// size: l
	// tag: café
}

// Parameters about the way of a reader to the page do not belong to its address.
func ExampleURI_WithoutQueryParamFunc() {
	u := uri.MustParse("https://example.com/news?utm_source=mail&id=7&utm_medium=link")
	fmt.Println(u.WithoutQueryParamFunc(func(key, _ string) bool { return strings.HasPrefix(key, "utm_") }))
	// Output: https://example.com/news?id=7
}

// Numbers of pages and words of searches: the rest of the URI stays byte for byte.
func ExampleURI_WithQueryParam() {
	u := uri.MustParse("https://example.com/search?q=caf%c3%a9+noir&page=1&lang=fr#results")
	q, ok := u.QueryGet("q")
	fmt.Println(q, ok)
	u, _ = u.WithQueryParam("page", "2")
	fmt.Println(u)
	fmt.Println(u.WithoutQueryParam("lang").WithoutQueryParam("page").WithoutQueryParam("q"))
	// Output:
	// café noir true
	// https://example.com/search?q=caf%c3%a9+noir&page=2&lang=fr#results
	// https://example.com/search#results
}

func ExampleURI_WithAddedQueryParam() {
	u := uri.MustParse("/photos?tag=caf%c3%a9&size=l")
	u, _ = u.WithAddedQueryParam("tag", "black & white")
	fmt.Println(u)
	// Output: /photos?tag=caf%c3%a9&size=l&tag=black%20%26%20white
}

func ExampleURI_QueryGet() {
	u := uri.MustParse("/search?q=black+cat&page=")
	fmt.Println(u.QueryGet("q"))
	page, ok := u.QueryGet("page")
	fmt.Printf("%q %t\n", page, ok)
	_, ok = u.QueryGet("size")
	fmt.Println(ok)
	// Output:
	// black cat true
	// "" true
	// false
}

func ExampleURI_WithoutQueryParam() {
	u := uri.MustParse("/photos?tag=cat&size=l&tag=dog#top")
	fmt.Println(u.WithoutQueryParam("tag"))
	fmt.Println(u.WithoutQueryParam("tag").WithoutQueryParam("size"))
	// Output:
	// /photos?size=l#top
	// /photos#top
}

// pairText returns the text that p was read from.
func pairText(p uri.Pair) string {
	if p.HasValue {
		return p.Key + "=" + p.Value
	}
	return p.Key
}
