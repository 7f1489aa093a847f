package paint

import (
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
)

// TestPictureShapes draws references with components of every length: no line is wider than the screen, and every
// defined component is named.
func TestPictureShapes(t *testing.T) {
	pieces := []string{"", "x", "xx", "xxx", strings.Repeat("x", 13), strings.Repeat("x", 57), strings.Repeat("x", 300)}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				checkPictureOf(t, "//"+a+"@"+b+":/"+c, 60)
				checkPictureOf(t, "//"+a+":"+b+"@h:1?"+c, 60)
				checkPictureOf(t, "s"+a+":/"+b+"?"+c+"#"+a, 60)
				checkPictureOf(t, "s"+a+"://"+b+c+"#", 60)
			}
		}
	}
}

func checkPictureOf(t *testing.T, ref string, width int) {
	t.Helper()
	var r fsm.Ranges
	if _, ok := fsm.Scan(ref, &r); !ok {
		t.Fatalf("%q is invalid", ref)
	}
	got := string(AppendPicture(nil, Screen{Width: width}, []byte(ref), dialect.URI.Components([]byte(ref))))
	for line := range strings.Lines(got) {
		if len(line) > width+1 {
			t.Errorf("%q: line too wide: %q", ref, line)
		}
	}
	_, _, authority := r.Authority()
	_, _, query := r.Query()
	_, _, fragment := r.Fragment()
	defined := map[string]bool{"path": true, "authority": authority, "query": query, "fragment": fragment}
	for name, want := range defined {
		if strings.Contains(got, name) != want {
			t.Errorf("%q: %s is defined: %t, but drawn:\n%s", ref, name, want, got)
		}
	}
}
