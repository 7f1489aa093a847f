package returnto_test

import (
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/examples/recipes/returnto"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/whatwg"
)

const login = "https://example.com/account/login"

// FuzzPath tests that the result never leads to another site. Package whatwg resolves it as browsers resolve a
// Location, and package httpuri as clients of RFC 9110 do. The corpus lists attempts of attackers. For example, a
// function that only requires a "/" at the beginning without another "/" or "\" after it fails with "/\t/example.net",
// which leads browsers to example.net.
func FuzzPath(f *testing.F) {
	for _, next := range []string{
		"/inbox?page=2#top", "", "/", "inbox", "?next=//example.net", "/@example.net", "/é", "/%zz",
		"//example.net", "///example.net", "/\\example.net", "\\\\example.net", "/\t/example.net", " //example.net",
		"/..//example.net", "/%2F/example.net", "https://example.net", "https:example.net", "https:///example.net",
		"javascript:alert(1)", "/a\r\nSet-Cookie: a=b",
	} {
		f.Add(next)
	}
	browser, client := whatwg.MustParse(login), uri.MustParse(login)
	origin, err := httpuri.OriginOf(client)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, next string) {
		path := returnto.Path(next)
		if u, err := browser.Parse(path); err != nil || u.Origin() != browser.Origin() {
			t.Errorf("Path(%q) = %q: a browser goes to %v, %v", next, path, u, err)
		}
		u, err := httpuri.Redirect(client, path)
		if err != nil {
			t.Fatalf("Path(%q) = %q: %v", next, path, err)
		}
		if got, err := httpuri.OriginOf(u); err != nil || got != origin {
			t.Errorf("Path(%q) = %q: a client goes to %v, %v", next, path, u, err)
		}
		if again := returnto.Path(path); again != path {
			t.Errorf("Path(%q) = %q, but Path of that is %q", next, path, again)
		}
	})
}
