package host

import (
	"encoding/binary"
	"net/netip"
	"strconv"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// An AddressClass is a set of what is special about an IP address, in the form of flags. The empty one is that of
// unicast addresses that the Internet routes.
//
// The blocks are those of IANA's registries of special-purpose addresses (RFC 6890), of multicast and of IPv6's address
// space, as of 2025. What these registries call globally reachable is not special, but for what embeds an IPv4 address
// and for 192.0.0.0/24, which is taken as a whole.
type AddressClass uint16

const (
	ClassLoopback    AddressClass = 1 << iota // 127.0.0.0/8 and ::1
	ClassPrivate                              // 10/8, 172.16/12 and 192.168/16 (RFC 1918), fc00::/7 (RFC 4193)
	ClassLinkLocal                            // 169.254.0.0/16, with the metadata of clouds (RFC 3927), and fe80::/10
	ClassUnspecified                          // 0.0.0.0 and ::, which many systems connect to themselves
	ClassMulticast                            // 224.0.0.0/4 and ff00::/8
	ClassShared                               // 100.64.0.0/10, between a carrier and its customers (RFC 6598)

	// ClassReserved is for all other addresses that are no global unicast: "this network", documentation, benchmarks,
	// protocols, broadcast, discard-only, site-local, what IPv6 has not assigned yet, and the zero netip.Addr.
	ClassReserved

	// ClassEmbeddedIPv4 is for IPv6 addresses that stand for an IPv4 address or lead to one: IPv4-mapped, -compatible
	// and -translated ones, those of NAT64, 6to4, Teredo and ISATAP. The class of that address is in the set, too.
	ClassEmbeddedIPv4
)

var classNames = [...]string{
	"loopback", "private", "link-local", "unspecified", "multicast", "shared", "reserved", "embedded IPv4",
}

// String returns the names of the flags, such as "loopback, embedded IPv4"; "global" for none.
func (c AddressClass) String() string {
	if c == 0 {
		return "global"
	}
	text := ""
	for i, name := range classNames {
		if c>>i&1 != 0 {
			text += ", " + name
		}
	}
	if rest := c >> len(classNames); rest != 0 {
		text += ", AddressClass(" + strconv.Itoa(int(rest<<len(classNames))) + ")"
	}
	return text[len(", "):]
}

// A block is a block of addresses of one class: those that have its bits under the masks. Those of an IPv4 address are
// the first ones. A search of them is several times as fast as with netip.Prefix.
type block struct {
	bits, mask [2]uint64
	class      AddressClass
}

// The first block that an address is in counts. The wider ones stand behind those within them.
var (
	blocks4 = blocks([]classed{
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
	})
	blocks6 = blocks([]classed{
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
		{"3fff::/20", ClassReserved},                          // documentation (RFC 9637)
		{"2000::/3", 0},                                       // global unicast (RFC 4291)
		{"fc00::/7", ClassPrivate},
		{"fe80::/10", ClassLinkLocal},
		{"ff00::/8", ClassMulticast},
		// What is not assigned to anybody; and in it 100::/64 and 100:0:0:1::/64, discard-only and dummy (RFC 6666, RFC
		// 9780), 5f00::/16, segment routing (RFC 9602), and fec0::/10, site-local (RFC 3879).
		{"::/0", ClassReserved},
	})
)

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

func bitsOf(addr netip.Addr) [2]uint64 {
	if addr.Is4() {
		b := addr.As4()
		return [2]uint64{uint64(binary.BigEndian.Uint32(b[:])) << 32}
	}
	b := addr.As16()
	return [2]uint64{binary.BigEndian.Uint64(b[:]), binary.BigEndian.Uint64(b[8:])}
}

// ClassOf returns the class of addr. A zone makes no difference. An IPv6 address under a prefix that is a network's own
// choice for NAT64 cannot be told from others. It allocates nothing.
func ClassOf(addr netip.Addr) AddressClass {
	switch bits := bitsOf(addr); {
	case addr.Is4():
		return classIn(blocks4, bits)
	case addr.Is6():
		return class6(bits)
	}
	return ClassReserved
}

func class6(bits [2]uint64) AddressClass {
	class := classIn(blocks6, bits)
	switch {
	case class&ClassEmbeddedIPv4 == 0:
		// ISATAP is under any prefix (RFC 5214): 0:5efe or 200:5efe before the IPv4 address.
		if bits[1]>>32&^0x0200_0000 != 0x5efe {
			return class
		}
		return class | ClassEmbeddedIPv4 | class4(bits[1])
	case bits[0]>>48 == 0x2002: // 6to4: behind the prefix
		return class | class4(bits[0]>>16)
	case bits[0]>>32 == 0x2001_0000: // Teredo: that of the server, and that of the client with all bits flipped
		return class | class4(bits[0]) | class4(^bits[1])
	}
	// At the end. In what is for local use, NAT64 can have it earlier; then there are zeros at the end, or nearly.
	return class | class4(bits[1])
}

// class4 returns the class of the IPv4 address in the low 32 bits.
func class4(bits uint64) AddressClass { return classIn(blocks4, [2]uint64{bits << 32}) }

// classIn returns the class of the first block that has the bits; 0 if there is none.
func classIn(list []block, bits [2]uint64) AddressClass {
	for i := range list {
		if b := &list[i]; bits[0]&b.mask[0] == b.bits[0] && bits[1]&b.mask[1] == b.bits[1] {
			return b.class
		}
	}
	return 0
}

// ParseAddr reads a host, as it stands in a URI, as an IP address. If it is an IPv4address or an IPv6address in brackets
// (RFC 3986, section 3.2.2), unusual is false. Besides it reads what inet_aton and the parsers of browsers take for an
// IPv4 address (section 7.4; WHATWG URL, section 3.5), and then unusual is true: one to four numbers, in decimal, octal
// with a leading 0, or hex with a leading 0x, of which the last one fills what the others leave; percent-encodings; a
// dot at the end; and, as inet_aton does, anything behind white space.
//
// If ok is false, the host is no address; but if unusual is true, it ends in a number all the same, and browsers refuse
// it. Digits outside US-ASCII, which they read, too, are not looked for. The time is linear; nothing is allocated.
func ParseAddr(host string) (addr netip.Addr, unusual, ok bool) {
	if host == "" {
		return netip.Addr{}, false, false
	}
	if host[0] == '[' {
		// netip takes all that IPv6address allows, and besides only zones, which cannot stand here. It makes an error
		// of an IPvFuture, which would be an allocation.
		if len(host) < len("[::]") || host[1]|0x20 == 'v' {
			return netip.Addr{}, false, false
		}
		addr, err := netip.ParseAddr(host[1 : len(host)-1])
		return addr, false, err == nil
	}
	if !mayEndInNumber(host) {
		return netip.Addr{}, false, false
	}
	return numbersAddr(host)
}

// mayEndInNumber looks at two bytes of most hosts, so that names cost next to nothing.
func mayEndInNumber(host string) bool {
	return endsLikeNumber(strings.TrimSuffix(host, ".")) || strings.IndexByte(host, '%') >= 0
}

// endsLikeNumber reports whether the last label begins and ends like a number. No dot stands behind it.
func endsLikeNumber(name string) bool {
	if name == "" {
		return false
	}
	// A number ends with a hex digit, or is "0x".
	if last := name[len(name)-1]; last|0x20 != 'x' && !tables.Is(last, tables.HEXDIG) {
		return false
	}
	return tables.Is(name[strings.LastIndexByte(name, '.')+1], tables.DIGIT)
}

// numbersAddr is ParseAddr for what may be numbers.
func numbersAddr(host string) (addr netip.Addr, unusual, ok bool) {
	var (
		n     number // what is read
		bytes uint32 // the numbers before it, one byte each
		dots  int
		bad   bool // one of them is none, or more than a byte, or there are too many
	)
	for i, size := 0, 0; i < len(host); i += size {
		b := host[i]
		if size = 1; b == '%' {
			b, size = octet.Decode(host[i:])
			unusual = true
		}
		if '\t' <= b && b <= '\r' || b == ' ' {
			break
		}
		if b != '.' {
			n.add(b)
			continue
		}
		if i+size == len(host) && n.size > 0 {
			unusual = true
			break
		}
		bad = bad || !n.hasValue() || n.value > 0xff || dots == 3
		unusual = unusual || n.octal || n.hex
		bytes = bytes<<8 | uint32(n.value&0xff)
		dots++
		n = number{}
	}
	if !n.isNumber() {
		return netip.Addr{}, false, false
	}
	room := 32 - 8*min(dots, 4)
	if bad || !n.hasValue() || n.value>>room != 0 {
		return netip.Addr{}, true, false
	}
	bytes = uint32(uint64(bytes)<<room | n.value)
	addr = netip.AddrFrom4([4]byte{byte(bytes >> 24), byte(bytes >> 16), byte(bytes >> 8), byte(bytes)})
	return addr, unusual || n.octal || n.hex || dots < 3, true
}

// A number is one of those that an address is written with, read digit by digit.
type number struct {
	value      uint64 // right up to 1<<32, otherwise more than that
	size       int    // how many digits there are, with the "0x"
	octal, hex bool
	noOctal    bool // a digit is 8 or 9
	noNumber   bool
}

func (n *number) add(digit byte) {
	n.size++
	switch {
	case n.size == 2 && digit|0x20 == 'x' && n.value == 0 && !n.noNumber:
		n.hex = true
		return
	case tables.Is(digit, tables.DIGIT):
		digit -= '0'
	case n.hex && tables.Is(digit, tables.HEXDIG):
		digit = digit | 0x20 - 'a' + 10
	default:
		n.noNumber = true
		return
	}
	if n.size == 2 && n.value == 0 {
		n.octal = true
	}
	if n.value <= 1<<32 {
		n.value = n.value*n.base() + uint64(digit)
	}
	n.noOctal = n.noOctal || digit > 7
}

func (n *number) base() uint64 {
	switch {
	case n.hex:
		return 16
	case n.octal:
		return 8
	}
	return 10
}

// isNumber reports whether browsers take n for the end of an IPv4 address.
func (n *number) isNumber() bool { return n.size > 0 && !n.noNumber }

// hasValue reports whether n is a number and not one in octal with an 8 or 9.
func (n *number) hasValue() bool { return n.isNumber() && !(n.octal && n.noOctal) }

// Localhost is the name of the machine itself (RFC 6761, section 6.3).
const Localhost = "localhost"

// IsLocalhost reports whether a host, as it stands in a URI, is "localhost" or a name under it, which resolve to
// loopback addresses (RFC 6761, section 6.3). Nothing is allocated.
func IsLocalhost(host string) bool {
	last, rest := cutLast(host)
	if last == '.' {
		last, rest = cutLast(rest)
	}
	for i := len(Localhost) - 1; i > 0; i-- {
		if last|0x20 != Localhost[i] { // no other octet becomes a letter so
			return false
		}
		last, rest = cutLast(rest)
	}
	if last|0x20 != Localhost[0] {
		return false
	}
	before, _ := cutLast(rest)
	return rest == "" || before == '.'
}

// CutDot returns a host without the dot at its end, which may be percent-encoded, and whether there is one.
func CutDot(host string) (before string, found bool) {
	last, rest := cutLast(host)
	if last != '.' {
		return host, false
	}
	return rest, true
}

// cutLast cuts off the last octet of a host, decoded; 0 if there is none.
func cutLast(host string) (last byte, rest string) {
	n := len(host)
	switch {
	case n >= 3 && host[n-3] == '%':
		last, _ = octet.Decode(host[n-3:])
		return last, host[:n-3]
	case n > 0:
		return host[n-1], host[:n-1]
	}
	return 0, ""
}
