package httpuri_test

import (
	"errors"
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
	for _, test := range kit.Cases[struct {
		public, backend, u, want string
		offset                   int
		reason                   httpuri.Reason
	}]("mapping.txt", "TestTarget") {
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
