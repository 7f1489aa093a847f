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
