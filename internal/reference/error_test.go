package reference

import (
	"testing"

	"github.com/urispan/uri/fsm"
)

// TestNamesComplete checks that each component and reason of package fsm has its counterpart in this package.
func TestNamesComplete(t *testing.T) {
	const unused = 16 // a number larger than any component or reason
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
}

// TestErrorHoldsNoSecret checks the fields of an error, since its text never shows bytes of an authority.
func TestErrorHoldsNoSecret(t *testing.T) {
	const text = "//h"
	var r fsm.Ranges
	ScanKnown(text, &r)
	_, _, err := With(URIs, text, &r, ComponentUserinfo, "joe:@")
	if e, ok := err.(*Error); !ok || e.Offset != 4 || e.char() != 0 {
		t.Errorf("%+v", err)
	}
}
