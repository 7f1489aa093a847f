package httpuri_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

const (
	public  = "https://example.com/api/"
	backend = "http://127.0.0.1:9000/v2/"
)

func newMapping(t testing.TB, public, backend string) *httpuri.Mapping {
	t.Helper()
	m, err := httpuri.NewMapping(uri.MustParse(public), uri.MustParse(backend))
	if err != nil {
		t.Fatal(public, backend, err)
	}
	return m
}

func TestNewMapping(t *testing.T) {
	for _, good := range []string{"http://h", "http://h/", "HTTPS://H:443/a/", "http://[::1]:80/a/b/", "http://h/%2F/"} {
		newMapping(t, good, backend)
		newMapping(t, public, good)
	}
	for _, bad := range []string{"", "/a/", "//h/a/", "ftp://h/", "http:///", "http://u@h/", "http://h:99999/", "http://h/a",
		"http://h/?", "http://h/#", "http://h//", "http://h/a//", "http://h/../", "http://h/%2e%2e/", "http://h/..;/"} {
		_, err := httpuri.NewMapping(uri.MustParse(bad), uri.MustParse(backend))
		var e *httpuri.Error
		if !errors.As(err, &e) || e.Reason != httpuri.ReasonPublic {
			t.Errorf("public %q: %v", bad, err)
		}
		_, err = httpuri.NewMapping(uri.MustParse(public), uri.MustParse(bad))
		if !errors.As(err, &e) || e.Reason != httpuri.ReasonBackend {
			t.Errorf("backend %q: %v", bad, err)
		}
	}
}

