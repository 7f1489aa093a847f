package reference

import (
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// A faultError is the error that these tests see in place of that of package uri.
type faultError Fault

func (e *faultError) Error() string { return (*Fault)(e).Text() }

func init() { MakeError = func(f Fault) error { return (*faultError)(&f) } }

// TestErrorHoldsNoSecret checks the fields of an error, since its text never shows bytes of an authority.
func TestErrorHoldsNoSecret(t *testing.T) {
	const text = "//h"
	var r fsm.Ranges
	ScanKnown(text, &r)
	_, _, err := With(URIs, text, &r, tables.Userinfo, "joe:@")
	if e, ok := err.(*faultError); !ok || e.Offset != 4 || (*Fault)(e).char() != 0 {
		t.Errorf("%+v", err)
	}
}
