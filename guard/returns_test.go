package guard

import (
	"errors"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

func newReturns(tb testing.TB, base string, origins ...string) *Returns {
	tb.Helper()
	r, err := NewReturns(uri.MustParse(base), ReturnRules{origins})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// siblings are the origins of the tests, for a login server at https://auth.example.com.
var siblings = []string{
	"https://*.example.com", "https://example.com", "http://legacy.example.com", "https://**.apps.example.net",
	"https://dev.example.org:8443", "http://dev.example.org:*", "https://xn--bcher-kva.example", "https://localhost",
	"HTTPS://UPPER.example.EDU", "https://*.my_team.example.org", "tauri://localhost", "https://**.amazonaws.com",
}

var returnsTargets = kit.Cases[struct {
	source, target string
	want           string // target if ""
	err            error
}]("returns.txt", "returnsTargets", errorWords())

func TestReturnsTarget(t *testing.T) {
	r := newReturns(t, "https://auth.example.com/login", siblings...)
	for _, test := range returnsTargets {
		want := test.want
		if want == "" && test.err == nil {
			want = test.target
		}
		u, err := r.Target(test.target)
		if errors.As(err, new(*uri.Error)) {
			err = errNotURI
		}
		if u.String() != want || err != test.err {
			t.Errorf("%s %q: %q, %v, want %q, %v", test.source, test.target, u, err, want, test.err)
		}
		if again, err := r.Target(u.String()); test.err == nil && (again != u || err != nil) {
			t.Errorf("%q: %q, then %q, %v", test.target, u, again, err)
		}
	}
}

// TestReturnsWithoutOrigins tests that Target without origins returns the results of ReturnTo.
func TestReturnsWithoutOrigins(t *testing.T) {
	for _, base := range []string{
		"https://app.example/account/login", "https://auth.example.com", "HTTPS://user:secret@APP.example:0443/a?b#c",
		"http://[2001:db8::1]:8080/", "http://localhost:", "http://localhost:65536", "http://127.1/", "", "/login",
		"//app.example", "https:///login", "mailto:a@b", "file:///a", "ftp://app.example/",
	} {
		r := newReturns(t, base)
		targets := []string{base}
		for _, test := range returnTargets {
			targets = append(targets, test.target)
		}
		for _, test := range returnsTargets {
			targets = append(targets, test.target)
		}
		for _, target := range targets {
			want, wantErr := ReturnTo(uri.MustParse(base), target)
			got, err := r.Target(target)
			if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Errorf("%q, %q: %q, %v, want %q, %v", base, target, got, err, want, wantErr)
			}
		}
	}
	for _, r := range []*Returns{nil, {}} {
		if u, err := r.Target("/a"); u.String() != "/a" || err != nil {
			t.Errorf("%v: %q, %v", r, u, err)
		}
		if u, err := r.Target("https://app.example/a"); u != (uri.URI{}) || err != RefusedScheme {
			t.Errorf("%v: %q, %v", r, u, err)
		}
		if r.Allows("https://app.example") || r.Allows("") || r.Allows("null") {
			t.Errorf("%v allows an origin", r)
		}
	}
}

func TestReturnRules(t *testing.T) {
	for _, entry := range kit.Cases[string]("returns.txt", "TestReturnRules/valid") {
		if _, err := NewReturns(uri.URI{}, ReturnRules{[]string{entry}}); err != nil {
			t.Errorf("%q: %v", entry, err)
		}
	}
	for _, entry := range kit.Cases[string]("returns.txt", "TestReturnRules") {
		r, err := NewReturns(uri.URI{}, ReturnRules{[]string{"https://a.example.com", entry}})
		if r != nil || err == nil || !strings.HasPrefix(err.Error(), "guard: Origins[1]: ") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, %v", entry, r, err)
		}
	}
}

