package robots_test

import (
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/robots"
)

// at returns the URI with a path and query.
func at(t *testing.T, target string) uri.URI {
	t.Helper()
	u, err := uri.Parse("http://foo.bar" + target)
	if err != nil {
		t.Fatalf("%q: %v", target, err)
	}
	return u
}

// TestAllowed checks files. Section numbers refer to RFC 9309.
func TestAllowed(t *testing.T) {
	const us = "User-agent: Example-Bot\n"
	for _, test := range []struct{ why, text, allowed, refused string }{
		{"no rules", "", "/ /a", ""},
		{"no group for us (2.2.1)", "User-agent: other\nDisallow: /\n", "/", ""},
		{"the group for all (2.2.1)", "User-agent: *\nDisallow: /a\n", "/ /b", "/a /a/b /ab"},
		{"several groups for all (2.2.1)", "User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /x\nUser-agent: *\nDisallow: /b\n",
			"/x", "/a /b"},
		{"ours is before that for all (2.2.1)", "User-agent: *\nDisallow: /\n\n" + us + "Disallow: /a\n", "/b", "/a"},
		{"ours is empty (5.1, quxbot)", "User-agent: *\nDisallow: /\n\n" + us, "/ /a", ""},
		{"an empty pattern matches nothing", "User-agent: *\nDisallow: /\n\n" + us + "Disallow:\n", "/ /a", ""},
		{"ours twice (2.2.1)", us + "Disallow: /a\n\nUser-agent: x\nDisallow: /x\n\n" + us + "Disallow: /b\n",
			"/x", "/a /b"},
		{"several agents (2.2.1)", "User-agent: x\n" + us + "User-agent: y\nDisallow: /a\n", "/b", "/a"},
		{"other lines do not end the agents (2.2.4)",
			us + "Sitemap: https://a/\nCrawl-delay: 1\nUser-agent: y\nDisallow: /a\n", "/b", "/a"},
		{"a name that ours begins with", "User-agent: example\nDisallow: /\n", "/", ""},
		{"any case, spaces, CR, comments", "USER-AGENT :example-bot # us\r\n disallow:\t/a # b\r\n", "/b", "/a"},
		{"a byte order mark", "\ufeff" + us + "Disallow: /a\n", "/b", "/a"},
		{"no agent before (2.2.2)", "Disallow: /\n" + us + "Disallow: /a\n", "/b", "/a"},
		{"nonsense between (2.3.1.5)", us + "\x00\xff:\nDisallow\n:\nDisallow: /a\n", "/b", "/a"},
		{"the longest wins (5.2)", us + "Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n",
			"/example/page/ /example/page/x", "/example/page/disallowed.gif"},
		{"in any order", us + "Disallow: /p\nAllow: /\n", "/x", "/p /page"},
		{"in several groups", us + "Disallow: /p\nAllow: /p/q\n\nUser-agent: x\nAllow: /\n\n" + us + "Disallow: /p/q/r\n",
			"/x /p/q", "/p /p/q/r"},
		{"allow wins a tie (2.2.2)", us + "Disallow: /a\nAllow: /a\n", "/a", ""},
		{"in any order, too", us + "Allow: /a\nDisallow: /a\n", "/a", ""},
		{"robots.txt is allowed (2.2.2)", us + "Disallow: /\n", "/robots.txt", "/robots.txt? /robots.txt/ /a/robots.txt"},
		{"CR ends lines (2.2)", "User-agent: *\rDisallow: /a\r\rDisallow: /b\rAllow: /b/c # x\rDisallow: /d", "/b/c",
			"/a /b /d"},
		{"CR, LF and CRLF (2.2)", us + "Disallow: /a\r\nDisallow: /b\r\rDisallow: /c\n\r\nDisallow: /d", "/",
			"/a /b /c /d"},
		{"a version is no part of the token (2.2.1)",
			"User-agent: *\nDisallow: /\n\nUser-agent: example-bot/1\nDisallow: /a\n", "/b", "/a"},
		{"nor is a comment", "User-agent: Example-Bot (+https://a/)\nDisallow: /a\n", "/b", "/a"},
		{"text after the star", "User-agent: * all\nDisallow: /a\n", "/b", "/a"},
		{"other text that begins with a star", "User-agent: *bot\nDisallow: /a\n", "/a", ""},
		{"a name that begins with ours", "User-agent: example-bot-x\nUser-agent: example-bots/1\n" +
			"User-agent: example-bot_\nUser-agent: /example-bot\nDisallow: /\n", "/", ""},
		{"any octets (2.2.3)", us + "Disallow: /*.gif$\n", "/gif /a.gif?x /a.gifs", "/.gif /a.gif /a/b.gif"},
		{"several stars", us + "Disallow: /a*b*c\n", "/abd /acb /ab /xabc", "/abc /axbxcx /aabbcc"},
		{"a star at the end", us + "Disallow: /a*\n", "/b", "/a /ab"},
		{"stars in a row", us + "Disallow: /a**b**$\n", "/b /a", "/ab /acbd"},
		{"the end alone", us + "Disallow: /$\n", "/a /?", "/"},
		{"an empty path is a slash", us + "Disallow: /$\nDisallow: /?a\n", "/b", " ?a"},
		{"a $ inside", us + "Disallow: /a$b\n", "/a /ab", "/a$b /a%24b"},
		{"a star in front (5.1)", us + "Disallow: *x\n", "/a", "/x /ax"},
		{"the piece at the end is not one before", us + "Disallow: /ab*ba$\n", "/aba", "/abba /ab-ba"},
		{"special characters (2.2.3)", us + "Disallow: /path/file-with-a-%2A.html\nDisallow: /path/foo-%24\n",
			"/path/file-with-a-x.html /path/foo-", "/path/file-with-a-*.html /path/foo-$ /path/file-with-a-%2a.html /path/foo-%24"},
		{"unreserved are equal (2.2.2)", us + "Disallow: /foo/bar/%62%61%7A\nDisallow: /%7ejoe\n", "/foo/bar/",
			"/foo/bar/baz /~joe/x /foo/bar/%62%61%7A"},
		{"a query (2.2.2)", us + "Disallow: /foo/bar?baz=quz\n", "/foo/bar /foo/bar?baz%3Dquz", "/foo/bar?baz=quz"},
		{"a URI in a query (2.2.2)", us + "Disallow: /foo/bar?baz=https://foo.bar\n",
			"/foo/bar%3Fbaz=https://foo.bar /foo/bar?baz=http://foo.bar",
			"/foo/bar?baz=https://foo.bar /foo/bar?baz=https%3A%2F%2Ffoo.bar /foo/bar?baz=https%3a//foo.bar"},
		{"an encoded URI in a query (2.2.2)", us + "Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar\n", "/foo/bar",
			"/foo/bar?baz=https://foo.bar /foo/bar?baz=https%3A%2F%2Ffoo.bar"},
		{"reserved in a path differ (2.2.2)", us + "Disallow: /q%2Fr\nDisallow: /a:b\n", "/q/r /a%3Ab", "/q%2Fr /a:b"},
		{"a star may end in the query", us + "Disallow: /*://\n", "/a", "/?a://b /x://"},
		{"hex digits of either case", us + "Disallow: /q%2fr\n", "", "/q%2Fr"},
		{"UTF-8 (2.2.2)", us + "Disallow: /foo/bar/ツ\nDisallow: /%e3%83%85\n", "/foo",
			"/foo/bar/%E3%83%84 /%E3%83%85"},
		{"no encoding", us + "Disallow: /100%\n", "/100", "/100%25"},
		{"a space", us + "Disallow: /a b\n", "/a", "/a%20b"},
		{"two slashes", us + "Disallow: //A\n", "//a /A", "//A"},
		{"case (2.2.2)", us + "Disallow: /a:B\n", "/a:b", "/a:B"},
	} {
		f := robots.Parse(test.text)
		check := func(list string, want bool) {
			for target := range strings.SplitSeq(list, " ") {
				if list != "" && f.Allowed("Example-Bot", at(t, target)) != want {
					t.Errorf("%s: %q: %t, want %t", test.why, target, !want, want)
				}
			}
		}
		check(test.allowed, true)
		check(test.refused, false)
	}
}

