package host

import (
	"encoding/binary"
	"iter"
	"net/netip"
	"sync"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/textio"
)

// An AddressClass is a set of flags for the special purposes of an IP address. The empty set is the class of unicast
// addresses that are routed on the Internet.
//
// The blocks come from IANA's registries of special-purpose addresses (RFC 6890), of multicast addresses, of the IPv6
// address space and of IPv6 global unicast addresses, as of 2025. Addresses that these registries call globally
// reachable are not special, with two exceptions: addresses that embed an IPv4 address, and all of 192.0.0.0/24. IPv6
// addresses in 2000::/3 that the last registry does not list are not special either, because it may assign them at any
// time.
type AddressClass uint16

const (
	ClassLoopback    AddressClass = 1 << iota // 127.0.0.0/8 and ::1
	ClassPrivate                              // 10/8, 172.16/12 and 192.168/16 (RFC 1918), fc00::/7 (RFC 4193)
	ClassLinkLocal                            // 169.254.0.0/16 (RFC 3927), where clouds serve metadata, and fe80::/10
	ClassUnspecified                          // 0.0.0.0 and ::; many systems connect to themselves by them
	ClassMulticast                            // 224.0.0.0/4 and ff00::/8
	ClassShared                               // 100.64.0.0/10, between a carrier and its customers (RFC 6598)

	// ClassReserved is the class of all other addresses that are not global unicast: "this network", documentation,
	// benchmarks, protocols, broadcast, discard-only, site-local, IPv6 addresses that IANA reserves or has taken back,
	// and the zero netip.Addr.
	ClassReserved

	// ClassEmbeddedIPv4 is the class of IPv6 addresses that contain an IPv4 address and represent it or lead to it:
	// IPv4-mapped, IPv4-compatible, IPv4-translated, NAT64, 6to4, Teredo and ISATAP. The set also has the class of the
	// embedded address, or of all that EmbeddedIPv4 returns.
	ClassEmbeddedIPv4
)

var classNames = [...]string{
	"loopback", "private", "link-local", "unspecified", "multicast", "shared", "reserved", "embedded IPv4",
}

// String returns the names of the flags, such as "loopback, embedded IPv4". For the empty set it returns "global".
func (c AddressClass) String() string {
	if c == 0 {
		return "global"
	}
	return textio.Flags(uint64(c), "AddressClass", classNames[:])
}

// ClassOf returns the class of addr. A zone makes no difference. NAT64 under a network-specific prefix is not
// recognized, because such an address looks like any other. In the prefix of NAT64 for local use, 64:ff9b:1::/48, an
// IPv4 address can have several places (RFC 8215). The set has the classes of all that [EmbeddedIPv4] returns.
//
// The first call makes tables. Later calls do not allocate.
func ClassOf(addr netip.Addr) AddressClass {
	special.once.Do(makeBlocks)
	switch bits := bitsOf(addr); {
	case addr.Is4():
		return classIn(special.v4, bits)
	case addr.Is6():
		return class6(bits)
	}
	return ClassReserved
}

// class6 returns the class of an IPv6 address.
func class6(bits [2]uint64) AddressClass {
	class := classIn(special.v6, bits)
	if class&ClassEmbeddedIPv4 == 0 {
		// ISATAP can be under any prefix (RFC 5214): 0:5efe or 200:5efe precedes the IPv4 address.
		if bits[1]>>32&^0x0200_0000 != 0x5efe {
			return class
		}
		class |= ClassEmbeddedIPv4
	}
	list, n := embedded(bits)
	for _, v4 := range list[:n] {
		class |= class4(v4)
	}
	return class
}

