package main

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"github.com/urispan/uri"
)

// robots are the rules that a robots.txt has for one crawler (RFC 9309). The zero value allows everything.
type robots struct {
	rules []rule
	delay time.Duration // Crawl-delay, which is no part of RFC 9309; 0 if there is none
}

type rule struct {
	pattern string // a beginning of path and query; "*" stands for anything, "$" at its end for the end
	allow   bool
}

// maxRobots is how much of a robots.txt is read, in bytes: the least that RFC 9309, section 2.5, allows.
const maxRobots = 500 << 10

// maxCrawlDelay bounds what a site can ask for.
const maxCrawlDelay = time.Minute

// parseRobots reads the groups for agent, which is in lower case, or those for "*" if it has none (section 2.2.1).
// Lines that it does not understand are ignored, one by one.
func parseRobots(body []byte, agent string) *robots {
	var own, all robots
	found := false
	var to []*robots // whom the lines are for
	open := false    // only User-agent lines were read since the group began
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

// isEOL reports whether a line ends there: at CR, LF or both (section 2.2). Empty lines mean nothing.
func isEOL(c rune) bool { return c == '\r' || c == '\n' }

// productToken returns the product token that value begins with, in lower case: some write a version behind it, as
// User-Agent fields have it, which is no part of it (section 2.2.1).
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

// normalPattern returns the pattern as URLs are written here: what cannot stand in them is percent-encoded, and what
// need not be encoded is not (RFC 9309, section 2.2.2). So "/%7ejoe/" is about "/~joe/", and "/a%2fb" about "/a%2Fb".
// An empty pattern is about nothing.
func normalPattern(value string) (pattern string, ok bool) {
	if value == "" {
		return "", false
	}
	// In front of it stands what makes any path and query a URI, even "//a" and "b:c".
	const front = "x:y"
	steps := uri.Normalizer{Steps: uri.StepCase | uri.StepPercent}
	text, err := steps.AppendNormalizedString(nil, front+uri.EncodeRaw(uri.PlaceQuery, value))
	if err != nil {
		return "", false
	}
	return string(text[len(front):]), true
}

// allow reports whether path and query may be fetched: the longest pattern that matches decides, and "allow" if several
// are as long (section 2.2.2).
func (r *robots) allow(target string) bool {
	length, allow := 0, true
	for _, x := range r.rules {
		if n := len(x.pattern); (n > length || n == length && x.allow) && matches(x.pattern, target) {
			length, allow = n, x.allow
		}
	}
	return allow
}

// matches takes time linear in the lengths: where there are several places for a piece of the pattern, the leftmost is
// as good as any.
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
