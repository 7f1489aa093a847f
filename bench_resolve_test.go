package uri_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// A resolver is one of the libraries side by side. resolved parses every reference, resolves it, and returns the total
// length of the targets' texts.
type resolver struct {
	name     string
	resolved func(b *testing.B, base string) func(references []string) int

	// exact is whether all targets are right. net/url drops an empty fragment.
	exact bool
}

var resolvers = []resolver{
	{"uri", resolveWithBase, true},
	{"uri-once", resolveWithURI, true},
	{"net-url", resolveWithNetURL, false},
}

// resolveWithBase has the base prepared and reuses a buffer for the texts.
func resolveWithBase(b *testing.B, text string) func([]string) int {
	base, err := uri.NewBase(uri.MustParse(text), 0)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 1024)
	return func(references []string) (n int) {
		for _, s := range references {
			target, _, err := base.AppendResolveString(buf, s)
			if err == nil {
				n += len(target)
			}
		}
		return n
	}
}

// resolveWithURI uses the base as if each time for the first time.
func resolveWithURI(_ *testing.B, text string) func([]string) int {
	base := uri.MustParse(text)
	buf := make([]byte, 0, 1024)
	return func(references []string) (n int) {
		for _, s := range references {
			ref, err := uri.Parse(s)
			if err != nil {
				continue
			}
			if target, err := base.AppendResolve(buf, ref); err == nil {
				n += len(target)
			}
		}
		return n
	}
}

func resolveWithNetURL(b *testing.B, text string) func([]string) int {
	base, err := url.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	return func(references []string) (n int) {
		for _, s := range references {
			if ref, err := url.Parse(s); err == nil {
				n += len(base.ResolveReference(ref).String())
			}
		}
		return n
	}
}

// BenchmarkResolve measures parsing and resolving, by the reference.
func BenchmarkResolve(b *testing.B) {
	var rfc, rfcTargets []string
	for _, test := range rfcExamples {
		rfc, rfcTargets = append(rfc, test.ref), append(rfcTargets, test.target)
	}
	for _, c := range []struct {
		name, base          string
		references, targets []string
	}{
		{"rfc", rfcBase, rfc, rfcTargets},
		{"page", pageBase, pageReferences, pageTargets},
	} {
		for _, impl := range resolvers {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) {
				resolved := impl.resolved(b, c.base)
				want := resolved(c.references)
				if all := int(size(c.targets)); want > all || impl.exact && want != all {
					b.Fatalf("the targets have %d bytes, want %d", want, all)
				}
				b.ReportAllocs()
				b.SetBytes(size(c.references))
				n := 0
				for b.Loop() {
					n += resolved(c.references)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.references)), "ns/uri")
				if n != want*b.N {
					b.Fatalf("%d bytes in %d passes, want %d in each", n, b.N, want)
				}
			})
		}
	}
}

// The links of a page as they are made by hand and by programs.
const pageBase = "https://www.example.com/articles/2026/11/uniform.html"

var pageReferences = strings.Fields(`
	/ /about /articles/ /search?q=resource /static/css/site.css?v=8042 /static/js/site.min.js /favicon.ico
	/articles/2026/11/ /images/2026/11/figure-1.png /tags/identifiers /tags/resources?page=2 /feed.xml
	https://www.example.com/ https://cdn.example.net/fonts/serif.woff2 http://www.example.org/rfc/rfc3986.html#section-5
	https://social.example/share?u=https%3A%2F%2Fwww.example.com%2F&t=Uniform
	mailto:editor@example.com tel:+1-816-555-1212
	//static.example.net/lib/widget.js //ads.example.net/show?slot=7&size=300x250
	next.html previous.html uniform-2.html figure-2.png notes/1.html notes/2.html print/uniform.html?style=plain
	../10/locator.html ../10/ ../../2025/12/name.html ../../../images/logo.svg ./uniform.html .
	?page=2 ?page=3 ?page=4#comments ?style=print
	# #top #section-1 #section-2 #section-3 #comments #note-1 #note-2
`)

