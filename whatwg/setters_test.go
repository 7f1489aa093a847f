package whatwg_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/urispan/uri/internal/wpt"
	"github.com/urispan/uri/whatwg"
)

// setters maps the names of attributes to their setters.
var setters = wpt.Setters

// ignored is the result of a setter if the API ignores the value.
const ignored = "(ignored)"

// setterTests are cases for the steps of the setters (section 6.1), and of the states with a state override.
var setterTests = []struct{ attribute, href, value, want string }{
	// scheme start state and scheme state
	{"protocol", "https://a/", "http", "http://a/"},
	{"protocol", "https://a/", "HT\tTP", "http://a/"},
	{"protocol", "https://a/", "http:b:c", "http://a/"},
	{"protocol", "https://a/", "", ignored},
	{"protocol", "https://a/", ":http", ignored},
	{"protocol", "https://a/", "1a", ignored},
	{"protocol", "https://a/", "h_", ignored},
	{"protocol", "https://a/", "a", ignored},
	{"protocol", "a://b", "https", ignored},
	{"protocol", "a://b", "B+-.1", "b+-.1://b"},
	{"protocol", "https://u:p@a:80/b?c#d", "http", "http://u:p@a/b?c#d"},
	{"protocol", "https://u:p@a:81/b?c#d", "ftp", "ftp://u:p@a:81/b?c#d"},
	{"protocol", "https://a:80/", "file", ignored},
	{"protocol", "https://u@a/", "file", ignored},
	{"protocol", "https://a/", "file", "file://a/"},
	{"protocol", "https://localhost/a", "file", "file://localhost/a"}, // only the file host state empties this host
	{"protocol", "file://a/", "https", "https://a/"},
	{"protocol", "file:///", "https", ignored},
	{"protocol", "a:/.//b", "cd", "cd:/.//b"},
	{"protocol", "a:b c ?d", "e", "e:b c%20?d"},

	{"username", "https://a/", "u:@é\t\xff", "https://u%3A%40%C3%A9%09%EF%BF%BD@a/"},
	{"username", "https://:p@a:1/", "u", "https://u:p@a:1/"},
	{"username", "https://u:p%@a/b?c#d", "", "https://:p%@a/b?c#d"},
	{"username", "https://u@a/", "", "https://a/"},
	{"username", "file://a/", "u", ignored},
	{"username", "a:///", "u", ignored},
	{"username", "a:b", "u", ignored},
	{"username", "a://b", "u", "a://u@b"},
	{"password", "https://a/", "p:", "https://:p%3A@a/"},
	{"password", "https://u:p@a/", "", "https://u@a/"},
	{"password", "https://:p@a/", "", "https://a/"},
	{"password", "a:/b", "p", ignored},

	// host state, hostname state and file host state
	{"host", "https://u:p@a:1/b", "c", "https://u:p@c:1/b"},
	{"host", "https://u:p@a:1/b", "c:", "https://u:p@c:1/b"},
	{"host", "https://u:p@a:1/b", "c:443", "https://u:p@c/b"},
	{"host", "https://a:1/b", "c:2d", "https://c:2/b"},
	{"host", "https://a:1/b", "c:d", "https://c:1/b"},
	{"host", "https://a:1/b", "c:65536", "https://c:1/b"},
	{"host", "https://a:1/b", "c/d", "https://c:1/b"},
	{"host", "https://a:1/b", `c\d`, "https://c:1/b"},
	{"host", "https://a:1/b", "c?d#e", "https://c:1/b"},
	{"host", "https://a:1/b", ":2", ignored},
	{"host", "https://a/b", "", ignored},
	{"host", "https://a/b", "/c", ignored},
	{"host", "https://a/b", "[::1]:2", "https://[::1]:2/b"},
	{"host", "https://a/b", "[::1", ignored},
	{"host", "https://a/b", "[::1]x", ignored},
	{"host", "https://a/b", "x@y", ignored},
	{"host", "https://a/b", "0x7f.1", "https://127.0.0.1/b"},
	{"host", "https://a/b", "1.2.3.256", ignored},
	{"host", "a://b:1/c", "", ignored},
	{"host", "a://u@b/c", "", ignored},
	{"host", "a://b/c", "", "a:///c"},
	{"host", "a://b/c", `d\e`, ignored},
	{"host", "a:/.//b", "c", "a://c//b"},
	{"host", "a:/.//b", "", "a:////b"},
	{"host", "a:b", "c", ignored},
	{"host", "file:///a", "b", "file://b/a"},
	{"host", "file://b/a", "LOCALHOST", "file:///a"},
	{"host", "file://b/a", "", "file:///a"},
	{"host", "file://b/a", "c:1", ignored},
	{"host", "file://b/a", "c|", ignored},
	{"host", "file://b/a", "c/d", "file://c/a"},
	{"hostname", "https://a:1/b", "c:2", ignored},
	{"hostname", "https://a:1/b", "c:", ignored},
	{"hostname", "https://a:1/b", "c\n/d", "https://c:1/b"},
	{"hostname", "https://a:1/b", "[::1]", "https://[::1]:1/b"},
	{"hostname", "a:/.//b", "", "a:////b"},
	{"hostname", "a://b:1/c", "", ignored},

	// port state
	{"port", "https://a/b", "8080", "https://a:8080/b"},
	{"port", "https://a/b", "\t80x", "https://a:80/b"},
	{"port", "https://a:1/b", "443", "https://a/b"},
	{"port", "https://a:1/b", "", "https://a/b"},
	{"port", "https://a:1/b", "\t", ignored},
	{"port", "https://a:1/b", "x", ignored},
	{"port", "https://a:1/b", "65536", ignored},
	{"port", "https://a:1/b", " 2", ignored},
	{"port", "file://a/b", "1", ignored},
	{"port", "a:///b", "1", ignored},
	{"port", "a:/b", "1", ignored},

	// path start state and path state
	{"pathname", "https://a/b?c#d", "e/../f ?#", "https://a/f%20%3F%23?c#d"},
	{"pathname", "https://a/b?c#d", "", "https://a/?c#d"},
	{"pathname", "https://a/b", `\c\d`, "https://a/c/d"},
	{"pathname", "a://b/c", "", "a://b"},
	{"pathname", "a://b/c?d", "", "a://b?d"},
	{"pathname", "a://b/c", "d", "a://b/d"},
	{"pathname", "a://b/c", "?d", "a://b/%3Fd"},
	{"pathname", "non-spec:/.//p", "", "non-spec:/"},
	{"pathname", "non-spec:/.//p", "/..//p", "non-spec:/.//p"},
	{"pathname", "non-spec:/.//p", "p", "non-spec:/p"},
	{"pathname", "non-spec:/p?q", "//p", "non-spec:/.//p?q"},
	{"pathname", "a:b", "c", ignored},
	{"pathname", "file:///a", "c|/..", "file:///c:/"},

	// query state and fragment state
	{"search", "https://a/b?c#d", "", "https://a/b#d"},
	{"search", "https://a/b?c#d", "?", "https://a/b?#d"},
	{"search", "https://a/b?c#d", "??'#é", "https://a/b??%27%23%C3%A9#d"},
	{"search", "a:b  ", "c", "a:b?c"},
	{"search", "a:b ?c", "", "a:b%20"},
	{"search", "a:b ?c#d", "", "a:b%20#d"},
	{"hash", "https://a/b?c#d", "", "https://a/b?c"},
	{"hash", "https://a/b?c#d", "#", "https://a/b?c#"},
	{"hash", "https://a/b?c", "##\"\n`", "https://a/b?c##%22%60"},
	{"hash", "a:b #c", "", "a:b%20"},
	{"href", "a:b", " https:c", "https://c/"},
	{"href", "a:b", "c", ignored},
}

