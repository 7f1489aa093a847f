package robots

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// AgentToken returns the product token of the crawler that sent a User-Agent field (RFC 9110, section 10.1.5), for
// [File.Group] and [File.Allowed]. Call it in a server that applies its robots.txt to the requests that it gets:
//
//	Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)           Googlebot
//	Mozilla/5.0 (Linux) Safari/605.1 (Applebot/0.1; +http://www.apple.com/go/applebot) Applebot
//	CCBot/2.0 (https://commoncrawl.org/faq/)                                           CCBot
//
// The token is the first of these that the field has:
//
//   - the first name after "compatible;" in a comment;
//   - the first name in a comment that has "+http" after it;
//   - the last product outside comments.
//
// A name has a letter, and ends before "/", ";" or white space. The names in the fields of all browsers, such as
// Mozilla, AppleWebKit and Safari, are skipped. So a browser has the token "", or one of its own such as "Firefox". For
// the token "", File.Group returns the group "*". If the name of a crawler has several words, as in "Sogou web
// spider/4.0", the token is the last word.
//
// Any client can send any field. AgentToken takes time linear in len(userAgent), and does not allocate.
func AgentToken(userAgent string) string {
	linked, product := "", ""
	for rest := userAgent; rest != ""; {
		var outside, comment string
		outside, comment, rest = cutComment(rest)
		for field := range strings.FieldsFuncSeq(outside, isSeparator) {
			if name := nameOf(field); isCrawler(name) {
				product = name
			}
		}
		name, isCompatible := crawlerIn(comment)
		switch {
		case name != "" && isCompatible:
			return name
		case linked == "":
			linked = name
		}
	}
	if linked != "" {
		return linked
	}
	return product
}

// cutComment returns the text before the first comment, the comment without its parentheses, and the rest. Comments can
// be nested. A comment that is not closed ends with s.
func cutComment(s string) (before, comment, rest string) {
	before, rest, _ = strings.Cut(s, "(")
	depth := 1
	for i := range len(rest) {
		switch rest[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return before, rest[:i], rest[i+1:]
			}
		}
	}
	return before, rest, ""
}

// crawlerIn returns the crawler that a comment names, or "". If isCompatible is set, the comment has "compatible;", and
// the name is the first one after it. Otherwise the comment has "+http".
func crawlerIn(comment string) (name string, isCompatible bool) {
	comment, _, isLinked := strings.Cut(comment, "+http")
	first := ""
	for item := range strings.SplitSeq(comment, ";") {
		name := nameOf(item)
		switch {
		case isCompatible && isCrawler(name):
			return name, true
		case isCompatible && name != "": // as in "LinkedInBot/1.0 (compatible; Mozilla/5.0; ...)"
			return "", true
		case strings.EqualFold(name, "compatible"):
			isCompatible = true
		case first == "" && isCrawler(name):
			first = name
		}
	}
	if isCompatible || !isLinked {
		return "", isCompatible
	}
	return first, false
}

func isSeparator(c rune) bool { return c == ' ' || c == '\t' || c == ';' || c == ',' }

// nameOf returns the name at the start of an item of a comment, or of a product. If the text does not begin with a
// name, it returns "", as for "+http://example.com", "bot@example.com" and "1.0".
func nameOf(item string) string {
	item = strings.TrimLeft(item, " \t")
	item = item[:octet.Next(item, 0, "/ \t,()")]
	if strings.HasPrefix(item, "+") || strings.ContainsAny(item, ":@") || strings.IndexFunc(item, isLetter) < 0 {
		return ""
	}
	return item
}

func isLetter(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// browserNames are in the fields of browsers, and of crawlers that render pages as browsers do, as in "(KHTML, like
// Gecko)".
var browserNames = [...]string{
	"Mozilla", "compatible", "AppleWebKit", "KHTML", "like", "Gecko", "Chrome", "Safari", "Version", "Mobile",
}

// isCrawler reports whether a result of nameOf can be the name of a crawler.
func isCrawler(name string) bool {
	return name != "" &&
		!slices.ContainsFunc(browserNames[:], func(browser string) bool { return strings.EqualFold(name, browser) })
}
