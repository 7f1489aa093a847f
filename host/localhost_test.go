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

func TestCutDot(t *testing.T) {
	for _, test := range []struct {
		host, before string
		found        bool
	}{
		{"a.", "a", true}, {"a%2e", "a", true}, {"a%2E", "a", true}, {".", "", true}, {"%2E", "", true},
		{"a..", "a.", true},
		{"a%2E.", "a%2E", true}, {"", "", false}, {"a", "a", false}, {"a.b", "a.b", false}, {"2E", "2E", false},
		{"a%2", "a%2", false}, {"a%2F", "a%2F", false}, {"a.%", "a.%", false}, {"%25.", "%25", true},
	} {
		if before, found := CutDot(test.host); before != test.before || found != test.found {
			t.Errorf("CutDot(%q) = %q, %t", test.host, before, found)
		}
	}
}
