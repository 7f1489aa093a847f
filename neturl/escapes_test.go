package neturl

import (
	"net/url"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// TestEscapesInPath puts every byte that a path may have at every place, and compares with EscapedPath.
func TestEscapesInPath(t *testing.T) {
	for c := range byte(0x80) {
		for length := 1; length <= 20; length++ {
			for i := 1; i < length; i++ {
				path := []byte("/" + strings.Repeat("a", length-1))
				path[i] = c
				v := url.URL{Path: string(path)}
				if uri.ComponentPath.Check(v.Path) != nil || c == '%' {
					continue
				}
				if got, want := escapesInPath(v.Path), v.EscapedPath() != v.Path; got != want {
					t.Errorf("%q: %v, want %v", path, got, want)
				}
			}
		}
	}
}
