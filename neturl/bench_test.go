package neturl_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/neturl"
)

// The names have the key=value form of benchstat, as in package uri. One operation is one pass over a corpus.
// URI_CORPUS names a file with one reference per line that replaces the corpus of package uri.

// BenchmarkTo compares parsing and To with url.Parse. Both return a *url.URL.
func BenchmarkTo(b *testing.B) {
	name, references, _ := webCorpus(b)
	for _, impl := range []struct {
		name string
		to   func(s string) (*url.URL, error)
	}{
		{"uri", func(s string) (*url.URL, error) {
			u, err := uri.Parse(s)
			v, _ := neturl.To(u)
			return v, err
		}},
		{"net-url", url.Parse},
	} {
		b.Run("corpus="+name+"/impl="+impl.name, func(b *testing.B) {
			bench(b, references, func(i int) bool {
				v, err := impl.to(references[i])
				sinkURL = v
				return err == nil
			})
		})
	}
}

// BenchmarkFrom compares From with String. Both return the text of the url.URL.
func BenchmarkFrom(b *testing.B) {
	name, references, urls := webCorpus(b)
	for _, impl := range []struct {
		name string
		from func(v *url.URL) string
	}{
		{"uri", func(v *url.URL) string {
			u, _, _ := neturl.From(v)
			return u.String()
		}},
		{"net-url", (*url.URL).String},
	} {
		b.Run("corpus="+name+"/impl="+impl.name, func(b *testing.B) {
			bench(b, references, func(i int) bool { return len(impl.from(urls[i])) == len(references[i]) })
		})
	}
}

// bench calls f for each reference. It fails if f returns false.
func bench(b *testing.B, references []string, f func(i int) bool) {
	b.ReportAllocs()
	b.SetBytes(int64(len(strings.Join(references, ""))))
	n := 0
	for b.Loop() {
		for i := range references {
			if f(i) {
				n++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(references)), "ns/uri")
	if n != b.N*len(references) {
		b.Fatalf("%d good in %d passes, want %d in each", n, b.N, len(references))
	}
}

// webCorpus returns the references that both packages accept and that convert without changes.
func webCorpus(b *testing.B) (name string, references []string, urls []*url.URL) {
	name, lines := kit.Web(b, 1)
	for _, s := range lines {
		u, bad := uri.Parse(s)
		if v, err := url.Parse(s); bad == nil && err == nil {
			if _, changes := neturl.To(u); changes == 0 {
				references, urls = append(references, s), append(urls, v)
			}
		}
	}
	return name, references, urls
}
