package uri_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// guessTests have lists of suffixes, which are guessed to begin with "http://", and of URIs, which are not guessed.
var guessTests = []struct{ suffixes, uris string }{
	{
		// RFC 3986, section 4.5
		suffixes: "www.w3.org/Addressing/ www.w3.org",
		uris:     "http://www.w3.org/Addressing/ http: x:",
	},
	{
		// a port, and what could be one
		suffixes: "example.com:8080/x example.com:8080 a.b:80?q a.b:80#f example.com:0 example.com:65535",
		uris: "example.com:65536 example.com:123456 example.com:000080 example.com:18446744073709551696 " +
			"example.com:8080x example.com: example.com:/x example.com:x/y",
	},
	{
		suffixes: "localhost localhost:8080 LocalHost:1 localhost:1?q localhost/x localhost#f localhost?q",
		uris:     "localhost: localhost:x localhost:/ localhost:99999 localhosts:8080 localhost+1:80",
	},
	{
		suffixes: "intranet intranet/x intranet:8080/ intranet:8080/x a-b:80/ x.:1",
		uris:     "intranet:8080 tel:911 tel:+1-816-555-1212 sms:12345?body=x news:1",
	},
	{
		// IP addresses, which no scheme begins like
		suffixes: "127.0.0.1 127.0.0.1:80 127.0.0.1:99999/x [::1] [::1]:80/x [::1]/ [v1.a]:1 1.2.3.256",
	},
	{
		// names that no scheme can have
		suffixes: "my_host my_host:80/x 1e100.net:443 1e100.net example.com. example.com.:80/ a.b-c.d_e xn--bcher-kva",
	},
	{
		// a userinfo, unless it looks like a scheme and text after it
		suffixes: "joe@example.com joe@example.com:80/x joe%40:pass@h 1:2@h @h a_b:c@h",
		uris:     "mailto:joe@example.com joe:pass@example.com joe:8080@example.com example.com:80@evil.example",
	},
	{
		// other URIs
		uris: "urn:isbn:0451450523 data:,x javascript:1 about:blank file:///etc/hosts http:www.example.com C:/x " +
			"ldap://[2001:db8::7]/ com.example.app:/callback view-source:http://x doi:10.1000/182 z39.50r://h http://",
	},
	{
		// the text after the host does not matter
		suffixes: "h//x h/../.. h?//y h#//z h/a:b h/%2f h/@x h:1//",
	},
	{
		// strings that are read as hosts, though they may not be meant so
		suffixes: "index.html a g",
	},
}

func TestParseSuffixRef(t *testing.T) {
	for _, test := range guessTests {
		for s := range strings.FieldsSeq(test.suffixes) {
			for _, text := range []string{s, "//" + s} {
				checkGuess(t, text, "http", "http://"+s, true)
			}
			checkGuess(t, s, "X-y.z+1", "X-y.z+1://"+s, true)
		}
		for s := range strings.FieldsSeq(test.uris) {
			checkGuess(t, s, "http", s, false)
		}
	}
}

func checkGuess(t *testing.T, s, scheme, want string, guessed bool) {
	t.Helper()
	got, ok, err := uri.ParseSuffixRef(s, scheme)
	if got.String() != want || ok != guessed || err != nil || got != uri.MustParse(want) {
		t.Errorf("ParseSuffixRef(%q, %q) = %q, %t, %v, want %q, %t", s, scheme, got, ok, err, want, guessed)
	}
}

