package host

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// The first and last addresses of the blocks in IANA's registries, and the addresses next to them.
var classTests = []struct {
	addr string
	want AddressClass
}{
	{"0.0.0.0", ClassUnspecified},
	{"0.0.0.1", ClassReserved},
	{"0.255.255.255", ClassReserved},
	{"1.0.0.0", 0},
	{"8.8.8.8", 0},
	{"9.255.255.255", 0},
	{"10.0.0.0", ClassPrivate},
	{"10.255.255.255", ClassPrivate},
	{"11.0.0.0", 0},
	{"100.63.255.255", 0},
	{"100.64.0.0", ClassShared},
	{"100.127.255.255", ClassShared},
	{"100.128.0.0", 0},
	{"126.255.255.255", 0},
	{"127.0.0.0", ClassLoopback},
	{"127.0.0.1", ClassLoopback},
	{"127.255.255.255", ClassLoopback},
	{"128.0.0.0", 0},
	{"169.253.255.255", 0},
	{"169.254.0.0", ClassLinkLocal},
	{"169.254.169.254", ClassLinkLocal},
	{"169.254.255.255", ClassLinkLocal},
	{"169.255.0.0", 0},
	{"172.15.255.255", 0},
	{"172.16.0.0", ClassPrivate},
	{"172.31.255.255", ClassPrivate},
	{"172.32.0.0", 0},
	{"191.255.255.255", 0},
	{"192.0.0.0", ClassReserved},
	{"192.0.0.255", ClassReserved},
	{"192.0.1.0", 0},
	{"192.0.2.1", ClassReserved},
	{"192.0.3.0", 0},
	{"192.31.196.1", 0}, // AS112-v4 is globally reachable
	{"192.52.193.1", 0}, // AMT is globally reachable
	{"192.88.99.1", ClassReserved},
	{"192.167.255.255", 0},
	{"192.168.0.0", ClassPrivate},
	{"192.168.255.255", ClassPrivate},
	{"192.169.0.0", 0},
	{"192.175.48.1", 0}, // AS112 is globally reachable
	{"198.17.255.255", 0},
	{"198.18.0.0", ClassReserved},
	{"198.19.255.255", ClassReserved},
	{"198.20.0.0", 0},
	{"198.51.100.7", ClassReserved},
	{"203.0.113.7", ClassReserved},
	{"203.0.114.0", 0},
	{"223.255.255.255", 0},
	{"224.0.0.0", ClassMulticast},
	{"239.255.255.255", ClassMulticast},
	{"240.0.0.0", ClassReserved},
	{"255.255.255.255", ClassReserved},

	{"::", ClassUnspecified},
	{"::1", ClassLoopback},
	{"::1%lo", ClassLoopback},
	{"::2", ClassEmbeddedIPv4 | ClassReserved},
	{"::127.0.0.1", ClassEmbeddedIPv4 | ClassLoopback},
	{"::8.8.8.8", ClassEmbeddedIPv4},
	{"::1:0:0", ClassReserved},
	{"::ffff:0:0", ClassEmbeddedIPv4 | ClassUnspecified},
	{"::ffff:127.0.0.1", ClassEmbeddedIPv4 | ClassLoopback},
	{"::ffff:127.0.0.1%eth0", ClassEmbeddedIPv4 | ClassLoopback},
	{"::ffff:10.1.2.3", ClassEmbeddedIPv4 | ClassPrivate},
	{"::ffff:169.254.169.254", ClassEmbeddedIPv4 | ClassLinkLocal},
	{"::ffff:8.8.8.8", ClassEmbeddedIPv4},
	{"::ffff:0:10.1.2.3", ClassEmbeddedIPv4 | ClassPrivate},
	{"64:ff9b::8.8.8.8", ClassEmbeddedIPv4},
	{"64:ff9b::192.168.0.1", ClassEmbeddedIPv4 | ClassPrivate},
	{"64:ff9b::1:0:0", ClassReserved},
	{"64:ff9b:1::8.8.8.8", ClassEmbeddedIPv4 | ClassReserved},
	{"64:ff9b:1:ffff::127.0.0.1", ClassEmbeddedIPv4 | ClassReserved | ClassLoopback},
	// Prefixes of 48, 56 and 64 bits (RFC 6052, section 2.2). The last 32 bits can be 0.0.0.0.
	{"64:ff9b:1:7f00:0:100::", ClassEmbeddedIPv4 | ClassReserved | ClassUnspecified | ClassLoopback},
	{"64:ff9b:1:ac0a:0:100::", ClassEmbeddedIPv4 | ClassReserved | ClassUnspecified | ClassPrivate}, // 10.0.1.0 of 56
	{"64:ff9b:1:2f0a:0:1:200:0", ClassEmbeddedIPv4 | ClassReserved},
	{"64:ff9b:1:0a9:fe:a9fe::", ClassEmbeddedIPv4 | ClassReserved | ClassUnspecified | ClassLinkLocal},
	{"64:ff9b:1:1234:c0:a801:500:0", ClassEmbeddedIPv4 | ClassReserved | ClassPrivate},
	{"64:ff9b:1:1234:1c0:a801:500:0", ClassEmbeddedIPv4 | ClassReserved}, // the bits 64 to 71 are not zero
	{"64:ff9b:2::1", ClassReserved},
	{"100::1", ClassReserved},
	{"100:0:0:1::1", ClassReserved},
	{"1fff:ffff::", ClassReserved},
	// RFC 4380, section 4: the server is 65.54.227.120, the client 192.0.2.45 with its bits flipped.
	{"2001:0:4136:e378:8000:63bf:3fff:fdd2", ClassEmbeddedIPv4 | ClassReserved},
	{"2001:0:4136:e378:8000:63bf:f7f7:f7f7", ClassEmbeddedIPv4},                    // client 8.8.8.8
	{"2001:0:a00:1:8000:63bf:f7f7:f7f7", ClassEmbeddedIPv4 | ClassPrivate},         // server 10.0.0.1
	{"2001:0:4136:e378:8000:63bf:80ff:fffe", ClassEmbeddedIPv4 | ClassLoopback},    // client 127.0.0.1
	{"2001:0:4136:e378:8000:63bf:5601:5601%x", ClassEmbeddedIPv4 | ClassLinkLocal}, // client 169.254.169.254
	{"2001:1::1", 0},
	{"2001:1::2", 0},
	{"2001:1::3", 0},
	{"2001:1::4", ClassReserved},
	{"2001:2::1", ClassReserved}, // benchmarking (RFC 5180)
	{"2001:3::1", 0},
	{"2001:4:112::1", 0},
	{"2001:10::1", ClassReserved}, // ORCHID, deprecated (RFC 4843)
	{"2001:20::1", 0},
	{"2001:30::1", 0},
	{"2001:1ff:ffff::", ClassReserved},
	{"2001:200::1", 0},
	{"2001:4860:4860::8888", 0},
	{"2001:db8::1", ClassReserved},
	{"2001:db9::1", 0},
	{"2002:7f00:1::", ClassEmbeddedIPv4 | ClassLoopback},
	{"2002:a9fe:a9fe::1", ClassEmbeddedIPv4 | ClassLinkLocal},
	{"2002:808:808::1", ClassEmbeddedIPv4},
	{"2620:4f:8000::1", 0}, // AS112 is globally reachable
	{"2a00::5efe:10.0.0.1", ClassEmbeddedIPv4 | ClassPrivate},
	{"2a00::200:5efe:8.8.8.8", ClassEmbeddedIPv4},
	{"2a00::201:5efe:8.8.8.8", 0},
	{"fe80::5efe:10.0.0.1%eth0", ClassLinkLocal | ClassEmbeddedIPv4 | ClassPrivate},
	// https://www.iana.org/assignments/ipv6-unicast-address-assignments
	{"2410::1", 0},
	{"2630::1", 0},
	{"2a10::1", 0},
	{"2c0f:ffff::", 0},
	{"2cff:ffff::", 0}, // not listed
	{"2d00::", ClassReserved},
	{"2dff:ffff::", ClassReserved},
	{"2e00::", ClassReserved},
	{"2fff:ffff::", ClassReserved},
	{"3000::", ClassReserved},
	{"3ffd:ffff::", ClassReserved},
	{"3ffe::1", ClassReserved},
	{"3ffe:831f::1", ClassReserved}, // where Teredo was first
	{"3fff::1", ClassReserved},
	{"3fff:1000::", ClassReserved},
	{"3fff:ffff::", ClassReserved},
	{"3ffe::5efe:10.0.0.1", ClassReserved | ClassEmbeddedIPv4 | ClassPrivate},
	{"4000::", ClassReserved},
	{"5f00::1", ClassReserved},
	{"fbff::", ClassReserved},
	{"fc00::", ClassPrivate},
	{"fd00:ec2::254", ClassPrivate}, // the metadata of a cloud
	{"fe00::", ClassReserved},
	{"fe80::1%eth0", ClassLinkLocal},
	{"febf::1", ClassLinkLocal},
	{"fec0::1", ClassReserved}, // site-local (RFC 3879)
	{"ff02::1", ClassMulticast},
}

