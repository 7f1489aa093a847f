package guard

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// returnTargets are targets for the base https://app.example/account/login. The result is out, or target if out is "=".
var returnTargets = []struct {
	target, out string
	err         error
}{
	{"/", "=", nil},
	{"/inbox?page=2#top", "=", nil},
	{"/a//b;c/..", "=", nil},
	{"/..//evil.com", "=", nil},          // the target is https://app.example//evil.com
	{"/%09/evil.com", "=", nil},          // no client decodes the path of a Location
	{"/%2F/evil.com", "=", nil},          // as above
	{"/%5Cevil.com", "=", nil},           // as above
	{"/a?b=//evil.com#//evil", "=", nil}, // data
	{"/@evil.com", "=", nil},
	{"/:80", "=", nil},
	{"https://app.example/inbox?page=2#top", "/inbox?page=2#top", nil},
	{"https://app.example", "/", nil},
	{"https://app.example/", "/", nil},
	{"https://app.example?a=b", "/?a=b", nil},
	{"https://app.example#", "/#", nil},
	{"https://app.example:443/a", "/a", nil},
	{"HTTPS://APP.example/A", "/A", nil},
	{"https://app.example/%09/evil.com", "/%09/evil.com", nil},

	{"", "", RefusedPath},
	{"inbox", "", RefusedPath},
	{"./inbox", "", RefusedPath},
	{"../inbox", "", RefusedPath},
	{"?x", "", RefusedPath},
	{"?next=//evil.com", "", RefusedPath},
	{"#x", "", RefusedPath},
	{"%2F%2Fevil.com", "", RefusedPath},
	{"evil.com", "", RefusedPath},
	{"//evil.com", "", RefusedHost},
	{"///evil.com", "", RefusedHost},
	{"////evil.com", "", RefusedHost},
	{"//app.example/", "", RefusedHost},
	{"//", "", RefusedHost},
	{"https://app.example//evil.com", "", RefusedPath},
	{"https://app.example//", "", RefusedPath},
	{"https://app.example//a:b", "", RefusedPath},
	{"https://app.example.evil.com/", "", RefusedHost},
	{"https://evil.com/", "", RefusedHost},
	{"https://app.example./", "", RefusedHost},
	{"https:///evil.com", "", RefusedHost},
	{"https:evil.com", "", RefusedHost},
	{"https:/evil.com", "", RefusedHost},
	{"https://app.example:8443/", "", RefusedPort},
	{"https://app.example:65979/", "", RefusedPort}, // 443 modulo 65536
	{"https://app.example@evil.com/", "", RefusedUserinfo},
	{"https://user:secret@app.example/", "", RefusedUserinfo},
	{"https://@app.example/", "", RefusedUserinfo},
	{"http://app.example/", "", RefusedScheme},
	{"http:evil.com", "", RefusedScheme},
	{"javascript:alert(1)", "", RefusedScheme},
	{"data:text/html,a", "", RefusedScheme},

	{`/\evil.com`, "", errNotURI},
	{`\\evil.com`, "", errNotURI},
	{`\/evil.com`, "", errNotURI},
	{`/a\b`, "", errNotURI},
	{`https://app.example\@evil.com/`, "", errNotURI},
	{`https://app.example/\evil.com`, "", errNotURI},
	{"/\t/evil.com", "", errNotURI},
	{"/\n/evil.com", "", errNotURI},
	{"/\r/evil.com", "", errNotURI},
	{"java\tscript:alert(1)", "", errNotURI},
	{" //evil.com", "", errNotURI},
	{" /inbox", "", errNotURI},
	{"/inbox\n", "", errNotURI},
	{"/a\r\nSet-Cookie: a=b", "", errNotURI},
	{"/\x00", "", errNotURI},
	{"/é", "/%C3%A9", nil}, // browsers send it encoded
	{"/%zz", "/%25zz", nil},
	{"/a b", "/a%20b", nil},
	{"://evil.com", "", errNotURI},
}

var returnBase = uri.MustParse("https://app.example/account/login")

