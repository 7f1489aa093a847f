package robots

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urispan/uri"
)

// MinLimit is the least limit that a crawler may have for the size of a robots.txt, in bytes (RFC 9309, section 2.5). A
// crawler that stops at a limit must not pass the beginning of a line to [Parse]: "Disallow: /a" could become
// "Disallow: /".
const MinLimit = 500 << 10

// A File is the groups of a robots.txt. It is immutable, and safe for concurrent use. A nil File and the zero one have
// no rules, so they allow everything.
type File struct {
	groups   []group
	byAgent  map[string][]int // indices of groups by product token in lower case, or by "*", in increasing order
	sitemaps []string
}

// A group is the rules between two sequences of user-agent lines (section 2.1).
type group struct {
	rules []rule
	delay time.Duration // the longest Crawl-delay
}

// A rule is an allow or a disallow line.
type rule struct {
	allow   bool
	length  int // in bytes, encoded, with "*" and "$"
	pattern pattern
	encoded *pattern // for URIs with an encoded query; nil if the pattern has no "?"
}

// A ParseOption changes how [Parse] reads a file.
type ParseOption uint8

const (
	_ ParseOption = iota

	// ParseDelayEndsGroup lets a Crawl-delay end the user-agent lines of a group, as an allow or a disallow line does.
	// RFC 9309 does not define Crawl-delay, and lines that it does not define must not change the others (section
	// 2.2.4). So without the option, these lines are one group, which refuses everything to all crawlers. Google reads
	// them in the same way:
	//
	//	User-agent: *
	//	Crawl-delay: 10
	//
	//	User-agent: badbot
	//	Disallow: /
	//
	// With the option, they are two groups, as the authors of such files mean.
	ParseDelayEndsGroup
)

// Parse reads the text of a robots.txt. Every text has a meaning, because lines that cannot be read are skipped
// (section 2.3.1.5). A byte order mark at the beginning is skipped as well. Names of lines and of crawlers match in any
// case.
//
// It takes time and memory linear in len(text). It does not keep a []byte.
func Parse[T string | []byte](text T, options ...ParseOption) *File {
	p := parser{file: &File{byAgent: map[string][]int{}}, delayEndsGroup: slices.Contains(options, ParseDelayEndsGroup)}
	for line := range strings.FieldsFuncSeq(strings.TrimPrefix(string(text), "\ufeff"), isEOL) {
		line, _, _ = strings.Cut(line, "#")
		if key, value, ok := strings.Cut(line, ":"); ok {
			p.add(strings.Trim(key, whitespace), strings.Trim(value, whitespace))
		}
	}
	return p.file
}

// isEOL reports whether c ends a line: lines end at CR, LF or both (section 2.2), and empty lines mean nothing.
func isEOL(c rune) bool { return c == '\r' || c == '\n' }

const whitespace = " \t" // WS in section 2.2

// A parser is the state between two lines.
type parser struct {
	file   *File
	inRule bool // the last group has rules, so the next user-agent line begins another

	delayEndsGroup bool
}

// add adds a line with the given name and value.
func (p *parser) add(key, value string) {
	switch f := p.file; strings.ToLower(key) {
	case "user-agent":
		if len(f.groups) == 0 || p.inRule {
			f.groups = append(f.groups, group{})
			p.inRule = false
		}
		p.addAgent(agentOf(value))
	case "allow":
		p.addRule(value, true)
	case "disallow":
		p.addRule(value, false)
	case "crawl-delay":
		if len(f.groups) > 0 {
			last := &f.groups[len(f.groups)-1]
			last.delay = max(last.delay, seconds(value))
			p.inRule = p.inRule || p.delayEndsGroup
		}
	case "sitemap":
		if value != "" {
			f.sitemaps = append(f.sitemaps, value)
		}
	}
}

func (p *parser) addAgent(agent string) {
	last, list := len(p.file.groups)-1, p.file.byAgent[agent]
	if agent != "" && (len(list) == 0 || list[len(list)-1] != last) {
		p.file.byAgent[agent] = append(list, last)
	}
}

// addRule adds a rule to the last group. A rule before the first group is not part of one, and is skipped (section
// 2.1). A rule with an empty pattern matches nothing (section 2.2).
func (p *parser) addRule(value string, allow bool) {
	p.inRule = true
	if n := len(p.file.groups); n > 0 && value != "" {
		last := &p.file.groups[n-1]
		last.rules = append(last.rules, newRule(value, allow))
	}
}

