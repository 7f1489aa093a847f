package whatwg

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// The names have the form key=value, for benchstat:
//
//	go test -run '^$' -bench . -count 10 ./whatwg | tee new.txt
//	go tool benchstat -col /impl -row .name,/corpus -filter '.unit:ns/uri' new.txt
//
// One operation is one pass over a corpus. URI_CORPUS names a file of URLs, one a line. URI_LINKS names a file of
// links, one a line: a base URL, a tab, and the value of an attribute with the escapes "\\", "\t", "\n" and "\r".

// A pass parses a corpus once. It returns a number that depends on all results.
type pass struct {
	impl string
	run  func() int
	want int // of the state machine; -1 for a parser that need not agree with it
}

func measurePasses(b *testing.B, corpus string, size int, passes ...pass) {
	for _, p := range passes {
		b.Run("corpus="+corpus+"/impl="+p.impl, func(b *testing.B) {
			want := p.want
			if want < 0 {
				want = p.run()
			}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n += p.run()
			}
			if n != want*b.N {
				b.Fatalf("%d in %d passes, want %d in each", n, b.N, want)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/uri")
		})
	}
}

// readLines returns the lines of the file that the environment variable names, or of another file, and its name.
func readLines(b *testing.B, variable, file string) (name string, lines []string) {
	if f := os.Getenv(variable); f != "" {
		file = f
	}
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return name, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// BenchmarkWeb parses URLs without a base URL. The corpus "odd" consists of the lines that are not normal, and the corpus
// "file" of file:// URLs.
func BenchmarkWeb(b *testing.B) {
	name, lines := readLines(b, "URI_CORPUS", "../testdata/corpus.txt")
	var odd []string
	for _, s := range lines {
		if !IsNormal(s) {
			odd = append(odd, s)
		}
	}
	benchmarkURLs(b, name, lines)
	benchmarkURLs(b, name+"-odd", odd)
	benchmarkURLs(b, "file", kit.Files())
}

func benchmarkURLs(b *testing.B, name string, lines []string) {
	scanned, normals, hrefs := 0, 0, 0
	for _, s := range lines {
		if _, ok := fsm.Scan(s, new(fsm.Ranges)); ok {
			scanned++
		}
		if a := parseByMachine(Parser{}, URL{}, s); a.OK {
			hrefs += len(a.Href)
			if a.Href == s {
				normals++
			}
		}
	}
	buf := make([]byte, 0, 1<<16)
	measurePasses(b, name, len(lines),
		pass{"fsm", func() (n int) {
			var r fsm.Ranges
			for _, s := range lines {
				if _, ok := fsm.Scan(s, &r); ok {
					n++
				}
			}
			return n
		}, scanned},
		pass{"normal", func() (n int) {
			for _, s := range lines {
				if IsNormal(s) {
					n++
				}
			}
			return n
		}, normals},
		pass{"parse", func() (n int) {
			for _, s := range lines {
				if u, err := Parse(s); err == nil {
					n += len(u.Href())
				}
			}
			return n
		}, hrefs},
		pass{"append", func() (n int) {
			for _, s := range lines {
				if href, err := AppendHref(buf[:0], s); err == nil {
					n += len(href)
				}
			}
			return n
		}, hrefs},
		pass{"net-url", func() (n int) {
			for _, s := range lines {
				if u, err := url.Parse(s); err == nil {
					n += len(u.Host)
				}
			}
			return n
		}, -1},
	)
}

// A link is a link of a page, with its base URL in the form that each parser takes.
type link struct {
	ref    string
	base   URL
	uri    *uri.Base
	netURL *url.URL
}

// BenchmarkLinks resolves the links of pages. The base URLs are parsed before. The corpus "odd" consists of the links
// that are absolute but not normal.
func BenchmarkLinks(b *testing.B) {
	name, links := "page", pageLinks(b)
	if os.Getenv("URI_LINKS") != "" {
		name, links = linksOf(b)
	}
	var odd []link
	for _, l := range links {
		if !IsNormal(l.ref) && parseByMachine(Parser{}, URL{}, l.ref).OK {
			odd = append(odd, l)
		}
	}
	benchmarkLinks(b, name, links)
	benchmarkLinks(b, name+"-odd", odd)
}

func benchmarkLinks(b *testing.B, name string, links []link) {
	hrefs := 0
	for _, l := range links {
		hrefs += len(parseByMachine(Parser{}, l.base, l.ref).Href)
	}
	buf := make([]byte, 0, 1<<16)
	var batch Batch
	measurePasses(b, name, len(links),
		pass{"append", func() (n int) {
			for i := range links {
				if href, err := (Parser{}).AppendHref(buf[:0], links[i].base, links[i].ref); err == nil {
					n += len(href)
				}
			}
			return n
		}, hrefs},
		pass{"parse", func() (n int) {
			for i := range links {
				if u, err := links[i].base.Parse(links[i].ref); err == nil {
					n += len(u.Href())
				}
			}
			return n
		}, hrefs},
		pass{"batch", func() (n int) {
			batch.Reset()
			for i := range links {
				batch.Add(links[i].base, links[i].ref)
			}
			for i := range batch.Len() {
				n += len(batch.Href(i))
			}
			return n
		}, hrefs},
		pass{"uri", func() (n int) {
			for i := range links {
				if target, _, err := links[i].uri.AppendResolveString(buf[:0], links[i].ref); err == nil {
					n += len(target)
				}
			}
			return n
		}, -1},
		pass{"net-url", func() (n int) {
			for i := range links {
				if ref, err := url.Parse(links[i].ref); err == nil {
					n += len(links[i].netURL.ResolveReference(ref).String())
				}
			}
			return n
		}, -1},
	)
}

var unescape = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")

func linksOf(b *testing.B) (name string, links []link) {
	name, lines := readLines(b, "URI_LINKS", "")
	bases := map[string]link{}
	for _, line := range lines {
		base, ref, _ := strings.Cut(line, "\t")
		if _, ok := bases[base]; !ok {
			bases[base] = newLink(b, base)
		}
		l := bases[base]
		l.ref = unescape.Replace(ref)
		links = append(links, l)
	}
	return name, links
}

func newLink(b *testing.B, base string) link {
	u, err := Parse(base)
	if err != nil {
		b.Fatal(err)
	}
	r, err := uri.NewBase(uri.MustParse(u.Href()), 0)
	if err != nil {
		b.Fatal(err)
	}
	n, err := url.Parse(base)
	if err != nil {
		b.Fatal(err)
	}
	return link{base: u, uri: r, netURL: n}
}

// pageLinks returns links as people and programs write them.
func pageLinks(b *testing.B) (links []link) {
	l := newLink(b, "https://www.example.com/articles/2026/11/uniform.html")
	for ref := range strings.FieldsFuncSeq(`/|/about|/search?q=resource|/static/css/site.css?v=8042|/tags/a b|/feed.xml
https://www.example.com/|https://cdn.example.net/fonts/serif.woff2|http://www.example.org|HTTP://Example.ORG/a#section-5
https://social.example/share?u=https%3A%2F%2Fwww.example.com%2F&t=Uniform|mailto:editor@example.com
//static.example.net/w.js
next.html|notes/1.html|./uniform.html|../10/locator.html|../../../images/logo.svg|print/uniform.html?style=plain|.|..
?page=2|?page=4#comments|#|#top|#section-1| /trimmed |https://example.com:443/a|/caf`+"\u00e9"+`|/x?q='a'|/[list]|/a|b`,
		func(r rune) bool { return r == '|' || r == '\n' }) {
		l.ref = ref
		links = append(links, l)
	}
	return links
}