func TestReturnsAllows(t *testing.T) {
	r := newReturns(t, "https://user:secret@auth.example.com:8443/login?a#b", append(siblings,
		"chrome-extension://mdplmiioglkpgkgblfdilgebpppgdlm", "capacitor://localhost", "capacitor://app", "http://tauri.localhost",
		"https://tauri.localhost", "custom://Host:80")...)
	for _, test := range kit.Cases[struct {
		source, origin string
		want           bool
	}]("returns.txt", "TestReturnsAllows") {
		if got := r.Allows(test.origin); got != test.want {
			t.Errorf("%s: %q: %t, want %t", test.source, test.origin, got, test.want)
		}
	}
	if r := newReturns(t, "http://[2001:db8::1]:8080/"); !r.Allows("http://[2001:db8::1]:8080") || r.Allows("http://[2001:db8::1]") {
		t.Error("the base is an address")
	}
}

// openRedirects returns the lines of OAuth2 Proxy's table, decoded as by OAuth2 Proxy's test.
func openRedirects(tb testing.TB) (targets []string) {
	tb.Helper()
	table, err := os.ReadFile("testdata/openredirects.txt")
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		target, err := url.QueryUnescape(strings.TrimSuffix(line, "\n"))
		if err != nil {
			tb.Fatal(err)
		}
		targets = append(targets, target)
	}
	if len(targets) != 559 {
		tb.Fatalf("%d lines", len(targets))
	}
	return targets
}

// onOrigin are the targets of OAuth2 Proxy's table that lead to a path of the server, for every client: 43 paths, and
// "/<>//example.com", which browsers encode. The table has some of the paths more than once.
var onOrigin = kit.Cases[string]("returns.txt", "onOrigin")

// TestOpenRedirects has OAuth2 Proxy's table, with the domains of OAuth2 Proxy's test.
func TestOpenRedirects(t *testing.T) {
	const base = "https://proxy.example/oauth2/start"
	r := newReturns(t, base, "https://foo.bar", "http://foo.bar", "https://**.bar.foo", "https://port.bar:8080",
		"https://anyport.bar:*", "https://**.sub.anyport.bar:*", "https://www.whitelisteddomain.tld",
		"http://www.whitelisteddomain.tld", "https://**.wildcard.bar")
	browser := whatwg.MustParse(base)
	seen := map[string]bool{}
	for _, target := range openRedirects(t) {
		u, err := r.Target(target)
		if want := slices.Contains(onOrigin, target); want != (err == nil) {
			t.Errorf("%q: %q, %v, want allowed %t", target, u, err, want)
		}
		if err != nil {
			continue
		}
		seen[target] = true
		for _, location := range []string{target, u.String()} {
			if to, err := browser.Parse(location); err != nil || to.Origin() != browser.Origin() {
				t.Errorf("%q: a browser goes to %q, %v", location, to, err)
			}
		}
	}
	if len(seen) != len(onOrigin) || len(onOrigin) != 43+1 {
		t.Errorf("%d of %d allowed targets are in the table", len(seen), len(onOrigin))
	}
}

func TestReturnsAllocs(t *testing.T) {
	r := newReturns(t, "https://auth.example.com/login", siblings...)
	for _, target := range []string{
		"/inbox?page=2#top", "https://auth.example.com/inbox", "https://app.example.com/a?b", "https://a.b.c.apps.example.net:443/",
		"https://evil.com/", "https://APP.example.com/", "", "//evil.com",
	} {
		if n := testing.AllocsPerRun(10, func() { _, _ = r.Target(target) }); n != 0 && target != "https://APP.example.com/" {
			t.Errorf("Target(%q): %v allocations", target, n)
		}
	}
	for _, value := range []string{"https://app.example.com", "https://evil.com", "tauri://localhost", "https://auth.example.com"} {
		if n := testing.AllocsPerRun(10, func() { r.Allows(value) }); n != 0 {
			t.Errorf("Allows(%q): %v allocations", value, n)
		}
	}
}
