package host

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
)

// The first and last addresses of the blocks and those beside them, as IANA's registries have the blocks.
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
	{"64:ff9b:1:7f00:0:100::", ClassEmbeddedIPv4 | ClassReserved | ClassUnspecified}, // RFC 6052, section 2.2: /48
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
	{"3ffe:ffff::", 0},
	{"3fff::1", ClassReserved},
	{"3fff:1000::", 0},
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
		t.Errorf("no address: %v", got)
	}
}

// TestClassOfAgrees compares with the predicates of net/netip.
func TestClassOfAgrees(t *testing.T) {
	random := rand.New(rand.NewPCG(6890, 2013))
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

var parseAddrTests = []struct {
	host    string
	want    string // "" if it is none
	unusual bool
}{
	// RFC 3986, section 3.2.2
	{"127.0.0.1", "127.0.0.1", false},
	{"0.0.0.0", "0.0.0.0", false},
	{"255.255.255.255", "255.255.255.255", false},
	{"[::1]", "::1", false},
	{"[::ffff:127.0.0.1]", "::ffff:127.0.0.1", false},
	{"[v1.a]", "", false},
	{"[V1.a]", "", false},
	{"", "", false},
	{"example.com", "", false},
	{"www.example.de", "", false},
	{"face", "", false},
	{"1.2.3.de", "", false},
	{"1.2.3.4a", "", false},
	{"localhost", "", false},
	// RFC 3986, section 7.4, and what the issue names
	{"0x7f.1", "127.0.0.1", true},
	{"2130706433", "127.0.0.1", true},
	{"017700000001", "127.0.0.1", true},
	{"127.1", "127.0.0.1", true},
	{"127.0.1", "127.0.0.1", true},
	{"0x7f000001", "127.0.0.1", true},
	{"0X7F.0x0.0x0.0x1", "127.0.0.1", true},
	{"0177.0.0.01", "127.0.0.1", true},
	{"0", "0.0.0.0", true},
	{"00", "0.0.0.0", true},
	{"1.256", "1.0.1.0", true},
	{"1.2.65535", "1.2.255.255", true},
	{"1.16777215", "1.255.255.255", true},
	{"4294967295", "255.255.255.255", true},
	{"0xffffffff", "255.255.255.255", true},
	{"037777777777", "255.255.255.255", true},
	{"127.0.0.1.", "127.0.0.1", true},
	{"127.1.", "127.0.0.1", true},
	{"%31%32%37.0.0.1", "127.0.0.1", true},
	{"127%2e0%2E0.1", "127.0.0.1", true},
	{"%30%78%37%46%2e1", "127.0.0.1", true},
	{"127.0.0.1%2E", "127.0.0.1", true},
	{strings.Repeat("0", 5000) + "1", "0.0.0.1", true},
	// WHATWG URL, section 3.5: "0x" is 0
	{"0x", "0.0.0.0", true},
	{"127.0.0.0x", "127.0.0.0", true},
	// inet_aton ends at white space
	{"127.0.0.1%20", "127.0.0.1", true},
	{"127.0.0.1%09example.com", "127.0.0.1", true},
	// ends in a number, but is no address: browsers refuse it
	{"256.0.0.1", "", true},
	{"1.2.3.256", "", true},
	{"1.2.65536", "", true},
	{"1.16777216", "", true},
	{"4294967296", "", true},
	{"18446744073709551617", "", true},
	{"0x100000000", "", true},
	{"1.2.3.4.5", "", true},
	{"08", "", true},
	{"127.0.0.09", "", true},
	{"08.0.0.1", "", true},
	{"foo.1", "", true},
	{"foo.0x1", "", true},
	{"foo.0x", "", true},
	{"1..1", "", true},
	{".1", "", true},
	{"0x0x1.1", "", true},
	// no number at the end
	{"127.0.0.1..", "", false},
	{".", "", false},
	{"..", "", false},
	{"0xg", "", false},
	{"x1", "", false},
	{"00x1", "", false},
	{"10x1", "", false},
	{"0x0x1", "", false},
	{"-1", "", false},
	{"+1", "", false},
	{"1_0", "", false},
	{"127.0.0.1%00", "", false},
	{"%20127.0.0.1", "", false},
	{"1255.%0D", "", false}, // inet_aton wants a digit behind a dot, and browsers refuse white space
}

func TestParseAddr(t *testing.T) {
	for _, test := range parseAddrTests {
		addr, unusual, ok := ParseAddr(test.host)
		want, _ := netip.ParseAddr(test.want)
		if addr != want || ok != (test.want != "") || unusual != test.unusual {
			t.Errorf("%.40q: %v, %v, %v, want %q, %v", test.host, addr, unusual, ok, test.want, test.unusual)
		}
		checkParseAddr(t, test.host)
	}
}

func FuzzParseAddr(f *testing.F) {
	for _, test := range parseAddrTests {
		f.Add(test.host)
	}
	f.Fuzz(checkParseAddr)
}

func TestParseAddrRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(3986, 2005))
	const bytes = "0001223456789abfxXXx.....%z"
	for range 200_000 {
		b := make([]byte, random.IntN(18))
		for i := range b {
			b[i] = bytes[random.IntN(len(bytes))]
		}
		checkParseAddr(t, string(b))
	}
}

