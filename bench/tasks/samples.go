//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
)

// The samples are made-up texts of the kinds that the threads are about. A "#" in a list stands for a number.
var (
	hosts = []string{
		"www.example.com", "www.example.com", "example.org", "shop.example.co.uk", "blog.example.net", "user#.github.io",
		"cdn#.static.example.net", "en.wikipedia.org", "www.publico.pt", "news#.example.de", "192.0.2.#", "host#.example.com",
	}
	segments = []string{
		"index.html", "images", "v1", "products", "item-#", "search", "users", "2024", "main.css", "news", "blog", "post-#", "docs",
		"logo-#.png", "caf%C3%A9", "~joe", "list.php", "app.js",
	}
	params = []string{
		"id=#", "page=#", "q=two%20words+more", "lang=en", "utm_source=newsletter", "utm_medium=mail", "search=hello", "b=",
	}
	names = []string{"bücher", "россия", "räksmörgås", "例え", "résumé", "example", "shop-#"}
	words = []string{"the", "see", "a", "release", "page", "of", "notes", "about", "version", "is", "here", "für", "R&D", "100%"}
)

// A sampler makes the lines of samples.
type sampler struct{ random *rand.Rand }

// one is true once in n.
func (s sampler) one(n int) bool { return s.random.IntN(n) == 0 }

func (s sampler) pick(list []string) string {
	return strings.Replace(list[s.random.IntN(len(list))], "#", fmt.Sprint(s.random.IntN(254)+1), 1)
}

// join returns up to n words of a list, each after sep.
func (s sampler) join(list []string, sep string, n int) string {
	var b strings.Builder
	for range s.random.IntN(n) + 1 {
		b.WriteString(sep + s.pick(list))
	}
	return b.String()
}

func (s sampler) scheme() string {
	return []string{"https://", "https://", "http://"}[s.random.IntN(3)]
}

// rest returns a path, and often a query and a fragment.
func (s sampler) rest() string {
	text := s.join(segments, "/", 4)
	if s.one(2) {
		text += "?" + s.join(params, "&", 4)[1:]
	}
	if s.one(10) {
		text += "#part"
	}
	return text
}

func (s sampler) url() string {
	if s.one(30) {
		return s.scheme() + s.pick(hosts) + ":8080" + s.rest()
	}
	return s.scheme() + s.pick(hosts) + s.rest()
}

func (s sampler) sentence() string { return s.join(words, " ", 12)[1:] }

// samples maps names to functions that make a line.
var samples = map[string]func(s sampler) string{
	"urls":   sampler.url,
	"site":   func(s sampler) string { return "https://mysite.com" + s.rest() },
	"refs":   func(s sampler) string { return strings.Repeat("../", s.random.IntN(3)) + s.rest()[1:] },
	"spaces": func(s sampler) string { return strings.ReplaceAll(s.url(), "%20", " ") + " x" },
	"users":  func(s sampler) string { return s.scheme() + "user:pass@" + s.pick(hosts) + s.rest() },
	"short": func(s sampler) string {
		if s.one(2) {
			return s.pick(hosts) + s.rest()
		}
		return s.url()
	},
	"unicode": func(s sampler) string { return "http://www." + s.pick(names) + ".example" + s.rest() },
	"punycode": func(s sampler) string {
		return "http://www." + s.pick([]string{"xn--bcher-kva", "xn--h1alffa9f", "xn--rksmrgs-5wao1o", "example"}) + ".example" + s.rest()
	},
	"plain":   sampler.sentence,
	"encoded": func(s sampler) string { return url.PathEscape(s.sentence()) },
	"text": func(s sampler) string {
		return s.sentence() + " " + s.url() + ", " + s.sentence() + "."
	},
	"defanged": func(s sampler) string {
		return s.sentence() + " " + strings.NewReplacer("http", "hxxp", ".", "[.]").Replace(s.scheme()+s.pick(hosts)) + s.rest()
	},
	"safelinks": func(s sampler) string {
		return "https://nam10.safelinks.protection.outlook.com/?url=" + url.QueryEscape(s.url()) + "&data=04%7C01%7C&reserved=0"
	},
	"log": func(s sampler) string {
		referer := "-"
		if !s.one(3) {
			referer = s.url()
		}
		return fmt.Sprintf(`192.0.2.%d - - [16/Aug/2015:14:00:01 +0800] "GET %s HTTP/1.1" 200 %d "%s" "Mozilla/5.0 (X11; Linux x86_64)"`,
			s.random.IntN(256), s.rest(), s.random.IntN(1e5), referer)
	},
	"secrets": func(s sampler) string {
		line := "2026-06-25T10:00:00Z INFO " + s.sentence() + " " + s.url()
		switch s.random.IntN(10) {
		case 0:
			line += " db=postgresql://dune:UlF3x@db-svc:15432/dune"
		case 1:
			line += " postgres://user@db.example/memory?password=AUDIT_CANARY_3645"
		}
		return line
	},
	"page": func(s sampler) string {
		tag := `<a class="link" href="%s">%s</a>`
		if s.one(4) {
			tag = `<img src="%s" alt="%s" width="100">`
		}
		return fmt.Sprintf("<p>%s "+tag+" %s</p>", s.sentence(), strings.ReplaceAll(s.rest(), "&", "&amp;"), s.pick(words), s.sentence())
	},
}

// sample returns lines of a sample. The same name gives the same lines.
func sample(name string, lines int) []byte {
	s := sampler{rand.New(rand.NewPCG(1, 0))}
	var text strings.Builder
	for range lines {
		text.WriteString(samples[name](s) + "\n")
	}
	return []byte(text.String())
}
