package whatwg_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// pairsOf returns the list as alternating names and values.
func pairsOf(p *whatwg.SearchParams) (list []string) {
	for name, value := range p.All() {
		list = append(list, name, value)
	}
	return list
}

// formCases are queries, their pairs, and the form that the standard writes. The comments name the sections.
var formCases = kit.Cases[struct {
	query, text string
	pairs       []string
}]("searchparams.txt", "formCases")

func TestParseSearchParams(t *testing.T) {
	for _, c := range formCases {
		p := whatwg.ParseSearchParams(c.query)
		checkParams(t, c.query, p, c.pairs, c.text)
		p.Sort() // now it has a list
		p = whatwg.ParseSearchParams(c.query)
		p.Delete("no such name")
		checkParams(t, c.query+", changed", p, c.pairs, c.text)
	}
}

// checkParams checks the results of the methods that read.
func checkParams(t *testing.T, name string, p *whatwg.SearchParams, pairs []string, text string) {
	t.Helper()
	if diff := cmp.Diff(pairs, pairsOf(p)); diff != "" {
		t.Errorf("%q: All (-want +got):\n%s", name, diff)
	}
	if got := p.String(); got != text {
		t.Errorf("%q: String is %q, want %q", name, got, text)
	}
	if got := p.Len(); got != len(pairs)/2 {
		t.Errorf("%q: Len is %d, want %d", name, got, len(pairs)/2)
	}
	for i := 0; i < len(pairs); i += 2 {
		checkName(t, name, p, pairs, pairs[i])
	}
	if p.Has("no such name") || p.GetAll("no such name") != nil {
		t.Errorf("%q has a name that it has not", name)
	}
}

// checkName checks the results of the methods that take the name.
func checkName(t *testing.T, name string, p *whatwg.SearchParams, pairs []string, key string) {
	t.Helper()
	var want []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == key {
			want = append(want, pairs[i+1])
		}
	}
	if diff := cmp.Diff(want, p.GetAll(key)); diff != "" {
		t.Errorf("%q: GetAll(%q) (-want +got):\n%s", name, key, diff)
	}
	if got, ok := p.Get(key); !ok || got != want[0] || !p.Has(key) {
		t.Errorf("%q: Get(%q) = %q, %t, want %q", name, key, got, ok, want[0])
	}
}

// TestSearchParamsMethods checks the steps of the methods (section 6.2).
func TestSearchParamsMethods(t *testing.T) {
	for _, c := range []struct {
		name, query string
		change      func(p *whatwg.SearchParams)
		want        string
	}{
		{"append", "a=1", func(p *whatwg.SearchParams) { p.Add("a", "2") }, "a=1&a=2"},
		{"append to nothing", "", func(p *whatwg.SearchParams) { p.Add("", "") }, "="},
		{"append delimiters", "", func(p *whatwg.SearchParams) { p.Add("a&b=c", "+ %41") }, "a%26b%3Dc=%2B+%2541"},
		{"append what is not UTF-8", "", func(p *whatwg.SearchParams) { p.Add("\xff", "\xe2\x82x") },
			"%EF%BF%BD=%EF%BF%BDx"},
		{"set the first, remove the others", "a=1&b=2&a=3&c=4&a=5", func(p *whatwg.SearchParams) { p.Set("a", "x") },
			"a=x&b=2&c=4"},
		{"set what is not there", "a=1", func(p *whatwg.SearchParams) { p.Set("b", "2") }, "a=1&b=2"},
		{"set what is encoded", "%61=1&a=2", func(p *whatwg.SearchParams) { p.Set("a", "3") }, "a=3"},
		{"set what is not UTF-8", "%ff=1", func(p *whatwg.SearchParams) { p.Set("\xfe", "3") }, "%EF%BF%BD=3"},
		{"delete all", "a=1&b=2&a=3&%61", func(p *whatwg.SearchParams) { p.Delete("a") }, "b=2"},
		{"delete the last one", "a=1", func(p *whatwg.SearchParams) { p.Delete("a") }, ""},
		{"delete what is not there", "a=1 ", func(p *whatwg.SearchParams) { p.Delete("b") }, "a=1+"},
		{"append after delete", "a=1&b=2", func(p *whatwg.SearchParams) { p.Delete("a"); p.Add("a", "3") }, "b=2&a=3"},
		// The example of the method sort.
		{"sort", "q=\U0001F3F3\uFE0F\u200D\U0001F308&key=e1f7bc78", (*whatwg.SearchParams).Sort,
			"key=e1f7bc78&q=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88"},
		{"sort keeps the order of equal names", "b=2&a=2&%61=1&b=1&=x&a", (*whatwg.SearchParams).Sort,
			"=x&a=2&a=1&a=&b=2&b=1"},
		{"sort by length", "aaa&ab&aa&a", (*whatwg.SearchParams).Sort, "a=&aa=&aaa=&ab="},
		// U+1F308 is D83C DF08 in UTF-16, U+FB03 is FB03, and U+D7FF is less than both.
		{"sort by code units", "\uFB03&\U0001F308&\uD7FF", (*whatwg.SearchParams).Sort,
			"%ED%9F%BF=&%F0%9F%8C%88=&%EF%AC%83="},
		{"sort by code units after equal ones", "é\uE000&é\U00010000&é", (*whatwg.SearchParams).Sort,
			"%C3%A9=&%C3%A9%F0%90%80%80=&%C3%A9%EE%80%80="},
		{"sort surrogates by the second unit", "\U0001F4A9&\U0001F308", (*whatwg.SearchParams).Sort,
			"%F0%9F%8C%88=&%F0%9F%92%A9="},
	} {
		p := whatwg.ParseSearchParams(c.query)
		c.change(p)
		if got := p.String(); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.name, c.query, got, c.want)
		}
	}
	var zero whatwg.SearchParams
	if zero.Add("a", "b"); zero.String() != "a=b" {
		t.Errorf("the zero SearchParams becomes %q", zero.String())
	}
}

