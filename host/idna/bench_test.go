package idna_test

import (
	"testing"

	xnet "golang.org/x/net/idna"

	"github.com/urispan/uri/host/idna"
)

// hosts are the names of the benchmark: names outside US-ASCII from links, some of them with A-labels, and names in
// US-ASCII.
var hosts = []struct {
	kind  string
	names []string
}{
	{"unicode", []string{
		"bücher.example", "www.müller.de", "日本語.jp", "пример.испытание", "παράδειγμα.δοκιμή", "München-Straße.de",
		"例え.テスト", "한국어.kr", "中文.com", "العربية.example", "ישראל.example", "हिन्दी.example", "www.Öl-Gemälde.at",
		"ไทย.com", "xn--bcher-kva.éxample", "www.café-olé.fr",
	}},
	{"alabels", []string{
		"xn--bcher-kva.example", "www.xn--mller-kva.de", "xn--wgv71a119e.jp", "xn--e1afmkfd.xn--80akhbyknj4f",
		"xn--hxajbheg2az3al.xn--jxalpdlp", "xn--r8jz45g.xn--zckzah", "xn--fiq228c.com", "xn--mgbcd4a2b0d2b.example",
	}},
	{"ascii", []string{
		"www.example.com", "en.wikipedia.org", "github.com", "cdn.jsdelivr.net", "a.b.c.example.co.uk", "Example.COM",
		"my-long-name-with-hyphens.example.org", "localhost",
	}},
}

// BenchmarkHosts converts names to US-ASCII. The metric is the time for a name.
func BenchmarkHosts(b *testing.B) {
	for _, list := range hosts {
		for _, impl := range []struct {
			name    string
			convert func(dst []byte, name string) ([]byte, error)
		}{
			{"browser", idna.Browser.AppendASCII},
			{"lookup", idna.Lookup.AppendASCII},
			{"x-net", func(dst []byte, name string) ([]byte, error) {
				a, err := xnet.Lookup.ToASCII(name)
				return append(dst, a...), err
			}},
		} {
			b.Run("hosts="+list.kind+"/impl="+impl.name, func(b *testing.B) {
				dst := make([]byte, 0, 256)
				b.ReportAllocs()
				for b.Loop() {
					for _, name := range list.names {
						out, err := impl.convert(dst, name)
						if err != nil || len(out) < 5 {
							b.Fatalf("%q: %q, %v", name, out, err)
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list.names)), "ns/name")
			})
		}
	}
}
