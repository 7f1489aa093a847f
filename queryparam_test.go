package uri_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urispan/uri"
	inputs "github.com/urispan/uri/internal/hostile/input"
)

func TestQueryGet(t *testing.T) {
	for _, test := range []struct {
		uri, key, want string
		ok             bool
	}{
		{"/", "a", "", false},
		{"/", "", "", false},
		{"/?", "", "", false}, // an empty query has no parameters
		{"/?a", "a", "", true},
		{"/?a=", "a", "", true},
		{"/?a=1&a=2", "a", "1", true},
		{"/?b=1&%61=2#a=3", "a", "2", true},
		{"/?b=1", "B", "", false},
		{"/?a=b=c", "a", "b=c", true},
		{"/?a=b;c", "a", "b;c", true}, // net/url drops it
		{"/?a=b;c", "c", "", false},
		{"/?a+b=c+d%2B%20", "a b", "c d+ ", true},
		{"/?a+b=1", "a+b", "", false},
		{"/?a%2Bb=1", "a+b", "1", true},
		{"/?a=%C3%A9%FF%00%26", "a", "é\xff\x00&", true},
		{"/?&&=1", "", "1", true},
		{"/?a&&b", "", "", false}, // empty parameters are skipped
		{"/?a&=", "", "", true},
	} {
		if got, ok := uri.MustParse(test.uri).QueryGet(test.key); got != test.want || ok != test.ok {
			t.Errorf("%q, %q: %q, %t; want %q, %t", test.uri, test.key, got, ok, test.want, test.ok)
		}
	}
}

func TestQueryValues(t *testing.T) {
	for _, test := range []struct {
		uri, key string
		want     []string
	}{
		{"/", "", nil},
		{"/?", "", nil},
		{"/?b=1", "a", nil},
		{"/?a=1&b&%61=x+y%2B&a&a=c;a=d#a=2", "a", []string{"1", "x y+", "", "c;a=d"}},
		{"/?&&=&=1&", "", []string{"", "1"}},
	} {
		u := uri.MustParse(test.uri)
		got := slices.Collect(u.QueryValues(test.key))
		if !slices.Equal(got, test.want) {
			t.Errorf("%q, %q: %q, want %q", u, test.key, got, test.want)
		}
		for first := range u.QueryValues(test.key) {
			if first != test.want[0] {
				t.Errorf("%q, %q: first %q, want %q", u, test.key, first, test.want[0])
			}
			break
		}
	}
}

func TestQueryParams(t *testing.T) {
	for _, test := range []struct {
		uri  string
		want []string // keys and values
	}{
		{"http://h#?a", nil},
		{"?", nil},
		{"?&", nil},
		{"?a=1&b&a=2#&c", []string{"a", "1", "b", "", "a", "2"}},
		{"?%61+%2B=%26+%3D==&&x;y=1", []string{"a +", "& ===", "x;y", "1"}},
		{"?=&=v", []string{"", "", "", "v"}},
		{"?a=%FF%00", []string{"a", "\xff\x00"}},
	} {
		u := uri.MustParse(test.uri)
		var got []string
		for key, value := range u.QueryParams() {
			got = append(got, key, value)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", u, got, test.want)
		}
		for key := range u.QueryParams() {
			if key != test.want[0] {
				t.Errorf("%q: first %q, want %q", u, key, test.want[0])
			}
			break
		}
	}
}

func TestWithoutQueryParamFunc(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"http://h", "http://h"},
		{"http://h?#f", "http://h?#f"}, // there is nothing to remove
		{"http://h/?d=d#f", "http://h/#f"},
		{"?b=2&%64=%64&c=+%7e", "?b=2&c=+%7e"},
		{"?a+b=a%20b&a=b", "?a=b"},
		{"?a=b&b=a", "?a=b&b=a"},
		{"?&&x", "?&&x"}, // del does not see empty parameters
		{"?&&x=x", "?&"},
		{"?=&x", "?x"},
	} {
		u := uri.MustParse(test.uri)
		got := u.WithoutQueryParamFunc(func(key, value string) bool { return key == value })
		if got.String() != test.want || got != uri.MustParse(test.want) {
			t.Errorf("%q: %q, want %q", u, got, test.want)
		}
	}
}