// agentOf returns the crawler that a user-agent line names: "*", or the product token at its start, in lower case. Some
// files write a version after the token, as in a User-Agent field. It is not part of the token (section 2.2.1).
func agentOf(value string) string {
	if value == "*" || strings.HasPrefix(value, "*") && strings.ContainsRune(whitespace, rune(value[1])) {
		return "*"
	}
	return productToken(value)
}

// productToken returns the product token at the start of s in lower case: letters, "_" and "-" (section 2.2.1).
func productToken(s string) string {
	n := strings.IndexFunc(s, func(c rune) bool {
		return c != '_' && c != '-' && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if n < 0 {
		n = len(s)
	}
	return strings.ToLower(s[:n])
}

// seconds returns the value of a Crawl-delay, or 0.
func seconds(value string) time.Duration {
	const longest = time.Duration(1<<63 - 1)
	n, _ := strconv.ParseFloat(value, 64) // 0 if value is not a number, and an infinity if it is too large
	switch limit := float64(longest / time.Second); {
	case n >= limit:
		return longest
	case n > 0: // and not NaN
		return time.Duration(n * float64(time.Second))
	}
	return 0
}

// Sitemaps returns the values of the sitemap lines, in order. These lines are for all crawlers, and RFC 9309 does not
// define them (section 2.2.4). The values should be absolute URIs, but are not checked.
func (f *File) Sitemaps() []string {
	if f == nil {
		return nil
	}
	return append([]string(nil), f.sitemaps...)
}

// Group returns the rules for the crawler with the given product token, such as "ExampleBot": all groups that name it
// or, if no group does, all groups for "*" (section 2.2.1). The case of letters does not matter. In an agent such as
// "ExampleBot/1.0", only the product token at the start counts: for a User-Agent field, see [AgentToken]. If the file
// has no such group, Group returns nil, which allows everything.
//
// To decide about many URIs, call it once. It does not copy the rules.
func (f *File) Group(agent string) *Group {
	if f == nil {
		return nil
	}
	list := f.byAgent[productToken(agent)]
	if len(list) == 0 {
		list = f.byAgent["*"]
	}
	if len(list) == 0 {
		return nil
	}
	return &Group{f, list}
}

// Allowed reports whether the crawler with the given product token may fetch u: see [File.Group] and [Group.Allowed].
func (f *File) Allowed(agent string, u uri.URI) bool { return f.Group(agent).Allowed(u) }

// A Group is the rules for one crawler. A nil Group and the zero one have no rules, so they allow everything.
type Group struct {
	file *File
	list []int // indices of groups
}

// CrawlDelay returns the longest Crawl-delay of the group, the time between two requests, or 0 if it has none. RFC 9309
// does not define such lines, and a delay can be years: a crawler should have a limit of its own.
func (g *Group) CrawlDelay() (d time.Duration) {
	if g == nil {
		return 0
	}
	for _, i := range g.list {
		d = max(d, g.file.groups[i].delay)
	}
	return d
}

// Allowed reports whether u may be fetched. The rule with the longest pattern that matches decides. If an allow rule
// and a disallow rule have that length, u is allowed. If no rule matches, u is allowed (section 2.2.2). The path
// "/robots.txt" is always allowed.
//
// Only the path and the query of u count. The caller chooses the robots.txt that belongs to u, by scheme, host and port
// (section 2.3). An empty path is "/". Dot segments are not removed, so call [uri.URI.Normalized] first if u is not
// normalized.
//
// It takes time linear in the rules and, for each rule with a "*", in the length of u.
func (g *Group) Allowed(u uri.URI) bool {
	if g == nil {
		return true
	}
	text := u.RequestURI()
	if text == "/robots.txt" {
		return true
	}
	plain := encode(text, "*$")
	encoded := encodeQuery(plain)
	length, allowed := 0, true
	for _, i := range g.list {
		for _, r := range g.file.groups[i].rules {
			if r.length < length || r.length == length && !r.allow {
				continue
			}
			if r.matches(plain, encoded) {
				length, allowed = r.length, r.allow
			}
		}
	}
	return allowed
}
