package main

import (
	"strings"
	"testing"
	"time"
)

// TestRobots checks rules of robots.txt. Cases with a section are from RFC 9309.
func TestRobots(t *testing.T) {
	const us = "User-agent: Urispan-Crawler\n"
	for _, test := range []struct{ why, text, allowed, refused string }{
		{"no rules", "", "/ /a", ""},
		{"no group for us (2.2.1)", "User-agent: other\nDisallow: /\n", "/", ""},
		{"the group for all (2.2.1)", "User-agent: *\nDisallow: /a\n", "/ /b", "/a /a/b /ab"},
		{"ours is before that for all (2.2.1)", "User-agent: *\nDisallow: /\n\n" + us + "Disallow: /a\n", "/b", "/a"},
		{"ours is empty", "User-agent: *\nDisallow: /\n\n" + us + "Disallow:\n", "/ /a", ""},
		{"ours twice (2.2.1)", us + "Disallow: /a\n\nUser-agent: x\nDisallow: /x\n\n" + us + "Disallow: /b\n",
			"/x", "/a /b"},
		{"several agents (2.2.1)", "User-agent: x\n" + us + "User-agent: y\nDisallow: /a\n", "/b", "/a"},
		{"other lines do not end the agents (2.2.4)",
			us + "Sitemap: https://a/\nUser-agent: y\nDisallow: /a\n", "/b", "/a"},
		{"a name that ours begins with", "User-agent: urispan\nDisallow: /\n", "/", ""},
		{"any case, spaces, CR, comments", "USER-AGENT :urispan-crawler # us\r\n disallow:\t/a # b\r\n", "/b", "/a"},
		{"BOM", "\ufeff" + us + "Disallow: /a\n", "/b", "/a"},
		{"no agent before", "Disallow: /\n" + us + "Disallow: /a\n", "/b", "/a"},
		{"nonsense between", us + "\x00\xff:\nDisallow\n:\nDisallow: /a\n", "/b", "/a"},
		{"the longest wins (5.2)", us + "Allow: /example/page/\nDisallow: /example/page/disallowed.gif\n",
			"/example/page/ /example/page/x", "/example/page/disallowed.gif"},
		{"in any order", us + "Disallow: /p\nAllow: /\n", "/x", "/p /page"},
		{"allow wins a tie (2.2.2)", us + "Disallow: /a\nAllow: /a\n", "/a", ""},
		{"in any order, too", us + "Allow: /a\nDisallow: /a\n", "/a", ""},
		{"CR ends lines (2.2)", "User-agent: *\rDisallow: /a\r\rDisallow: /b\rAllow: /b/c # x\rDisallow: /d", "/b/c",
			"/a /b /d"},
		{"CR, LF and CRLF (2.2)", us + "Disallow: /a\r\nDisallow: /b\r\rDisallow: /c\n\r\nDisallow: /d", "/",
			"/a /b /c /d"},
		{"a version is no part of the token (2.2.1)",
			"User-agent: *\nDisallow: /\n\nUser-agent: urispan-crawler/1\nDisallow: /a\n", "/b", "/a"},
		{"nor is a comment", "User-agent: Urispan-Crawler (+https://a/)\nDisallow: /a\n", "/b", "/a"},
		{"a name that begins with ours", "User-agent: urispan-crawler-x\nUser-agent: urispan-crawlers/1\n" +
			"User-agent: urispan-crawler_\nUser-agent: /urispan-crawler\nDisallow: /\n", "/", ""},
		{"any octets (2.2.3)", us + "Disallow: /*.gif$\n", "/gif /a.gif?x /a.gifs", "/.gif /a.gif /a/b.gif"},
		{"several stars", us + "Disallow: /a*b*c\n", "/abd /acb /ab /xabc", "/abc /axbxcx /aabbcc"},
		{"a star at the end", us + "Disallow: /a*\n", "/b", "/a /ab"},
		{"the end alone", us + "Disallow: /$\n", "/a /?", "/"},
		{"a $ inside", us + "Disallow: /a$b\n", "/a /ab", "/a$b"},
		{"a star in front", us + "Disallow: *x\n", "/a", "/x /ax"},
		{"the piece at the end is not one before", us + "Disallow: /ab*ba$\n", "/aba", "/abba /ab-ba"},
		{"unreserved are equal (2.2.2)", us + "Disallow: /foo/bar/%62%61%7A\nDisallow: /%7ejoe\n", "/foo/bar/",
			"/foo/bar/baz /~joe/x"},
		{"reserved are not (2.2.2)", us + "Disallow: /foo/bar?baz=https://foo.bar\nDisallow: /q%2Fr\n",
			"/foo/bar?baz=https%3A%2F%2Ffoo.bar /q/r", "/foo/bar?baz=https://foo.bar /q%2Fr"},
		{"hex digits of either case", us + "Disallow: /q%2fr\n", "", "/q%2Fr"},
		{"UTF-8 (2.2.2)", us + "Disallow: /foo/bar/ツ\nDisallow: /%e3%83%85\n", "/foo",
			"/foo/bar/%E3%83%84 /%E3%83%85"},
		{"no encoding", us + "Disallow: /100%\n", "/100", "/100%25"},
		{"two slashes", us + "Disallow: //A\n", "//a /A", "//A"},
		{"a colon", us + "Disallow: /a:B\n", "/a:b", "/a:B"},
	} {
		r := parseRobots([]byte(test.text), agent)
		for _, target := range strings.Fields(test.allowed) {
			if !r.allow(target) {
				t.Errorf("%s: %s is refused", test.why, target)
			}
		}
		for _, target := range strings.Fields(test.refused) {
			if r.allow(target) {
				t.Errorf("%s: %s is allowed", test.why, target)
			}
		}
	}
}

