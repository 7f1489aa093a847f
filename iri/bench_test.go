package iri_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// The names are benchstat's key=value form, as in package uri. One operation is one pass over a corpus. URI_CORPUS
// names a file, one reference a line, to use for that of package uri. What an IRI of ASCII costs beside the same URI,
// and how fast others are read:
//
//	go test -run '^$' -bench Parse -count 10 . | tee new.txt
//	go tool benchstat -col /impl -row /corpus -filter '.unit:ns/uri' new.txt
//	go tool benchstat -col /impl -row /corpus -filter '.unit:B/s' new.txt

// An implementation returns how many of the references it takes, and their text mapped or normalized, if it does that.
type implementation struct {
	name string
	pass func(references []string) (n int)
}

var (
	implIRI = implementation{"iri", func(references []string) (n int) {
		for _, s := range references {
			if _, err := iri.Parse(s); err == nil {
				n++
			}
		}
		return n
	}}
	implURI = implementation{"uri", func(references []string) (n int) {
		for _, s := range references {
			if _, err := uri.Parse(s); err == nil {
				n++
			}
		}
		return n
	}}
)

type corpus struct {
	name       string
	references []string
}

func webCorpus(b *testing.B) corpus {
	name, lines := kit.Web(b, 1)
	// Both packages parse URIs. Other lines would measure the cost of an error.
	return corpus{name, slices.DeleteFunc(lines, func(s string) bool { return !isURI(s) })}
}

func isURI(s string) bool {
	_, err := uri.Parse(s)
	return err == nil
}

// textCorpora are of IRIs of one script each, and of none, of about as many bytes as the name says. No two are the
// same, or branches would be predicted better than they are anywhere else.
func textCorpora(sizes ...int) (corpora []corpus) {
	for _, made := range []struct{ name, begin, more string }{
		{"japanese", "https://例え.jp/", "日本語の文章/統一資源識別子?検索=値&国際化資源識別子とその文法/"},
		{"cyrillic", "http://пример.рф/", "вики/Единый_указатель?страница=2&международный-идентификатор/"},
		{"german", "https://bücher.example/", "Übersicht/größe?schlüssel=wert&Straßenverzeichnis-für-Städte/"},
		{"emoji", "https://😀.example/", "🎉🎊/smile?mood=😎👍&rocket/🚀🌍🌕-to-the-moon/"},
		{"private", "https://www.example/?", "\ue000\ue001\uf8ff\ue123\ue456\U00100000"},
		{"private-between", "https://www.example/?", "a\ue000=b\ue001&\uf8ffc\ue123"},
		{"private-and-text", "https://www.example/?", "日\ue000本\ue001語é\uf8ff文\ue123"},
		{"ascii", "https://www.example/", "articles/uniform-resource?name=value&identifiers/2026/"},
	} {
		for _, size := range sizes {
			c := corpus{name: fmt.Sprintf("%s-%d", made.name, size)}
			for n := range 64 {
				c.references = append(c.references, filled(made.begin, []rune(made.more), n, size+n%16-8))
			}
			corpora = append(corpora, c)
		}
	}
	return corpora
}

// filled appends whole characters of more to s, from the n-th on and again and again, up to about size bytes.
func filled(s string, more []rune, n, size int) string {
	for len(s) < size {
		s += string(more[n%len(more)])
		n++
	}
	return s
}

func BenchmarkParse(b *testing.B) {
	web := webCorpus(b)
	for _, impl := range []implementation{implIRI, implURI} {
		b.Run("corpus="+web.name+"/impl="+impl.name, func(b *testing.B) { measure(b, impl, web) })
	}
	for _, c := range textCorpora(30, 60, 200, 2000) {
		b.Run("corpus="+c.name+"/impl=iri", func(b *testing.B) { measure(b, implIRI, c) })
		if !slices.ContainsFunc(c.references, func(s string) bool { return !isURI(s) }) {
			b.Run("corpus="+c.name+"/impl=uri", func(b *testing.B) { measure(b, implURI, c) })
		}
	}
}

// BenchmarkMap measures the mapping to URIs and back, and BenchmarkNormalize the normal form, into a buffer.
func BenchmarkMap(b *testing.B) {
	var buf []byte
	for _, c := range textCorpora(60, 2000) {
		b.Run("corpus="+c.name+"/impl=to-uri", func(b *testing.B) {
			measure(b, implementation{pass: func(references []string) (n int) {
				for _, s := range references {
					i, _ := iri.Parse(s)
					buf, _ = i.AppendURI(buf[:0], iri.HostPercent)
					n++
				}
				return n
			}}, c)
		})
		b.Run("corpus="+c.name+"/impl=from-uri", func(b *testing.B) {
			var us []uri.URI
			for _, s := range c.references {
				u, _ := iri.MustParse(s).URI(iri.HostPercent)
				us = append(us, u)
			}
			measure(b, implementation{pass: func(references []string) (n int) {
				for _, u := range us {
					buf, _ = iri.AppendFromURI(buf[:0], u, iri.HostPercent)
					n++
				}
				return n
			}}, c)
			if last := c.references[len(us)-1]; string(buf) != last {
				b.Fatalf("mapped back to %q, want %q", buf, last)
			}
		})
	}
}

func BenchmarkNormalize(b *testing.B) {
	var buf []byte
	for _, c := range textCorpora(60, 2000) {
		for name, n := range map[string]iri.Normalizer{"plain": normalizers[0], "nfc": normalizers[1]} {
			b.Run("corpus="+c.name+"/impl="+name, func(b *testing.B) {
				measure(b, implementation{pass: func(references []string) (n2 int) {
					for _, s := range references {
						buf, _, _ = n.AppendNormalizedBytes(buf[:0], []byte(s))
						n2++
					}
					return n2
				}}, c)
			})
		}
	}
}

// measure benchmarks passes of impl over c and fails if impl does not take all of the references.
func measure(b *testing.B, impl implementation, c corpus) {
	size := int64(0)
	for _, s := range c.references {
		size += int64(len(s))
	}
	b.ReportAllocs()
	b.SetBytes(size)
	n := 0
	for b.Loop() {
		n += impl.pass(c.references)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.references)), "ns/uri")
	if n != b.N*len(c.references) {
		b.Fatalf("%d accepted in %d passes over %d", n, b.N, len(c.references))
	}
}