// TestAgent checks that only the product token of an agent counts.
func TestAgent(t *testing.T) {
	f := robots.Parse("User-agent: a_b-C\nDisallow: /own\n\nUser-agent: *\nDisallow: /all\n")
	for agent, own := range map[string]bool{
		"a_b-C": true, "A_B-c": true, "a_b-c/1.0": true, "a_b-c (x)": true,
		"": false, "a_b": false, "a_b-cd": false, " a_b-c": false, "*": false, "é": false,
	} {
		if f.Allowed(agent, at(t, "/own")) == own || f.Allowed(agent, at(t, "/all")) != own {
			t.Errorf("%q: the group is its own: %t, want %t", agent, !own, own)
		}
	}
}

// TestZero checks that nil and zero values have no rules.
func TestZero(t *testing.T) {
	var f *robots.File
	for _, g := range []*robots.Group{nil, {}, f.Group("a"), new(robots.File).Group("a")} {
		if !g.Allowed(at(t, "/")) || g.CrawlDelay() != 0 {
			t.Error("a group without rules refuses, or has a delay")
		}
	}
	if f.Sitemaps() != nil || new(robots.File).Sitemaps() != nil {
		t.Error("there are sitemaps")
	}
	if g := robots.Parse("User-agent: *\nDisallow: /\n").Group("a"); !g.Allowed(uri.MustParse("mailto:a")) || g.Allowed(uri.URI{}) {
		t.Error("a URI without a path is the root, and an opaque one begins with no slash")
	}
}

