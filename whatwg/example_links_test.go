package whatwg_test

import (
	"bytes"
	"fmt"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/urispan/uri/whatwg"
)

// savedPage is a page as a server sent it for http://example.com/index.html, with mistakes that real pages have.
const savedPage = "<meta charset=iso-8859-1><base target=_top><base href=' /docs\\v2/ '>" +
	"<a href='intro page.html#top'><a href=\"/q?x[]={1}|caf\xe9&#9731;\"><a href='\\\\CDN.example.com\\a\n\tb'>" +
	"<a href='HTTP:///b\xfccher.example:80/100%'><a href='..//a/./b'><a href='http://[::1'><a href='mailto:a@b c'>"

// A crawler reads the links of a saved page. The queries are in the encoding of the page, and the first base element
// with an href sets the base URL. URI gives the URL in a form that [net/http] and RFC 3986 accept.
func Example_links() {
	page := whatwg.MustParse("http://example.com/index.html")
	body, contentType := []byte(savedPage), "text/html"

	_, name, _ := charset.DetermineEncoding(body, contentType)
	enc, err := htmlindex.Get(name) // not the encoding that charset returns: see Parser
	if err != nil {
		panic(err)
	}
	doc, err := html.Parse(enc.NewDecoder().Reader(bytes.NewReader(body)))
	if err != nil {
		panic(err)
	}
	var links []string
	parser, base, hasBase := whatwg.Parser{Encoding: enc}, page, false
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			switch {
			case a.Key != "href":
			case n.Data == "a":
				links = append(links, a.Val)
			case n.Data == "base" && !hasBase:
				hasBase = true
				if u, err := parser.Parse(page, a.Val); err == nil {
					base = u
				}
			}
		}
	}
	for _, link := range links {
		u, err := parser.Parse(base, link)
		if err != nil {
			fmt.Println(err)
		} else if s := u.Scheme(); s == "http" || s == "https" {
			target, _ := u.WithoutFragment().URI()
			fmt.Println(target)
		}
	}
	// Output:
	// http://example.com/docs/v2/intro%20page.html
	// http://example.com/q?x%5B%5D=%7B1%7D%7Ccaf%E9%26%239731%3B
	// http://cdn.example.com/ab
	// http://xn--bcher-kva.example/100%25
	// http://example.com/docs//a/b
	// whatwg: IPv6-unclosed at byte 7
}