func TestWithQueryParam(t *testing.T) {
	for _, test := range []struct{ uri, key, value, set, without string }{
		{"http://h", "a", "1", "http://h?a=1", "http://h"},
		{"http://h?", "a", "1", "http://h?a=1", "http://h?"}, // there is nothing to remove
		{"http://h/?a=0#?a=0", "a", "1", "http://h/?a=1#?a=0", "http://h/#?a=0"},
		{"?b=2&a=0&c", "a", "1", "?b=2&a=1&c", "?b=2&c"},
		{"?a&b&a=2&%61=3", "a", "1", "?a=1&b", "?b"},
		{"?%61=0", "a", "1", "?%61=1", ""}, // the key stays as written
		{"?b=%7e+%2B&&c;a=1", "a", "&=#+ %é", "?b=%7e+%2B&&c;a=1&a=%26%3D%23%2B%20%25%C3%A9", "?b=%7e+%2B&&c;a=1"},
		{"?x+y=0&x%20y&x%2By=3", "x y", "", "?x+y=&x%2By=3", "?x%2By=3"},
		{"?b", "x y", "", "?b&x%20y=", "?b"},
		{"?&a", "a", "1", "?&a=1", ""}, // a single empty parameter is left
		{"?&&a", "a", "1", "?&&a=1", "?&"},
		{"?a=1", "a", "1", "?a=1", ""},
		{"s://u:p@h:1/%41?a&b", "a", "x", "s://u:p@h:1/%41?a=x&b", "s://u:p@h:1/%41?b"},
		{"?", "", "", "?=", "?"},
		{"?&", "", "1", "?=1", "?&"}, // an empty parameter has no key
		{"?a&&=&b", "", "1", "?a&=1&b", "?a&&b"},
	} {
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

func TestWithAddedQueryParam(t *testing.T) {
	for _, test := range []struct{ uri, key, value, want string }{
		{"http://h", "a", "1", "http://h?a=1"},
		{"http://h?#f?", "a", "", "http://h?a=#f?"},
		{"?a=%7e+&c;d", "a", "&=#+ %é", "?a=%7e+&c;d&a=%26%3D%23%2B%20%25%C3%A9"},
		{"?&", "", "", "?&&="},
	} {
		u := uri.MustParse(test.uri)
		got, err := u.WithAddedQueryParam(test.key, test.value)
		if got.String() != test.want || got != uri.MustParse(test.want) || err != nil {
			t.Errorf("%q, %q, %q: %q, %v; want %q", u, test.key, test.value, got, err, test.want)
		}
	}
}

func TestQueryCount(t *testing.T) {
	for _, test := range []struct {
		uri, key string
		want     int
	}{
		{"/", "", 0}, {"/?", "", 0}, {"/?&&=1&", "", 1}, {"/?a=1&b&%61=%FF&A&a#a=2", "a", 3}, {"/?a+b&a%20b", "a b", 2},
		{"/?a=b;a=c", "a", 1},
	} {
		if got := uri.MustParse(test.uri).QueryCount(test.key); got != test.want {
			t.Errorf("%q, %q: %d, want %d", test.uri, test.key, got, test.want)
		}
	}
}

// pairsOf returns the texts between the "&" of the query of u.
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
	var check func(query string, depth int)
	check = func(query string, depth int) {
		u := uri.MustParse("s:?" + query + "#f")
		v, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := u.QueryGet(key); got != v.Get(key) || ok != v.Has(key) {
			t.Errorf("%q: %q, %t; net/url: %q, %t", query, got, ok, v.Get(key), v.Has(key))
		}
		if n := u.QueryCount(key); n != len(v[key]) {
			t.Errorf("%q: %d parameters, net/url has %d", query, n, len(v[key]))
		}
		added, err := u.WithAddedQueryParam(key, value)
		if diff := cmp.Diff(append(pairsOf(u), "a=x%20%2B%26%3D"), pairsOf(added)); diff != "" || err != nil {
			t.Errorf("%q added: %v (-want +got):\n%s", query, err, diff)
		}
		params := url.Values{}
		for key, value := range u.QueryParams() {
			params.Add(key, value)
		}
		if diff := cmp.Diff(v, params); diff != "" {
			t.Errorf("%q: parameters (-net/url +got):\n%s", query, diff)
		}
		if diff := cmp.Diff(v[key], slices.Collect(u.QueryValues(key))); diff != "" {
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
		if diff := cmp.Diff(without, pairsOf(u.WithoutQueryParam(key))); diff != "" {
			t.Errorf("%q without (-want +got):\n%s", query, diff)
		}
		isKey := func(k, _ string) bool { return k == key }
		if got, want := u.WithoutQueryParamFunc(isKey), u.WithoutQueryParam(key); got != want {
			t.Errorf("%q without the key by a function: %q, want %q", query, got, want)
		}
		set, err := u.WithQueryParam(key, value)
		if diff := cmp.Diff(with, pairsOf(set)); diff != "" || err != nil {
			t.Errorf("%q set: %v (-want +got):\n%s", query, err, diff)
		}
		raw, _ := set.Query()
		v.Set(key, value)
		if got, err := url.ParseQuery(raw); err != nil || !cmp.Equal(v, got) {
			t.Errorf("%q set: net/url reads %q, %v; want %q", query, got, err, v)
		}
		if depth > 0 {
			for _, p := range pieces {
				check(query+p, depth-1)
			}
		}
	}
	check("", inputs.Rounds(3, 3, 5))
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

// Parameters that say how a reader found the page do not belong to its address.
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

// A parameter that occurs twice is a way to make two programs read two values.
func ExampleURI_QueryCount() {
	u := uri.MustParse("/transfer?to=alice&amount=1&to=mallory")
	fmt.Println(u.QueryCount("to"), u.QueryCount("amount"), u.QueryCount("from"))
	// Output: 2 1 0
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
