package hostname_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/test/kit"
)

// Most inputs are examples of the URL Standard (WHATWG, section 1.1) or follow from a step of its IPv6 parser (section
// 3.5).
var parseIPv6Tests = kit.Cases[struct {
	text   string
	want   string // as section 3.6 writes it
	offset int
	fault  hostname.IPv6Fault
}]("ipv6.txt", "parseIPv6Tests")

func TestParseIPv6(t *testing.T) {
	for _, test := range parseIPv6Tests {
		addr, offset, fault := hostname.ParseIPv6(test.text)
		if offset != test.offset || fault != test.fault || addr.IsValid() != (fault == 0) {
			t.Errorf("%q: %v, %d, %v, want %d, %v", test.text, addr, offset, fault, test.offset, test.fault)
		}
		if addr.IsValid() {
			if got := string(hostname.AppendIPv6(nil, addr)); got != test.want {
				t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
			}
		}
		checkIPv6(t, test.text)
	}
}

func FuzzParseIPv6(f *testing.F) {
	for _, test := range parseIPv6Tests {
		f.Add(test.text)
	}
	f.Fuzz(checkIPv6)
}

func TestParseIPv6Random(t *testing.T) {
	random := kit.Random(t)
	pieces := []string{":", ":", "::", "1", "0", "00", "ff", "12345", "1.2.3.4", ".", "1.", "256", "A", "0:0:0:", "1:2:3:"}
	for range kit.Rounds(75_000, 75_000, 300_000) {
		var b strings.Builder
		for range 1 + random.IntN(9) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkIPv6(t, b.String())
	}
}

// checkIPv6 compares ParseIPv6 with netip.ParseAddr, and AppendIPv6 with the steps of the standard.
func checkIPv6(t *testing.T, text string) {
	t.Helper()
	addr, offset, fault := hostname.ParseIPv6(text)
	want, err := netip.ParseAddr(text)
	if err != nil || !want.Is6() || want.Zone() != "" {
		want = netip.Addr{}
	}
	if addr != want || (fault == 0) != want.IsValid() || offset < 0 || offset > len(text) || fault == 0 && offset != 0 {
		t.Fatalf("%q: %v, %d, %v, want %v", text, addr, offset, fault, want)
	}
	if !addr.IsValid() {
		return
	}
	got := string(hostname.AppendIPv6(nil, addr))
	if want := serializeIPv6(addr.As16()); got != want {
		t.Errorf("%v: %q, want %q", addr, got, want)
	}
	if again, _, _ := hostname.ParseIPv6(got); again != addr {
		t.Errorf("%q becomes %q, which is %v", text, got, again)
	}
}

// serializeIPv6 is the IPv6 serializer of the URL Standard (WHATWG, section 3.6), step by step.
func serializeIPv6(address [16]byte) string {
	var pieces [8]int
	for i := range pieces {
		pieces[i] = int(address[2*i])<<8 | int(address[2*i+1])
	}
	// The compressed piece index: the start of the first longest run of more than one 0, or -1.
	compress, longest := -1, 1
	for i := range pieces {
		n := 0
		for i+n < len(pieces) && pieces[i+n] == 0 {
			n++
		}
		if n > longest {
			compress, longest = i, n
		}
	}
	output, ignore0 := "", false
	for i, piece := range pieces {
		if ignore0 && piece == 0 {
			continue
		}
		ignore0 = false
		if compress == i {
			if i == 0 {
				output += "::"
			} else {
				output += ":"
			}
			ignore0 = true
			continue
		}
		output += strconvHex(piece)
		if i != 7 {
			output += ":"
		}
	}
	return output
}

func strconvHex(n int) string {
	const digits = "0123456789abcdef"
	if n < 16 {
		return digits[n : n+1]
	}
	return strconvHex(n/16) + digits[n%16:n%16+1]
}

func TestIsForbidden(t *testing.T) {
	const forbiddenHostCodePoints = "\x00\t\n\r #/:<>?@[\\]^|" // WHATWG, section 3.2
	for b := range 256 {
		inHost := strings.Contains(forbiddenHostCodePoints, string(rune(b)))
		inDomain := inHost || b < 0x20 || b == '%' || b == 0x7f
		if hostname.IsForbidden(byte(b)) != inHost || hostname.IsForbiddenInDomain(byte(b)) != inDomain {
			t.Errorf("%#x: %t, %t", b, hostname.IsForbidden(byte(b)), hostname.IsForbiddenInDomain(byte(b)))
		}
	}
}

func TestIPv6Costs(t *testing.T) {
	dst := make([]byte, 0, 64)
	for _, test := range parseIPv6Tests {
		if n := testing.AllocsPerRun(10, func() {
			addr, _, _ := hostname.ParseIPv6(test.text)
			hostname.AppendIPv6(dst, addr)
		}); n != 0 {
			t.Errorf("%q: %v allocations", test.text, n)
		}
	}
}