// TestURLSearchParams checks the query objects of URLs (section 6.2).
func TestURLSearchParams(t *testing.T) {
	none := func(*whatwg.SearchParams) {}
	add := func(p *whatwg.SearchParams) { p.Add("c", "é ") }
	del := func(p *whatwg.SearchParams) { p.Delete("a") }
	for _, c := range kit.Cases[struct {
		href   string
		change func(p *whatwg.SearchParams)
		want   string
	}]("searchparams.txt", "TestURLSearchParams", map[string]any{"Sort": (*whatwg.SearchParams).Sort, "add": add, "del": del, "none": none}) {
		u := whatwg.MustParse(c.href)
		p := u.SearchParams()
		c.change(p)
		got, ok := u.WithSearchParams(p)
		if want := whatwg.MustParse(c.want); !ok || got != want {
			t.Errorf("%q becomes %q, %t, want %q", c.href, got, ok, want)
		}
	}
	other := whatwg.MustParse("http://h/?a='")
	if u, ok := other.WithSearchParams(whatwg.ParseSearchParams("?b=~ ")); !ok || u.Href() != "http://h/?b=%7E+" {
		t.Errorf("with the list of another query: %q, %t", u, ok)
	}
	var zero whatwg.URL
	for _, query := range []string{"", "a"} {
		if u, ok := zero.WithSearchParams(whatwg.ParseSearchParams(query)); ok || u != zero {
			t.Errorf("the zero URL becomes %q, %t", u, ok)
		}
	}
}

// TestSearchParamsStop stops each iteration early.
func TestSearchParamsStop(t *testing.T) {
	p := whatwg.ParseSearchParams("a=1&b=2")
	for range 2 {
		n := 0
		for range p.All() {
			n++
			break
		}
		if n != 1 {
			t.Errorf("the loop ran %d times", n)
		}
		p.Sort()
	}
}

// referencePairs implements the parser of section 5.1, step by step.
func referencePairs(input string) (list []string) {
	for bytes := range strings.SplitSeq(input, "&") {
		if bytes == "" {
			continue
		}
		name, value, _ := strings.Cut(bytes, "=")
		for _, s := range []string{name, value} {
			s = strings.ReplaceAll(s, "+", " ")
			var octets []byte
			for i := 0; i < len(s); i++ {
				if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
					octets = append(octets, unhex(s[i+1])<<4|unhex(s[i+2]))
					i += 2
				} else {
					octets = append(octets, s[i])
				}
			}
			list = append(list, decodeUTF8(octets))
		}
	}
	return list
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

func unhex(c byte) byte {
	n, _ := strconv.ParseUint(string(c), 16, 8)
	return byte(n)
}

// decodeUTF8 implements the UTF-8 decoder of the Encoding Standard (section 8.1.1), with its variables.
func decodeUTF8(ioQueue []byte) string {
	var output []rune
	codePoint, seen, needed := rune(0), 0, 0
	lower, upper := byte(0x80), byte(0xbf)
	for i := 0; i < len(ioQueue); i++ {
		b := ioQueue[i]
		if needed == 0 {
			switch {
			case b <= 0x7f:
				output = append(output, rune(b))
			case 0xc2 <= b && b <= 0xdf:
				needed, codePoint = 1, rune(b&0x1f)
			case 0xe0 <= b && b <= 0xef:
				if b == 0xe0 {
					lower = 0xa0
				}
				if b == 0xed {
					upper = 0x9f
				}
				needed, codePoint = 2, rune(b&0xf)
			case 0xf0 <= b && b <= 0xf4:
				if b == 0xf0 {
					lower = 0x90
				}
				if b == 0xf4 {
					upper = 0x8f
				}
				needed, codePoint = 3, rune(b&0x7)
			default:
				output = append(output, '\uFFFD')
			}
			continue
		}
		if b < lower || upper < b {
			codePoint, needed, seen, lower, upper = 0, 0, 0, 0x80, 0xbf
			i-- // restore byte
			output = append(output, '\uFFFD')
			continue
		}
		lower, upper = 0x80, 0xbf
		codePoint = codePoint<<6 | rune(b&0x3f)
		if seen++; seen == needed {
			output = append(output, codePoint)
			codePoint, needed, seen = 0, 0, 0
		}
	}
	if needed != 0 {
		output = append(output, '\uFFFD')
	}
	return string(output)
}

