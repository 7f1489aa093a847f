package guard

import (
	"math/rand/v2"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// BenchmarkParse measures four ways to parse: uri.Parse, uri.Parse and copying the URI as any function call does,
// uri.Parse and then Audit, and Parse. One operation is one pass over a corpus. URI_CORPUS names a file with one
// reference per line that replaces the corpus of web pages.
func BenchmarkParse(b *testing.B) {
	strange := make([]string, 2000)
	random := rand.New(rand.NewPCG(6, 2))
	for i := range strange {
		strange[i] = hostile.RandomReference(random)
	}
	name, web := kit.Web(b, 1)
	for _, c := range []struct {
		name       string
		references []string
	}{
		{name, web}, {"file", kit.Files()}, {"refs", kit.Refs()}, {"query", kit.Queries()}, {"hostile", strange},
	} {
		for _, impl := range parseImplementations {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) { measureParsing(b, impl.pass, c.references) })
		}
	}
}

var parseImplementations = []struct {
	name string
	pass func(references []string) (valid, hazardous int)
}{
	{"uri", onlyParsePass},
	{"uri-keep", func(references []string) (valid, hazardous int) { return keepPass(references), 0 }},
	{"uri-audit", auditPass},
	{"guard", guardPass},
}

func onlyParsePass(references []string) (valid, hazardous int) {
	for _, s := range references {
		if _, err := uri.Parse(s); err == nil {
			valid++
		}
	}
	return valid, 0
}

func auditPass(references []string) (valid, hazardous int) {
	for _, s := range references {
		u, err := uri.Parse(s)
		if err == nil {
			valid++
			if Audit(u) != 0 {
				hazardous++
			}
		}
	}
	return valid, hazardous
}

func guardPass(references []string) (valid, hazardous int) {
	for _, s := range references {
		_, h, err := Parse(s)
		if err == nil {
			valid++
		}
		if h != 0 {
			hazardous++
		}
	}
	return valid, hazardous
}

func measureParsing(b *testing.B, pass func([]string) (int, int), references []string) {
	size := 0
	for _, s := range references {
		size += len(s)
	}
	wantValid, wantHazardous := pass(references)
	b.ReportAllocs()
	b.SetBytes(int64(size))
	valid, hazardous := 0, 0
	for b.Loop() {
		v, h := pass(references)
		valid, hazardous = valid+v, hazardous+h
	}
	count := float64(len(references))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/count, "ns/uri")
	b.ReportMetric(100*float64(wantHazardous)/count, "%hazardous")
	if valid != wantValid*b.N || hazardous != wantHazardous*b.N {
		b.Fatalf("%d valid, %d hazardous in %d passes, want %d and %d in each", valid, hazardous, b.N, wantValid,
			wantHazardous)
	}
}
