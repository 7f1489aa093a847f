package idna_test

import (
	"testing"
	"unicode"

	"github.com/urispan/uri/host/idna"
)

// TestInName compares InName with names that have one label: a character between letters is accepted, or refused for a
// rule about its place.
func TestInName(t *testing.T) {
	for _, tt := range []struct {
		chars string
		want  bool
	}{
		{"azAZ09-éßςÉ日ﬀ\u200d\u0f0b", true}, // valid, or mapped to valid characters
		{"._/ %@\u0000\u3002\uff0e\u00ad\u3000\u2100\ue000", false},
	} {
		for _, r := range tt.chars {
			if got := idna.InName(r); got != tt.want {
				t.Errorf("%U: %t", r, got)
			}
		}
	}
	for r := range rune(unicode.MaxRune) {
		if r != '.' && idna.InName(r) {
			continue
		}
		if _, _, err := idna.Lookup.Convert("a" + string(r) + "b"); err == nil && r != '.' && r != '\u3002' && r != '\uff0e' && r != '\uff61' &&
			!isIgnored(r) {
			t.Fatalf("%U is accepted in a name", r)
		}
	}
}

// isIgnored reports whether the mapping drops r.
func isIgnored(r rune) bool {
	a, _, err := idna.Lookup.Convert("a" + string(r) + "b")
	return err == nil && a == "ab"
}