// FuzzSearchParams compares the parser with the reference, and checks properties of every list.
func FuzzSearchParams(f *testing.F) {
	for _, c := range formCases {
		f.Add(c.query, "a", "b")
	}
	f.Add("\uFB03&\U0001F308&\uD7FF", "\xff", "\xe2\x82")
	f.Fuzz(func(t *testing.T, query, name, value string) {
		p := whatwg.ParseSearchParams(query)
		list := pairsOf(p)
		if diff := cmp.Diff(referencePairs(strings.TrimPrefix(query, "?")), list); diff != "" {
			t.Fatalf("%q (-reference +got):\n%s", query, diff)
		}
		text := p.String()
		checkParams(t, query, p, list, text)
		if again := whatwg.ParseSearchParams(text); again.String() != text || !slices.Equal(pairsOf(again), list) {
			t.Errorf("%q is written as %q, which is written as %q", query, text, again)
		}
		checkChanges(t, query, name, value)
		checkSort(t, p)
	})
}

// checkChanges checks Append, Set and Delete.
func checkChanges(t *testing.T, query, name, value string) {
	t.Helper()
	p := whatwg.ParseSearchParams(query)
	n, all := p.Len(), p.GetAll(name)
	p.Add(name, value)
	all = append(all, decodeUTF8([]byte(value)))
	if diff := cmp.Diff(all, p.GetAll(name)); diff != "" || p.Len() != n+1 {
		t.Errorf("%q, Append(%q, %q) (-want +got):\n%s", query, name, value, diff)
	}
	p.Set(name, value)
	if diff := cmp.Diff(all[len(all)-1:], p.GetAll(name)); diff != "" || p.Len() != n-len(all)+2 {
		t.Errorf("%q, Set(%q, %q) (-want +got):\n%s", query, name, value, diff)
	}
	p.Delete(name)
	if p.Has(name) || p.Len() != n-len(all)+1 {
		t.Errorf("%q, Delete(%q) gives %q", query, name, p)
	}
}

// checkSort sorts p and compares with the order of UTF-16.
func checkSort(t *testing.T, p *whatwg.SearchParams) {
	t.Helper()
	type tuple struct{ name, value string }
	var want []tuple
	for name, value := range p.All() {
		want = append(want, tuple{name, value})
	}
	slices.SortStableFunc(want, func(a, b tuple) int {
		return slices.Compare(utf16.Encode([]rune(a.name)), utf16.Encode([]rune(b.name)))
	})
	p.Sort()
	var got []tuple
	for name, value := range p.All() {
		got = append(got, tuple{name, value})
		if !utf8.ValidString(name + value) {
			t.Errorf("%q or %q is not UTF-8", name, value)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("sorted: %q, want %q", got, want)
	}
}

func TestSearchParamsAllocations(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("with the race detector, more values escape")
	}
	p := whatwg.ParseSearchParams("q=1&%61=2&plain=text")
	u := whatwg.MustParse("http://example.com/?q=1&a=2#f")
	q := whatwg.ParseSearchParams("q=1&a=2")
	q.Sort()
	for _, c := range []struct {
		name string
		want float64
		run  func()
	}{
		{"Get of a URL", 0, func() { u.SearchParams().Get("a") }},
		{"WithSearchParams", 0, func() { u.WithSearchParams(u.SearchParams()) }},
		{"WithSearchParams of a changed list", 1, func() { u.WithSearchParams(q) }},
		{"Get", 0, func() { p.Get("a") }},
		{"Get of a new list", 0, func() { whatwg.ParseSearchParams("x=1&y=2").Get("y") }},
		{"Has", 0, func() { p.Has("nothing") }},
		{"Len", 0, func() { p.Len() }},
		{"Set", 0, func() { q.Set("a", "x") }},
		{"Delete", 0, func() { q.Delete("nothing") }},
		{"Sort", 0, func() { q.Sort() }},
	} {
		kit.CheckAllocs(t, c.name, c.want, c.run)
	}
}
