package hostname_test

import (
	"encoding/binary"
	"net/netip"
	"testing"

	"github.com/urispan/uri/internal/hostname"
)

// TestNAT64 tests the addresses for 192.0.2.33 of RFC 6052, section 2.4, and then addresses with a bit too many.
func TestNAT64(t *testing.T) {
	for _, test := range []struct {
		addr string
		bits int
		want bool
	}{
		{"2001:db8:c000:221::", 32, true},
		{"2001:db8:1c0:2:21::", 40, true},
		{"2001:db8:122:c000:2:2100::", 48, true},
		{"2001:db8:122:3c0:0:221::", 56, true},
		{"2001:db8:122:344:c0:2:2100::", 64, true},
		{"2001:db8:122:344::192.0.2.33", 96, true},
		{"64:ff9b::192.0.2.33", 96, true},

		{"2001:db8:c000:221:100::", 32, false}, // the bits 64 to 71
		{"2001:db8:1c0:2:8021::", 40, false},
		{"2001:db8:122:344:1c0:2:2100::", 64, false},
		{"2001:db8:122:344:100::192.0.2.33", 96, false},
		{"2001:db8:c000:221::1", 32, false}, // the suffix
		{"2001:db8:c000:221:1::", 32, false},
		{"2001:db8:1c0:2:21::1", 40, false},
		{"2001:db8:1c0:2:21:8000::", 40, false},
		{"2001:db8:122:c000:2:2180::", 48, false},
		{"2001:db8:122:3c0:0:221:8000:0", 56, false},
		{"2001:db8:122:344:c0:2:2100:1", 64, false},
		{"2001:db8:122:344:c0:2:2180:0", 64, false},
	} {
		b := netip.MustParseAddr(test.addr).As16()
		v4, ok := hostname.NAT64(binary.BigEndian.Uint64(b[:]), binary.BigEndian.Uint64(b[8:]), test.bits)
		if v4 != 192<<24|2<<8|33 || ok != test.want {
			t.Errorf("%s with %d bits: %x, %t, want c0000221, %t", test.addr, test.bits, v4, ok, test.want)
		}
	}
}
