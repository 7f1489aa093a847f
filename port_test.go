package uri

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestDefaultPort checks the table of default ports, and schemes that have none.
func TestDefaultPort(t *testing.T) {
	ports := maps.Clone(defaultPorts)
	maps.Copy(ports, map[string]uint16{
		"http": 80, "https": 443, // RFC 9110, section 4.2
		"ws": 80, "wss": 443, // RFC 6455, section 3
		"ftp":                   21, // RFC 1738, section 3.2
		strings.Repeat("a", 99): 1,
	})
	defer func(was map[string]uint16) { defaultPorts = was }(defaultPorts)
	defaultPorts = ports
	for scheme, want := range ports {
		if err := checkScheme(scheme); err != nil || scheme != strings.ToLower(scheme) || want == 0 {
			t.Errorf("%q, %d: not a scheme in lower case and a port", scheme, want)
		}
		for _, scheme := range []string{scheme, strings.ToUpper(scheme), strings.ToUpper(scheme[:1]) + scheme[1:]} {
			if got, ok := DefaultPort(scheme); got != want || !ok {
				t.Errorf("%q: %d, %v; want %d", scheme, got, ok, want)
			}
		}
	}
	for _, scheme := range []string{
		"", "h", "httpx", "file", "urn", "mailto", "HTTPÅ", strings.Repeat("http", 100), "http\x00", "htt", "\x00",
		"sip", "sips", // RFC 3261, section 19.1.4: a default port does not match one left out
		"mK", // the sign of kelvins is a "k" in lower case
	} {
		if got, ok := DefaultPort(scheme); got != 0 || ok {
			t.Errorf("%q: %d, %v", scheme, got, ok)
		}
	}
}

// TestFingerprint1Ports: the default ports of version 1 never change. The digest is that of sha256sum for the sorted
// lines "SCHEME PORT" of the table.
func TestFingerprint1Ports(t *testing.T) {
	const want = "b4d89dff3a9fe366190ce09958b5dbf6"
	digest := sha256.New()
	for _, scheme := range slices.Sorted(maps.Keys(ports1)) {
		fmt.Fprintln(digest, scheme, ports1[scheme])
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:16]); got != want {
		t.Errorf("the default ports of Fingerprint1 have the digest %s, want %s", got, want)
	}
}

// TestFingerprint1NewPort adds a default port, as a later version may. The normal form must change, but not
// Fingerprint1, by any choice of steps.
func TestFingerprint1NewPort(t *testing.T) {
	defer func(was map[string]uint16) { defaultPorts = was }(defaultPorts)
	u := MustParse("NEW://h:77/")
	before, key := u.Fingerprint1(), u.Key()
	defaultPorts = maps.Clone(defaultPorts)
	defaultPorts["new"] = 77
	if u.Key() == key {
		t.Errorf("the key is still %q", key)
	}
	n := Normalizer{Steps: AllSteps}
	if after := u.Fingerprint1(); after != before || n.Fingerprint1(u) != before {
		t.Errorf("%x and %x, want %x", after, n.Fingerprint1(u), before)
	}
	n.DefaultPort = func(scheme string) (uint16, bool) { return 77, scheme == "new" }
	if n.Fingerprint1(u) != MustParse("new://h/").Fingerprint1() {
		t.Error("DefaultPort is not used")
	}
}