func TestParseSuffixRefErrors(t *testing.T) {
	for _, test := range []struct{ s, scheme, text string }{
		// no host, or nothing that looks like one
		{"", "http", "no host in authority at byte 0"},
		{"//", "http", "no host in authority at byte 2"},
		{"/", "http", "no host in authority at byte 0"},
		{"///", "http", "no host in authority at byte 2"},
		{"////h", "http", "no host in authority at byte 2"},
		{"/x", "http", "no host in authority at byte 0"},
		{"?q", "http", "no host in authority at byte 0"},
		{"#f", "http", "no host in authority at byte 0"},
		{".", "http", "no host in authority at byte 0"},
		{"./x", "http", "no host in authority at byte 0"},
		{"../x", "http", "no host in authority at byte 0"},
		{".htaccess", "http", "no host in authority at byte 0"},
		{"a..b", "http", "no host in authority at byte 0"},
		{"a..", "http", "no host in authority at byte 0"},
		{"a;b/c", "http", "no host in authority at byte 0"},
		{"a=b&c=d", "http", "no host in authority at byte 0"},
		{"caf%C3%A9.example", "http", "no host in authority at byte 0"},
		{"u@", "http", "no host in authority at byte 2"},
		{":80/x", "http", "no host in authority at byte 0"},
		{"//u@:80/x", "http", "no host in authority at byte 4"},
		// a port without digits, which looks more like something else
		{"my_host:/x", "http", "bad port at byte 8: expected a digit"},
		{"ht_tp://h", "http", "bad port at byte 6: expected a digit"},
		{"127.0.0.1:", "http", "bad port at byte 10: expected a digit"},
		{"//h:", "http", "bad port at byte 4: expected a digit"},
		// strings that are wrong in any reading; the offset is in s
		{"www.example.com/a b", "http", "illegal space in path at byte 17"},
		{"//www.example.com/a b", "http", "illegal space in path at byte 19"},
		{"www.example.com:80/a b", "http", "illegal space in path at byte 20"},
		{"http://www.example.com/a b", "http", "illegal space in path at byte 24"},
		{"mailto:a b", "http", "illegal space in path at byte 8"},
		{"exa mple.com", "http", "illegal byte in authority at byte 3"},
		{"caf\u00e9.example", "http", "illegal byte in authority at byte 3"},
		{"h/%zz", "http", "bad percent-encoding in path at byte 3: expected a hex digit"},
		{"[::1", "http",
			`unexpected end in host at byte 4: expected an IPv6address or IPvFuture, closed by "]"`},
		{":x", "http",
			`bad port at byte 2: expected only digits in a port, or "@" after a userinfo`},
		{"1:x", "http",
			`bad port at byte 3: expected only digits in a port, or "@" after a userinfo`},
		{`C:\x`, "http", `illegal character "\\" in path at byte 2`},
		// the default scheme, even where it is not needed
		{"h", "", "no scheme at byte 0"},
		{"http://h", "", "no scheme at byte 0"},
		{"h", "http:", "illegal byte in scheme at byte 4"},
		{"h", "1http", "illegal byte in scheme at byte 0"},
		{"h", "+", "illegal byte in scheme at byte 0"},
		{"http://h", "ht tp", "illegal byte in scheme at byte 2"},
		{"h", "http://evil.example/", "illegal byte in scheme at byte 4"},
		{"h", "htt\u017f", "illegal byte in scheme at byte 3"},
	} {
		u, guessed, err := uri.ParseSuffixRef(test.s, test.scheme)
		if errorOf(err) == (uri.Error{}) || u != (uri.URI{}) || guessed || err.Error() != test.text {
			t.Errorf("ParseSuffixRef(%q, %q) = %q, %t, %v\nwant %s", test.s, test.scheme, u, guessed, err, test.text)
		}
	}
}

// FuzzParseSuffixRef checks what holds of every answer.
func FuzzParseSuffixRef(f *testing.F) {
	addSeeds(f, func(input string) { f.Add(input, "http") })
	for _, test := range guessTests {
		for s := range strings.FieldsSeq(test.suffixes + " " + test.uris) {
			f.Add(s, "https")
		}
	}
	f.Fuzz(func(t *testing.T, s, scheme string) {
		u, guessed, err := uri.ParseSuffixRef(s, scheme)
		e := errorOf(err)
		switch {
		case err != nil:
			if u != (uri.URI{}) || guessed || e.Offset < 0 || e.Offset > max(len(s), len(scheme)) || e.Reason == 0 {
				t.Errorf("%q, %q: %q, %t, %#v", s, scheme, u, guessed, err)
			}
		case guessed:
			host, _ := u.Host()
			if u.String() != scheme+"://"+strings.TrimPrefix(s, "//") || u.Scheme() != scheme || host == "" {
				t.Errorf("%q, %q: guessed %q", s, scheme, u)
			}
		default:
			if u.String() != s || !u.IsAbs() {
				t.Errorf("%q, %q: %q", s, scheme, u)
			}
		}
		if again, err := uri.Parse(u.String()); again != u || err != nil {
			t.Errorf("%q, %q: %q, which parses to %q, %v", s, scheme, u, again, err)
		}
	})
}
