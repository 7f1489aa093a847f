package bench

import (
	"bytes"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/links"
)

// pagesOf returns 40 pages of about 40 KB.
func pagesOf(kind string) (pages [][]byte) {
	for i := range 40 {
		pages = append(pages, kit.Page(kind, 40_000, rand.New(rand.NewPCG(1, uint64(i)))))
	}
	return pages
}

const pageURL = "https://www.example.com/docs/index.html"

// isCounted reports whether a link is one of those that all implementations find.
func isCounted(element, attribute string) bool {
	switch element {
	case "a", "link":
		return attribute == "href"
	case "img", "script":
		return attribute == "src"
	}
	return false
}

// A linkFinder calls found with the links of a page that are counted.
type linkFinder struct {
	impl string
	find func(page []byte, found func(url []byte))
}

var scanner links.Scanner

// linkFinders are the ways to find the links of a page.
var linkFinders = []linkFinder{
	{"scanner", func(page []byte, found func(url []byte)) {
		scanner.Reset(page)
		for l := range scanner.All() {
			if isCounted(l.Element, l.Attribute) {
				found(l.URL)
			}
		}
	}},
	{"scanner-reader", func(page []byte, found func(url []byte)) {
		scanner.ResetReader(bytes.NewReader(page))
		for l := range scanner.All() {
			if isCounted(l.Element, l.Attribute) {
				found(l.URL)
			}
		}
	}},
	{"xnet-tokenizer", func(page []byte, found func(url []byte)) {
		z := html.NewTokenizer(bytes.NewReader(page))
		for {
			switch z.Next() {
			case html.ErrorToken:
				return
			case html.StartTagToken, html.SelfClosingTagToken:
				name, more := z.TagName()
				attribute := ""
				switch string(name) {
				case "a", "link":
					attribute = "href"
				case "img", "script":
					attribute = "src"
				}
				for more {
					var key, value []byte
					if key, value, more = z.TagAttr(); string(key) == attribute {
						found(value)
					}
				}
			}
		}
	}},
	{"xnet-tree", func(page []byte, found func(url []byte)) {
		root, err := html.Parse(bytes.NewReader(page))
		if err != nil {
			panic(err)
		}
		for n := range root.Descendants() {
			if n.Type == html.ElementNode {
				for _, a := range n.Attr {
					if isCounted(n.Data, a.Key) {
						found([]byte(a.Val))
					}
				}
			}
		}
	}},
	{"goquery", func(page []byte, found func(url []byte)) {
		// As colly does: a document of goquery, and a search for each selector.
		doc, err := goquery.NewDocumentFromReader(bytes.NewReader(page))
		if err != nil {
			panic(err)
		}
		for _, x := range [...][2]string{{"a", "href"}, {"link", "href"}, {"img", "src"}, {"script", "src"}} {
			doc.Find(x[0] + "[" + x[1] + "]").Each(func(_ int, s *goquery.Selection) {
				value, _ := s.Attr(x[1])
				found([]byte(value))
			})
		}
	}},
}

// countLinks returns the number of links, and their length.
func countLinks(f linkFinder, pages [][]byte) (n, length int) {
	found := func(url []byte) {
		n++
		length += len(url)
	}
	for _, page := range pages {
		f.find(page, found)
	}
	return n, length
}

// TestPageLinks checks that all implementations find the same links.
func TestPageLinks(t *testing.T) {
	for _, kind := range kit.PageKinds {
		pages := pagesOf(kind)[:3]
		want, wantLength := countLinks(linkFinders[0], pages)
		for _, f := range linkFinders[1:] {
			if n, length := countLinks(f, pages); n != want || length != wantLength || n == 0 {
				t.Errorf("%s, %s: %d links of %d bytes, want %d of %d", kind, f.impl, n, length, want, wantLength)
			}
		}
		for _, f := range hrefFinders {
			if n := f.find(pages[0]); n != hrefFinders[0].find(pages[0]) || n == 0 {
				t.Errorf("%s, %s: %d URLs", kind, f.impl, n)
			}
		}
	}
}

// BenchmarkPageLinks finds the links of generated pages. ns/uri is the CPU time for a link that all implementations
// find, and MB/cpu-s the length of the pages for a second of CPU time.
func BenchmarkPageLinks(b *testing.B) {
	for _, kind := range kit.PageKinds {
		pages := pagesOf(kind)
		size := len(bytes.Join(pages, nil))
		n, _ := countLinks(linkFinders[0], pages)
		for _, f := range linkFinders {
			b.Run("corpus="+kind+"/impl="+f.impl, func(b *testing.B) {
				b.ReportAllocs()
				took := hostile.CPUTime(func() {
					for b.Loop() {
						if got, _ := countLinks(f, pages); got != n {
							b.Fatal(got)
						}
					}
				})
				reportPages(b, took.Seconds(), size, n)
			})
		}
	}
}

func reportPages(b *testing.B, seconds float64, size, n int) {
	b.ReportMetric(seconds*1e9/float64(b.N)/float64(n), "ns/uri")
	b.ReportMetric(float64(size)*float64(b.N)/seconds/1e6, "MB/cpu-s")
	b.ReportMetric(0, "ns/op")
}

