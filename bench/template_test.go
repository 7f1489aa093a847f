package bench

import (
	"testing"

	peer "github.com/yosida95/uritemplate/v3"

	"github.com/urispan/uri/uritemplate"
)

// The template and reference of the benchmarks of URI templates (RFC 6570, level 4).
const (
	urlTemplate = "https://api.example.com/repos/{owner}/{repo}/issues{?state,labels,page}"
	templateURL = "https://api.example.com/repos/urispan/uri/issues?state=open&labels=bug,a%20b&page=2"
)

// BenchmarkTemplateExpand measures the expansion of a parsed template with values that exist.
func BenchmarkTemplateExpand(b *testing.B) {
	b.Run("impl=uri", func(b *testing.B) {
		t := uritemplate.MustParse(urlTemplate)
		values := uritemplate.Map{
			"owner": uritemplate.String("urispan"), "repo": uritemplate.String("uri"), "state": uritemplate.String("open"),
			"labels": uritemplate.List("bug", "a b"), "page": uritemplate.String("2"),
		}
		var dst []byte
		b.ReportAllocs()
		for b.Loop() {
			dst, _ = t.Append(dst[:0], values)
		}
		if string(dst) != templateURL {
			b.Fatalf("got %s", dst)
		}
	})
	b.Run("impl=yosida95", func(b *testing.B) {
		t := peer.MustNew(urlTemplate)
		values := peer.Values{}
		values.Set("owner", peer.String("urispan"))
		values.Set("repo", peer.String("uri"))
		values.Set("state", peer.String("open"))
		values.Set("labels", peer.List("bug", "a b"))
		values.Set("page", peer.String("2"))
		var s string
		b.ReportAllocs()
		for b.Loop() {
			s, _ = t.Expand(values)
		}
		if s != templateURL {
			b.Fatalf("got %s", s)
		}
	})
}

// BenchmarkTemplateMatch measures matching a reference against a template.
func BenchmarkTemplateMatch(b *testing.B) {
	b.Run("impl=uri", func(b *testing.B) {
		m, err := uritemplate.MustParse(urlTemplate).Matcher()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if values, ok := m.Match(templateURL); !ok || len(values) != 5 {
				b.Fatal(values)
			}
		}
	})
	b.Run("impl=yosida95", func(b *testing.B) {
		t := peer.MustNew(urlTemplate)
		b.ReportAllocs()
		for b.Loop() {
			if values := t.Match(templateURL); len(values) == 0 {
				b.Fatal(values)
			}
		}
	})
}