var pageTargets = strings.Fields(`
	https://www.example.com/ https://www.example.com/about https://www.example.com/articles/
	https://www.example.com/search?q=resource https://www.example.com/static/css/site.css?v=8042
	https://www.example.com/static/js/site.min.js https://www.example.com/favicon.ico
	https://www.example.com/articles/2026/11/ https://www.example.com/images/2026/11/figure-1.png
	https://www.example.com/tags/identifiers https://www.example.com/tags/resources?page=2
	https://www.example.com/feed.xml
	https://www.example.com/ https://cdn.example.net/fonts/serif.woff2 http://www.example.org/rfc/rfc3986.html#section-5
	https://social.example/share?u=https%3A%2F%2Fwww.example.com%2F&t=Uniform
	mailto:editor@example.com tel:+1-816-555-1212
	https://static.example.net/lib/widget.js https://ads.example.net/show?slot=7&size=300x250
	https://www.example.com/articles/2026/11/next.html https://www.example.com/articles/2026/11/previous.html
	https://www.example.com/articles/2026/11/uniform-2.html https://www.example.com/articles/2026/11/figure-2.png
	https://www.example.com/articles/2026/11/notes/1.html https://www.example.com/articles/2026/11/notes/2.html
	https://www.example.com/articles/2026/11/print/uniform.html?style=plain
	https://www.example.com/articles/2026/10/locator.html https://www.example.com/articles/2026/10/
	https://www.example.com/articles/2025/12/name.html https://www.example.com/images/logo.svg
	https://www.example.com/articles/2026/11/uniform.html https://www.example.com/articles/2026/11/
	https://www.example.com/articles/2026/11/uniform.html?page=2
	https://www.example.com/articles/2026/11/uniform.html?page=3
	https://www.example.com/articles/2026/11/uniform.html?page=4#comments
	https://www.example.com/articles/2026/11/uniform.html?style=print
	https://www.example.com/articles/2026/11/uniform.html# https://www.example.com/articles/2026/11/uniform.html#top
	https://www.example.com/articles/2026/11/uniform.html#section-1
	https://www.example.com/articles/2026/11/uniform.html#section-2
	https://www.example.com/articles/2026/11/uniform.html#section-3
	https://www.example.com/articles/2026/11/uniform.html#comments
	https://www.example.com/articles/2026/11/uniform.html#note-1
	https://www.example.com/articles/2026/11/uniform.html#note-2
`)

// BenchmarkRemoveDotSegments measures 1 MiB of paths that take longest where a segment costs more than its length.
func BenchmarkRemoveDotSegments(b *testing.B) {
	const size = 1 << 20
	deep := strings.Repeat("/abcdefg", size/16)
	for _, c := range []struct{ name, path string }{
		{"plain", strings.Repeat("/segment-of-a-path.x", size/20)},
		{"climb", strings.Repeat("../", size/3)},
		{"climb-rooted", strings.Repeat("/..", size/3)},
		{"stay", strings.Repeat("./", size/2)},
		{"zigzag", strings.Repeat("a/../", size/5)},
		{"deep", deep + strings.Repeat("/..", len(deep)/8)},
		{"dots", strings.Repeat("a.", size/2)},
	} {
		b.Run("corpus="+c.name+"/impl=uri", func(b *testing.B) {
			buf := make([]byte, 0, size+2)
			want := len(uri.RemoveDotSegments(c.path))
			b.ReportAllocs()
			b.SetBytes(int64(len(c.path)))
			n := 0
			for b.Loop() {
				n += len(uri.AppendRemoveDotSegments(buf, c.path))
			}
			if n != want*b.N {
				b.Fatalf("%d bytes in %d passes, want %d in each", n, b.N, want)
			}
		})
	}
}
