package guard_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/whatwg"
)

// FuzzReturnTo tests that the result stays inside the origin of the base, for browsers (package whatwg), for clients of
// RFC 9110 (package httpuri), and for net/url.
func FuzzReturnTo(f *testing.F) {
	for target := range guard.ReturnTargets() {
		f.Add(guard.ReturnBase.String(), target)
		f.Add("http://localhost:8080", target)
	}
	f.Fuzz(func(t *testing.T, base, target string) {
		b, err := uri.Parse(base)
		if err != nil {
			return
		}
		u, err := guard.ReturnTo(b, target)
		if err != nil {
			if (u != uri.URI{}) {
				t.Fatalf("%q in spite of %v", u, err)
			}
			return
		}
		path := u.String()
		if len(path) == 0 || path[0] != '/' || len(path) > 1 && (path[1] == '/' || path[1] == '\\') {
			t.Fatalf("%q is not an absolute path", path)
		}
		if again, err := guard.ReturnTo(b, path); err != nil || again != u {
			t.Errorf("%q: %q, then %q, %v", target, path, again, err)
		}
		if scheme := strings.ToLower(b.Scheme()); scheme != "http" && scheme != "https" {
			return
		}
		if want, err := httpuri.OriginOf(b); err == nil {
			if to, err := httpuri.Redirect(b.WithoutFragment(), path); err != nil {
				t.Errorf("%q, %q: %v", base, path, err)
			} else if got, err := httpuri.OriginOf(to); err != nil || got != want {
				t.Errorf("%q, %q: httpuri goes to %v, %v", base, path, to, err)
			}
		}
		if browser, err := whatwg.Parse(base); err == nil {
			if to, err := browser.Parse(path); err != nil || to.Origin() != browser.Origin() {
				t.Errorf("%q, %q: a browser goes to %v, %v", base, path, to, err)
			}
		}
		if client, err := url.Parse(base); err == nil {
			if to, err := client.Parse(path); err != nil || to.Scheme != client.Scheme || to.Host != client.Host {
				t.Errorf("%q, %q: net/url goes to %v, %v", base, path, to, err)
			}
		}
	})
}

// siblingOrigins is the definition of the origins in guard.Siblings for browsers, apart from public suffixes.
var siblingOrigins = regexp.MustCompile(`^(https://(([a-z0-9_-]+\.)?example\.com|([a-z0-9_-]+\.)+apps\.example\.net|` +
	`dev\.example\.org:8443|xn--bcher-kva\.example|localhost|upper\.example\.edu|[a-z0-9_-]+\.my_team\.example\.org|` +
	`([a-z0-9_-]+\.)+amazonaws\.com)|http://(legacy\.example\.com|dev\.example\.org(:[0-9]+)?))$`)

// FuzzReturns tests that a target stays inside the origins of the rules, for browsers, for RFC 3986, and for net/url.
func FuzzReturns(f *testing.F) {
	const base = "https://auth.example.com/login"
	returns, err := guard.NewReturns(uri.MustParse(base), guard.ReturnRules{Origins: guard.Siblings})
	if err != nil {
		f.Fatal(err)
	}
	browser, client := whatwg.MustParse(base), uri.MustParse(base)
	for target := range guard.ReturnTargets() {
		f.Add(target)
	}
	f.Fuzz(func(t *testing.T, target string) {
		u, err := returns.Target(target)
		if err != nil {
			if (u != uri.URI{}) {
				t.Fatalf("%q: %q in spite of %v", target, u, err)
			}
			return
		}
		to, err := browser.Parse(u.String())
		if err != nil || !siblingOrigins.MatchString(to.Origin()) {
			t.Fatalf("%q: a browser goes to %q, %v", target, to, err)
		}
		if direct, err := browser.Parse(target); err != nil || direct.Origin() != to.Origin() {
			t.Errorf("%q: a browser goes to %q itself, and to %q", target, direct, to)
		}
		if other, err := httpuri.Redirect(client, u.String()); err != nil {
			t.Errorf("%q: %v", target, err)
		} else if origin, err := httpuri.OriginOf(other); err != nil || origin.String() != to.Origin() {
			t.Errorf("%q: httpuri goes to %v, %v", target, origin, err)
		}
		if other, err := url.Parse(u.String()); err != nil || other.Host != "" && !strings.EqualFold(other.Hostname(), to.Hostname()) {
			t.Errorf("%q: net/url goes to %v, %v", target, other, err)
		}
		if u.IsAbs() && !returns.Allows(to.Origin()) {
			t.Errorf("%q is allowed, and the origin %s is not", target, to.Origin())
		}
		if again, err := returns.Target(u.String()); err != nil || again != u {
			t.Errorf("%q: %q, then %q, %v", target, u, again, err)
		}
	})
}
