//go:build unix

package main

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// BenchmarkNormalize normalizes messy lines, with the library and with net/url, where String returns the normal form.
// With one processor (-cpu 1), the time includes the garbage collection.
func BenchmarkNormalize(b *testing.B) {
	var text bytes.Buffer
	if err := generate(&text, 5e6, 1); err != nil {
		b.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	for _, n := range []struct {
		name string
		pass func(lines []string) (size int)
	}{
		{"uri-string", normalizeByURI},
		{"net-url", normalizeByNetURL},
	} {
		b.Run("corpus=messy/impl="+n.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(text.Len()))
			size := 0
			for b.Loop() {
				size = n.pass(lines)
			}
			if size < text.Len()/2 {
				b.Fatalf("%d bytes of normal forms for %d lines", size, len(lines))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(lines)), "ns/uri")
		})
	}
}

// normalizeByURI returns the size of the normal forms of the lines that are valid.
func normalizeByURI(lines []string) (size int) {
	buf := make([]byte, 0, 4096)
	for _, line := range lines {
		if text, err := uri.AppendNormalizedString(buf, line); err == nil {
			size += len(text)
		}
	}
	return size
}

// normalizeByNetURL does the same as normalizeByURI, with net/url.
func normalizeByNetURL(lines []string) (size int) {
	for _, line := range lines {
		if u, err := url.Parse(line); err == nil {
			size += len(u.String())
		}
	}
	return size
}
