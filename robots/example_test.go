package robots_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/robots"
)

// A crawler asks before each request.
func Example() {
	file := robots.Parse(`
User-agent: ExampleBot
Disallow: /private/
Allow: /private/*.html$

User-agent: *
Disallow: /

Sitemap: https://example.com/sitemap.xml
`)
	for _, text := range []string{
		"https://example.com/",
		"https://example.com/private/a",
		"https://example.com/%70rivate/a",
		"https://example.com/private/a.html",
	} {
		u := uri.MustParse(text)
		fmt.Println(u.Path(), file.Allowed("ExampleBot", u), file.Allowed("OtherBot", u))
	}
	fmt.Println(file.Sitemaps())
	// Output:
	// / true false
	// /private/a false false
	// /%70rivate/a false false
	// /private/a.html true false
	// [https://example.com/sitemap.xml]
}

// A file that is not there allows everything. A file that cannot be read allows nothing.
func ExampleAccessFor() {
	for _, status := range []int{200, 302, 404, 503} {
		fmt.Println(status, robots.AccessFor(status))
	}
	// Output:
	// 200 successful
	// 302 redirected
	// 404 unavailable
	// 503 unreachable
}

// A server applies its robots.txt to the requests that it gets.
func ExampleAgentToken() {
	file := robots.Parse("User-agent: Googlebot\nDisallow: /private/\n")
	for _, userAgent := range []string{
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
	} {
		token := robots.AgentToken(userAgent)
		fmt.Printf("%q %t\n", token, file.Allowed(token, uri.MustParse("https://example.com/private/a")))
	}
	// Output:
	// "Googlebot" false
	// "" true
}

// A delay for all crawlers, before the rules for one of them.
func ExampleParse() {
	const text = "User-agent: *\nCrawl-delay: 10\n\nUser-agent: BadBot\nDisallow: /\n"
	u := uri.MustParse("https://example.com/")
	fmt.Println(robots.Parse(text).Allowed("ExampleBot", u))
	fmt.Println(robots.Parse(text, robots.ParseDelayEndsGroup).Allowed("ExampleBot", u))
	// Output:
	// false
	// true
}