func TestTarget(t *testing.T) {
	for _, test := range []struct {
		public, backend, u, want string
		offset                   int
		reason                   httpuri.Reason
	}{
		{u: "https://example.com/api/%2Fx", want: "http://127.0.0.1:9000/v2/%2Fx"},
		{u: "https://example.com/api/", want: "http://127.0.0.1:9000/v2/"},
		{u: "https://EXAMPLE.com:443/api/%7ea?b=%2F../#c", want: "http://127.0.0.1:9000/v2/%7ea?b=%2F../#c"},
		{u: "https://example.com/api//x", want: "http://127.0.0.1:9000/v2//x"},
		{u: "https://example.com/%61pi/%61", want: "http://127.0.0.1:9000/v2/%61"}, // RFC 3986, section 6.2.2.2
		{u: "https://example.com./api/", want: "http://127.0.0.1:9000/v2/"},
		{public: "https://example.com/%7Ejoe%2f/", u: "https://example.com/~joe%2F/a", want: "http://127.0.0.1:9000/v2/a"},
		{u: "https://example.com/api/a;b=..", want: "http://127.0.0.1:9000/v2/a;b=.."},
		{public: "https://example.com", u: "https://example.com?a", want: "http://127.0.0.1:9000/v2/?a"},
		{public: "https://example.com", u: "https://example.com/a", want: "http://127.0.0.1:9000/v2/a"},

		{u: "https://example.com/api", offset: 23, reason: httpuri.ReasonReading},
		{u: "https://example.com/api%2Fx", offset: 23, reason: httpuri.ReasonReading},
		{u: "https://example.com/api%5Cx", offset: 23, reason: httpuri.ReasonReading},
		{u: "https://example.com/api;v=1/x", offset: 23, reason: httpuri.ReasonReading},
		{u: "https://example.com/API/x", offset: 20, reason: httpuri.ReasonReading},
		{u: "https://example.com//api/x", offset: 20, reason: httpuri.ReasonReading},
		{u: "https://example.com/x/../api/y", offset: 20, reason: httpuri.ReasonReading},
		{u: "https://example.com/api/../", offset: 24, reason: httpuri.ReasonReading},
		{u: "https://example.com/api/./x", offset: 24, reason: httpuri.ReasonReading},
		{u: "https://example.com/api/x/%2E%2e/y", offset: 24, reason: httpuri.ReasonReading},
		{u: "https://example.com/api/..%2Fadmin", offset: 24, reason: httpuri.ReasonReading},
		{u: "https://example.com/api/..%5cadmin", offset: 24, reason: httpuri.ReasonReading},
		{u: "https://example.com/api/..;x/admin", offset: 24, reason: httpuri.ReasonReading},
		{backend: "http://b/", u: "https://example.com/api//x", offset: 24, reason: httpuri.ReasonReading},

		{u: "https://example.com/apix/", offset: 23, reason: httpuri.ReasonOutside},
		{u: "https://example.com/", offset: 20, reason: httpuri.ReasonOutside},
		{u: "https://example.com", offset: 19, reason: httpuri.ReasonOutside},
		{u: "http://example.com/api/", reason: httpuri.ReasonOrigin},
		{u: "https://example.com../api/", reason: httpuri.ReasonOrigin},
		{u: "https://example.com:80/api/", reason: httpuri.ReasonOrigin},
		{u: "/api/", reason: httpuri.ReasonOrigin},
		{u: "", reason: httpuri.ReasonOrigin},
	} {
		m := newMapping(t, or(test.public, public), or(test.backend, backend))
		got, err := m.Target(uri.MustParse(test.u))
		var e *httpuri.Error
		errors.As(err, &e)
		if got.String() != test.want || (err == nil) != (test.reason == 0) ||
			e != nil && (e.Reason != test.reason || e.Offset != test.offset) {
			t.Errorf("%s: %s, %v, want %s, %v at %d", test.u, got, err, test.want, test.reason, test.offset)
		}
	}
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func TestReference(t *testing.T) {
	from := uri.MustParse("http://127.0.0.1:9000/v2/a/b?q")
	for value, want := range map[string]string{
		"http://127.0.0.1:9000/v2/x":     "https://example.com/api/x",
		"HTTP://127.0.0.1:09000/v2/%2Fx": "https://example.com/api/%2Fx",
		"//127.0.0.1:9000/v2/?a#b":       "https://example.com/api/?a#b",
		"/v2/x":                          "https://example.com/api/x",
		"/v2//evil":                      "https://example.com/api//evil",
		"x":                              "https://example.com/api/a/x",
		"../../v2/x":                     "https://example.com/api/x",
		"?a":                             "https://example.com/api/a/b?a",
		"":                               "https://example.com/api/a/b?q",

		"/%76%32/x":                    "https://example.com/api/x",
		"/v2/?u[]=1&a={b|c}":           "https://example.com/api/?u%5B%5D=1&a=%7Bb%7Cc%7D",
		"/v2/é":                        "https://example.com/api/%C3%A9",
		" /v2/a b#c\"d ":               "https://example.com/api/a%20b#c%22d",
		"http://127.0.0.1:9000/v2/[|]": "https://example.com/api/%5B%7C%5D",
		"//127.0.0.1:9000/v2/100%":     "https://example.com/api/100%25",
		"/x/../v2/y":                   "https://example.com/api/y",
		"/v2":                          "https://example.com/api",
		"/v2#a":                        "https://example.com/api#a",

		"/v2/é/%2e%2e/x": "", `/v2\x`: "", `\v2/x`: "", `/v2/\..\x`: "", "/v2/é\tx": "", "http://é/v2/": "", "http:///é": "",
		"../../x": "", "/x": "", "/v2/%2e%2e/x": "", "/v2/..;/x": "", "http://127.0.0.1/v2/": "",
		"https://127.0.0.1:9000/v2/": "", "http://u:p@127.0.0.1:9000/v2/": "", "//evil/v2/": "", "http://[": "",
		`/\v2/`: "", "mailto:a": "", "https://example.com/v2/": "",
	} {
		if got := newMapping(t, public, backend).Reference(from, value); got != or(want, value) {
			t.Errorf("%q: %q, want %q", value, got, or(want, value))
		}
	}
	if got := newMapping(t, "https://example.com/", backend).Reference(from, "/v2//evil"); got != "/v2//evil" {
		t.Errorf("%q, a path that begins with //", got)
	}
}

func TestRefresh(t *testing.T) {
	from := uri.MustParse("http://127.0.0.1:9000/v2/a")
	for value, want := range map[string]string{
		"5; url=/v2/x":       "5; url=https://example.com/api/x",
		"5;URL = '/v2/x' y":  "5;URL = 'https://example.com/api/x' y",
		`0, url="/v2/x`:      `0, url="https://example.com/api/x`,
		" 1.5\t/v2/x ":       " 1.5\thttps://example.com/api/x ",
		".5;b":               ".5;https://example.com/api/b",
		"5;url/v2":           "5;https://example.com/api/url/v2",
		"5":                  "5",
		"":                   "",
		"x;url=/v2/x":        "x;url=/v2/x",
		"5x;url=/v2/x":       "5x;url=/v2/x",
		"5;url=http://evil/": "5;url=http://evil/",
		"5;url=javascript:1": "5;url=javascript:1",
	} {
		got := newMapping(t, public, backend).Refresh(from, value)
		if value == "5" || value == "" || strings.Contains(value, "x;url=/v2/x") {
			want = value
		}
		if got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

func TestSetCookie(t *testing.T) {
	for _, test := range []struct{ public, backend, value, want string }{
		{value: "a=b; Path=/v2/; Secure", want: "a=b; Path=/api/; Secure"},
		{value: "a=b; path = /v2", want: "a=b; Path=/api"},
		{value: "a=b;PATH=/v2/x%2Fy", want: "a=b;Path=/api/x%2Fy"},
		{value: "a=/v2/; Path=/v2/", want: "a=/v2/; Path=/api/"},
		{public: "https://example.com/", value: "a=b; Path=/v2", want: "a=b; Path=/"},
		{public: "https://example.com/", value: "a=b; Path=/v2/x", want: "a=b; Path=/x"},
		{backend: "http://b/", value: "a=b; Path=/", want: "a=b; Path=/api/"},
		{backend: "http://b.test/", value: "a=b; Domain=B.test; Secure", want: "a=b; Domain=example.com; Secure"},
		{backend: "http://b.test/", value: "a=b; domain=.b.test", want: "a=b; Domain=example.com"},
		{public: "https://[::1]/", backend: "http://b.test/", value: "a=b; Domain=b.test; Secure", want: "a=b; Secure"},
		{backend: "http://b.test/", value: "__Host-a=b; Path=/; Secure"},
		{backend: "http://b.test/", value: "a=b; Domain=test"},
		{backend: "http://b.test/", value: "a=b; Domain="},
		{value: "a=b; Domain=127.0.0.1"},
		{value: "a=b; Path=/"}, {value: "a=b; Path="}, {value: "a=b; Path"}, {value: "a=b; Path=/v2x"}, {value: "a=b; Path=v2/"},
		{value: "a=b; Path=/v2/../x"}, {value: "a=b; Path=/v2/?x"}, {value: "a=b; Path=//evil/v2/"}, {value: "a=b"}, {value: ""},
		{value: "a=b; Expires=Wed, 21 Oct 2015 07:28:00 GMT; HttpOnly;;"},
	} {
		got := newMapping(t, or(test.public, public), or(test.backend, backend)).SetCookie(test.value)
		if got != or(test.want, test.value) {
			t.Errorf("%q: %q, want %q", test.value, got, or(test.want, test.value))
		}
	}
}

// mappings are pairs of prefixes for the properties.
var mappings = [][2]string{{public, backend}, {"https://example.com/", "http://b/v2/"}, {public, "http://b/"},
	{"http://h/a/", "http://h/a/b/"}, {"http://h/a%2F/", "http://[::1]:8/%41/"}}

// checkTarget checks that the backend gets the rest of the URI unchanged, that no reading leaves the prefix, and that
// the way back leads to the URI.
func checkTarget(t *testing.T, m *httpuri.Mapping, pub, back uri.URI, u uri.URI) {
	to, err := m.Target(u)
	if err != nil {
		return
	}
	from, onto, path := pub.Normalized().Path(), back.Normalized().Path(), or(u.Path(), "/")
	q1, ok1 := u.Query()
	q2, ok2 := to.Query()
	f1, ok3 := u.Fragment()
	f2, ok4 := to.Fragment()
	origin, _ := httpuri.OriginOf(to)
	wantOrigin, _ := httpuri.OriginOf(back)
	below, ok := strings.CutPrefix(u.Normalized().Path(), from)
	if !ok || to.Normalized().Path() != onto+below || !strings.HasSuffix(path, strings.TrimPrefix(to.Path(), onto)) || q1 != q2 || ok1 != ok2 || f1 != f2 || ok3 != ok4 ||
		origin != wantOrigin {
		t.Fatalf("%s: %s", u, to)
	}
	if !to.HasPathPrefix(onto) || !strings.HasPrefix(to.Normalized().Path(), onto) || strings.HasPrefix(to.Path(), "//") {
		t.Fatalf("%s: %s is not below %s", u, to, onto)
	}
	again, err := m.Target(uri.MustParse(m.Reference(to, to.String())))
	if err != nil || again != to {
		t.Fatalf("%s: %s, back %s, again %s, %v", u, to, m.Reference(to, to.String()), again, err)
	}
}

// checkReference checks that the result is value itself, or below the public URI in all readings.
func checkReference(t *testing.T, m *httpuri.Mapping, pub uri.URI, from uri.URI, value string) {
	got := m.Reference(from, value)
	if got == value {
		return
	}
	u, err := uri.Parse(got)
	if err != nil {
		t.Fatalf("%q: %q, %v", value, got, err)
	}
	origin, _ := httpuri.OriginOf(u)
	wantOrigin, _ := httpuri.OriginOf(pub)
	if prefix := pub.Normalized().Path(); origin != wantOrigin || !u.HasPathPrefix(prefix) || !strings.HasPrefix(u.Path(), prefix) ||
		strings.HasPrefix(u.Path(), "//") || httpuri.Check(u) != nil {
		t.Fatalf("%q: %q is not below %s", value, got, pub)
	}
	back, err1 := m.Target(u)
	target, err2 := httpuri.Redirect(from, value, httpuri.RedirectEncodeRaw)
	if err1 != nil || err2 != nil || back.Normalized().Path() != target.Normalized().Path() {
		t.Fatalf("%q: %q leads to %s, not to %s: %v, %v", value, got, back, target, err1, err2)
	}
}

func FuzzMapping(f *testing.F) {
	for _, seed := range []string{"https://example.com/api/%2Fx?a#b", "/v2/../x", "//b/v2/", "../../v2/x", "http://h/a/b/c",
		"http://h/a%2F/%2e%2e;/", "http://[::1]:8/A/?#", "a=b; Path=/v2; Domain=b", "5;url='/v2/x'"} {
		f.Add(seed, "http://b/v2/x/y", uint8(len(seed)))
	}
	f.Fuzz(func(t *testing.T, value, fromText string, n uint8) {
		pair := mappings[int(n)%len(mappings)]
		pub, back := uri.MustParse(pair[0]), uri.MustParse(pair[1])
		m := newMapping(t, pair[0], pair[1])
		for _, text := range []string{value, pair[0] + value, strings.TrimSuffix(pair[0], "/") + value} {
			if u, err := uri.Parse(text); err == nil {
				checkTarget(t, m, pub, back, u)
			}
		}
		from, err := uri.Parse(fromText)
		if err != nil {
			from = back
		}
		for _, base := range []uri.URI{from, back} {
			checkReference(t, m, pub, base, value)
			checkReference(t, m, pub, base, pair[1]+value)
			if got := m.Refresh(base, "5;url="+value); got != "5;url="+value && !strings.Contains(got, strings.TrimSuffix(pub.Normalized().String(), "/")) {
				t.Fatalf("%q: %q", value, got)
			}
		}
		m.Refresh(from, value)
		m.SetCookie(value)
	})
}
