package robots_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/robots"
)

type googleFile struct {
	test, agent, text, allowed, refused string
	differs, why                        string
}

// googleFiles are the files of the tests of Google's parser, with the URLs that it allows and refuses:
// https://github.com/google/robotstxt, robots_test.cc at c8ac4b1, by the names of its tests. The host is foo.bar
// everywhere, and the agent FooBot where none is given.
//
// The URLs in differs have the other result here, for the reason.
var googleFiles = append(kit.Cases[googleFile]("google.txt", "googleFiles"), []googleFile{
	{test: "GoogleOnly_LineTooLong", text: foobot + "disallow: " + long("a") + "/qux\n", allowed: "/fux", refused: long("a") + "/fux",
		differs: long("a") + "/fux", why: "a line has no limit of its own (2.3.1.5)"},
	{test: "GoogleOnly_LineTooLong", text: foobot + "disallow: /\nallow: " + long("a") + "/qux\nallow: " + long("b") + "/qux\n",
		allowed: long("a") + "/qux " + long("b") + "/fux", refused: "/",
		differs: long("b") + "/fux", why: "a line has no limit of its own (2.3.1.5)"},
}...)

const (
	foobot = "user-agent: FooBot\n"
	groups = "allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\nallow: /y/\n" +
		"\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n"
)

// long returns a path that is about as long as the longest line of Google's parser, 8*2083 bytes.
func long(piece string) string { return "/x/" + strings.Repeat(piece, 8*2083-len("/x/disallow: ")) }

func TestGoogle(t *testing.T) {
	for _, test := range googleFiles {
		f, agent := robots.Parse(test.text), test.agent
		if agent == "" {
			agent = "FooBot"
		}
		if (test.differs == "") != (test.why == "") {
			t.Errorf("%s: a difference has a reason", test.test)
		}
		check := func(list string, want bool) {
			for _, target := range strings.Fields(list) {
				want := want != (target == test.differs)
				if f.Allowed(agent, at(t, target)) != want {
					t.Errorf("%s: %q, %q: %t, want %t", test.test, test.text, target, !want, want)
				}
			}
		}
		check(test.allowed, true)
		check(test.refused, false)
	}
}

// TestGoogleLines checks the ends of lines (ID_LinesNumbersAreCountedCorrectly) and sitemaps
// (ID_NonStandardLineExample_Sitemap).
func TestGoogleLines(t *testing.T) {
	const text = "User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n"
	for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n"), strings.ReplaceAll(text, "\n", "\r"),
		strings.TrimSuffix(text, "\n"), strings.Replace(text, "h\n", "h\r\n", 1)} {
		f := robots.Parse(text)
		if !f.Allowed("foo", at(t, "/")) || f.Allowed("bar", at(t, "/")) {
			t.Errorf("%q: its lines are not read", text)
		}
	}
	const sitemap = "Sitemap: http://foo.bar/sitemap.xml\n"
	for _, text := range []string{text + sitemap, sitemap + text} {
		if list := robots.Parse(text).Sitemaps(); len(list) != 1 || list[0] != "http://foo.bar/sitemap.xml" {
			t.Errorf("%q: sitemaps %q", text, list)
		}
	}
}
