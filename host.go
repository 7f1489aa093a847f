package uri

import (
	"fmt"
	"net/netip"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/enum"
)

// These are made once, so that returning them allocates nothing.
var (
	errHostUndefined = fmt.Errorf("%w: the host is undefined", ErrNoAddress)
	errHostRegName   = fmt.Errorf("%w: the host is a registered name", ErrNoAddress)
)

// A HostKind is the rule of RFC 3986 that a host matches (section 3.2.2). A host that matches both IPv4address and
// reg-name is an IPv4address: the first match wins.
type HostKind uint8

const (
	HostUndefined HostKind = iota // there is no host
	HostIPv4                      // IPv4address: "192.0.2.16"
	HostIPv6                      // IPv6address in brackets: "[2001:db8::7]"
	HostIPvFuture                 // IPvFuture in brackets: "[v1.fe80::a+en1]"
	HostRegName                   // reg-name: "example.com", "", "1.2.3.256"
)

var hostKindNames = [...]string{
	HostUndefined: "undefined",
	HostIPv4:      "ipv4",
	HostIPv6:      "ipv6",
	HostIPvFuture: "ipvfuture",
	HostRegName:   "reg-name",
}

// hostKindOf has the HostKind for each kind of package fsm.
var hostKindOf = [...]HostKind{
	fsm.NoHost:    HostUndefined,
	fsm.IPv4:      HostIPv4,
	fsm.IPv6:      HostIPv6,
	fsm.IPvFuture: HostIPvFuture,
	fsm.RegName:   HostRegName,
}

// String returns "undefined", "ipv4", "ipv6", "ipvfuture" or "reg-name".
func (k HostKind) String() string { return enum.Name(hostKindNames[:], k, "HostKind") }

// HostKind returns the kind of the host. It reads the host each time, and allocates nothing.
func (u URI) HostKind() HostKind {
	var r fsm.Ranges
	u.ranges(&r)
	return hostKindOf[fsm.HostKindOf(u.s, &r)]
}

// HostAddr returns the host as an IP address if it is an IPv4address or an IPv6address. The address has no zone,
// because RFC 3986 has no place for one. An IPv4-mapped IPv6 address is returned as such. [host.ParseAddr] also parses
// the unusual forms of IPv4 addresses, which RFC 3986 reads as registered names.
//
// Otherwise HostAddr returns the zero Addr and an error: [ErrAddressMechanism] for an IPvFuture, and one that wraps
// [ErrNoAddress] for a registered name and for an undefined host. Nothing is looked up, and nothing is allocated.
func (u URI) HostAddr() (netip.Addr, error) {
	text, _ := u.Host()
	if addr, unusual, ok := host.ParseAddr(text); ok && !unusual {
		return addr, nil
	}
	switch u.HostKind() {
	case HostIPvFuture:
		return netip.Addr{}, ErrAddressMechanism
	case HostRegName:
		return netip.Addr{}, errHostRegName
	}
	return netip.Addr{}, errHostUndefined
}
