package ranges_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

// The tests compose heads and tails where the path of the tail begins. The whole must scan into the same components. So
// each head ends with "/" or has an authority, and each tail begins with a segment or "/".
var (
	composeHeads = []string{"s:/", "s:a/", "scheme://u:p@host:80/", "s://h/a/b/", "//h/", "//@:/", "/", "a/", "s:///"}
	composeTails = []string{"", "a", "a/b?q#f", "?", "?#", "?q", "#", "#f", "./b:c?d"}
)

// composeAll are references with an authority. Each other component is defined, empty or undefined in some of them.
var composeAll = []string{"//", "//h", "//u@h:1/p?q#f", "//@:?#", "//[::1]/a", "///p", "//h?", "//h#", "//u:p@h:/"}

func scanned(t *testing.T, s string) *ranges.Offsets {
	t.Helper()
	var r fsm.Ranges
	if n, ok := fsm.Scan(s, &r); !ok {
		t.Fatalf("%q is invalid at %d", s, n)
	}
	return ranges.Of((*ranges.Opaque)(&r))
}

// checkComposed checks that a scan of text finds the offsets o.
func checkComposed(t *testing.T, text string, o *ranges.Offsets) {
	t.Helper()
	if diff := cmp.Diff(scanned(t, text), o); diff != "" {
		t.Errorf("%q (-scanned +composed):\n%s", text, diff)
	}
	if o.Len() != len(text) {
		t.Errorf("%q has the length %d", text, o.Len())
	}
}

func TestCutFragment(t *testing.T) {
	for _, head := range composeHeads {
		for _, query := range []string{"", "?", "?q"} {
			o := scanned(t, head+query+"#f")
			o.CutFragment()
			checkComposed(t, head+query, o)
		}
	}
}

func TestLen(t *testing.T) {
	for _, head := range composeHeads {
		for _, tail := range append(composeTails, composeAll...) {
			var r fsm.Ranges
			if _, ok := fsm.Scan(head+tail, &r); ok && ranges.Of((*ranges.Opaque)(&r)).Len() != len(head+tail) {
				t.Errorf("%q has the length %d", head+tail, ranges.Of((*ranges.Opaque)(&r)).Len())
			}
		}
	}
}
