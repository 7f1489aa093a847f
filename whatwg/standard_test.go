package whatwg_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/whatwg"
)

// The examples of the standard, section by section, and cases for steps that are easy to get wrong. They need no data
// from outside the repository.

// A standardCase is an input and its href, which is "" for failure.
type standardCase struct{ input, base, href string }

// check compares the results of Parse, CanParse and AppendHref with the case.
func (c *standardCase) check(t *testing.T) {
	t.Helper()
	var base whatwg.URL
	if c.base != "" {
		base = whatwg.MustParse(c.base)
	}
	u, err := base.Parse(c.input)
	if u.Href() != c.href || (err == nil) != (c.href != "") || c.base == "" && whatwg.CanParse(c.input) != (err == nil) {
		t.Errorf("%q against %q: %q, %v, want %q", c.input, c.base, u, err, c.href)
	}
	out, appendErr := whatwg.Parser{}.AppendHref([]byte("x"), base, c.input)
	if string(out) != "x"+c.href || (appendErr == nil) != (err == nil) {
		t.Errorf("%q against %q: AppendHref gives %q, %v, want %q", c.input, c.base, out, appendErr, c.href)
	}
	if err == nil {
		checkURL(t, u)
	}
	checkValidate(t, base, c.input)
}

// TestHostExamples checks the table of section 3: the results of the host parser and the host serializer for an input,
// in a special URL and in another one. "" is failure.
func TestHostExamples(t *testing.T) {
	for _, test := range []struct {
		input, special string
		kind           whatwg.HostKind
		opaque         string
	}{
		{"EXAMPLE.COM", "example.com", whatwg.HostDomain, "EXAMPLE.COM"},
		{"example%2Ecom", "example.com", whatwg.HostDomain, "example%2Ecom"},
		{"faß.example", "xn--fa-hia.example", whatwg.HostDomain, "fa%C3%9F.example"},
		{"0", "0.0.0.0", whatwg.HostIPv4, "0"},
		{"%30", "0.0.0.0", whatwg.HostIPv4, "%30"},
		{"0x", "0.0.0.0", whatwg.HostIPv4, "0x"},
		{"0xffffffff", "255.255.255.255", whatwg.HostIPv4, "0xffffffff"},
		{"[0:0::1]", "[::1]", whatwg.HostIPv6, "[::1]"},
		{"[0:0::1%5D", "", 0, ""},
		{"[0:0::%31]", "", 0, ""},
		{"09", "", 0, "09"},
		{"example.255", "", 0, "example.255"},
		{"example^example", "", 0, ""},

		// the ten hardest places
		{"xn--a", "xn--a", whatwg.HostDomain, "xn--a"},
		{"XN--A", "xn--a", whatwg.HostDomain, "XN--A"},
		{"xn--a.ß", "", 0, "xn--a.%C3%9F"},
		{"xn--8i7caa", "xn--8i7caa", whatwg.HostDomain, "xn--8i7caa"},
		{"foo.0x", "", 0, "foo.0x"},
		{"%30%78.5", "0.0.0.5", whatwg.HostIPv4, "%30%78.5"},
		{"1.2.3..", "1.2.3..", whatwg.HostDomain, "1.2.3.."},
		{"1.2.3.", "1.2.0.3", whatwg.HostIPv4, "1.2.3."},
		{"１２７.１", "127.0.0.1", whatwg.HostIPv4, "%EF%BC%91%EF%BC%92%EF%BC%97.%EF%BC%91"},
		{"\u00ad", "", 0, "%C2%AD"},
		{"a\u00adb", "ab", whatwg.HostDomain, "a%C2%ADb"},
		{"a\u200db", "", 0, "a%E2%80%8Db"},
		{"%ff", "", 0, "%ff"},
		{"%zz", "", 0, "%zz"},
		{"a%00b", "", 0, "a%00b"},
		{"a%20b", "", 0, "a%20b"},
		{"a b", "", 0, ""},
		{"a|b", "", 0, ""},
		{"a\x7fb", "", 0, "a%7Fb"},
		{"a\"b", "a\"b", whatwg.HostDomain, "a\"b"},
		{"a{b}_c!$&'()*+,;=~", "a{b}_c!$&'()*+,;=~", whatwg.HostDomain, "a{b}_c!$&'()*+,;=~"},
		{"..", "..", whatwg.HostDomain, ".."},
		{".", ".", whatwg.HostDomain, "."},
		{"☕.example", "xn--53h.example", whatwg.HostDomain, "%E2%98%95.example"},
	} {
		special, err := whatwg.Parse("https://" + test.input + "/")
		if special.Hostname() != test.special || (err == nil) != (test.special != "") || special.HostKind() != test.kind {
			t.Errorf("%q: %q, %v, %v, want %q", test.input, special.Hostname(), special.HostKind(), err, test.special)
		}
		other, err := whatwg.Parse("foo://" + test.input + "/")
		if other.Hostname() != test.opaque || (err == nil) != (test.opaque != "") {
			t.Errorf("opaque %q: %q, %v, want %q", test.input, other.Hostname(), err, test.opaque)
		}
		kind := other.HostKind()
		if err == nil && kind != whatwg.HostOpaque && (kind != whatwg.HostIPv6 || test.kind != kind) {
			t.Errorf("opaque %q: %v", test.input, kind)
		}
	}
}

