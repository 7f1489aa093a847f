package robots_test

import (
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/robots"
)

// TestAgentToken has the User-Agent fields of public crawlers, as their owners document them, and of browsers.
func TestAgentToken(t *testing.T) {
	for _, test := range kit.Cases[struct{ source, field, want string }]("agent.txt", "TestAgentToken") {
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
	for _, test := range kit.Cases[struct {
		source, text, agent string
		allowed, withOption bool
	}]("agent.txt", "TestDelayEndsGroup") {
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
