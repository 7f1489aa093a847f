package uri_test

import (
	"encoding/hex"
	"maps"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/schemes"
)

// TestFingerprint1 has digests that sha256sum of GNU coreutils computed from the normal forms. They never change: if
// one is wrong after a change to normalization, that change needs a Fingerprint2.
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
		// Each step, and what no step changes.
		{"HTTP://[0:0::0001]:0080?q", "http://[::1]/?q", "baba30a72473e466a343d40d8be5b5ca"},
		{"//[2001:DB8:0:0:0:0:C000:020A]", "//[2001:db8::c000:20a]", "ceed47df24aaecdd909809bb1dccf01f"},
		{"//[::FFFF:C000:201]", "//[::ffff:192.0.2.1]", "93f3ff2f86228f5713da6f9161b00b10"},
		{"//[V1.A:b]", "//[v1.a:b]", "d960e6a22b06e2a29944df95bf853f82"},
		{"http://example.com/%c3%bc%7e%2d%2E%5f%2f", "http://example.com/%C3%BC~-._%2F", "97b53e949422a0ad0347e65bd13332b9"},
		{"ws://h:80", "ws://h/", "19fd4b621ac94f3a234f9d071594d30d"},
		{"wss://h:443", "wss://h/", "9723711d214ca4b1adcfc1f01c88e58c"},
		{"ftp://h:021/", "ftp://h/", "eacfbfa9a52ce352b522b26b0eb40151"},
		{"ssh://h:22", "ssh://h", "8de6949f25b79abce9808be3375926db"},
		{"http://h:08080", "http://h:8080/", "876ffc93b12937a06a109256fb0ca63a"},
		{"file://LOCALHOST/A", "file:///A", "1432c9f5cfa2110d82a8ded170bccdae"},
		{"http://U@H/A?B%2fb#C%23", "http://U@h/A?B%2Fb#C%23", "5c8a88a5ff66667cf2deafa0416f8373"},
		{"http://h?#", "http://h/?#", "f82063da9d1b701dcce1c33003883cbf"},
		{"x:/.//a", "x:/.//a", "e6aff97b3bd06fede137721a101de49d"},
		{"./a:b", "./a:b", "80310c7fb56f5e3bf71d07aaea3a4303"},
		{"a//b/", "a//b/", "86bebd013a3fe2be70ed494ba91e5818"},
		{"mailto:%41@EXAMPLE.com", "mailto:A@EXAMPLE.com", "3ec100fa1614c0385a69c267dbdfc004"},
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

// TestFingerprint1Steps: version 1 has the steps that existed when it was made. If AllSteps gets another step, the text
// that Key returns is not that of Fingerprint1 any more, and its documentation needs a change.
func TestFingerprint1Steps(t *testing.T) {
	const version1 = uri.StepCase | uri.StepPercent | uri.StepDots | uri.StepScheme | uri.StepAddress
	if uri.AllSteps != version1 {
		t.Errorf("AllSteps is %v, but Fingerprint1 has %v", uri.AllSteps, version1)
	}
}

// TestFingerprint1NewPort adds a default port, as a later version may. The normal form must change, but not
// Fingerprint1, by any choice of steps.
func TestFingerprint1NewPort(t *testing.T) {
	defer func(was map[string]uint16) { schemes.DefaultPorts = was }(schemes.DefaultPorts)
	u := uri.MustParse("NEW://h:77/")
	before, key := u.Fingerprint1(), u.Key()
	schemes.DefaultPorts = maps.Clone(schemes.DefaultPorts)
	schemes.DefaultPorts["new"] = 77
	if u.Key() == key {
		t.Errorf("the key is still %q", key)
	}
	n := uri.Normalizer{Steps: uri.AllSteps}
	if after := u.Fingerprint1(); after != before || n.Fingerprint1(u) != before {
		t.Errorf("%x and %x, want %x", after, n.Fingerprint1(u), before)
	}
	n.DefaultPort = func(scheme string) (uint16, bool) { return 77, scheme == "new" }
	if n.Fingerprint1(u) != uri.MustParse("new://h/").Fingerprint1() {
		t.Error("DefaultPort is not used")
	}
}
