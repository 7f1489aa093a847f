package bench

import (
	"strings"
	"testing"

	"github.com/temoto/robotstxt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/robots"
)

// robotsCases are rules for all crawlers and the path of a URI. peer is set if temoto/robotstxt decides otherwise, to the
// section of RFC 9309 or to the reason.
var robotsCases = []struct {
	rules, path string
	allowed     bool
	peer        string
}{
	{rules: "Disallow: /a", path: "/a/b"},
	{rules: "Disallow: /a", path: "/b", allowed: true},
	{rules: "Disallow: /\nAllow: /a", path: "/a", allowed: true},
	{rules: "Disallow: /a\nAllow: /a", path: "/a", allowed: true, peer: "2.2.2: allow wins a tie"},
	{rules: "Disallow: /*.gif$", path: "/a/b.gif"},
	{rules: "Disallow: /*.gif$", path: "/a.gif?x", allowed: true},
	{rules: "Disallow: /a*b*c", path: "/axbxcx"},
	{rules: "Allow: /a*bc\nDisallow: /a/b", path: "/a/bc", allowed: true},
	{rules: "Disallow: /", path: "/robots.txt", allowed: true, peer: "2.2.2: robots.txt is allowed"},
	{rules: "Disallow: /%7Ejoe", path: "/~joe", peer: "2.2.2, table 1"},
	{rules: "Disallow: /foo/bar/ツ", path: "/foo/bar/%E3%83%84", peer: "2.2.2, table 1"},
	{rules: "Disallow: /foo/bar?baz=https://foo.bar", path: "/foo/bar?baz=https%3A%2F%2Ffoo.bar", peer: "2.2.2, table 1"},
	{rules: "Disallow: /path/foo-%24", path: "/path/foo-$", peer: "2.2.3, table 3"},
	{rules: "Disallow: /q%2Fr", path: "/q/r", allowed: true},
	{rules: "Disallow: /a$b", path: "/a$b", peer: "2.2.3: \"$\" is special at the end alone"},
}

// TestRobotsPeer lists where temoto/robotstxt differs.
func TestRobotsPeer(t *testing.T) {
	for _, test := range robotsCases {
		text := "User-agent: *\n" + test.rules + "\n"
		if got := robots.Parse(text).Allowed("x", uri.MustParse("http://h"+test.path)); got != test.allowed {
			t.Errorf("%q, %s: %t", test.rules, test.path, got)
		}
		peer, err := robotstxt.FromString(text)
		if err != nil {
			t.Fatal(err)
		}
		if same := peer.TestAgent(test.path, "x") == test.allowed; same != (test.peer == "") {
			t.Errorf("%q, %s: the peer decides the same: %t", test.rules, test.path, same)
		}
	}
}

// BenchmarkRobots reads a file of 200 rules, and decides about one path.
func BenchmarkRobots(b *testing.B) {
	text := "User-agent: *\n" + strings.Repeat("Disallow: /some/path/\nAllow: /some/*/page.html$\n", 100)
	const path = "/some/other/page.php?a=b"
	u := uri.MustParse("http://h" + path)
	peer, err := robotstxt.FromString(text)
	if err != nil {
		b.Fatal(err)
	}
	g := robots.Parse(text).Group("x")
	b.Run("parse/impl=robots", func(b *testing.B) {
		for b.Loop() {
			robots.Parse(text)
		}
	})
	b.Run("parse/impl=temoto", func(b *testing.B) {
		for b.Loop() {
			_, _ = robotstxt.FromString(text)
		}
	})
	b.Run("allowed/impl=robots", func(b *testing.B) {
		for b.Loop() {
			g.Allowed(u)
		}
	})
	b.Run("allowed/impl=temoto", func(b *testing.B) {
		for b.Loop() {
			peer.TestAgent(path, "x")
		}
	})
}
