package hostname_test

import (
	"encoding/binary"
	"net/netip"
	"testing"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/test/kit"
)

// TestNAT64 tests the addresses for 192.0.2.33 of RFC 6052, section 2.4, and then addresses with a bit too many.
func TestNAT64(t *testing.T) {
	for _, test := range kit.Cases[struct {
		addr string
		bits int
		want bool
	}]("nat64.txt", "TestNAT64") {
		b := netip.MustParseAddr(test.addr).As16()
		v4, ok := hostname.NAT64(binary.BigEndian.Uint64(b[:]), binary.BigEndian.Uint64(b[8:]), test.bits)
		if v4 != 192<<24|2<<8|33 || ok != test.want {
			t.Errorf("%s with %d bits: %x, %t, want c0000221, %t", test.addr, test.bits, v4, ok, test.want)
		}
	}
}
