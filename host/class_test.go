package host

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// The first and last addresses of the blocks in IANA's registries, and the addresses next to them.
var classTests = kit.Cases[struct {
	addr string
	want AddressClass
}]("class.txt", "classTests")

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
	for _, test := range kit.Cases[struct{ addr, want string }]("class.txt", "TestEmbeddedIPv4") {
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
		ClassUnspecified | 1<<8:           "unspecified, AddressClass(1<<8)",
	} {
		if got := class.String(); got != want {
			t.Errorf("%d: %q, want %q", uint16(class), got, want)
		}
	}
}
