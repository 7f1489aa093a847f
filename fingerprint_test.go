package uri_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/urispan/uri"
)

// TestFingerprint1 has digests that sha256sum of GNU coreutils computed from the normal forms. They never change: if one
// is wrong after a change to normalization, that change needs a Fingerprint2.
func TestFingerprint1(t *testing.T) {
	for _, test := range []struct{ uri, normal, want string }{
		{"", "", "e3b0c44298fc1c149afbf4c8996fb924"},
		{"http://example.com/", "http://example.com/", "2a1b402420ef46577471cdc7409b0fa2"},
		{"HTTP://Example.COM:80", "http://example.com/", "2a1b402420ef46577471cdc7409b0fa2"},
		{"http://example.com/b/%2E./%61", "http://example.com/a", "5bd48fa66118084cc32779267a31116d"},
		{"URN:example:animal:ferret:nose", "urn:example:animal:ferret:nose", "a3aeea46d2ad3370ff90ef7cb80afb47"},
		{"mailto:a%40b", "mailto:a%40b", "cd44d43504ef141862824dfcca5c802a"},
		{"mailto:a@b", "mailto:a@b", "7892d57c23b1ff0c768122eb6deb5510"},
		{"../b", "../b", "95cd90691029e024c503c2e3ab5ff7a0"},
		{
			"http://EXAMPLE.com/" + strings.Repeat("./a/", 1000), "http://example.com/" + strings.Repeat("a/", 1000),
			"2f1439e23d0353bad435c473ae37256f",
		},
		{
			"http://example.com/" + strings.Repeat("a/", 100_000), "http://example.com/" + strings.Repeat("a/", 100_000),
			"b36e820487070f26728d38320bc6be86",
		},
	} {
		u := uri.MustParse(test.uri)
		if got := u.Fingerprint1(); hex.EncodeToString(got[:]) != test.want || u.Key() != uri.Key(test.normal) {
			t.Errorf("%.100s: %x, want %s; the normal form is %.100s", test.uri, got, test.want, u.Normalized())
		}
	}
	n := uri.Normalizer{Steps: uri.StepCase}
	got := n.Fingerprint1(uri.MustParse("HTTP://example.com/%7e"))
	if want := "b4e8929f668e590201a2bdfb9c291b23"; hex.EncodeToString(got[:]) != want {
		t.Errorf("with one step: %x, want %s", got, want)
	}
}
