package tables

import (
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
)

// TestCodePoints compares IsUcschar and IsIprivate with the ranges in RFC 3987, for every code point and for
// runes outside of Unicode.
func TestCodePoints(t *testing.T) {
	for r := rune(-100); r <= utf8.MaxRune+100; r++ {
		if got, want := IsUcschar(r), kit.IsUcschar(r); got != want {
			t.Errorf("IsUcschar(%#x) = %v", r, got)
		}
		if got, want := IsIprivate(r), kit.IsIprivate(r); got != want {
			t.Errorf("IsIprivate(%#x) = %v", r, got)
		}
	}
	for _, r := range []rune{-1 << 31, 1<<31 - 1, 1 << 24, 1<<24 | 0xA0} {
		if IsUcschar(r) || IsIprivate(r) {
			t.Errorf("%#x is no code point", r)
		}
	}
}
