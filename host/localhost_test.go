package host

import "testing"

func TestIsLocalhost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost":                   true,
		"LocalHost":                   true,
		"localhost.":                  true,
		"a.b.localhost":               true,
		"a.LOCALHOST.":                true,
		"%6cocalhos%54":               true,
		"a%2Elocalhost%2e":            true,
		"%6C%6f%63%61%6c%68%6f%73%74": true,
		".localhost":                  true,
		"":                            false,
		".":                           false,
		"localhos":                    false,
		"ocalhost":                    false,
		"localhost..":                 false,
		"xlocalhost":                  false,
		"a-localhost":                 false,
		"localhost.com":               false,
		"localhos\x14":                false, // not a letter
		"[::1]":                       false,
		"127.0.0.1":                   false,
	} {
		if got := IsLocalhost(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}
