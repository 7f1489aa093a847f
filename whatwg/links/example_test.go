package links_test

import (
	"fmt"
	"strings"

	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

const page = `<!DOCTYPE html><base href="/docs/"><title><a href=no></title>
<a href="intro.html?a=1&amp;b=2" rel=nofollow>Intro</a>
<img src=a.png srcset="b.png 2x, c.png 3x"><!-- <a href=no> -->
<script>document.write("<a href=no>")</script><svg><use href="icons.svg#x"/></svg>`

func Example() {
	var scanner links.Scanner
	scanner.Reset([]byte(page))
	for link := range scanner.All() {
		fmt.Printf("%d %s %s: %s\n", link.Start, link.Element, link.Attribute, link.URL)
	}
	fmt.Println(scanner.Base(whatwg.MustParse("http://example.com/x")))
	// Output:
	// 27 base href: /docs/
	// 71 a href: intro.html?a=1&b=2
	// 127 img src: a.png
	// 141 img srcset: b.png
	// 141 img srcset: c.png
	// 244 use href: icons.svg#x
	// http://example.com/docs/
}

// The pages of a crawl share a Scanner and a Batch. The function notes which links to follow.
func ExampleScanner_AddTo() {
	var scanner links.Scanner
	var batch whatwg.Batch
	var follow []bool
	scanner.Reset([]byte(page))
	scanner.AddTo(&batch, whatwg.MustParse("http://example.com/x"), func(link links.Link) bool {
		if link.Element != "a" && link.Element != "img" {
			return false
		}
		follow = append(follow, !strings.Contains(string(link.Rel), "nofollow"))
		return true
	})
	for i := range batch.Len() {
		fmt.Println(string(batch.Href(i)), follow[i])
	}
	// Output:
	// http://example.com/docs/intro.html?a=1&b=2 false
	// http://example.com/docs/a.png true
	// http://example.com/docs/b.png true
	// http://example.com/docs/c.png true
}

func ExampleScanner_ResetReader() {
	var scanner links.Scanner
	scanner.ResetReader(strings.NewReader(page))
	for link := range scanner.All() {
		fmt.Println(string(link.URL))
		break
	}
	fmt.Println(scanner.Err())
	// Output:
	// /docs/
	// <nil>
}

func ExampleHeader() {
	const field = `</page/2>; rel="next prefetch", </style.css>; rel=preload; as=style`
	response := whatwg.MustParse("http://example.com/page/1")
	for link := range links.Header(field) {
		target, err := response.Parse(link.Target)
		for rel := range link.Rels() {
			fmt.Println(rel, target, err)
		}
	}
	// Output:
	// next http://example.com/page/2 <nil>
	// prefetch http://example.com/page/2 <nil>
	// preload http://example.com/style.css <nil>
}

func ExampleRefresh() {
	target, ok := links.Refresh("0; url=/new/place")
	fmt.Println(target, ok)
	_, ok = links.Refresh("5") // the page itself
	fmt.Println(ok)
	// Output:
	// /new/place true
	// false
}

// A crawler reads a sitemap and a feed in the same way.
func ExampleXML() {
	const feed = `<rss version="2.0"><channel><link>https://example.com/blog/</link>
		<item><link>first-post</link><description>&lt;img src="/i.png"&gt;</description></item></channel></rss>`
	page := whatwg.MustParse("https://feeds.example.net/blog.xml")
	for link, err := range links.XML(strings.NewReader(feed), page) {
		if err != nil {
			fmt.Println(err)
			return
		}
		target, _ := link.Base.Parse(string(link.URL))
		fmt.Println(link.Element, target)
	}
	// Output:
	// rss:link https://example.com/blog/
	// rss:link https://example.com/blog/first-post
	// img https://example.com/i.png
}

// A link checker looks for the fragment of a link in the page that the link leads to.
func ExampleScanner_Targets() {
	var scanner links.Scanner
	scanner.Reset([]byte("<h1 id=install>Install</h1> <p><a name='old name'></a>See <a href=#install>above</a>."))
	for name := range scanner.Targets() {
		fmt.Printf("%s\n", name)
	}
	// Output:
	// install
	// old name
}
