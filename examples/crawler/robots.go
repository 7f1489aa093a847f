package main

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/urispan/uri"
)

// robots are the rules of a robots.txt for one crawler (RFC 9309). The zero value allows everything.
type robots struct {
	rules []rule
	delay time.Duration // Crawl-delay, which RFC 9309 does not have; 0 if undefined
}

type rule struct {
	pattern string // a prefix of path and query; "*" matches any text, and "$" at the end matches the end
	allow   bool
}

// maxRobots is the number of bytes of a robots.txt that are read: the minimum of RFC 9309, section 2.5.
const maxRobots = 500 << 10

// maxCrawlDelay is the longest Crawl-delay that is obeyed.
const maxCrawlDelay = time.Minute

// parseRobots reads the groups for agent, which is in lower case, or those for "*" if it has none (section 2.2.1). It
// ignores lines that it does not understand.
func parseRobots(body []byte, agent string) *robots {
	var own, all robots
	found := false
	var to []*robots // the rules that the lines add to
	open := false    // since the group began, there were only User-agent lines
	for line := range bytes.FieldsFuncSeq(bytes.TrimPrefix(body, []byte("\ufeff")), isEOL) {
		key, value := robotsLine(line)
		if key == "user-agent" {
			if !open {
				to, open = nil, true
			}
			switch {
			case value == "*":
				to = append(to, &all)
			case productToken(value) == agent:
				to, found = append(to, &own), true
			}
			continue
		}
		for _, r := range to {
			r.add(key, value)
		}
		if key == "allow" || key == "disallow" {
			open = false
		}
	}
	if found {
		return &own
	}
	return &all
}

// isEOL reports whether c ends a line: lines end at CR, LF or both (section 2.2), and empty lines mean nothing.
func isEOL(c rune) bool { return c == '\r' || c == '\n' }

// productToken returns the product token at the start of value, in lower case. Some files write a version after it, as
// in a User-Agent field; it is not part of the token (section 2.2.1).
func productToken(value string) string {
	n := strings.IndexFunc(value, func(c rune) bool {
		return c != '_' && c != '-' && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if n < 0 {
		n = len(value)
	}
	return strings.ToLower(value[:n])
}

// robotsLine splits a line at its ":", without the comment.
func robotsLine(line []byte) (key, value string) {
	text, _, _ := strings.Cut(string(line), "#")
	key, value, _ = strings.Cut(text, ":")
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
}

func (r *robots) add(key, value string) {
	switch key {
	case "allow", "disallow":
		if pattern, ok := normalPattern(value); ok {
			r.rules = append(r.rules, rule{pattern, key == "allow"})
		}
	case "crawl-delay":
		if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 {
			r.delay = time.Duration(min(seconds, maxCrawlDelay.Seconds()) * float64(time.Second))
		}
	}
}

// normalPattern returns the pattern in the normal form of URLs: characters that URLs cannot contain are
// percent-encoded, and characters that need no encoding are decoded (RFC 9309, section 2.2.2). So "/%7ejoe/" applies to
// "/~joe/", and "/a%2fb" to "/a%2Fb". An empty pattern applies to nothing.
func normalPattern(value string) (pattern string, ok bool) {
	if value == "" {
		return "", false
	}
	// This prefix makes a URI of any path and query, even of "//a" and "b:c".
	const front = "x:y"
	steps := uri.Normalizer{Steps: uri.StepCase | uri.StepPercent}
	text, err := steps.AppendNormalizedString(nil, front+uri.EncodeRaw(uri.PlaceQuery, value))
	if err != nil {
		return "", false
	}
	return string(text[len(front):]), true
}

// allow reports whether path and query may be fetched. The longest pattern that matches decides; of several with that
// length, an "allow" wins (section 2.2.2).
func (r *robots) allow(target string) bool {
	length, allow := 0, true
	for _, x := range r.rules {
		if n := len(x.pattern); (n > length || n == length && x.allow) && matches(x.pattern, target) {
			length, allow = n, x.allow
		}
	}
	return allow
}

// matches reports whether pattern matches target, in time linear in their lengths: if a piece of the pattern occurs in
// several places, the leftmost is as good as any.
func matches(pattern, target string) bool {
	pattern, whole := strings.CutSuffix(pattern, "$")
	piece, rest, more := strings.Cut(pattern, "*")
	if !strings.HasPrefix(target, piece) {
		return false
	}
	target = target[len(piece):]
	for more {
		piece, rest, more = strings.Cut(rest, "*")
		if whole && !more {
			return strings.HasSuffix(target, piece)
		}
		i := strings.Index(target, piece)
		if i < 0 {
			return false
		}
		target = target[i+len(piece):]
	}
	return !whole || target == ""
}