// embedded returns the IPv4 addresses that an IPv6 address with ClassEmbeddedIPv4 can contain: the first n of list.
func embedded(bits [2]uint64) (list [4]uint32, n int) {
	switch {
	case bits[0]>>48 == 0x2002: // 6to4: the IPv4 address follows the prefix
		return [4]uint32{uint32(bits[0] >> 16)}, 1
	case bits[0]>>32 == 0x2001_0000: // Teredo: the server's address, and the client's with all bits flipped
		return [4]uint32{uint32(bits[0]), ^uint32(bits[1])}, 2
	case bits[0]>>16 == 0x0064_ff9b_0001:
		return localNAT64(bits)
	}
	return [4]uint32{uint32(bits[1])}, 1 // at the end
}

// localNAT64 returns the IPv4 addresses that a prefix of 96, 48, 56 or 64 bits can precede. With 96 bits, it does not
// require the zeros that a network must have there.
func localNAT64(bits [2]uint64) (list [4]uint32, n int) {
	for _, length := range [...]int{96, 48, 56, 64} {
		if v4, ok := hostname.NAT64(bits[0], bits[1], length); ok || length == 96 {
			list[n] = v4
			n++
		}
	}
	return list, n
}

// EmbeddedIPv4 returns an iterator over the IPv4 addresses that addr contains. It yields nothing if the class of addr
// lacks [ClassEmbeddedIPv4]. Most other addresses contain one IPv4 address. A Teredo address contains two, of the
// server and of the client.
//
// The prefix of NAT64 for local use, 64:ff9b:1::/48, does not show where the IPv4 address is. It depends on the length
// of the prefix that a network chose (RFC 6052, section 2.2). The iterator has all IPv4 addresses that are possible by
// the zeros around them, up to four.
//
// It does not allocate.
func EmbeddedIPv4(addr netip.Addr) iter.Seq[netip.Addr] {
	return func(yield func(netip.Addr) bool) {
		if ClassOf(addr)&ClassEmbeddedIPv4 == 0 {
			return
		}
		list, n := embedded(bitsOf(addr))
		for _, v4 := range list[:n] {
			if !yield(addrOf(v4)) {
				return
			}
		}
	}
}

func addrOf(v4 uint32) netip.Addr {
	return netip.AddrFrom4([4]byte{byte(v4 >> 24), byte(v4 >> 16), byte(v4 >> 8), byte(v4)})
}

// class4 returns the class of an IPv4 address.
func class4(v4 uint32) AddressClass { return classIn(special.v4, [2]uint64{uint64(v4) << 32}) }

// classIn returns the class of the first block that contains the address, or 0.
func classIn(list []block, bits [2]uint64) AddressClass {
	for i := range list {
		if b := &list[i]; bits[0]&b.mask[0] == b.bits[0] && bits[1]&b.mask[1] == b.bits[1] {
			return b.class
		}
	}
	return 0
}

// bitsOf returns the bits of an address. An IPv4 address is in the first 32 of them.
func bitsOf(addr netip.Addr) [2]uint64 {
	if addr.Is4() {
		b := addr.As4()
		return [2]uint64{uint64(binary.BigEndian.Uint32(b[:])) << 32}
	}
	b := addr.As16()
	return [2]uint64{binary.BigEndian.Uint64(b[:]), binary.BigEndian.Uint64(b[8:])}
}

// A block is the set of the addresses a with a&mask == bits.
//
// PERF: this comparison is several times as fast as netip.Prefix.Contains.
type block struct {
	bits, mask [2]uint64
	class      AddressClass
}

// A classed is a block in the form of the registries.
type classed struct {
	prefix string
	class  AddressClass
}

func blocks(table []classed) (list []block) {
	for _, c := range table {
		prefix := netip.MustParsePrefix(c.prefix)
		n := prefix.Bits()
		mask := [2]uint64{^(^uint64(0) >> min(n, 64)), ^(^uint64(0) >> max(n-64, 0))}
		list = append(list, block{bitsOf(prefix.Addr()), mask, c.class})
	}
	return list
}

// special holds the blocks of the registries. makeBlocks makes them when an address is first classified, so that other
// programs do not pay for them.
var special struct {
	once   sync.Once
	v4, v6 []block
}

