package robots_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/robots"
)

// A visit is the arguments of the calls: a is a file, and b is a URI.
type visit struct {
	text  string
	agent string
	file  *robots.File
	group *robots.Group
	u     uri.URI
	n     uint8
}

func newVisit(a, b string, flags uint8) *visit {
	x := &visit{text: a, agent: []string{"a", "", "Bot/1.0", b}[flags&3], n: flags}
	if flags&4 != 0 {
		x.text = "User-agent: *\n" + a
	}
	x.file = robots.Parse(x.text)
	x.group = x.file.Group(x.agent)
	// Allowed reads the URI once for each rule with a "*", so the URI is short if there are many.
	if strings.Count(a, "Disallow") > 10 {
		b = b[:min(len(b), 10)]
	}
	x.u, _ = uri.Parse(b)
	return x
}

// same fails unless both ways to ask have the same answer.
func (x *visit) same(got bool) (o hostile.Outcome) {
	o.Number = hostile.One(got)
	if one, two := x.group.Allowed(x.u), x.file.Allowed(x.agent, x.u); one != got || two != got {
		o.Err = fmt.Errorf("%w: %t, %t, %t", hostile.ErrBroken, got, one, two)
	}
	return o
}

// rule is the beginning of a file with one rule.
const rule = "User-agent: a\nDisallow: /"

var suite = hostile.Suite[*visit]{
	New: newVisit,
	Calls: hostile.Calls[*visit]{
		"Parse": func(x *visit) hostile.Outcome {
			robots.Parse(x.text, robots.ParseOption(x.n), robots.ParseDelayEndsGroup).Allowed(x.agent, x.u)
			return x.same(robots.Parse([]byte(x.text)).Allowed(x.agent, x.u))
		},
		"AgentToken":       hostile.Text(func(x *visit) string { return robots.AgentToken(x.text) }),
		"File.Allowed":     func(x *visit) hostile.Outcome { return x.same(x.file.Allowed(x.agent, x.u)) },
		"File.Group":       func(x *visit) hostile.Outcome { return x.same(x.file.Group(x.agent).Allowed(x.u)) },
		"File.Sitemaps":    func(x *visit) hostile.Outcome { return hostile.Outcome{Number: uint64(len(x.file.Sitemaps()))} },
		"Group.Allowed":    func(x *visit) hostile.Outcome { return x.same(x.group.Allowed(x.u)) },
		"Group.CrawlDelay": func(x *visit) hostile.Outcome { return hostile.Outcome{Number: uint64(x.group.CrawlDelay())} },
		"AccessFor":        func(x *visit) hostile.Outcome { return hostile.Outcome{Number: uint64(robots.AccessFor(len(x.text)))} },
		"Access.String":    hostile.Text(func(x *visit) string { return robots.Access(x.n).String() }),
	},
	OffsetOf: func(error) (int, bool) { return 0, false },
	Seeds: [][2]string{
		{"", ""}, {"User-agent: *\nDisallow: /a*b$\nAllow: /\n", "http://h/a/b"}, {"User-agent: a\nCrawl-delay: 3\n", "/a?b#c"},
		{"user-agent:a\ruser-agent:b\rdisallow:/%7e%2a%zz*?x=https://\r", "/~*?x=https%3A%2F%2F"}, {"Sitemap: http://s/\n", "x:y"},
		{"Mozilla/5.0 (compatible; a/2; +http://b) c/1 (d; +http", ""},
	},
	Shapes: []hostile.Shape{
		{"User-agent: *\n", "Disallow: /a\n", ""}, {"User-agent: a\nDisallow: /", "*a", "*b$\n"},
		{"User-agent: *\nDisallow: /*", "a", "b"}, {"http://h/", "a", "c"}, {"/?", "https://a?", ""}, {"/", "%61*", ""},
		{"", "User-agent: a\n", "Disallow: /\n"}, {"", "User-agent: a\nDisallow: /b\n", ""}, {"", "User-agent: $\n", "Disallow: /b\n"},
		{"", "\r", ""}, {"", "\n:#", ""}, {"", "Sitemap:a\n", ""}, {"User-agent: a\nDisallow: /", "ツ%", "?"},
		{"", "(", "; +http"}, {"", "a;", ""}, {"(", "compatible;", ")"}, {"", "(a)", ""},
		{"User-agent: *\n", "Crawl-delay: 1\n", ""}, {"User-agent: *\nDisallow: /?", ":/?@", ""},
	},
	// These take polynomial time with backtracking, or the length of a piece times the length of the path with a naive search.
	Pairs: []hostile.Pair{
		{{rule, "", "*a*a*a*a*a*a*b"}, {"/", "a", "c"}}, {{rule, "", "*a*a*a*a*a*a*b$"}, {"/", "a", "c"}},
		{{rule, "*a", "*b"}, {"/", "a", "c"}}, {{rule, "*", "b"}, {"/", "a", "c"}}, {{rule, "*a", "*$"}, {"/", "a", ""}},
		{{rule + "*", "a", "b"}, {"/", "a", "c"}}, {{rule + "*", "ab", "b*c"}, {"/", "ab", "d"}},
		{{rule + "*", "a", "b" + strings.Repeat("a", 500) + "*"}, {"/", "a", "c"}},
		{{rule + "*?*", "/", ":*b"}, {"/?", "/", "c"}}, {{rule, "a", "b"}, {"/", "a", "c"}}, {{rule, "?%", ""}, {"/", "%41:?", ""}},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
