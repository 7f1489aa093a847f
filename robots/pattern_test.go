package robots

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/urispan/uri"
)

// TestAgentsOnce checks that a group that names a crawler many times has its rules once, and that the number of rules
// does not grow with the number of names.
func TestAgentsOnce(t *testing.T) {
	text := strings.Repeat("User-agent: a\nUser-agent: b\n", 1000) + strings.Repeat("Disallow: /x\n", 1000)
	f := Parse(text)
	if n, rules := len(f.byAgent["a"]), len(f.groups[0].rules); len(f.groups) != 1 || n != 1 || rules != 1000 {
		t.Errorf("%d groups, %d for a, %d rules", len(f.groups), n, rules)
	}
}

// TestCopies checks that a file does not keep the bytes that it was read from.
func TestCopies(t *testing.T) {
	text := []byte("User-agent: a\nDisallow: /a\nSitemap: http://s/\nCrawl-delay: 2\n")
	f := Parse(text)
	clear(text)
	g := f.Group("a")
	if g.Allowed(uri.MustParse("/a")) || fmt.Sprint(f.Sitemaps()) != "[http://s/]" || g.CrawlDelay() != 2*time.Second {
		t.Error("the file changed")
	}
}