func TestCrawlDelay(t *testing.T) {
	const longest = time.Duration(1<<63 - 1)
	for text, want := range map[string]time.Duration{
		"":                                      0,
		"Crawl-delay: 2":                        2 * time.Second,
		"Crawl-delay: 0.5":                      500 * time.Millisecond,
		"Crawl-delay: 9223372036":               9223372036 * time.Second,
		"crawl-delay: 1e300":                    longest,
		"crawl-delay: 1e999":                    longest,
		"Crawl-delay: inf":                      longest,
		"Crawl-delay: nan":                      0,
		"Crawl-delay: -1":                       0,
		"Crawl-delay: soon":                     0,
		"Crawl-delay: 3\nCrawl-delay: 2":        3 * time.Second,
		"Crawl-delay: 3\nUser-agent: b":         3 * time.Second,
		"Allow:\nUser-agent: b\nCrawl-delay: 3": 0,
		"Allow:\nUser-agent: b\nAllow:\nUser-agent: *\nCrawl-delay: 3": 3 * time.Second,
	} {
		got := robots.Parse("User-agent: *\n" + text).Group("a").CrawlDelay()
		if want == 9223372036*time.Second && got == longest {
			continue // rounded
		}
		if got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if d := robots.Parse("Crawl-delay: 3\nUser-agent: *\n").Group("a").CrawlDelay(); d != 0 {
		t.Errorf("a delay without a group: %v", d)
	}
}

func TestSitemaps(t *testing.T) {
	f := robots.Parse("Sitemap: https://a/1 # first\nUser-agent: a\nSITEMAP:https://a/2?a=b:c\nsitemap:\nDisallow: /\nSitemap: 3")
	if got, want := strings.Join(f.Sitemaps(), " "), "https://a/1 https://a/2?a=b:c 3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	f.Sitemaps()[0] = ""
	if f.Sitemaps()[0] == "" {
		t.Error("the sitemaps are shared")
	}
}

// TestLarge checks that a file of MinLimit bytes is read to its end.
func TestLarge(t *testing.T) {
	const end = "Disallow: /end\n"
	text := "User-agent: *\n"
	text += strings.Repeat("Disallow: /a*b?c\n", (robots.MinLimit-len(text)-len(end))/17) + end
	if f := robots.Parse([]byte(text)); f.Allowed("a", at(t, "/end")) || !f.Allowed("a", at(t, "/en")) {
		t.Error("the last rule is not read")
	}
}

// TestAccess checks the classes of section 2.3.1.
func TestAccess(t *testing.T) {
	for status, want := range map[int]robots.Access{
		200: robots.AccessSuccessful, 299: robots.AccessSuccessful,
		301: robots.AccessRedirected, 302: robots.AccessRedirected, 303: robots.AccessRedirected,
		307: robots.AccessRedirected, 308: robots.AccessRedirected,
		400: robots.AccessUnavailable, 401: robots.AccessUnavailable, 404: robots.AccessUnavailable, 499: robots.AccessUnavailable,
		429: robots.AccessUnreachable,
		500: robots.AccessUnreachable, 503: robots.AccessUnreachable, 599: robots.AccessUnreachable,
		0: robots.AccessUnreachable, 100: robots.AccessUnreachable, 304: robots.AccessUnreachable,
		-200: robots.AccessUnreachable, 600: robots.AccessUnreachable,
	} {
		if got := robots.AccessFor(status); got != want {
			t.Errorf("%d: %v, want %v", status, got, want)
		}
	}
}