func makeBlocks() { special.v4, special.v6 = blocks(classed4[:]), blocks(classed6[:]) }

// The first block that contains an address decides. So a wide block follows the blocks within it.
var classed4 = [...]classed{
	{"0.0.0.0/32", ClassUnspecified},
	{"0.0.0.0/8", ClassReserved}, // "this network" (RFC 791)
	{"10.0.0.0/8", ClassPrivate},
	{"100.64.0.0/10", ClassShared},
	{"127.0.0.0/8", ClassLoopback},
	{"169.254.0.0/16", ClassLinkLocal},
	{"172.16.0.0/12", ClassPrivate},
	{"192.0.0.0/24", ClassReserved},   // IETF protocol assignments (RFC 6890)
	{"192.0.2.0/24", ClassReserved},   // documentation (RFC 5737)
	{"192.88.99.0/24", ClassReserved}, // 6to4 relays, deprecated (RFC 7526)
	{"192.168.0.0/16", ClassPrivate},
	{"198.18.0.0/15", ClassReserved},   // benchmarking (RFC 2544)
	{"198.51.100.0/24", ClassReserved}, // documentation (RFC 5737)
	{"203.0.113.0/24", ClassReserved},  // documentation (RFC 5737)
	{"224.0.0.0/4", ClassMulticast},
	{"240.0.0.0/4", ClassReserved}, // future use (RFC 1112), and 255.255.255.255, limited broadcast (RFC 8190)
}

var classed6 = [...]classed{
	{"::/128", ClassUnspecified},
	{"::1/128", ClassLoopback},
	{"::/96", ClassEmbeddedIPv4},                          // IPv4-compatible, deprecated (RFC 4291)
	{"::ffff:0:0/96", ClassEmbeddedIPv4},                  // IPv4-mapped (RFC 4291)
	{"::ffff:0:0:0/96", ClassEmbeddedIPv4},                // IPv4-translated (RFC 2765)
	{"64:ff9b::/96", ClassEmbeddedIPv4},                   // NAT64 (RFC 6052)
	{"64:ff9b:1::/48", ClassEmbeddedIPv4 | ClassReserved}, // NAT64 for local use (RFC 8215)
	{"2001::/32", ClassEmbeddedIPv4},                      // Teredo (RFC 4380)
	{"2001:1::1/128", 0},                                  // Port Control Protocol anycast (RFC 7723)
	{"2001:1::2/128", 0},                                  // TURN anycast (RFC 8155)
	{"2001:1::3/128", 0},                                  // DNS-SD SRP anycast (RFC 9665)
	{"2001:3::/32", 0},                                    // AMT (RFC 7450)
	{"2001:4:112::/48", 0},                                // AS112 (RFC 7535)
	{"2001:20::/28", 0},                                   // ORCHIDv2 (RFC 7343)
	{"2001:30::/28", 0},                                   // drones (RFC 9374)
	{"2001::/23", ClassReserved},                          // IETF protocols (RFC 2928), benchmarks (RFC 5180)
	{"2001:db8::/32", ClassReserved},                      // documentation (RFC 3849)
	{"2002::/16", ClassEmbeddedIPv4},                      // 6to4 (RFC 3056)
	{"2d00::/8", ClassReserved},                           // reserved by IANA, as are the next two
	{"2e00::/7", ClassReserved},
	{"3000::/4", ClassReserved}, // with 3ffe::/16, returned (RFC 3701), and 3fff::/20, documentation (RFC 9637)
	{"2000::/3", 0},             // global unicast (RFC 4291)
	{"fc00::/7", ClassPrivate},
	{"fe80::/10", ClassLinkLocal},
	{"ff00::/8", ClassMulticast},
	// The rest is not assigned, except 100::/64, discard-only (RFC 6666), 100:0:0:1::/64, dummy (RFC 9780), 5f00::/16,
	// segment routing (RFC 9602), and fec0::/10, site-local (RFC 3879).
	{"::/0", ClassReserved},
}
