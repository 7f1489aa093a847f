package schemes

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var lowerScheme = regexp.MustCompile("^[a-z][a-z0-9+.-]*$")

// TestDefaultPort checks the table of default ports, and schemes that have none.
func TestDefaultPort(t *testing.T) {
	ports := maps.Clone(DefaultPorts)
	maps.Copy(ports, map[string]uint16{
		"http": 80, "https": 443, // RFC 9110, section 4.2
		"ws": 80, "wss": 443, // RFC 6455, section 3
		"ftp":                   21, // RFC 1738, section 3.2
		strings.Repeat("a", 99): 1,
	})
	defer func(was map[string]uint16) { DefaultPorts = was }(DefaultPorts)
	DefaultPorts = ports
	for scheme, want := range ports {
		if !lowerScheme.MatchString(scheme) || want == 0 {
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
	for _, scheme := range slices.Sorted(maps.Keys(Ports1)) {
		fmt.Fprintln(digest, scheme, Ports1[scheme])
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:16]); got != want {
		t.Errorf("the default ports of Fingerprint1 have the digest %s, want %s", got, want)
	}
}