// TestURLExamples checks the table of section 4, with its column about the validity of the input.
func TestURLExamples(t *testing.T) {
	for _, test := range []struct {
		input, base string
		valid       bool
		output      string
	}{
		{"https:example.org", "", false, "https://example.org/"},
		{"https://////example.com///", "", false, "https://example.com///"},
		{"https://example.com/././foo", "", true, "https://example.com/foo"},
		{"hello:world", "https://example.com/", true, "hello:world"},
		{"https:example.org", "https://example.com/", false, "https://example.com/example.org"},
		{`\example\..\demo/.\`, "https://example.com/", false, "https://example.com/demo/"},
		{"example", "https://example.com/demo", true, "https://example.com/example"},
		{"file:///C|/demo", "", false, "file:///C:/demo"},
		{"..", "file:///C:/demo", true, "file:///C:/"},
		{"file://localhost/", "", true, "file:///"},
		{"file://loc%61lhost/", "", false, "file:///"},
		{"https://user:password@example.org/", "", false, "https://user:password@example.org/"},
		{"https://example.org/foo bar", "", false, "https://example.org/foo%20bar"},
		{"https://EXAMPLE.com/../x", "", true, "https://example.com/x"},
		{"https://ex ample.org/", "", false, ""},
		{"example", "", false, ""},
		{"https://example.com:demo", "", false, ""},
		{"http://[www.example.com]/", "", false, ""},
		{"https://example.org//", "", true, "https://example.org//"},
		{"https://example.com/[]?[]#[]", "", false, "https://example.com/[]?[]#[]"},
		{"https://example/%?%#%", "", false, "https://example/%?%#%"},
		{"https://example/%25?%25#%25", "", true, "https://example/%25?%25#%25"},
	} {
		c := standardCase{test.input, test.base, test.output}
		c.check(t)
		base, _ := whatwg.Parse(test.base)
		if found, err := whatwg.Validate(base, test.input); (len(found) == 0) != test.valid {
			t.Errorf("%q against %q: %v, %v, want valid %t", test.input, test.base, found, err, test.valid)
		}
	}
}

// TestComponents checks the table of section 4.1, and URLs with every combination of components that are null or empty.
func TestComponents(t *testing.T) {
	type components struct {
		Scheme, Username, Password, Hostname, Port, Pathname, Query, Fragment string
		HasOpaquePath                                                         bool
		HostKind                                                              whatwg.HostKind
		Host, Search, Hash, Origin                                            string
	}
	const null = "(null)"
	for input, want := range map[string]components{
		"https://example.com/": {"https", "", "", "example.com", null, "/", null, null, false, whatwg.HostDomain,
			"example.com", "", "", "https://example.com"},
		"https://localhost:8000/search?q=text#hello": {"https", "", "", "localhost", "8000", "/search", "q=text", "hello",
			false, whatwg.HostDomain, "localhost:8000", "?q=text", "#hello", "https://localhost:8000"},
		"urn:isbn:9780307476463": {"urn", "", "", "", null, "isbn:9780307476463", null, null, true, whatwg.HostNull,
			"", "", "", "null"},
		"file:///ada/Analytical%20Engine/README.md": {"file", "", "", "", null, "/ada/Analytical%20Engine/README.md",
			null, null, false, whatwg.HostEmpty, "", "", "", "null"},
		// Section 4.5
		"web+demo:/.//not-a-host/": {"web+demo", "", "", "", null, "//not-a-host/", null, null, false, whatwg.HostNull,
			"", "", "", "null"},
		"web+demo:/path/..//not-a-host/": {"web+demo", "", "", "", null, "//not-a-host/", null, null, false,
			whatwg.HostNull, "", "", "", "null"},
		// Section 4.7
		"blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f": {"blob", "", "", "", null,
			"https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f", null, null, true, whatwg.HostNull,
			"", "", "", "https://whatwg.org"},
		"blob:file:///x": {"blob", "", "", "", null, "file:///x", null, null, true, whatwg.HostNull, "", "", "", "null"},
		"blob:ftp://a/x": {"blob", "", "", "", null, "ftp://a/x", null, null, true, whatwg.HostNull, "", "", "", "null"},
		"blob:":          {"blob", "", "", "", null, "", null, null, true, whatwg.HostNull, "", "", "", "null"},
		"ftp://u@[::1]/?": {"ftp", "u", "", "[::1]", null, "/", "", null, false, whatwg.HostIPv6, "[::1]", "", "",
			"ftp://[::1]"},
		"wss://:p@1.2.3.4:80/#": {"wss", "", "p", "1.2.3.4", "80", "/", null, "", false, whatwg.HostIPv4, "1.2.3.4:80",
			"", "", "wss://1.2.3.4:80"},
		"a://u:p@h:0?#": {"a", "u", "p", "h", "0", "", "", "", false, whatwg.HostOpaque, "h:0", "", "", "null"},
		"a://?q#f":      {"a", "", "", "", null, "", "q", "f", false, whatwg.HostEmpty, "", "?q", "#f", "null"},
		"a:?q":          {"a", "", "", "", null, "", "q", null, true, whatwg.HostNull, "", "?q", "", "null"},
		"a:/":           {"a", "", "", "", null, "/", null, null, false, whatwg.HostNull, "", "", "", "null"},
	} {
		u := whatwg.MustParse(input)
		r := u.Ranges()
		part := func(lo, hi int, ok bool) string {
			if !ok {
				return null
			}
			return u.Href()[lo:hi]
		}
		got := components{u.Scheme(), u.Username(), u.Password(), u.Hostname(), part(r.Port()), u.Pathname(),
			part(r.Query()), part(r.Fragment()), u.HasOpaquePath(), u.HostKind(), u.Host(), u.Search(), u.Hash(), u.Origin()}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: -want +got:\n%s", input, diff)
		}
		if lo, hi, ok := r.Host(); ok != (u.HostKind() != whatwg.HostNull) || u.Href()[lo:hi] != u.Hostname() {
			t.Errorf("%q: the range of the host is %d to %d, %t", input, lo, hi, ok)
		}
		if lo, hi := r.Path(); u.Href()[lo:hi] != u.Pathname() {
			t.Errorf("%q: the range of the path is %d to %d", input, lo, hi)
		}
		checkURL(t, u)
	}
}

// parseTests are cases for the steps of the basic URL parser (section 4.4), state by state.
var parseTests = []standardCase{
	// Before the state machine
	{"\x00 \x1fhttps://a/ \x1f\n", "", "https://a/"},
	{"h\tt\ntps\r:/\n/\ta/b\tc?d\ne#f\rg", "", "https://a/bc?de#fg"},
	{"", "https://a/b?c#d", "https://a/b?c"},
	{" \t", "https://a/b?c#d", "https://a/b?c"},
	{"", "", ""},
	{"\u00a0https://a/", "", ""},

	// scheme start state, scheme state, no scheme state
	{"HTTPS://a", "", "https://a/"},
	{"a1+-.:b", "", "a1+-.:b"},
	{"1a:b", "", ""},
	{"1a:b", "https://a/c/d", "https://a/c/1a:b"},
	{"a_b:c", "https://a", "https://a/a_b:c"},
	{":a", "https://a", "https://a/:a"},
	{"a", "b:c", ""},
	{"#a b", "b:c?d#e", "b:c?d#a%20b"},
	{"#", "b:c", "b:c#"},
	{"", "b:c", ""},

	// special relative or authority state, path or authority state
	{"https:a", "http://b/c/d", "https://a/"},
	{"https:/a", "https://b/c/d", "https://b/a"},
	{"https://a", "https://b/c/d", "https://a/"},
	{"https:?a", "https://b/c/d?e", "https://b/c/d?a"},
	{"a:/b", "", "a:/b"},
	{"a://b", "", "a://b"},
	{"a:/b/../..//c", "", "a:/.//c"},

	// relative state and relative slash state
	{"?", "https://u:p@a:1/b?c#d", "https://u:p@a:1/b?"},
	{"#", "https://u:p@a:1/b?c#d", "https://u:p@a:1/b?c#"},
	{"e", "https://u:p@a:1/b?c#d", "https://u:p@a:1/e"},
	{"/e", "https://u:p@a:1/b?c#d", "https://u:p@a:1/e"},
	{`\e`, "https://u:p@a:1/b?c#d", "https://u:p@a:1/e"},
	{`\e`, "a://b/c/d", `a://b/c/\e`},
	{"//e", "https://u:p@a:1/b?c#d", "https://e/"},
	{`/\e`, "https://a/b", "https://e/"},
	{`/\e`, "a://b/c", `a://b/\e`},
	{"//e", "a:/b", "a://e"},
	{"b", "a:/.//c/d", "a:/.//c/b"},
	{"?b", "a:/.//c/d", "a:/.//c/d?b"},
	{"b", "a://h", "a://h/b"},
	{"?b", "a://h", "a://h?b"},
	{"..", "a:/.//c/d", "a:/.//"},
	{"/..//c", "a:/b", "a:/.//c"},

	// special authority slashes state, special authority ignore slashes state
	{`https:\/\/\a\b`, "", "https://a/b"},
	{"https:", "", ""},
	{"https://", "https://a", ""},
	{"///example.org/../path", "http://b/", "http://example.org/path"},

	// authority state
	{"https://a@b@c:d@e/", "", "https://a%40b%40c:d@e/"},
	{"https://a:b:c@e/", "", "https://a:b%3Ac@e/"},
	{"https://:@e/", "", "https://e/"},
	{"https://@e/", "", "https://e/"},
	{"https://a:@e/", "", "https://a@e/"},
	{"https://:b@e/", "", "https://:b@e/"},
	{`https://a\@e/`, "", "https://a/@e/"},
	{`a://b\@e/`, "", "a://b%5C@e/"},
	{"https://[@e/", "", "https://%5B@e/"},
	{"https://é%\"'@e/", "", "https://%C3%A9%%22'@e/"},
	{"a://@", "", ""},
	{"a://b@?c", "", ""},

	// host state and port state
	{"https://a:/", "", "https://a/"},
	{"https://a:443/", "", "https://a/"},
	{"https://a:0443/", "", "https://a/"},
	{"https://a:00000000000000080/", "", "https://a:80/"},
	{"https://a:65535", "", "https://a:65535/"},
	{"https://a:65536", "", ""},
	{"https://a:99999999999999999999", "", ""},
	{"https://a:1:2/", "", ""},
	{"https://a:-1/", "", ""},
	{`https://a:1\b`, "", "https://a:1/b"},
	{`a://b:1\b`, "", ""},
	{"a://b:443", "", "a://b:443"},
	{"a://:1", "", ""},
	{"https://[::1]:1/", "", "https://[::1]:1/"},
	{"https://[::1:2]", "", "https://[::1:2]/"},
	{"https://[::1]a/", "", ""},
	{"https://a[::1]/", "", ""},
	{"ws://a:80", "", "ws://a/"},
	{"wss://a:443", "", "wss://a/"},
	{"http://a:80", "", "http://a/"},
	{"ftp://a:21", "", "ftp://a/"},
	{"ftp://a:80", "", "ftp://a:80/"},

	// file state, file slash state, file host state
	{"file:", "", "file:///"},
	{"file:", "file://a/b?c#d", "file://a/b?c"},
	{"file:?e", "file://a/b?c#d", "file://a/b?e"},
	{"file:#e", "file://a/b?c#d", "file://a/b?c#e"},
	{"file:e", "file://a/b?c#d", "file://a/e"},
	{"file:e", "https://a/b", "file:///e"},
	{"e", "file://a/b/c", "file://a/b/e"},
	{"c|/d", "file://a/b/c", "file://a/c:/d"},
	{"/c|/d", "file://a/b/c", "file://a/c:/d"},
	{"C|/", "file://host/D:/", "file://host/C:/"},
	{"/C|/", "file://host/D:/", "file://host/C:/"},
	{"/a", "file://host/D:/b", "file://host/D:/a"},
	{"/a", "file://host/D:b/b", "file://host/a"},
	{"/..", "file:///D:/b", "file:///D:/"},
	{"c|x", "file://a/b/d", "file://a/b/c|x"},
	{"/c|x", "file:///D:/b", "file:///D:/c|x"},
	{"c|", "file://a/b/d", "file://a/c:"},
	{"c|?x", "file://a/b/d", "file://a/c:?x"},
	{"c|#x", "file://a/b/d", "file://a/c:#x"},
	{`c|\x`, "file://a/b/d", "file://a/c:/x"},
	{"..", "file:///D:/", "file:///D:/"},
	{"../../..", "file:///D:/b/c", "file:///D:/"},
	{"../../..", "file:///D|/b/c", "file:///D:/"},
	{"file:////one/two", "", "file:////one/two"},
	{`\\localhost//pig`, "file://lion/", "file:////pig"},
	{"//b/c", "file:///D:/x", "file://b/c"},
	{"file://c|", "", "file:///c:"},
	{"file://c|/d", "", "file:///c:/d"},
	{"file://c|?d", "", "file:///c:?d"},
	{`file://c:\..\..`, "", "file:///c:/"},
	{"file://c||/d", "", ""},
	{"file://a:80/", "", ""},
	{"file://a@b/", "", ""},
	{"file://LocalHost/", "", "file:///"},
	{"file://1/", "", "file://0.0.0.1/"},
	{"file:///c|d/..", "", "file:///"},
	{"https://a/c|/..", "", "https://a/"},
	{"https://a/c:/..", "", "https://a/"},

	// path start state and path state
	{"https://a?b", "", "https://a/?b"},
	{"https://a#b", "", "https://a/#b"},
	{`https://a\b\c`, "", "https://a/b/c"},
	{"a://b?c", "", "a://b?c"},
	{"https://a/b/./c/../d/.", "", "https://a/b/d/"},
	{"https://a/b/%2e/c/.%2E/d/%2E%2e", "", "https://a/b/"},
	{"https://a/..%2e/%2ea/.%2", "", "https://a/..%2e/%2ea/.%2"},
	{"https://a/../../b", "", "https://a/b"},
	{"https://a//../b", "", "https://a/b"},
	{"https://a/b//..//c", "", "https://a/b//c"},
	{"https://a/b/..?c", "", "https://a/?c"},
	{"https://a/ \"#", "", "https://a/%20%22#"},
	{"https://a/<>`{}^|[]'\u00e9\x7f\x01z", "", "https://a/%3C%3E%60%7B%7D%5E|[]'%C3%A9%7F%01z"},
	{`a:/b\c/..`, "", "a:/"},

	// opaque path state
	{"a:b c", "", "a:b c"},
	{"a:b  ?c", "", "a:b %20?c"},
	{"a:b  #c", "", "a:b %20#c"},
	{"a:b  ", "", "a:b"},
	{"a: \t?", "", "a:%20?"},
	{"a:\"<>`{}^|[]'\u00e9\x7f\x01z", "", "a:\"<>`{}^|[]'%C3%A9%7F%01z"},
	{"a:b/../c", "", "a:b/../c"},
	{"a:", "", "a:"},

	// query state and fragment state
	{"https://a/?\"<>`{}^|[]'\\?/\u00e9\x7f z", "", "https://a/?%22%3C%3E`{}^|[]%27\\?/%C3%A9%7F%20z"},
	{"a://a/?\"<>`{}^|[]'\\?/\u00e9\x7f z", "", "a://a/?%22%3C%3E`{}^|[]'\\?/%C3%A9%7F%20z"},
	{"https://a/#\"<>`{}^|[]'\\?/#\u00e9\x7f z", "", "https://a/#%22%3C%3E%60{}^|[]'\\?/#%C3%A9%7F%20z"},

	// section 6.1: the examples of the API
	{"https://example.org/💩", "", "https://example.org/%F0%9F%92%A9"},
	{"/🍣🍺", "", ""},
	{"/🍣🍺", "https://url.spec.whatwg.org/", "https://url.spec.whatwg.org/%F0%9F%8D%A3%F0%9F%8D%BA"},
	{"🏳️‍🌈", "https://pride.example/hello-world",
		"https://pride.example/%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88"},
}

func TestParse(t *testing.T) {
	for _, test := range parseTests {
		test.check(t)
	}
}

func TestInvalidUTF8(t *testing.T) {
	for _, test := range []struct{ input, replaced, raw string }{
		{"https://a/\xff?\xe2\x82#\xc3", "https://a/%EF%BF%BD?%EF%BF%BD#%EF%BF%BD", "https://a/%FF?%E2%82#%C3"},
		{"https://\xff@a/\xed\xa0\x80", "https://%EF%BF%BD@a/%EF%BF%BD%EF%BF%BD%EF%BF%BD", "https://%FF@a/%ED%A0%80"},
		{"a:\xe2\x82\t\xac", "a:%EF%BF%BD%EF%BF%BD", "a:%E2%82%AC"}, // decoded before the tab is removed
		{"a://\xff\tb", "a://%EF%BF%BDb", "a://%FFb"},
		{"https://\xff/", "", ""},
		{"https://\xc3/", "", ""},
		{"https://\xc3%a4/", "", "https://xn--4ca/"}, // the host parser percent-decodes before it decodes UTF-8
		{"https://%c3\xa4/", "", "https://xn--4ca/"},
		{"https://\xc3%a4\xff/", "", ""},
		{"\xff://a/", "", ""},
	} {
		for option, want := range []string{whatwg.ReplaceInvalid: test.replaced, whatwg.EncodeRaw: test.raw} {
			p := whatwg.Parser{InvalidUTF8: whatwg.InvalidUTF8(option)}
			u, err := p.Parse(whatwg.URL{}, test.input)
			if u.Href() != want || (err == nil) != (want != "") {
				t.Errorf("%q, option %d: %q, %v, want %q", test.input, option, u, err, want)
			}
			out, err := p.AppendHref(nil, whatwg.URL{}, test.input)
			if string(out) != want || (err == nil) != (want != "") {
				t.Errorf("%q, option %d: AppendHref gives %q, %v, want %q", test.input, option, out, err, want)
			}
		}
	}
}

// TestEveryByte puts every byte at places of a path with different distances to the start and the end.
func TestEveryByte(t *testing.T) {
	const a = "aaaaaaaaaaaaaaaaaaaa"
	for b := range 256 {
		for n := range len(a) {
			text := a[:n] + string([]byte{byte(b)}) + a[n:]
			want := text
			switch {
			case b == '\t' || b == '\n' || b == '\r':
				want = a
			case b >= 0x80:
				want = a[:n] + "%EF%BF%BD" + a[n:]
			case b <= ' ' || b == 0x7f || strings.ContainsRune("\"<>^`{}", rune(b)):
				want = fmt.Sprintf("%s%%%02X%s", a[:n], b, a[n:])
			case b == '\\':
				want = a[:n] + "/" + a[n:]
			}
			u, err := whatwg.Parse("https://a/b/" + text)
			if err != nil || u.Href() != "https://a/b/"+want {
				t.Errorf("%q: %q, %v, want %q", text, u, err, want)
			}
		}
	}
}

// TestErrorOffset checks the offsets of errors in input that the parser changes: it removes bytes, or replaces them with
// more bytes.
func TestErrorOffset(t *testing.T) {
	for input, want := range map[string]whatwg.Error{
		"https://a:b":               {Code: whatwg.CodePortInvalid, Offset: 10},
		"  https://a:b":             {Code: whatwg.CodePortInvalid, Offset: 12},
		"\tht\ntps:\r//\ta:\t\nb ":  {Code: whatwg.CodePortInvalid, Offset: 16},
		"https://\xff@a:b":          {Code: whatwg.CodePortInvalid, Offset: 12},
		"https://\xe2\x82@\ta:\n\n": {Code: 0},
		"https://\t":                {Code: whatwg.CodeHostMissing, Offset: 8},
		"https:/\n/#":               {Code: whatwg.CodeHostMissing, Offset: 9},
		"\x00":                      {Code: whatwg.CodeMissingSchemeNonRelativeURL, Offset: 1},
	} {
		_, err := whatwg.Parse(input)
		if want.Code == 0 {
			if err != nil {
				t.Errorf("%q: %v", input, err)
			}
			continue
		}
		if diff := cmp.Diff(error(&want), err); diff != "" {
			t.Errorf("%q: -want +got:\n%s", input, diff)
		}
	}
}
