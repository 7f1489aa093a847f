package guard

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// TestNAT64 checks addresses under prefixes of all lengths.
func TestNAT64(t *testing.T) {
	rules := FetchRules()
	rules.NAT64 = append(rules.NAT64, "2001:db8::/32", "2a00:100::/40", "64:ff9b:1::/48", "2a00:1:2:300::/56", "2a00:1:2:3::/64",
		"2a00:1:2:4:0:5::/96", "64:ff9b:1:fffe::/96")
	rules.Deny = append(rules.Deny, "9.9.9.0/24", "2a00:1:2:3:8:808:909::")
	all := newPolicy(t, rules)
	rules.Hosts = []string{"8.8.8.8", "10.0.0.0/8", "2a00:1:2:4:0:5:a00:1"}
	hosts := newPolicy(t, rules)
	fetch := newPolicy(t, FetchRules())
	for _, test := range kit.Cases[struct {
		p    *Policy
		addr string
		want Refusal
	}]("nat64.txt", "TestNAT64", errorWords(), map[string]any{"all": all, "fetch": fetch, "hosts": hosts}) {
		addr := netip.MustParseAddr(test.addr)
		text := test.addr
		if addr.Is6() {
			text = "[" + text + "]"
		}
		checkRefusal(t, test.p, "https://"+text+"/", test.want)
		for _, addr := range []netip.Addr{addr, addr.WithZone("eth0")} {
			if addr.Is4() {
				continue
			}
			var got Refusal
			err := test.p.CheckAddr(netip.AddrPortFrom(addr, 443))
			if errors.As(err, &got); got != test.want || (err == nil) != (got == 0) {
				t.Errorf("CheckAddr(%v): %v, want %v", addr, err, test.want)
			}
		}
	}
	addr := netip.MustParseAddrPort("[2a00:1:2:3:8:808:800:0]:443")
	// With the race detector, the compiler moves more to the heap.
	if n := testing.AllocsPerRun(100, func() { _ = all.CheckAddr(addr) }); n != 0 && !hostile.PoolsForget {
		t.Errorf("CheckAddr: %v allocations", n)
	}
}

// TestNAT64Errors has prefixes that no network can use.
func TestNAT64Errors(t *testing.T) {
	for _, text := range []string{
		"", "64:ff9b::", "64:ff9b::/95", "64:ff9b::/97", "64:ff9b::/64", "64:ff9b::/32", "64:ff9b::1/96", "10.0.0.0/8", "10.0.0.0/32",
		"::ffff:0:0/96", "::/96", "::/32", "::ffff:0:0:0/96", "2001::/32", "2001:0:1::/64", "2002:808::/32", "2002:808:808::/48",
		"fe80::/64", "ff02::/96", "example.com", "*.example.com", "64:ff9b:1:0:100::/96", "2001:db8:0:0:ff00::/96",
		"2001:db8::5efe:0:0/96", "64:ff9b::/96%eth0",
	} {
		if p, err := NewPolicy(Rules{NAT64: []string{"64:ff9b::/96", text}}); err == nil || p != nil || !strings.Contains(err.Error(), "NAT64[1]: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"64:FF9B::/96", "64:ff9b:1::/48", "64:ff9b:1:8000::/56", "fd00:64::/96", "2001:db8::/40", "64:ff9b:2::/64"} {
		newPolicy(t, Rules{NAT64: []string{text, text}})
	}
}

// TestNAT64Random compares with a reference that works on text. Deny and Hosts are those of other tests.
func TestNAT64Random(t *testing.T) {
	random := kit.Random(t)
	lengths := []int{32, 40, 48, 56, 64, 96}
	for range kit.Rounds(300, 2_000, 20_000) {
		var b [16]byte
		binary.BigEndian.PutUint64(b[:], random.Uint64())
		binary.BigEndian.PutUint64(b[8:], random.Uint64()>>random.IntN(65)<<random.IntN(65))
		b[0] = 0x2a
		b[8] = 0
		rules := Rules{Addresses: host.AddressClass(random.Uint32()), Deny: []string{"64.0.0.0/2"}}
		for range 2 {
			prefix, err := netip.AddrFrom16(b).Prefix(lengths[random.IntN(len(lengths))])
			if err != nil {
				t.Fatal(err)
			}
			if new(lists).addNAT64(prefix.String()) == "" {
				rules.NAT64 = append(rules.NAT64, prefix.String())
			}
		}
		if random.IntN(8) == 0 {
			b[8] = byte(random.Uint32())
		}
		checkPolicy(t, rules, "//["+netip.AddrFrom16(b).String()+"]")
	}
}
