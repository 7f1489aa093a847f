package uri

import (
	"testing"

	"github.com/urispan/uri/fsm"
)

// TestNamesComplete checks that each component, reason and host kind of package fsm has its counterpart in this
// package.
func TestNamesComplete(t *testing.T) {
	const unused = 16 // a number larger than any component, reason or kind
	for c := range fsm.Component(unused) {
		if int(c) < len(componentOf) {
			if got := componentOf[c]; got.String() != c.String() {
				t.Errorf("component %d is %q here, and %q in package fsm", c, got, c)
			}
		} else if c.String() != "" {
			t.Errorf("componentOf does not have %q", c)
		}
	}
	for r := fsm.Reason(1); r < unused; r++ {
		if int(r) < len(reasonOf) {
			if got := reasonOf[r]; got.String() != r.String() {
				t.Errorf("reason %d is %q here, and %q in package fsm", r, got, r)
			}
		} else if r.String() != "" {
			t.Errorf("reasonOf does not have %q", r)
		}
	}
	for k := fsm.NoHost + 1; k < unused; k++ {
		if int(k) < len(hostKindOf) {
			if got := hostKindOf[k]; got.String() != k.String() {
				t.Errorf("host kind %d is %q here, and %q in package fsm", k, got, k)
			}
		} else if k.String() != "" {
			t.Errorf("hostKindOf does not have %q", k)
		}
	}
	if got := hostKindOf[fsm.NoHost]; got != HostUndefined {
		t.Errorf("an undefined host is %q here", got)
	}
}
