package guard_test

import (
	"net/url"
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
		if v, err := uri.Parse(target); err == nil && guard.SharesOrigin(b, target) && guard.CheckOrigin(b, v) != 0 {
			t.Fatalf("the quick check accepts another origin: %v", guard.CheckOrigin(b, v))
		}
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
		if scheme := b.CanonicalScheme(); scheme != "http" && scheme != "https" {
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
