package guard

import (
	"errors"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// returnTargets are targets for the base https://app.example/account/login. The result is out, or target if out is "=".
var returnTargets = kit.Cases[struct {
	target, out string
	err         error
}]("returnto.txt", "returnTargets", errorWords())

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
	for _, test := range kit.Cases[struct {
		base, target string
		err          error
	}]("returnto.txt", "TestReturnToBase", errorWords()) {
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

// TestReturnToOwnOrigin compares the results with those of uri.Parse, for targets that begin like the base and have its
// origin.
func TestReturnToOwnOrigin(t *testing.T) {
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
			if returns, _ := NewReturns(base, ReturnRules{}); checkOrigin(returns.base, target) != 0 {
				continue
			}
			accepted++
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
		t.Errorf("only %d targets have the origin of the base", accepted)
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
