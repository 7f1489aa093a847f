package dialect

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/tables"
)

// TestUnencoded: unencoded has the characters that need no percent-encoding in an authority, without letters and
// digits.
func TestUnencoded(t *testing.T) {
	for b := range byte(utf8.RuneSelf) {
		letterOrDigit := tables.Is(b, tables.ALPHA) || tables.Is(b, tables.DIGIT)
		needsNone := tables.Is(b, tables.Unreserved) || tables.Is(b, tables.SubDelims)
		if strings.IndexByte(unencoded, b) >= 0 != (needsNone && !letterOrDigit) {
			t.Errorf("%q", b)
		}
	}
}

// TestComplete: every dialect has all functions and texts, and a flag of its own unless it is the default.
func TestComplete(t *testing.T) {
	flags := map[string]bool{}
	for i, d := range All {
		if flags[d.Flag] || (d.Flag == "") != (i == 0) {
			t.Errorf("dialect %d has the flag %q", i, d.Flag)
		}
		flags[d.Flag] = true
		for _, part := range []any{*d, d.Machine} {
			v := reflect.ValueOf(part)
			for k := range v.NumField() {
				name := v.Type().Field(k).Name
				if v.Field(k).IsZero() && name != "Flag" && name != "International" {
					t.Errorf("-%s has no %s", d.Flag, name)
				}
			}
		}
	}
}
