package reference

import (
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// TestErrorHoldsNoSecret checks the fields of an error, since its text never shows bytes of an authority.
func TestErrorHoldsNoSecret(t *testing.T) {
	const text = "//h"
	var r fsm.Ranges
	Split(text, &r)
	_, _, fault := With(text, &r, tables.Userinfo, "joe:@")
	if fault == nil || fault.Offset != 4 || fault.char() != 0 {
		t.Errorf("%+v", fault)
	}
}
