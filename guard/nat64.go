package guard

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
)

// wellKnownNAT64 is the prefix of RFC 6052, section 2.1. It has no other length.
var wellKnownNAT64 = netip.MustParsePrefix("64:ff9b::/96")

// localNAT64 is the block that networks take their prefixes from (RFC 8215).
var localNAT64 = netip.MustParsePrefix("64:ff9b:1::/48")

// addNAT64 adds a prefix of Rules.NAT64.
func (l *lists) addNAT64(text string) (reason string) {
	block, isBlock, reason := readBlock(text)
	addr := block.Addr()
	const mustNot = host.ClassEmbeddedIPv4 | host.ClassLoopback | host.ClassUnspecified | host.ClassLinkLocal |
		host.ClassMulticast
	switch {
	case reason != "":
		return reason
	case !isBlock, !addr.Is6(), !slices.Contains([]int{32, 40, 48, 56, 64, 96}, block.Bits()):
		return "want an IPv6 prefix of 32, 40, 48, 56, 64 or 96 bits, such as 64:ff9b::/96"
	case addr.As16()[8] != 0:
		return "the bits 64 to 71 of a prefix are 0 (RFC 6052, section 2.2)"
	case block == wellKnownNAT64, localNAT64.Bits() <= block.Bits() && localNAT64.Overlaps(block):
	case wellKnownNAT64.Overlaps(block), host.ClassOf(addr)&mustNot != 0:
		return "the prefix has another purpose"
	}
	l.nat64 = append(l.nat64, block)
	slices.SortFunc(l.nat64, func(a, b netip.Prefix) int { return cmp.Compare(b.Bits(), a.Bits()) })
	return ""
}

// translated returns the IPv4 address that NAT64 translates addr to. If addr has a prefix of NAT64, but not the form
// that a network translates, the result is the zero netip.Addr, and its class is reserved. If addr has no prefix of
// NAT64, ok is false.
func (l *lists) translated(addr netip.Addr) (v4 netip.Addr, ok bool) {
	if len(l.nat64) == 0 || !addr.Is6() {
		return v4, false
	}
	addr = addr.WithZone("")
	for _, block := range l.nat64 {
		if block.Contains(addr) {
			b := addr.As16()
			bits, ok := hostname.NAT64(binary.BigEndian.Uint64(b[:]), binary.BigEndian.Uint64(b[8:]), block.Bits())
			if ok {
				v4 = netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, bits)))
			}
			return v4, true
		}
	}
	return v4, false
}

// classOf returns the class of addr by the registries, or of the IPv4 address that NAT64 translates addr to.
func (l *lists) classOf(addr netip.Addr) host.AddressClass {
	if v4, ok := l.translated(addr); ok {
		return host.ClassOf(v4)
	}
	return host.ClassOf(addr)
}
