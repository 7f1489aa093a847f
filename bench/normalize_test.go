package bench

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/purell"

	"github.com/urispan/uri"
)

// BenchmarkNormalize measures parsing and normalizing. The libraries differ in their work: purell, with the flags that
// it calls safe, leaves dot segments but removes the "?" of an empty query, and parses by net/url. The benchmark checks
// the number of references and bytes of the results.
func BenchmarkNormalize(b *testing.B) {
	for _, c := range corpora(b) {
		for _, n := range normalizers {
			b.Run("corpus="+c.name+"/impl="+n.name, func(b *testing.B) { measureNormalizer(b, n, c) })
		}
	}
}

// A normalizer normalizes all references. It returns how many succeeded, and how many bytes their normal forms have.
type normalizer struct {
	name string
	pass func(references []string, buf []byte) (accepted, bytes int)
}

var normalizers = []normalizer{
	{"uri", normalizeByURI},
	{"uri-string", normalizeStringByURI},
	{"purell", normalizeByPurell},
}

func measureNormalizer(b *testing.B, n normalizer, c corpus) {
	buf := make([]byte, 0, 4096)
	want, wantBytes := n.pass(c.references, buf)
	if n.name != "purell" && want != c.valid {
		b.Fatalf("%d of %d accepted, want %d", want, len(c.references), c.valid)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(strings.Join(c.references, ""))))
	accepted, bytes := 0, 0
	for b.Loop() {
		a, n := n.pass(c.references, buf)
		accepted, bytes = accepted+a, bytes+n
	}
	references := float64(len(c.references))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/references, "ns/uri")
	b.ReportMetric(100*float64(want)/references, "%accepted")
	if accepted != want*b.N || bytes != wantBytes*b.N {
		b.Fatalf("%d accepted with %d bytes in %d passes, want %d with %d in each", accepted, bytes, b.N, want, wantBytes)
	}
}

func normalizeByURI(references []string, buf []byte) (accepted, bytes int) {
	for _, s := range references {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		buf = u.AppendNormalized(buf[:0])
		accepted++
		bytes += len(buf)
	}
	return accepted, bytes
}

func normalizeStringByURI(references []string, buf []byte) (accepted, bytes int) {
	for _, s := range references {
		text, err := uri.AppendNormalizedString(buf[:0], s)
		if err != nil {
			continue
		}
		accepted++
		bytes += len(text)
	}
	return accepted, bytes
}

func normalizeByPurell(references []string, _ []byte) (accepted, bytes int) {
	for _, s := range references {
		text, err := purell.NormalizeURLString(s, purell.FlagsSafe)
		if err != nil {
			continue
		}
		accepted++
		bytes += len(text)
	}
	return accepted, bytes
}

// TestNormalizers checks that the benchmark calls each library correctly.
func TestNormalizers(t *testing.T) {
	const in, want = "HTTP://www.Example.com:80/a%c3%a9/%7Eb", "http://www.example.com/a%C3%A9/~b"
	for _, n := range normalizers {
		accepted, bytes := n.pass([]string{in}, nil)
		if accepted != 1 || bytes != len(want) {
			t.Errorf("%s: %d with %d bytes, want 1 with %d", n.name, accepted, bytes, len(want))
		}
	}
}
