package guard

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/urispan/uri/host"
)

// TestAddrError checks which rule an error names.
func TestAddrError(t *testing.T) {
	fetch := newPolicy(t, allowRules())
	hosts := newPolicy(t, Rules{Hosts: []string{"a.example", "10.0.0.0/8"}, Deny: []string{"a.example", "10.1.2.0/24", "10.1.0.0/16", "*.b.example"}})
	for _, test := range []struct {
		p          *Policy
		name, addr string // name is empty for CheckAddr
		want       string
		refusal    Refusal
	}{
		{fetch, "", "169.254.169.254:80", "Addresses: link-local", RefusedAddress},
		{fetch, "", "[::ffff:169.254.169.254]:80", "Addresses: link-local", RefusedAddress},
		{fetch, "", "[2002:a00:1::]:80", "Addresses: private, embedded IPv4", RefusedAddress},
		{fetch, "", "[64:ff9b::a00:1]:80", "Addresses: private", RefusedAddress},
		{fetch, "", "168.63.129.16:80", "Deny: 168.63.129.16", RefusedHost},
		{fetch, "", "[64:ff9b::a83f:8110]:80", "Deny: 168.63.129.16", RefusedHost},
		{fetch, "", "[2001:20::1%eth0]:80", "Deny: 2001::/23", RefusedHost},
		{fetch, "", "8.8.8.8:22", "Ports", RefusedPort},
		{fetch, "", "10.1.2.3:22", "Addresses: private", RefusedAddress},
		{fetch, "www.example.com", "10.0.0.1:80", "Addresses: private", RefusedAddress},
		{fetch, "www.example.com", "8.8.8.8:22", "Ports", RefusedPort},
		{fetch, "A.B.Lan.", "8.8.8.8:80", "Deny: *.lan", RefusedHost},
		{fetch, "metadata.goog", "8.8.8.8:80", "Deny: metadata.goog", RefusedHost},
		{fetch, "n8n.lan", "10.0.0.1:80", "AllowHosts", RefusedPort},
		{fetch, "n8n.lan", "127.0.0.1:5678", "Addresses: loopback", RefusedAddress},
		{fetch, "n8n.lan", "[2002:7f00:1::]:5678", "Addresses: loopback, embedded IPv4", RefusedAddress},
		{fetch, "n8n.lan", "168.63.129.16:5678", "Deny: 168.63.129.16", RefusedHost},
		{fetch, "fd00::7", "[fd00::7]:80", "AllowHosts", RefusedPort},
		{fetch, "fd00::8", "[fd00::8]:80", "Addresses: private", RefusedAddress},
		{fetch, "168.63.129.16", "168.63.129.16:80", "Deny: 168.63.129.16", RefusedHost},
		{fetch, "localhost", "127.0.0.1:80", "Addresses: loopback", RefusedAddress},
		{fetch, "wiki", "10.0.0.1:80", "Dotless", RefusedHost},
		{fetch, "0x7f.1", "127.0.0.1:80", "UnusualIPv4", RefusedUnusualIPv4},
		{fetch, "1.2.3.256", "127.0.0.1:80", "UnusualIPv4", RefusedUnusualIPv4},
		{fetch, "a b", "8.8.8.8:80", "", RefusedHost},
		{fetch, "a.xn--lan-", "8.8.8.8:80", "", RefusedHost},
		{hosts, "", "10.1.2.3:80", "Deny: 10.1.2.0/24", RefusedHost},
		{hosts, "", "192.168.0.1:80", "Addresses: private", RefusedAddress},
		{hosts, "a.example", "8.8.8.8:80", "Deny: a.example", RefusedHost},
		{hosts, "a.b.example", "8.8.8.8:80", "Deny: *.b.example", RefusedHost},
		{hosts, "c.example", "8.8.8.8:80", "Hosts", RefusedHost},
		{hosts, "8.8.8.8", "8.8.8.8:80", "Hosts", RefusedHost},
		{newPolicy(t, Rules{Hosts: []string{"10.0.0.1"}}), "", "8.8.8.8:80", "Hosts", RefusedHost},
		{newPolicy(t, Rules{Addresses: host.ClassPrivate}), "", "[2002:a00:1::]:80", "Addresses: embedded IPv4", RefusedAddress},
		{nil, "", "8.8.8.8:80", "", RefusedZeroPolicy},
		{new(Policy), "www.example.com", "8.8.8.8:80", "", RefusedZeroPolicy},
	} {
		addr := netip.MustParseAddrPort(test.addr)
		err := test.p.CheckAddr(addr)
		if test.name != "" {
			err = test.p.CheckHostAddr(test.name, addr)
		}
		var got *AddrError
		if !errors.As(err, &got) || *got != (AddrError{addr, test.want, test.refusal}) {
			t.Errorf("%q at %s: %+v, want %q, %v", test.name, test.addr, got, test.want, test.refusal)
			continue
		}
		if !errors.Is(err, test.refusal) || err.Error() != test.refusal.Error() {
			t.Errorf("%q at %s: %v, want %v", test.name, test.addr, err, test.refusal)
		}
	}
}
