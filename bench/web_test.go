package bench

import (
	"net/url"
	"os"
	"strings"
	"testing"

	nlnwa "github.com/nlnwa/whatwg-url/url"

	"github.com/urispan/uri/whatwg"
)

// The benchmarks compare parsers of the URL Standard, and net/url, which write hrefs.

// A link is a reference and the URL of its page.
type link struct{ base, ref string }

// A webParser parses links and writes their hrefs.
type webParser struct {
	name string

	// prepare parses the base URLs, which is not measured. The pass returns the number of accepted links, and the sum
	// of the lengths of their hrefs in bytes.
	prepare func(links []link) (pass func() (accepted, bytes int))
}

var webParsers = []webParser{
	{"parse", func(links []link) func() (accepted, bytes int) {
		return passOf(links, whatwg.Parse, func(base whatwg.URL, ref string) (int, error) {
			u, err := base.Parse(ref)
			return len(u.Href()), err
		})
	}},
	{"append", func(links []link) func() (accepted, bytes int) {
		var buf []byte
		return passOf(links, whatwg.Parse, func(base whatwg.URL, ref string) (n int, err error) {
			buf, err = whatwg.Parser{}.AppendHref(buf[:0], base, ref)
			return len(buf), err
		})
	}},
	{"nlnwa", func(links []link) func() (accepted, bytes int) {
		parser := nlnwa.NewParser()
		return passOf(links, parser.Parse, func(base *nlnwa.Url, ref string) (int, error) {
			var u *nlnwa.Url
			var err error
			if base == nil {
				u, err = parser.Parse(ref)
			} else {
				u, err = base.Parse(ref)
			}
			if err != nil {
				return 0, err
			}
			return len(u.Href(false)), nil
		})
	}},
	{"net-url", func(links []link) func() (accepted, bytes int) {
		return passOf(links, url.Parse, func(base *url.URL, ref string) (int, error) {
			u, err := url.Parse(ref)
			if err != nil {
				return 0, err
			}
			if base != nil {
				u = base.ResolveReference(u)
			}
			return len(u.String()), nil
		})
	}},
}

// passOf returns a pass over the links. The function parse parses base URLs, and href returns the length of the href of
// a reference and a base URL. A reference without a base URL gets the zero B. Links with a base URL that parse rejects
// are left out.
func passOf[B any](links []link, parse func(string) (B, error), href func(B, string) (int, error)) func() (int, int) {
	type parsed struct {
		base B
		ref  string
	}
	bases := map[string]B{"": *new(B)}
	var list []parsed
	for _, l := range links {
		base, ok := bases[l.base]
		if !ok {
			var err error
			if base, err = parse(l.base); err != nil {
				continue
			}
			bases[l.base] = base
		}
		list = append(list, parsed{base, l.ref})
	}
	return func() (accepted, bytes int) {
		for i := range list {
			if n, err := href(list[i].base, list[i].ref); err == nil {
				accepted++
				bytes += n
			}
		}
		return accepted, bytes
	}
}

// normal counts the references that are their own hrefs.
var normal = webParser{"normal", func(links []link) func() (accepted, bytes int) {
	return func() (accepted, bytes int) {
		for i := range links {
			if whatwg.IsNormal(links[i].ref) {
				accepted++
				bytes += len(links[i].ref)
			}
		}
		return accepted, bytes
	}
}}

// BenchmarkWeb measures URLs without a base URL.
func BenchmarkWeb(b *testing.B) {
	c := webCorpus(b)
	links := make([]link, len(c.references))
	for i, ref := range c.references {
		links[i].ref = ref
	}
	benchmarkLinks(b, c.name, links, append(webParsers, normal))
}

// BenchmarkLinks measures links of pages. URI_LINKS names a file with lines BASE<TAB>REF and the escapes "\\", "\t",
// "\n" and "\r".
func BenchmarkLinks(b *testing.B) { benchmarkLinks(b, "links", pageLinks(b), webParsers) }

func pageLinks(tb testing.TB) (links []link) {
	file := os.Getenv("URI_LINKS")
	if file == "" {
		const page = "https://www.example.com/articles/2026/index.html?page=2"
		for _, ref := range []string{
			"/", "/about", "next.html", "../2025/", "?page=3", "#top", "//cdn.example.com/a.css", "https://example.org",
			"mailto:editor@example.com", " /contact ", "/search?q=a b", "HTTPS://Example.ORG:443/x", "./img/é.png",
		} {
			links = append(links, link{page, ref})
		}
		return links
	}
	unescape := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
	for _, line := range readLines(tb, file) {
		base, ref, _ := strings.Cut(line, "\t")
		links = append(links, link{unescape.Replace(base), unescape.Replace(ref)})
	}
	return links
}

// benchmarkLinks fails if two passes of a parser have different results.
func benchmarkLinks(b *testing.B, corpus string, links []link, parsers []webParser) {
	for _, p := range parsers {
		b.Run("corpus="+corpus+"/impl="+p.name, func(b *testing.B) {
			pass := p.prepare(links)
			want, wantBytes := pass()
			b.ReportAllocs()
			for b.Loop() {
				if accepted, bytes := pass(); accepted != want || bytes != wantBytes {
					b.Fatalf("%d accepted with %d bytes, want %d with %d", accepted, bytes, want, wantBytes)
				}
			}
			n := float64(len(links))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/uri")
			b.ReportMetric(100*float64(want)/n, "%accepted")
		})
	}
}

// TestWebParsers checks that the benchmarks call each parser correctly.
func TestWebParsers(t *testing.T) {
	links := []link{
		{"", "https://example.com/a?b#c"},
		{"https://example.com/a/b?c", "../d?e"},
		{"https://example.com/a/b?c", "//example.org/"},
		{"https://example.com/a/b?c", "https://[::1"},
	}
	const hrefs = "https://example.com/a?b#c" + "https://example.com/d?e" + "https://example.org/"
	for _, p := range webParsers {
		if accepted, bytes := p.prepare(links)(); accepted != 3 || bytes != len(hrefs) {
			t.Errorf("%s: %d accepted with %d bytes, want 3 with %d", p.name, accepted, bytes, len(hrefs))
		}
	}
}