func TestReturnTo(t *testing.T) {
	for _, test := range returnTargets {
		want := test.out
		if want == "=" {
			want = test.target
		}
		u, err := ReturnTo(returnBase, test.target)
		if errors.As(err, new(*uri.Error)) {
			err = errNotURI
		}
		if u.String() != want || !errors.Is(err, test.err) {
			t.Errorf("%q: %q, %v, want %q, %v", test.target, u, err, want, test.err)
		}
	}
}

// TestReturnToBase tests bases with other forms of an origin, and without one.
func TestReturnToBase(t *testing.T) {
	for _, test := range []struct {
		base, target string
		err          error
	}{
		{"http://[2001:db8::1]:8080/", "http://[2001:DB8:0::1]:8080/a", nil},
		{"HTTP://Joe@Example.com/", "http://example.com:80/a", nil},
		{"http://localhost:8080", "http://localhost:8080/a", nil},
		{"http://localhost:8080", "http://localhost/a", RefusedPort},
		{"http://localhost:65536", "http://localhost:65536/a", RefusedScheme}, // the base has no origin
		{"http://localhost:", "http://localhost:/a", nil},
		{"", "/a", nil},
		{"", "https://app.example/a", RefusedScheme},
		{"/login", "https://app.example/a", RefusedScheme},
		{"//app.example/login", "https://app.example/a", RefusedScheme},
		{"https:///login", "https:///a", RefusedScheme},
		{"mailto:a@b", "mailto:a@b", RefusedScheme},
		{"file:///login", "file:///a", RefusedScheme},
	} {
		u, err := ReturnTo(uri.MustParse(test.base), test.target)
		want := ""
		if test.err == nil {
			want = "/a"
		}
		if u.String() != want || !errors.Is(err, test.err) {
			t.Errorf("%q, %q: %q, %v, want %q, %v", test.base, test.target, u, err, want, test.err)
		}
	}
}

// TestReturnToQuick compares the quick check with checkOrigin, and the results with those of uri.Parse, for targets that
// begin like the base.
func TestReturnToQuick(t *testing.T) {
	accepted := 0
	for _, origin := range []string{
		"https://app.example", "http://localhost:8080", "http://localhost:", "http://localhost:65536", "http://h:065535",
		"https://", "https://:80", "https://u@h", "https://@h", "http://[::1]:80", "HTTPS://h", "ftp://h", "https:", "//h", "",
	} {
		base, err := uri.Parse(origin + "/login?a")
		if err != nil {
			t.Fatal(err)
		}
		for _, rest := range []string{
			"", "/", "/a", "//", "//a", "/\\a", "?", "?b", "#", "#c", "/a?b#c", "/ ", "?{", "a", ".evil.com", "@evil.com/", ":80/", "0/",
			"/%2f", "/%zz", "/a//b", "\n/a", "/a\n", "\\evil.com",
		} {
			target, err := uri.Parse(origin + rest)
			if err != nil {
				continue
			}
			if !sharesOrigin(base, origin+rest) {
				continue
			}
			accepted++
			if refusal := checkOrigin(base, target); refusal != 0 {
				t.Errorf("%q, %q: the quick check accepts another origin: %v", base, target, refusal)
			}
			want, wantErr := uri.Parse("/" + strings.TrimPrefix(rest, "/"))
			if strings.HasPrefix(rest, "//") {
				want, wantErr = uri.URI{}, RefusedPath
			}
			if u, err := ReturnTo(base, origin+rest); u != want || err != wantErr {
				t.Errorf("%q, %q: %q, %v, want %q, %v", base, target, u, err, want, wantErr)
			}
		}
	}
	if accepted < 40 {
		t.Errorf("the quick check accepts only %d targets", accepted)
	}
}

func TestReturnToAllocs(t *testing.T) {
	for _, target := range []string{
		"/inbox?page=2#top", "https://app.example/inbox?page=2#top", "https://app.example", "//evil.com",
		"https://evil.com/", "",
	} {
		if n := testing.AllocsPerRun(10, func() { _, _ = ReturnTo(returnBase, target) }); n != 0 {
			t.Errorf("%q: %v allocations", target, n)
		}
	}
}
