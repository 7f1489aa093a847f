package robots_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/robots"
)

// allowedReference applies RFC 9309 to a file, section by section. The agent is a product token.
func allowedReference(text, agent, target string) bool {
	type line struct {
		pattern string
		allow   bool
	}
	var own, all []line
	var agents []string // of the current group
	found, inRules := false, false
	for _, s := range strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r", "\n"), "\n") {
		s, _, _ = strings.Cut(s, "#")
		key, value, ok := strings.Cut(s, ":")
		if !ok {
			continue
		}
		value = strings.Trim(value, " \t")
		switch strings.ToLower(strings.Trim(key, " \t")) {
		case "user-agent": // 2.2.1
			if inRules {
				agents, inRules = nil, false
			}
			name := regexp.MustCompile(`^(\*([ \t]|$)|[A-Za-z_-]*)`).FindString(value)
			agents = append(agents, strings.ToLower(strings.TrimRight(name, " \t")))
			found = found || agent != "" && agents[len(agents)-1] == strings.ToLower(agent)
		case "allow", "disallow": // 2.2.2
			inRules = true
			isOwn, isAll := false, false
			for _, a := range agents {
				isOwn = isOwn || agent != "" && a == strings.ToLower(agent)
				isAll = isAll || a == "*"
			}
			x := line{value, strings.EqualFold(strings.Trim(key, " \t"), "allow")}
			if isOwn {
				own = append(own, x)
			}
			if isAll {
				all = append(all, x)
			}
		}
	}
	if !found {
		own = all
	}
	if target == "/robots.txt" {
		return true
	}
	allowed, length := true, 0
	for _, x := range own {
		n := encodedLength(x.pattern)
		if x.pattern == "" || n < length || n == length && !x.allow || !matchesReference(x.pattern, target) {
			continue
		}
		allowed, length = x.allow, n
	}
	return allowed
}

var (
	octets     = regexp.MustCompile(`(?s)%[0-9A-Fa-f]{2}|.`)
	unreserved = regexp.MustCompile(`^[A-Za-z0-9._~-]$`)
	inURI      = regexp.MustCompile(`^[A-Za-z0-9._~!$&'()*+,;=:@/?-]$`)
)

// normalOctets returns each octet of a path and query in the form for comparison, bytes as Latin-1. If query is set,
// the gen-delims after the first "?" are encoded.
func normalOctets(text string, query bool) (list []string) {
	var latin1 []rune
	for i := range len(text) {
		latin1 = append(latin1, rune(text[i]))
	}
	in := false
	for _, s := range octets.FindAllString(string(latin1), -1) {
		c := s
		if len(s) == 3 && s[0] == '%' {
			var b rune
			fmt.Sscanf(s[1:], "%02x", &b)
			c = string(b)
			if !unreserved.MatchString(c) {
				c = strings.ToUpper(s)
			}
		} else if !inURI.MatchString(s) || query && in && strings.Contains(":/?@", s) {
			c = fmt.Sprintf("%%%02X", []rune(s)[0])
		}
		in = in || s == "?"
		list = append(list, c)
	}
	return list
}

func encodedLength(pattern string) int {
	n := 0
	for i, c := range normalOctets(pattern, false) {
		if c == "$" && i+1 < len(normalOctets(pattern, false)) {
			c = "%24"
		}
		n += len(c)
	}
	return n
}

// matchesReference makes a regular expression of the pattern (2.2.3).
func matchesReference(pattern, target string) bool {
	for _, query := range []bool{false, true} {
		if query && !strings.Contains(pattern, "?") {
			continue
		}
		var re strings.Builder
		re.WriteString(`(?s)^`)
		list := normalOctets(pattern, query)
		for i, c := range list {
			switch {
			case c == "*":
				re.WriteString(`.*`)
			case c == "$" && i == len(list)-1:
				re.WriteString(`\z`)
			default:
				re.WriteString(regexp.QuoteMeta(verbatim(c)))
			}
		}
		text := ""
		for _, c := range normalOctets(target, query) {
			text += verbatim(c)
		}
		if regexp.MustCompile(re.String()).MatchString(text) {
			return true
		}
	}
	return false
}

// verbatim encodes the octets that are special in patterns.
func verbatim(c string) string {
	return strings.NewReplacer("*", "%2A", "$", "%24").Replace(c)
}

// compare compares robots with the reference.
func compare(t *testing.T, text, agent, target string) {
	t.Helper()
	u, err := uri.Parse("http://h" + target)
	if err != nil || !strings.HasPrefix(target, "/") || strings.Contains(target, "#") {
		return
	}
	if got, want := robots.Parse(text).Allowed(agent, u), allowedReference(text, agent, target); got != want {
		t.Fatalf("%q, agent %q, %q: %t, want %t", text, agent, target, got, want)
	}
}

// TestReferencePatterns compares all patterns and targets of a few characters.
func TestReferencePatterns(t *testing.T) {
	r := kit.Random(t)
	for range kit.Rounds(3_000, 5_000, 100_000) {
		pattern := random(r, 7, "/", "a", "b", "*", "$", "?", ":", "%61", "%2f", "%2A", "%24", "%", "é", " ", "=")
		target := "/" + random(r, 7, "/", "a", "b", "*", "$", "?", ":", "%61", "%62", "%2F", "%2a", "%24", "=")
		compare(t, "User-agent: *\nDisallow: "+pattern, "a", target)
	}
}

// TestReferenceFiles compares random files.
func TestReferenceFiles(t *testing.T) {
	r := kit.Random(t)
	for range kit.Rounds(2_000, 10_000, 300_000) {
		text := random(r, 12, "User-agent: *\n", "User-agent: a\n", "user-agent:b/1\r", "User-agent: B\n", "Sitemap: x\n",
			"Disallow: /\n", "Allow: /a\n", "Disallow: /a*b\n", "Allow:\n", "Disallow: /%61$\n", "Crawl-delay: 1\n",
			"Disallow: /a#b\r\n", "x\n", "\ufeff", "User-agent: * x\n", "User-agent:\n", "Allow: /*?\n", "Disallow: /*\n")
		compare(t, text, random(r, 1, "a", "b", "A", "", "c"), "/"+random(r, 3, "a", "b", "?", "%61", "robots.txt"))
	}
}

// random returns up to n of the pieces.
func random(r *rand.Rand, n int, pieces ...string) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func FuzzAllowed(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\nCrawl-delay: 3\n", "x", "/a/b")
	f.Add("User-agent: urispan-crawler\nAllow: %\xff:?#\n", "urispan-crawler", "/%25%FF:?")
	f.Add("\ufeffUser-Agent: A\rDisallow: /*?u=https://\rAllow: /a?\r", "a", "/a?u=https%3A%2F%2Fb")
	f.Add("user-agent: a\nuser-agent: *\nallow: /%2A$$\ndisallow: /", "b", "/*$")
	f.Fuzz(func(t *testing.T, text, agent, target string) {
		if len(text) > 1000 || len(target) > 200 || strings.Trim(strings.ToLower(agent), "abcdefghijklmnopqrstuvwxyz-_") != "" {
			return // the reference is slow, and its agent is a product token
		}
		compare(t, text, agent, target)
	})
}
