package bench

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// Names, units and URI_CORPUS are as in the benchmarks of the root module. One operation is one pass over a corpus. A
// second metric is the percentage of references that the parser accepts, because the parsers accept different
// languages.

// BenchmarkParse measures only parsing.
func BenchmarkParse(b *testing.B) { benchmark(b, false, corpora(b)...) }

// BenchmarkParseHost measures parsing and then reading the host, because some parsers find the host only on demand.
func BenchmarkParseHost(b *testing.B) { benchmark(b, true, corpora(b)...) }

// BenchmarkReject measures the valid references of a corpus, each with one byte at a random place replaced with a byte
// that no URI-reference contains. Parsers that repair their input accept some of them.
func BenchmarkReject(b *testing.B) { benchmark(b, false, spoiled(webCorpus(b))) }

func benchmark(b *testing.B, readHosts bool, corpora ...corpus) {
	for _, c := range corpora {
		for _, p := range parsers {
			b.Run("corpus="+c.name+"/impl="+p.name, func(b *testing.B) { measure(b, p, readHosts, c) })
		}
	}
}

// measure benchmarks passes of p over c. It fails if two passes have different results, or if p is exact and does not
// accept exactly the valid references.
func measure(b *testing.B, p parser, readHosts bool, c corpus) {
	skipMissing(b, p)
	pass := p.prepare(c.references)
	want, wantBytes := pass(readHosts)
	if p.exact && want != c.valid {
		b.Fatalf("%d of %d accepted, want %d", want, len(c.references), c.valid)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(strings.Join(c.references, ""))))
	n, bytes := 0, 0
	for b.Loop() {
		accepted, hostBytes := pass(readHosts)
		n, bytes = n+accepted, bytes+hostBytes
	}
	references := float64(len(c.references))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/references, "ns/uri")
	b.ReportMetric(100*float64(want)/references, "%accepted")
	if n != want*b.N || bytes != wantBytes*b.N {
		b.Fatalf("%d accepted with %d bytes of hosts in %d passes, want %d with %d in each", n, bytes, b.N, want, wantBytes)
	}
}

// A corpus is a list of references, and the number of valid ones.
type corpus struct {
	name       string
	references []string
	valid      int
}

func corpora(tb testing.TB) []corpus {
	const times = 64 // enough to make the cost of the loop negligible
	typical := "https://www.example.com/articles/2026/uniform.html?page=2#top"
	long := "https://www.example.com/" + strings.Repeat("segment-of-a-path/", 2048/18-1)
	return []corpus{
		webCorpus(tb),
		{"typical", slices.Repeat([]string{typical}, times), times},
		{"long", slices.Repeat([]string{long}, times), times},
	}
}

// webCorpus returns the root module's corpus or the one that URI_CORPUS names.
func webCorpus(tb testing.TB) corpus {
	if file := os.Getenv("URI_CORPUS"); file != "" {
		references := readLines(tb, file)
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		return corpus{name, references, len(slices.DeleteFunc(slices.Clone(references), isInvalid))}
	}
	return corpus{"web", readLines(tb, "../testdata/corpus.txt"), 2000 - 14}
}

func readLines(tb testing.TB, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// isInvalid reports whether s is not a URI-reference. It does not use the measured functions.
func isInvalid(s string) bool {
	_, asURI := uri.ParseURI(s)
	_, asRelative := uri.ParseRelativeRef(s)
	return asURI != nil && asRelative != nil
}

func spoiled(c corpus) corpus {
	const excluded = "\x00\t\x1f \"<>\\^`{|}\x7f\x80\xff"
	random := rand.New(rand.NewPCG(3986, 2005))
	spoiled := corpus{name: c.name}
	for _, s := range c.references {
		if s == "" || isInvalid(s) {
			continue
		}
		i := random.IntN(len(s))
		bad := excluded[random.IntN(len(excluded))]
		spoiled.references = append(spoiled.references, s[:i]+string([]byte{bad})+s[i+1:])
	}
	return spoiled
}
