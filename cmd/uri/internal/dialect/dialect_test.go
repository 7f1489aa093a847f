package dialect

import (
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
