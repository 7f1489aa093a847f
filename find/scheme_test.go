package find

import (
	"strings"
	"testing"
)

// TestColonSlash compares indexColonSlash and colonSlash with strings.Index, for a ":/" in each place of texts of each
// length, for texts with parts of it, and for a ":" or "/" and any other byte, with a "/" or ":" beside them.
func TestColonSlash(t *testing.T) {
	check := func(s string) {
		want := strings.Index(s, ":/")
		if got := indexColonSlash(s); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
		if want < 0 {
			want = len(s)
		}
		if got := colonSlash("://"+s, 2); got != 3+want {
			t.Fatalf("%q: %d after 3 bytes, want %d", s, got, 3+want)
		}
	}
	for c := range 256 {
		for d := range 256 {
			check("aaaaaaa" + string([]byte{':', byte(c), byte(d), '/', byte(c), '/', ':', byte(d)}) + "aaaaaaaaa")
		}
	}
	for _, around := range []string{"a", ":", "/", ":a", ":" + strings.Repeat("a", window-1), "\xba\xaf", "9.;0"} {
		for length := range 3 * window {
			text := strings.Repeat(around, length)[:length]
			check(text)
			for i := range length - len(":/") + 1 {
				check(text[:i] + ":/" + text[i+len(":/"):])
			}
		}
	}
}
