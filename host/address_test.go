package host

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/test/kit"
)

type parseAddrTest struct {
	host    string
	want    string // "" if it is not an address
	unusual bool
}

var parseAddrTests = append(kit.Cases[parseAddrTest]("address.txt", "parseAddrTests"), []parseAddrTest{
	{strings.Repeat("0", 5000) + "1", "0.0.0.1", true},
}...)

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
	random := kit.Random(t)
	const bytes = "0001223456789abfxXXx.....%z"
	for range kit.Rounds(50_000, 50_000, 200_000) {
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
	if number && !hostname.MayEndInNumber(host) && !strings.Contains(host, "%") {
		t.Errorf("MayEndInNumber(%q) = false", host)
	}
	if ok != want.IsValid() || ok && addr != want || (ok || unusual) != number {
		t.Errorf("%q: %v, %v, %v, want %v, %v", host, addr, unusual, ok, want, number)
	}
}

var errNoNumber = errors.New("no number")

// referenceIPv4 is the host parser of the WHATWG URL Standard, section 3.5, step by step, for hosts of US-ASCII. It
// returns the zero Addr if host is not an address, and whether host ends in a number. White space, and text after it,
// is cut off first, as inet_aton does.
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

// referenceNumber is the "IPv4 number parser". The error is errNoNumber unless s is decimal digits, or "0x" and hex
// digits.
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

func TestAddressCost(t *testing.T) {
	addr := netip.MustParseAddr("fe80::1%eth0")
	for name, f := range map[string]func(){
		"ClassOf":     func() { ClassOf(addr) },
		"IsLocalhost": func() { IsLocalhost("a%2elocal%68ost") },
		"IPv4":        func() { ParseAddr("%30x7f.1") },
		"IPv6":        func() { ParseAddr("[2001:db8::7]") },
		"IPvFuture":   func() { ParseAddr("[v1.a]") },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
