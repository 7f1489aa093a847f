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

// The names, the units and URI_CORPUS are as in the root module's benchmarks; one operation is one pass over a corpus.
// Beside ns/uri stands what the parser accepts, in percent: the parsers have different ideas of that.

// BenchmarkParse measures parsing alone.
func BenchmarkParse(b *testing.B) { benchmark(b, false, corpora(b)...) }

// BenchmarkParseHost measures parsing and then reading the host, which some parsers put off until they are asked.
func BenchmarkParseHost(b *testing.B) { benchmark(b, true, corpora(b)...) }

// BenchmarkReject measures the valid references of a corpus with one byte in each, at a random place, replaced by one
// that no URI-reference holds. The parsers that repair what they read accept some.
func BenchmarkReject(b *testing.B) { benchmark(b, false, spoiled(webCorpus(b))) }

func benchmark(b *testing.B, readHosts bool, corpora ...corpus) {
	for _, c := range corpora {
		for _, p := range parsers {
			b.Run("corpus="+c.name+"/impl="+p.name, func(b *testing.B) { measure(b, p, readHosts, c) })
		}
	}
}

// measure benchmarks passes of p over c. It fails if a pass gives another answer than the first, or if p is exact and
// takes more or fewer of the references than are valid.
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

// A corpus is a list of references of which a known number is valid.
type corpus struct {
	name       string
	references []string
	valid      int
}

func corpora(tb testing.TB) []corpus {
	const times = 64 // so that the loop around a pass costs next to nothing
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

// isInvalid reports whether s is no URI-reference, by other functions of the library than those measured.
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
