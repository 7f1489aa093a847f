package httpuri_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

// The names have the key=value form of benchstat, as in package uri. One operation is one pass over a corpus.
// URI_CORPUS names a file with one reference per line that replaces the corpus of package uri.

// targets are the request-targets of the http and https URIs of a corpus, in both forms.
type targets struct {
	corpus           string
	origin, absolute []string
	hosts            []string
}

func webTargets(b *testing.B) (t targets) {
	name, lines := kit.Web(b, 1)
	t.corpus = name
	for _, line := range lines {
		u, err := uri.Parse(line)
		if err != nil || httpuri.Check(u) != nil {
			continue
		}
		s := u.String()
		r := u.Ranges()
		if lo, _, ok := r.Fragment(); ok {
			s = s[:lo-1]
		}
		lo, end, _ := r.Authority()
		t.absolute = append(t.absolute, strings.Clone(s))
		t.hosts = append(t.hosts, strings.Clone(s[lo:end]))
		if s = s[end:]; !strings.HasPrefix(s, "/") {
			s = "/" + s
		}
		t.origin = append(t.origin, strings.Clone(s))
	}
	return t
}

// An implementation returns how many of the request-targets it takes.
type implementation struct {
	name string
	pass func(targets []string) (n int)
}

var (
	implParse = implementation{"httpuri", func(targets []string) (n int) {
		for _, s := range targets {
			if _, err := httpuri.Parse("GET", s); err == nil {
				n++
			}
		}
		return n
	}}
	implNetURL = implementation{"net-url", func(targets []string) (n int) {
		for _, s := range targets {
			if _, err := url.ParseRequestURI(s); err == nil {
				n++
			}
		}
		return n
	}}
)

// BenchmarkRequestTarget measures what a server has to do for each request. The requests are of origin servers, in
// corpus=web, and of proxies, in corpus=web-absolute.
func BenchmarkRequestTarget(b *testing.B) {
	t := webTargets(b)
	for _, c := range []struct {
		name    string
		targets []string
	}{{t.corpus, t.origin}, {t.corpus + "-absolute", t.absolute}} {
		for _, impl := range []implementation{implParse, implNetURL} {
			b.Run("corpus="+c.name+"/impl="+impl.name, func(b *testing.B) { measure(b, impl, c.targets) })
		}
	}
}

// BenchmarkRejectTarget measures the same request-targets with a space at their end.
func BenchmarkRejectTarget(b *testing.B) {
	t := webTargets(b)
	spoiled := make([]string, len(t.origin))
	for i, s := range t.origin {
		spoiled[i] = s + " "
	}
	b.Run("corpus="+t.corpus+"/impl="+implParse.name, func(b *testing.B) { measure(b, implParse, spoiled) })
}

func measure(b *testing.B, impl implementation, targets []string) {
	want := impl.pass(targets)
	size := 0
	for _, s := range targets {
		size += len(s)
	}
	b.ReportAllocs()
	b.SetBytes(int64(size))
	n := 0
	for b.Loop() {
		n += impl.pass(targets)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(targets)), "ns/uri")
	if n != want*b.N || want != 0 && impl.name != "net-url" && want != len(targets) {
		b.Fatalf("%d of %d accepted in %d passes, and %d in the first", n, len(targets), b.N, want)
	}
}

// BenchmarkTargetURI measures what puts a target URI together, and finds its origin.
func BenchmarkTargetURI(b *testing.B) {
	t := webTargets(b)
	b.Run("corpus="+t.corpus+"/impl=append", func(b *testing.B) {
		b.ReportAllocs()
		var buf []byte
		for b.Loop() {
			for i, s := range t.origin {
				q := httpuri.Request{Scheme: "https", Method: "GET", Target: s, Host: t.hosts[i : i+1]}
				var err error
				if buf, _, err = q.AppendTargetURI(buf[:0]); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(t.origin)), "ns/uri")
	})
	b.Run("corpus="+t.corpus+"/impl=origin", func(b *testing.B) {
		var uris []uri.URI
		for _, s := range t.absolute {
			uris = append(uris, uri.MustParse(s))
		}
		b.ReportAllocs()
		for b.Loop() {
			for _, u := range uris {
				if _, err := httpuri.OriginOf(u); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(uris)), "ns/uri")
	})
}