func TestSetters(t *testing.T) {
	for _, test := range setterTests {
		u := whatwg.MustParse(test.href)
		v, ok := setters[test.attribute](u, test.value)
		switch {
		case test.want == ignored && (ok || v != u && test.attribute != "href"):
			t.Errorf("%s of %q to %q: %q, %t, want it ignored", test.attribute, test.href, test.value, v, ok)
		case test.want != ignored && (!ok || v.Href() != test.want):
			t.Errorf("%s of %q to %q: %q, %t, want %q", test.attribute, test.href, test.value, v, ok, test.want)
		case ok:
			checkURL(t, v)
		}
	}
}

// checkSetters checks that each setter returns a URL that equals its href, parsed, that it leaves a URL unchanged if
// the attribute has the value already, and that the result does not change if it is called again with the value that it
// set.
func checkSetters(t *testing.T, u whatwg.URL, value string) {
	t.Helper()
	for _, attribute := range slices.Sorted(maps.Keys(setters)) {
		v, ok := setters[attribute](u, value)
		if !ok {
			if v != u && attribute != "href" {
				t.Errorf("%s of %q to %q: ignored, but %q", attribute, u, value, v)
			}
			continue
		}
		checkURL(t, v)
		got := getters[attribute](v)
		if w, ok := setters[attribute](v, got); ok && w != v && !isLossy(attribute, v) {
			t.Errorf("%s of %q to %q gives %q, whose %s is %q; setting that gives %q",
				attribute, u, value, v, attribute, got, w)
		}
		for other, get := range getters {
			if other != attribute && get(v) != get(u) && !mayChange(attribute, other) {
				t.Errorf("%s of %q to %q gives %q: %s is changed", attribute, u, value, v, other)
			}
		}
	}
}

// isLossy reports whether the value of an attribute does not determine the component: it is the same for a query or
// fragment that is empty and for one that is null.
func isLossy(attribute string, u whatwg.URL) bool {
	return (attribute == "search" || attribute == "hash") && getters[attribute](u) == ""
}

// mayChange reports whether a setter may change another attribute.
func mayChange(attribute, other string) bool {
	switch attribute {
	case "href":
		return true
	case "protocol":
		return other == "port" || other == "host" || other == "href" || other == "origin"
	case "host", "hostname", "port":
		return other == "host" || other == "hostname" || other == "port" || other == "href" || other == "origin"
	}
	return other == "href" || other == "origin" // a blob URL has its origin in its path
}

var getters = map[string]func(whatwg.URL) string{
	"href":     whatwg.URL.Href,
	"origin":   whatwg.URL.Origin,
	"protocol": whatwg.URL.Protocol,
	"username": whatwg.URL.Username,
	"password": whatwg.URL.Password,
	"host":     whatwg.URL.Host,
	"hostname": whatwg.URL.Hostname,
	"port":     whatwg.URL.Port,
	"pathname": whatwg.URL.Pathname,
	"search":   whatwg.URL.Search,
	"hash":     whatwg.URL.Hash,
}
