package engine

import (
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// TestNamesComplete checks that each component and each reason of package fsm has a counterpart in the tables, and that
// the names of components are the same.
func TestNamesComplete(t *testing.T) {
	for u, c := range componentOf {
		if uri.Component(u) != uri.ComponentNone && uri.Component(u).String() != c.String() {
			t.Errorf("%v becomes %v", uri.Component(u), c)
		}
	}
	if next := fsm.Component(len(componentOf)); next.String() != "" {
		t.Errorf("%v has no counterpart", next)
	}
	seen := map[fsm.Reason]bool{}
	for u, r := range reasonOf {
		if seen[r] || r.String() == "" {
			t.Errorf("%v becomes %v, which is not a reason of its own", u, r)
		}
		seen[r] = true
	}
	for r := fsm.Reason(1); r.String() != ""; r++ {
		if !seen[r] {
			t.Errorf("%v has no counterpart", r)
		}
	}
}