func TestClassOf(t *testing.T) {
	for _, test := range classTests {
		if got := ClassOf(netip.MustParseAddr(test.addr)); got != test.want {
			t.Errorf("%s: %v, want %v", test.addr, got, test.want)
		}
	}
	if got := ClassOf(netip.Addr{}); got != ClassReserved {
		t.Errorf("zero Addr: %v", got)
	}
}

// TestClassOfAgrees compares with the predicates of net/netip.
func TestClassOfAgrees(t *testing.T) {
	random := kit.Random(t)
	for range 100_000 {
		var b [16]byte
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		if random.IntN(2) == 0 {
			copy(b[:], [...]string{"\xfe\x80", "\xfc", "\xfd", "\xff", "\x20\x01", "\x20\x02"}[random.IntN(6)])
		}
		addr6, addr4 := netip.AddrFrom16(b), netip.AddrFrom4([4]byte(b[12:]))
		for _, addr := range []netip.Addr{addr6, addr4} {
			got, want := ClassOf(addr), AddressClass(0)
			if addr.IsLoopback() {
				want |= ClassLoopback
			}
			if addr.IsPrivate() {
				want |= ClassPrivate
			}
			if addr.IsLinkLocalUnicast() {
				want |= ClassLinkLocal
			}
			if addr.IsUnspecified() {
				want |= ClassUnspecified
			}
			if addr.IsMulticast() {
				want |= ClassMulticast
			}
			const known = ClassLoopback | ClassPrivate | ClassLinkLocal | ClassUnspecified | ClassMulticast
			if got&ClassEmbeddedIPv4 == 0 && got&known != want || got&want != want {
				t.Errorf("%v: %v, want %v", addr, got, want)
			}
		}
	}
}

