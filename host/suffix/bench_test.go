package suffix

import (
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

// BenchmarkRegistrable takes the hosts of the project's corpus, or of the file of references that URI_CORPUS names. One
// operation is one pass over the hosts that are names.
//
//	go test -run '^$' -bench Registrable -count 10 . | tee new.txt
//	go tool benchstat -col /impl -filter '.unit:ns/host' new.txt
func BenchmarkRegistrable(b *testing.B) {
	corpus, names := webNames(b)
	for _, impl := range []struct {
		name string
		f    func(name string) (string, error)
	}{
		{"suffix", Registrable},
		{"list", mustParse(b, readFacts(b)).Registrable},
		{"x-net", publicsuffix.EffectiveTLDPlusOne},
	} {
		b.Run("corpus="+corpus+"/impl="+impl.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, name := range names {
					sinkString, sinkError = impl.f(name)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(names)), "ns/host")
		})
	}
}

// webNames returns the hosts of the corpus that are names and do not end in a dot: the other library rejects the dot.
func webNames(tb testing.TB) (corpus string, names []string) {
	corpus, lines := kit.Web(tb, 2)
	var r fsm.Ranges
	for _, line := range lines {
		if _, ok := fsm.Scan(line, &r); !ok {
			continue
		}
		lo, hi, _ := r.Host()
		if name := line[lo:hi]; host.IsName(name) && !strings.HasSuffix(name, ".") {
			names = append(names, strings.Clone(name))
		}
	}
	return corpus, names
}

// TestWebNames compares Registrable with the reference for the names of the corpus.
func TestWebNames(t *testing.T) {
	_, names := webNames(t)
	if len(names) == 0 {
		t.Error("no names")
	}
	for _, name := range names {
		checkRegistrable(t, name)
	}
}
