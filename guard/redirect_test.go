package guard

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// TestNewRedirectURIs registers one URI after the other.
func TestNewRedirectURIs(t *testing.T) {
	for _, test := range kit.Cases[struct {
		in        string
		localhost bool
		want      Refusal
	}]("redirect.txt", "TestNewRedirectURIs", errorWords()) {
		r, err := NewRedirectURIs(RedirectOptions{Localhost: test.localhost}, test.in)
		var got Refusal
		errors.As(err, &got)
		if got != test.want || (r == nil) != (err != nil) {
			t.Errorf("%q: %v, want %v", test.in, err, test.want)
		}
		if err != nil {
			continue
		}
		if u, err := r.Match(test.in); err != nil || u.String() != test.in {
			t.Errorf("%q: %v, %v", test.in, u, err)
		}
	}
	_, err := NewRedirectURIs(RedirectOptions{}, "https://app.example/", "https://user:secret@app.example/a b")
	var e *uri.Error
	if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "registered[1]: ") || e.Offset != 33 ||
		strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

var registeredURIs = []string{
	"https://app.example/callback", "https://app.example:443/other?a=b", "com.example.app:/callback",
	"http://127.0.0.1:8080/callback", "http://127.0.0.1:9090/callback", "http://[::1]/callback?a",
	"https://127.0.0.1", "HTTP://127.0.0.1:1/upper",
}

// errNotURI stands for any *uri.Error.
var errNotURI = errors.New("not a URI")

// errorWords maps the words in testdata to results: the text of a refusal, or another one.
func errorWords() map[string]any {
	words := map[string]any{"allowed": Refusal(0), "not registered": ErrNotRegistered, "not a URI": errNotURI}
	for r := RefusedLength; r <= RefusedZeroPolicy; r++ {
		words[r.Error()] = r
	}
	return words
}

func TestMatch(t *testing.T) {
	r, err := NewRedirectURIs(RedirectOptions{}, registeredURIs...)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range kit.Cases[struct {
		in, want string // want is a registered URI, or ""
		err      error
	}]("redirect.txt", "TestMatch", errorWords()) {
		u, err := r.Match(test.in)
		if errors.As(err, new(*uri.Error)) {
			err = errNotURI
		}
		if u.String() != test.want || !errors.Is(err, test.err) {
			t.Errorf("%q: %q, %v, want %q, %v", test.in, u, err, test.want, test.err)
		}
	}
	var none *RedirectURIs
	for _, r := range []*RedirectURIs{none, new(RedirectURIs)} {
		if u, err := r.Match(registeredURIs[0]); u != (uri.URI{}) || !errors.Is(err, ErrNotRegistered) {
			t.Errorf("%v, %v", u, err)
		}
	}
}

// manyRedirects returns 1,000 registered URIs. The last one is on loopback.
func manyRedirects(tb testing.TB) (r *RedirectURIs, registered []string) {
	for i := range 999 {
		registered = append(registered, "https://client"+strconv.Itoa(i)+".example/oauth/callback?tenant=a")
	}
	registered = append(registered, "http://127.0.0.1/oauth/callback?tenant=a")
	r, err := NewRedirectURIs(RedirectOptions{}, registered...)
	if err != nil {
		tb.Fatal(err)
	}
	return r, registered
}

func TestMatchDoesNotAllocate(t *testing.T) {
	r, _ := manyRedirects(t)
	for _, in := range []string{
		"https://client500.example/oauth/callback?tenant=a", "http://127.0.0.1:51004/oauth/callback?tenant=a",
		"https://client.example/", "http://127.0.0.1:0/oauth/callback?tenant=a", "https://client1.example/../",
	} {
		if n := testing.AllocsPerRun(10, func() { _, _ = r.Match(in) }); n != 0 {
			t.Errorf("%q: %v allocations", in, n)
		}
	}
}

var loopbackForm = regexp.MustCompile(`^(https?://(?:127\.0\.0\.1|\[::1\]))(:[0-9]*)?($|[/?].*)`)

// isRegistered is the definition of Match with the zero RedirectOptions, for a registered URI.
func isRegistered(registered, candidate string) bool {
	if registered == candidate {
		return true
	}
	r, c := loopbackForm.FindStringSubmatch(registered), loopbackForm.FindStringSubmatch(candidate)
	if r == nil || c == nil || r[1] != c[1] || r[3] != c[3] {
		return false
	}
	port, err := strconv.Atoi(strings.TrimPrefix(c[2], ":"))
	return c[2] == "" || err == nil && 1 <= port && port <= 65535 && c[2][1] != '0'
}

// addressOf returns the scheme, host and port of a reading as one string.
func addressOf(r reading) string {
	name := "undefined"
	if r.host != nil {
		name = strconv.Quote(strings.TrimPrefix(*r.host, "name "))
	}
	return r.scheme + " " + name + " " + r.port
}

// FuzzRedirectURIs tests that a URI that matches is the registered one, except for the port of a loopback address, and
// that uri, net/url and whatwg go to the registered host, or nowhere.
func FuzzRedirectURIs(f *testing.F) {
	for _, registered := range registeredURIs {
		for _, candidate := range append(registeredURIs, `https://app.example\@evil.com/callback`,
			"https://evil.com#@app.example/callback", "http://127.0.0.1:1@evil.com/callback", "http://127.0.0.1:00/callback",
			"http://[::1]:77/callback?a", "https://127.0.0.1:65535", "https://[::ffff:1.2.3.4]/", "https://1.2.3.4.5/a",
			"com.example.app://%41/", "https://xn--a/") {
			f.Add(registered, candidate)
		}
	}
	f.Fuzz(func(t *testing.T, registered, candidate string) {
		for _, text := range []string{registered, candidate} {
			r, err := NewRedirectURIs(RedirectOptions{}, text)
			if err != nil {
				continue
			}
			for _, in := range []string{candidate, registered} {
				u, err := r.Match(in)
				if want := isRegistered(text, in); want != (err == nil) {
					t.Fatalf("%q registered, %q: %v, want %v", text, in, err, want)
				}
				if err == nil {
					checkMatch(t, u, in)
				} else if (u != uri.URI{}) {
					t.Fatalf("%q: %q in spite of %v", in, u, err)
				}
			}
		}
	})
}

// checkMatch tests that each parser that accepts candidate reads the host of registered in it.
func checkMatch(t *testing.T, registered uri.URI, candidate string) {
	t.Helper()
	u := uri.MustParse(candidate)
	want := addressOf(readByRFC(u))
	r := readByRFC(registered)
	if r.port = readByRFC(u).port; addressOf(r) != want {
		t.Errorf("%q matches %q: %s", candidate, registered, want)
	}
	for name, other := range map[string]reading{
		"net/url": readByNetURL(candidate), "whatwg": readByWHATWG(whatwg.Parse(candidate)),
	} {
		if !other.refused && addressOf(other) != want {
			t.Errorf("%q matches %q: %s goes to %s, want %s", candidate, registered, name, addressOf(other), want)
		}
	}
}
