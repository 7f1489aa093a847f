package dedupe

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkURIs measures lines that are mostly distinct, in memory and with a temporary file. For inputs of realistic
// size, see bench/urls.
func BenchmarkURIs(b *testing.B) {
	input := spellings(rand.New(rand.NewPCG(5, 6)), 400_000)
	for name, memory := range map[string]int64{"memory": 128 << 20, "disk": 4 << 20} {
		b.Run("in="+name, func(b *testing.B) {
			u := URIs{Limits: Limits{memory, b.TempDir()}}
			b.SetBytes(int64(len(input)))
			for b.Loop() {
				if err := u.Run(io.Discard, strings.NewReader(input)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(u.Stats().Lines), "ns/line")
		})
	}
}
