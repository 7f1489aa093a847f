package schemes

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var lowerScheme = regexp.MustCompile("^[a-z][a-z0-9+.-]*$")

// TestDefaultPort checks the table of default ports, and schemes that have none.
func TestDefaultPort(t *testing.T) {
	defer func(was []Port) { DefaultPorts = was }(DefaultPorts)
	DefaultPorts = append(slices.Clone(DefaultPorts),
		Port{"http", 80}, Port{"https", 443}, // RFC 9110, section 4.2
		Port{"ws", 80}, Port{"wss", 443}, // RFC 6455, section 3
		Port{"ftp", 21}, // RFC 1738, section 3.2
		Port{strings.Repeat("a", 99), 1},
	)
	seen := map[string]bool{}
	for _, p := range DefaultPorts {
		if !lowerScheme.MatchString(p.Scheme) || p.Number == 0 || seen[p.Scheme] {
			t.Errorf("%q, %d: not a scheme in lower case and a port, or there twice", p.Scheme, p.Number)
		}
		seen[p.Scheme] = true
		for _, scheme := range []string{p.Scheme, strings.ToUpper(p.Scheme), strings.ToUpper(p.Scheme[:1]) + p.Scheme[1:]} {
			if got, ok := DefaultPort(scheme); got != p.Number || !ok {
				t.Errorf("%q: %d, %v; want %d", scheme, got, ok, p.Number)
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

// TestPortsOfProducts has ports of products with their sources. Version 1 has none of them.
func TestPortsOfProducts(t *testing.T) {
	for _, test := range []struct {
		source, scheme string
		port           uint16
	}{
		{"https://github.com/xroche/httrack/pull/566", "socks5", 1080},
		{"https://www.postgresql.org/docs/current/libpq-connect.html", "postgres", 5432},
		{"https://www.postgresql.org/docs/current/libpq-connect.html", "postgresql", 5432},
		{"https://dev.mysql.com/doc/refman/8.4/en/connecting-using-uri-or-key-value-pairs.html", "mysql", 3306},
		{"https://www.mongodb.com/docs/manual/reference/connection-string/", "mongodb", 27017},
		{"https://www.iana.org/assignments/uri-schemes/prov/rediss", "rediss", 6379},
		{"https://docs.nats.io/using-nats/developer/connecting/specific_server", "nats", 4222},
		{"https://docs.npmjs.com/cli/configuring-npm/package-json", "git+ssh", 22},
	} {
		if got, ok := DefaultPort(test.scheme); got != test.port || !ok {
			t.Errorf("%s: %d, %v; want %d: %s", test.scheme, got, ok, test.port, test.source)
		}
		if got, ok := Port1(test.scheme); ok {
			t.Errorf("%s has the port %d in version 1, which never changes", test.scheme, got)
		}
	}
}

// TestFingerprint1Ports: the default ports of version 1 never change. The digest is the output of sha256sum for the
// sorted lines "SCHEME PORT" of the table.
func TestFingerprint1Ports(t *testing.T) {
	const want = "b4d89dff3a9fe366190ce09958b5dbf6"
	ports := slices.SortedFunc(slices.Values(Ports1), func(p, q Port) int { return strings.Compare(p.Scheme, q.Scheme) })
	digest := sha256.New()
	for _, p := range ports {
		fmt.Fprintln(digest, p.Scheme, p.Number)
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:16]); got != want {
		t.Errorf("the default ports of Fingerprint1 have the digest %s, want %s", got, want)
	}
}