// checkParseAddr compares with the reference and, for the forms of RFC 3986, with package netip.
func checkParseAddr(t *testing.T, host string) {
	var r fsm.Ranges
	if _, ok := fsm.Scan("//"+host, &r); !ok {
		return
	}
	if lo, hi, _ := r.Host(); hi-lo != len(host) {
		return
	}
	kind := fsm.HostKindOf("//"+host, &r)
	addr, unusual, ok := ParseAddr(host)
	strict, err := netip.Addr{}, errors.New("not an address of RFC 3986")
	switch kind {
	case fsm.IPv4:
		strict, err = netip.ParseAddr(host)
	case fsm.IPv6:
		strict, err = netip.ParseAddr(strings.Trim(host, "[]"))
	}
	if (err == nil) != (ok && !unusual) || err == nil && addr != strict {
		t.Errorf("%q: %v, %v, %v, but strictly %v, %v", host, addr, unusual, ok, strict, err)
	}
	if kind != fsm.IPv4 && kind != fsm.RegName {
		return
	}
	want, number := referenceIPv4(host)
	if ok != want.IsValid() || ok && addr != want || (ok || unusual) != number {
		t.Errorf("%q: %v, %v, %v, want %v, %v", host, addr, unusual, ok, want, number)
	}
}

var errNoNumber = errors.New("no number")

// referenceIPv4 is the host parser of the WHATWG URL Standard, section 3.5, step by step, for hosts of US-ASCII. It
// returns the zero Addr if there is none, and whether host ends in a number. What inet_aton has besides is cut first.
func referenceIPv4(host string) (addr netip.Addr, endsInNumber bool) {
	host, err := url.PathUnescape(host)
	if err != nil {
		return netip.Addr{}, false
	}
	spaces := strings.NewReplacer("\t", " ", "\n", " ", "\v", " ", "\f", " ", "\r", " ")
	host, _, cut := strings.Cut(spaces.Replace(host), " ")
	parts := strings.Split(host, ".")
	if parts[len(parts)-1] == "" {
		if len(parts) == 1 || cut { // inet_aton takes no dot at the end
			return netip.Addr{}, false
		}
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if _, err := referenceNumber(last); err == errNoNumber {
		return netip.Addr{}, false
	}
	if len(parts) > 4 {
		return netip.Addr{}, true
	}
	ipv4 := uint64(0)
	for i, part := range parts {
		n, err := referenceNumber(part)
		if err != nil {
			return netip.Addr{}, true
		}
		if i < len(parts)-1 {
			if n > 255 {
				return netip.Addr{}, true
			}
			ipv4 += n << (8 * (3 - i))
			continue
		}
		if n >= 1<<(8*(5-len(parts))) {
			return netip.Addr{}, true
		}
		ipv4 += n
	}
	return netip.AddrFrom4([4]byte{byte(ipv4 >> 24), byte(ipv4 >> 16), byte(ipv4 >> 8), byte(ipv4)}), true
}

// referenceNumber is the "IPv4 number parser". The error is errNoNumber if s is neither all digits nor hex behind "0x".
func referenceNumber(s string) (uint64, error) {
	base, digits := 10, s
	switch {
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		base, digits = 16, s[2:]
		if digits == "" {
			return 0, nil
		}
	case len(s) >= 2 && s[0] == '0':
		base, digits = 8, s[1:]
	}
	all := "0123456789"
	if base == 16 {
		all += "ABCDEFabcdef"
	}
	if s == "" || strings.Trim(digits, all) != "" {
		return 0, errNoNumber
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 1 << 63, nil
	}
	return n, err
}

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
		"localhos\x14":                false, // which is no letter in upper case
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
		{"a.", "a", true}, {"a%2e", "a", true}, {"a%2E", "a", true}, {".", "", true}, {"%2E", "", true}, {"a..", "a.", true},
		{"a%2E.", "a%2E", true}, {"", "", false}, {"a", "a", false}, {"a.b", "a.b", false}, {"2E", "2E", false},
		{"a%2", "a%2", false}, {"a%2F", "a%2F", false}, {"a.%", "a.%", false}, {"%25.", "%25", true},
	} {
		if before, found := CutDot(test.host); before != test.before || found != test.found {
			t.Errorf("CutDot(%q) = %q, %t", test.host, before, found)
		}
	}
}

func TestAddressCost(t *testing.T) {
	addr := netip.MustParseAddr("fe80::1%eth0")
	for name, f := range map[string]func(){
		"ClassOf":     func() { ClassOf(addr) },
		"IsLocalhost": func() { IsLocalhost("a%2elocal%68ost") },
		"ParseAddr":   func() { ParseAddr("%30x7f.1") },
		"IPv6":        func() { ParseAddr("[2001:db8::7]") },
		"IPvFuture":   func() { ParseAddr("[v1.a]") },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkClassOf(b *testing.B) {
	for _, s := range []string{"8.8.8.8", "127.0.0.1", "2a00::1", "::ffff:8.8.8.8"} {
		addr := netip.MustParseAddr(s)
		b.Run("addr="+s, func(b *testing.B) {
			for b.Loop() {
				ClassOf(addr)
			}
		})
	}
}
