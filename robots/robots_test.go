package robots_test

import (
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
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
	for _, test := range kit.Cases[struct{ why, text, allowed, refused string }]("robots.txt", "TestAllowed") {
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
