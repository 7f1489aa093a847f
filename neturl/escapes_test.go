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

// TestIsEscapedPath compares isEscapedPath with EscapedPath for paths of one byte, alone and after others.
func TestIsEscapedPath(t *testing.T) {
	for b := range 256 {
		for _, before := range []string{"", "/", "/a-Z.0:@"} {
			for _, after := range []string{"", "/", "/a-Z.0:@"} {
				path := before + string([]byte{byte(b)}) + after
				want := (&url.URL{Path: path}).EscapedPath() == path && path != "*"
				if got := isEscapedPath(path); got != want {
					t.Errorf("%q: %t, want %t", path, got, want)
				}
			}
		}
	}
}
