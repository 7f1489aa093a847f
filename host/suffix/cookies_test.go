package suffix_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri/host/suffix"
)

var _ cookiejar.PublicSuffixList = (*suffix.List)(nil)

func TestPublicSuffix(t *testing.T) {
	for _, test := range []struct{ domain, want string }{
		{"www.example.co.uk", "co.uk"}, {"co.uk", "co.uk"}, {"octocat.github.io", "github.io"}, {"a.unlisted", "unlisted"},
		{"my_site.example.com", "com"}, {"localhost", "localhost"}, {"192.0.2.1", "192.0.2.1"}, {"a..com", "a..com"}, {"", ""},
	} {
		if got := suffix.BuiltIn().PublicSuffix(test.domain); got != test.want {
			t.Errorf("%q: %q, want %q", test.domain, got, test.want)
		}
	}
	var none *suffix.List
	if got := none.PublicSuffix("www.example.com"); got != "www.example.com" {
		t.Errorf("by a nil list: %q", got)
	}
}

func TestListVersion(t *testing.T) {
	parsed, err := suffix.Parse(strings.NewReader("// VERSION: 2026-08-01_09-03-05_UTC\n// VERSION: 2\n" +
		"// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n" +
		"// ===BEGIN PRIVATE DOMAINS===\n// ===END PRIVATE DOMAINS===\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		list    *suffix.List
		version string
	}{
		{suffix.BuiltIn(), suffix.Version}, {parsed, "2026-08-01_09-03-05_UTC"}, {new(suffix.List), "unknown"}, {nil, "unknown"},
	} {
		if got, want := test.list.String(), "Public Suffix List, version "+test.version; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// FuzzPublicSuffix tests that the result is domain or its end after a dot, so that a jar never shares the cookies of
// a public suffix.
func FuzzPublicSuffix(f *testing.F) {
	for _, domain := range []string{"www.example.co.uk", "co.uk", "a.b.ck", "www.ck", "192.0.2.1", "::1", "a..b", "", "_a.com"} {
		f.Add(domain)
	}
	f.Fuzz(func(t *testing.T, domain string) {
		domain = strings.TrimRight(domain, ".") // as the jar does
		got := suffix.BuiltIn().PublicSuffix(domain)
		if got != domain && !strings.HasSuffix(domain, "."+got) || got == "" && domain != "" {
			t.Errorf("%q: %q", domain, got)
		}
	})
}

// A cookie jar with the list refuses cookies for all of "co.uk".
func ExampleBuiltIn() {
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: suffix.BuiltIn()})
	if err != nil {
		fmt.Println(err)
		return
	}
	from := &url.URL{Scheme: "https", Host: "www.example.co.uk", Path: "/"}
	jar.SetCookies(from, []*http.Cookie{
		{Name: "all", Value: "1", Domain: "co.uk"}, {Name: "ours", Value: "1", Domain: "example.co.uk"},
	})
	fmt.Println(jar.Cookies(&url.URL{Scheme: "https", Host: "shop.example.co.uk", Path: "/"}))
	fmt.Println(jar.Cookies(&url.URL{Scheme: "https", Host: "evil.co.uk", Path: "/"}))
	// Output:
	// [ours=1]
	// []
}
