package urlpattern

import (
	"bytes"
	"testing"
)

// TestPlain: the encoding callback of a syntax does not change a string of its plain bytes.
func TestPlain(t *testing.T) {
	for i, s := range append(syntaxes[:], ipv6HostnameSyntax, opaquePathnameSyntax) {
		var plain []byte
		for b := range 256 {
			if s.plain.Has(byte(b)) {
				plain = append(plain, byte(b))
			}
		}
		check := func(text []byte) {
			if got, _, reason := s.encode(string(text)); got != string(text) || reason != "" {
				t.Errorf("syntax %d: %q becomes %q: %s", i, text, got, reason)
			}
		}
		check(plain)
		check(bytes.Repeat(plain, 1000))
		for _, a := range plain {
			check([]byte{a})
			for _, b := range plain {
				check([]byte{a, b})
				check([]byte{a, 'x', b})
				check([]byte{a, b, a})
			}
		}
	}
}
