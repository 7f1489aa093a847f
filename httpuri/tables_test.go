package httpuri

import (
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
)

// TestComponents checks that every component of package fsm has a counterpart with the same name in package uri.
func TestComponents(t *testing.T) {
	if components[0] != uri.ComponentNone {
		t.Errorf("component 0 becomes %v", components[0])
	}
	n := 1
	for fsm.Component(n).String() != "" {
		if n >= len(components) || components[n].String() != fsm.Component(n).String() {
			t.Fatalf("%v has no counterpart of its name in %v", fsm.Component(n), components)
		}
		n++
	}
	if n != len(components) || uri.Component(n).String() != "Component(9)" {
		t.Errorf("%d components in package fsm, %d in the table, and %v in package uri", n, len(components), uri.Component(n))
	}
}

// TestReasons checks that every reason of package fsm has a counterpart of its own in package uri.
func TestReasons(t *testing.T) {
	seen := map[uri.Reason]bool{0: true}
	n := 1
	for fsm.Reason(n).String() != "" {
		if n >= len(reasons) || seen[reasons[n]] {
			t.Fatalf("%v has no counterpart of its own in %v", fsm.Reason(n), reasons)
		}
		seen[reasons[n]] = true
		n++
	}
	if n != len(reasons) {
		t.Errorf("%d reasons in package fsm, %d in the table", n, len(reasons))
	}
}