func TestCrawlDelay(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"":                   0,
		"Crawl-delay: 2":     2 * time.Second,
		"Crawl-delay: 0.5":   500 * time.Millisecond,
		"crawl-delay: 1e300": maxCrawlDelay,
		"Crawl-delay: inf":   maxCrawlDelay,
		"Crawl-delay: nan":   0,
		"Crawl-delay: -1":    0,
		"Crawl-delay: soon":  0,
	} {
		if got := parseRobots([]byte("User-agent: *\n"+text), agent).delay; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// matchesSlowly implements "*" and "$" (RFC 9309, section 2.2.3) character by character.
func matchesSlowly(pattern, target string) bool {
	switch {
	case pattern == "":
		return true
	case pattern == "$":
		return target == ""
	case pattern[0] == '*':
		return matchesSlowly(pattern[1:], target) || target != "" && matchesSlowly(pattern, target[1:])
	}
	return target != "" && pattern[0] == target[0] && matchesSlowly(pattern[1:], target[1:])
}

// TestMatchesReference compares matches with matchesSlowly, for all patterns and targets of a few characters.
func TestMatchesReference(t *testing.T) {
	patterns, targets := allTexts("ab*$", 5), allTexts("ab", 6)
	for _, pattern := range patterns {
		if strings.Contains(strings.TrimSuffix(pattern, "$"), "$") {
			continue // an ordinary character there
		}
		for _, target := range targets {
			if got, want := matches(pattern, target), matchesSlowly(pattern, target); got != want {
				t.Fatalf("%q, %q: %t, want %t", pattern, target, got, want)
			}
		}
	}
}

// allTexts returns all texts of up to n of the characters.
func allTexts(characters string, n int) []string {
	list := []string{""}
	for begin := 0; n > 0; n-- {
		end := len(list)
		for _, text := range list[begin:end] {
			for _, c := range characters {
				list = append(list, text+string(c))
			}
		}
		begin = end
	}
	return list
}

func FuzzRobots(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /a*b$\nCrawl-delay: 3\n"), "/a/b")
	f.Add([]byte("User-agent: urispan-crawler\nAllow: %\xff:?#\n"), "/%25%FF:?")
	f.Fuzz(func(t *testing.T, text []byte, target string) {
		r := parseRobots(text, agent)
		r.allow(target)
		if r.delay < 0 || r.delay > maxCrawlDelay {
			t.Errorf("delay %v", r.delay)
		}
	})
}
