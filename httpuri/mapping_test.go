package httpuri_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

const (
	public  = "https://example.com/api/"
	backend = "http://127.0.0.1:9000/v2/"
)

func newMapping(t testing.TB, public, backend string) *httpuri.Mapping {
	t.Helper()
	ms, err := httpuri.NewMappings(httpuri.Rule{Public: public, Backend: backend})
	if err != nil {
		t.Fatal(public, backend, err)
	}
	return find(ms, uri.MustParse(public)).Mapping
}

// find returns the match of a target URI.
func find(ms *httpuri.Mappings, u uri.URI) httpuri.Match {
	authority, _ := u.Authority()
	return ms.Find(u.Scheme(), authority, u.RequestURI())
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func TestReference(t *testing.T) {
	from := uri.MustParse("http://127.0.0.1:9000/v2/a/b?q")
	for value, want := range kit.Pairs[string, string]("mapping.txt", "TestReference") {
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
	for value, want := range kit.Pairs[string, string]("mapping.txt", "TestRefresh") {
		got := refreshed(newMapping(t, public, backend), from, value)
		if value == "5" || value == "" || strings.Contains(value, "x;url=/v2/x") {
			want = value
		}
		if got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

func TestSetCookie(t *testing.T) {
	for _, test := range kit.Cases[struct{ public, backend, value, want string }]("mapping.txt", "TestSetCookie") {
		got := cookieFrom(newMapping(t, or(test.public, public), or(test.backend, backend)), test.value)
		if got != or(test.want, test.value) {
			t.Errorf("%q: %q, want %q", test.value, got, or(test.want, test.value))
		}
	}
}

// mappings are pairs of prefixes for the properties.
var mappings = [][2]string{{public, backend}, {"https://example.com/", "http://b/v2/"}, {public, "http://b/"},
	{"http://h/a/", "http://h/a/b/"}, {"http://h/a%2E/", "http://[::1]:8/%41/"}}

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
	target, err := httpuri.Redirect(from, value, httpuri.RedirectEncodeRaw)
	if err != nil {
		t.Fatalf("%q: %q, %v", value, got, err)
	}
	ms, _ := httpuri.NewMappings(m.Rule())
	back := find(ms, u)
	if path, _, _ := strings.Cut(back.Target(), "?"); back.Outcome == httpuri.OutcomeMapped && uri.MustParse(path).Normalized().Path() != target.Normalized().Path() {
		t.Fatalf("%q: %q leads to %s, not to %s", value, got, path, target)
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
		from, err := uri.Parse(fromText)
		if err != nil {
			from = back
		}
		for _, base := range []uri.URI{from, back} {
			checkReference(t, m, pub, base, value)
			checkReference(t, m, pub, base, pair[1]+value)
			if got := refreshed(m, base, "5;url="+value); got != "5;url="+value && !strings.Contains(got, strings.TrimSuffix(pub.Normalized().String(), "/")) {
				t.Fatalf("%q: %q", value, got)
			}
		}
		refreshed(m, from, value)
		cookieFrom(m, value)
	})
}

// refreshed returns the value of a field Refresh after Header.
func refreshed(m *httpuri.Mapping, from uri.URI, value string) string {
	h := map[string][]string{"Refresh": {value}}
	m.Header(from, h)
	return h["Refresh"][0]
}

// cookieFrom returns the value of a field Set-Cookie after Header.
func cookieFrom(m *httpuri.Mapping, value string) string {
	h := map[string][]string{"Set-Cookie": {value}}
	m.Header(uri.URI{}, h)
	return h["Set-Cookie"][0]
}
