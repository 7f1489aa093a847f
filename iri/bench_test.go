package iri_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
)

// The names are benchstat's key=value form, as in package uri. One operation is one pass over a corpus. URI_CORPUS names
// a file, one reference a line, to use for that of package uri.

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
	name, file := "web", "../testdata/corpus.txt"
	if other := os.Getenv("URI_CORPUS"); other != "" {
		name, file = strings.TrimSuffix(filepath.Base(other), filepath.Ext(other)), other
	}
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var references []string
	for line := range strings.Lines(string(text)) {
		// What is no URI costs an error, and what is one is what the two have in common.
		if s := strings.TrimSuffix(line, "\n"); isURI(s) {
			references = append(references, s)
		}
	}
	return corpus{name, references}
}

func isURI(s string) bool {
	_, _, ok := uri.TryParse(s)
	return ok
}

// textCorpora are of IRIs of one script each, short and long.
func textCorpora() (corpora []corpus) {
	for _, made := range []struct{ name, iri, more string }{
		{"japanese", "https://ja.example.org/wiki/日本語の文章/統一資源識別子?検索=値", "/国際化資源識別子とその文法"},
		{"cyrillic", "https://пример.example/вики/Единый_указатель?страница=2", "/международный-идентификатор"},
		{"german", "https://www.bücher.example/Übersicht/größe?schlüssel=wert", "/Straßenverzeichnis-für-Städte"},
		{"emoji", "https://example.org/😀/🎉🎊/smile?mood=😎👍", "/🚀🌍🌕-to-the-moon"},
	} {
		long := made.iri + "#" + strings.Repeat(made.more, (2000-len(made.iri))/len(made.more))
		corpora = append(corpora, repeated(made.name+"-short", made.iri), repeated(made.name+"-long", long))
	}
	return corpora
}

func repeated(name, reference string) corpus {
	references := make([]string, 64)
	for i := range references {
		references[i] = reference
	}
	return corpus{name, references}
}

func BenchmarkParse(b *testing.B) {
	web := webCorpus(b)
	for _, impl := range []implementation{implIRI, implURI} {
		b.Run("corpus="+web.name+"/impl="+impl.name, func(b *testing.B) { measure(b, impl, web) })
	}
	for _, c := range textCorpora() {
		b.Run("corpus="+c.name+"/impl=iri", func(b *testing.B) { measure(b, implIRI, c) })
	}
}

// BenchmarkMap measures the mapping to URIs and back, and BenchmarkNormalize the normal form, into a buffer.
func BenchmarkMap(b *testing.B) {
	var buf []byte
	for _, c := range textCorpora() {
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
			u, _ := iri.MustParse(c.references[0]).URI(iri.HostPercent)
			measure(b, implementation{pass: func(references []string) (n int) {
				for range references {
					buf, _ = iri.AppendFromURI(buf[:0], u, iri.HostPercent)
					n++
				}
				return n
			}}, c)
			if string(buf) != c.references[0] {
				b.Fatalf("mapped back to %q", buf)
			}
		})
	}
}

func BenchmarkNormalize(b *testing.B) {
	var buf []byte
	for _, c := range textCorpora() {
		for name, n := range map[string]iri.Normalizer{"plain": normalizers[0], "nfc": normalizers[1]} {
			b.Run("corpus="+c.name+"/impl="+name, func(b *testing.B) {
				measure(b, implementation{pass: func(references []string) (n2 int) {
					for _, s := range references {
						i, _ := iri.Parse(s)
						buf = n.AppendNormalized(buf[:0], i)
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
