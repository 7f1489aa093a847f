package urlpattern

import (
	"bytes"
	"testing"
)

// TestPlain: the encoding callback of a syntax does not change a string of its plain bytes.
func TestPlain(t *testing.T) {
	for name, s := range map[string]*syntax{
		"protocol": &protocolSyntax, "username": &usernameSyntax, "password": &passwordSyntax, "hostname": &hostnameSyntax,
		"IPv6": &ipv6HostnameSyntax, "port": &portSyntax, "pathname": &pathnameSyntax, "opaque": &opaquePathnameSyntax,
		"search": &searchSyntax, "hash": &hashSyntax,
	} {
		var plain []byte
		for b := range 256 {
			if s.plain.has(byte(b)) {
				plain = append(plain, byte(b))
			}
		}
		check := func(text []byte) {
			if got, _, reason := s.encode(string(text)); got != string(text) || reason != "" {
				t.Errorf("%s: %q becomes %q: %s", name, text, got, reason)
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
