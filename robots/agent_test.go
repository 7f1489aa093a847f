package robots_test

import (
	"testing"

	"github.com/urispan/uri/robots"
)

// TestAgentToken has the User-Agent fields of public crawlers, as their owners document them, and of browsers.
func TestAgentToken(t *testing.T) {
	const webKit = "AppleWebKit/537.36 (KHTML, like Gecko"
	for _, test := range []struct{ source, field, want string }{
		{"https://github.com/nuxt-modules/robots/issues/314",
			"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"},
		{"https://github.com/seomoz/reppy/issues/37",
			"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) " +
				"Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"},
		{"https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers",
			"Mozilla/5.0 " + webKit + "; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/99.0.0.0 Safari/537.36",
			"Googlebot"},
		{"the same", "Googlebot-Image/1.0", "Googlebot-Image"},
		{"the same", "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)", "Google-InspectionTool"},
		{"https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers",
			"AdsBot-Google (+http://www.google.com/adsbot.html)", "AdsBot-Google"},
		{"https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers",
			"FeedFetcher-Google; (+http://www.google.com/feedfetcher.html; 1 subscribers; feed-id=1)", "FeedFetcher-Google"},
		{"https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0",
			"Mozilla/5.0 " + webKit + "; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 " +
				"Safari/537.36", "bingbot"},
		{"https://support.apple.com/en-us/119829",
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 " +
				"Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)", "Applebot"},
		{"https://platform.openai.com/docs/bots",
			"Mozilla/5.0 " + webKit + "; compatible; GPTBot/1.3; +https://openai.com/gptbot)", "GPTBot"},
		{"the same", "Mozilla/5.0 " + webKit + "); compatible; ChatGPT-User/1.0; +https://openai.com/bot", "ChatGPT-User"},
		{"the same", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) " + webKit + ") Chrome/131.0.0.0 Safari/537.36; compatible; " +
			"OAI-SearchBot/1.3; +https://openai.com/searchbot", "OAI-SearchBot"},
		{"https://nb1t.sh/ai-crawler-user-agents/",
			"Mozilla/5.0 " + webKit + "; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "ClaudeBot"},
		{"https://docs.perplexity.ai/guides/bots",
			"Mozilla/5.0 " + webKit + "; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)", "PerplexityBot"},
		{"https://commoncrawl.org/faq", "CCBot/2.0 (https://commoncrawl.org/faq/)", "CCBot"},
		{"https://developers.facebook.com/docs/sharing/webmasters/web-crawlers",
			"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "facebookexternalhit"},
		{"the same", "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
			"meta-externalagent"},
		{"https://developer.amazon.com/amazonbot",
			"Mozilla/5.0 " + webKit + "; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) " +
				"Chrome/119.0.6045.214 Safari/537.36", "Amazonbot"},
		{"https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot",
			"DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", "DuckDuckBot"},
		{"https://yandex.com/support/webmaster/en/robot-workings/user-agent",
			"Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", "YandexBot"},
		{"https://api.slack.com/robots", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "Slackbot-LinkExpanding"},
		{"https://ahrefs.com/robot", "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)", "AhrefsBot"},
		{"https://www.semrush.com/bot/", "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)", "SemrushBot"},

		// https://github.com/monperrus/crawler-user-agents, fields that crawlers have sent
		{"", "Mozilla/5.0 (Linux; Android 5.0) " + webKit + ") Mobile Safari/537.36 (compatible; Bytespider; a@bytedance.com)",
			"Bytespider"},
		{"", "Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)", "PetalBot"},
		{"", "Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)", "archive.org_bot"},
		{"", "LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/3.1 +http://www.linkedin.com)", "LinkedInBot"},
		{"", "DoCoMo/2.0 N905i(c100;TB;W24H16) (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)",
			"Googlebot-Mobile"},
		{"", "TelegramBot (like TwitterBot)", "TelegramBot"},
		{"", "Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)", "Feedly"},
		{"", "Twitterbot/1.0", "Twitterbot"},

		{"browsers", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webKit + ") Chrome/127.0.0.0 Safari/537.36", ""},
		{"browsers", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) " + webKit + ") Version/17.5 Mobile/15E148 Safari/604.1", ""},
		{"browsers", "Mozilla/5.0 (Windows NT 6.3; Trident/7.0; rv:11.0) like Gecko", ""},
		{"browsers", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox"},

		{"odd fields", "", ""},
		{"odd fields", "()", ""},
		{"odd fields", "mozilla/5.0 CHROME/1", ""},
		{"odd fields", "a/1; compatible", "a"},
		{"odd fields", "a/1 +b", "a"},
		{"odd fields", "a/1 b@c.example http://d.example", "a"},
		{"odd fields", "a/1 (b; c; +http://d.example)", "b"},
		{"odd fields", "a/1 (KHTML, like Gecko; c/1; +http://d.example)", "c"},
		{"odd fields", "a/1 (b (c); +http://d.example) e/1", "b"},
		{"odd fields", "1.0 +http://a.example", ""},
		{"odd fields", "Mozilla/5.0 (COMPATIBLE; x-bot/2; +http://a.example)", "x-bot"},
		{"odd fields", "Mozilla/5.0 (compatible; ; x-bot)", "x-bot"},
		{"odd fields", "Mozilla/5.0 (compatible", ""},
		{"odd fields", "Mozilla/5.0 (compatible; x-bot/2; +http://a.example", "x-bot"},
		{"odd fields", "a/1 (b (compatible; x-bot)) c/1 (d; +http://e.example)", "d"},
		{"odd fields", "a/1 (b; +http://c.example) d/1 (e; +http://f.example) g/1", "b"},
		{"odd fields", "a/1 (b; c; d) e/1 (incompatible; f)", "e"},
	} {
		if got := robots.AgentToken(test.field); got != test.want {
			t.Errorf("%s: %q: %q, want %q", test.source, test.field, got, test.want)
		}
	}
	field := "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
	if n := testing.AllocsPerRun(10, func() { robots.AgentToken(field) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if f := robots.Parse("User-agent: Googlebot\nDisallow: /a\n"); f.Allowed(robots.AgentToken(field), at(t, "/a")) {
		t.Error("the group is not found")
	}
}

// TestDelayEndsGroup compares the readings of a Crawl-delay between user-agent lines.
func TestDelayEndsGroup(t *testing.T) {
	for _, test := range []struct {
		source, text, agent string
		allowed, withOption bool
	}{
		{"https://github.com/google/robotstxt/issues/51",
			"User-agent: *\nCrawl-delay: 10\n\nUser-agent: badbot\nDisallow: /\n\nUser-agent: *\nDisallow:\n", "Googlebot", false, true},
		{"the same", "User-agent: *\nCrawl-delay: 10\n\nUser-agent: badbot\nDisallow: /\n\nUser-agent: *\nDisallow:\n", "badbot", false, false},
		{"https://github.com/meziantou/Meziantou.Framework/pull/2621",
			"User-agent: A\nCrawl-delay: 5\nUser-agent: B\nDisallow: /\n", "A", false, true},
		{"the same", "User-agent: A\nCrawl-delay: 5\nUser-agent: B\nDisallow: /\n", "B", false, false},
		{"the same", "User-agent: A\nCrawl-delay: soon\nUser-agent: B\nDisallow: /\n", "A", false, true},
		{"https://github.com/otwcode/otwarchive/pull/4411",
			"User-agent: Slurp\nCrawl-delay: 30\n\nUser-agent: CCBot\nDisallow: /\n", "Slurp", false, true},
		{"no group before it", "Crawl-delay: 30\nUser-agent: a\nUser-agent: b\nDisallow: /\n", "a", false, false},
		{"a rule before it", "User-agent: a\nDisallow: /\nCrawl-delay: 1\nUser-agent: b\n", "b", true, true},
		{"another line", "User-agent: a\nSitemap: https://a.example/\nUser-agent: b\nDisallow: /\n", "a", false, false},
	} {
		if got := robots.Parse(test.text).Allowed(test.agent, at(t, "/x")); got != test.allowed {
			t.Errorf("%s: %s: %t", test.source, test.agent, got)
		}
		f := robots.Parse(test.text, robots.ParseDelayEndsGroup)
		if got := f.Allowed(test.agent, at(t, "/x")); got != test.withOption {
			t.Errorf("%s: %s: with the option %t", test.source, test.agent, got)
		}
	}
	f := robots.Parse("User-agent: A\nCrawl-delay: 5\nUser-agent: B\nDisallow: /\n", robots.ParseDelayEndsGroup)
	if a, b := f.Group("A").CrawlDelay(), f.Group("B").CrawlDelay(); a.Seconds() != 5 || b != 0 {
		t.Errorf("delays %v and %v", a, b)
	}
}