// A hrefFinder returns the number of absolute URLs of the links of a page that are counted.
type hrefFinder struct {
	impl string
	find func(page []byte) int
}

var (
	hrefBatch whatwg.Batch
	whatwgURL = whatwg.MustParse(pageURL)
	neturlURL = func() *url.URL {
		u, err := url.Parse(pageURL)
		if err != nil {
			panic(err)
		}
		return u
	}()
)

// hrefFinders are the ways from a page to absolute URLs.
var hrefFinders = []hrefFinder{
	{"scanner-batch", func(page []byte) int {
		hrefBatch.Reset()
		scanner.Reset(page)
		scanner.AddTo(&hrefBatch, whatwgURL, func(l links.Link) bool { return isCounted(l.Element, l.Attribute) })
		n := 0
		for i := range hrefBatch.Len() {
			if hrefBatch.Href(i) != nil {
				n++
			}
		}
		return n
	}},
	{"xnet-tokenizer-net-url", func(page []byte) int { return resolveAll(linkFinders[2], page) }},
	{"xnet-tree-net-url", func(page []byte) int { return resolveAll(linkFinders[3], page) }},
	{"goquery-net-url", func(page []byte) int { return resolveAll(linkFinders[4], page) }},
}

// resolveAll resolves the links by net/url. The pages have no base element.
func resolveAll(f linkFinder, page []byte) (n int) {
	f.find(page, func(text []byte) {
		if u, err := neturlURL.Parse(string(text)); err == nil && u.String() != "" {
			n++
		}
	})
	return n
}

// BenchmarkPageHrefs finds the links of generated pages and makes absolute URLs of them.
func BenchmarkPageHrefs(b *testing.B) {
	for _, kind := range kit.PageKinds {
		pages := pagesOf(kind)
		size := len(bytes.Join(pages, nil))
		n := 0
		for _, page := range pages {
			n += hrefFinders[0].find(page)
		}
		for _, f := range hrefFinders {
			b.Run("corpus="+kind+"/impl="+f.impl, func(b *testing.B) {
				b.ReportAllocs()
				took := hostile.CPUTime(func() {
					for b.Loop() {
						got := 0
						for _, page := range pages {
							got += f.find(page)
						}
						if got != n {
							b.Fatal(got)
						}
					}
				})
				reportPages(b, took.Seconds(), size, n)
			})
		}
	}
}

// hostilePages are strings that are repeated to a page of 256 KiB.
var hostilePages = []struct{ name, text string }{
	{"less-than", "<"},
	{"tags", "<a>"},
	{"end-tags", "</a>"},
	{"links", "<a href=x>"},
	{"bases", "<base href=x>"},
	{"attributes", "a=b "},
	{"empty-attributes", "a "},
	{"svg", "<svg>"},
	{"svg-end", "</x>"},
	{"integration", "<svg><desc>"},
	{"template", "<template>"},
	{"table", "<table><td>"},
	{"comments", "<!---->"},
	{"comment-ends", "->"},
	{"script", "<script>"},
	{"escapes", "<!--<script>--></script>"},
	{"references", "&NotEqual"},
	{"srcset", "a 1x,"},
	{"ping", "a "},
	{"srcdoc", "<iframe/srcdoc="},
	{"declarations", "<!"},
}

// hostilePage returns a page of about n bytes.
func hostilePage(name, text string, n int) []byte {
	body := strings.Repeat(text, n/len(text))
	switch name {
	case "attributes", "empty-attributes":
		body = strings.Repeat("<p "+strings.Repeat(text, 10_000)+">", n/10_000/len(text)+1)
	case "svg-end":
		body = "<div>" + strings.Repeat("<svg><desc>", 40) + body
	case "comment-ends":
		body = "<!-- " + body
	case "escapes":
		body = "<script>" + body
	case "references":
		body = strings.Repeat("<a href='"+strings.Repeat(text, 1_000)+"'>", n/1_000/len(text)+1)
	case "srcset", "ping":
		body = strings.Repeat("<img "+name+"='"+strings.Repeat(text, 10_000)+"'>", n/10_000/len(text)+1)
		if name == "ping" {
			body = strings.ReplaceAll(body, "<img", "<a")
		}
	case "srcdoc":
		body = strings.Repeat(strings.Repeat(text, 4_000)+" >", n/4_000/len(text)+1)
	}
	return []byte(body)
}

// BenchmarkHostilePage reads hostile pages. Its ns/B is CPU time.
func BenchmarkHostilePage(b *testing.B) {
	for _, h := range hostilePages {
		page := hostilePage(h.name, h.text, 256<<10)
		for _, f := range linkFinders[:3] {
			b.Run("page="+h.name+"/impl="+f.impl, func(b *testing.B) {
				b.ReportAllocs()
				took := hostile.CPUTime(func() {
					for b.Loop() {
						countLinks(f, [][]byte{page})
					}
				})
				b.ReportMetric(float64(took.Nanoseconds())/float64(b.N)/float64(len(page)), "ns/B")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