// The addresses of NAT64 come from RFC 6052, section 2.4, under the prefix for local use.
func TestEmbeddedIPv4(t *testing.T) {
	for _, test := range []struct{ addr, want string }{
		{"192.0.2.33", ""},
		{"2001:db8::192.0.2.33", ""},
		{"::ffff:192.0.2.33", "192.0.2.33"},
		{"::192.0.2.33", "192.0.2.33"},
		{"::ffff:0:192.0.2.33", "192.0.2.33"},
		{"64:ff9b::192.0.2.33", "192.0.2.33"},
		{"64:ff9b:1:344::192.0.2.33", "192.0.2.33"},
		{"64:ff9b:1:c000:2:2100::", "0.0.0.0 192.0.2.33 0.2.33.0 2.33.0.0"},
		{"64:ff9b:1:3c0:0:221::", "0.0.0.0 192.0.2.33 0.2.33.0"},
		{"64:ff9b:1:344:c0:2:2100:0", "33.0.0.0 192.0.2.33"},
		{"64:ff9b:1:c000:102:2100::", "0.0.0.0"}, // the bits 64 to 71 are not zero
		{"2002:c000:221::1", "192.0.2.33"},
		{"2001:0:4136:e378:8000:63bf:3fff:fdde", "65.54.227.120 192.0.2.33"},
		{"fe80::5efe:192.0.2.33%eth0", "192.0.2.33"},
		{"2a00::200:5efe:192.0.2.33", "192.0.2.33"},
	} {
		got := ""
		for v4 := range EmbeddedIPv4(netip.MustParseAddr(test.addr)) {
			got += " " + v4.String()
		}
		for v4 := range EmbeddedIPv4(netip.MustParseAddr(test.addr)) {
			if first, _, _ := strings.Cut(test.want, " "); v4.String() != first {
				t.Errorf("%s: first %v, want %s", test.addr, v4, first)
			}
			break
		}
		if strings.TrimSpace(got) != test.want {
			t.Errorf("%s embeds%s, want %s", test.addr, got, test.want)
		}
	}
	for v4 := range EmbeddedIPv4(netip.Addr{}) {
		t.Errorf("the zero Addr embeds %v", v4)
	}
}

func TestAddressClassString(t *testing.T) {
	for class, want := range map[AddressClass]string{
		0:                                 "global",
		ClassLoopback:                     "loopback",
		ClassLoopback | ClassEmbeddedIPv4: "loopback, embedded IPv4",
		ClassPrivate | ClassShared:        "private, shared",
		ClassReserved | ClassEmbeddedIPv4: "reserved, embedded IPv4",
		ClassMulticast | ClassLinkLocal:   "link-local, multicast",
		ClassUnspecified | 1<<8:           "unspecified, AddressClass(256)",
	} {
		if got := class.String(); got != want {
			t.Errorf("%d: %q, want %q", uint16(class), got, want)
		}
	}
}
