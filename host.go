package uri

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
)

// Errors that [URI.HostAddr] and [URI.PortNumber] return, plain or wrapped: test for them with [errors.Is].
var (
	// ErrNoAddress says that the host is not written as an IP address: it is undefined or a registered name.
	ErrNoAddress = errors.New("no IP address")

	// ErrAddressMechanism says that the host is an IPvFuture, "[v1.x]", whose version means nothing to this package
	// (RFC 3986, section 3.2.2).
	ErrAddressMechanism = errors.New("address mechanism not supported")

	// ErrNoPort says that the port is undefined or empty. Both mean the scheme's default port, if it has one
	// (RFC 3986, section 3.2.3).
	ErrNoPort = errors.New("no port number")

	// ErrPortRange says that the port is larger than 65535. RFC 3986 sets no limit, but TCP and UDP do.
	ErrPortRange = errors.New("port number out of range: larger than 65535")
)

// Made once, so that returning them allocates nothing.
var (
	errHostUndefined = fmt.Errorf("%w: the host is undefined", ErrNoAddress)
	errHostRegName   = fmt.Errorf("%w: the host is a registered name", ErrNoAddress)
	errPortUndefined = fmt.Errorf("%w: the port is undefined", ErrNoPort)
	errPortEmpty     = fmt.Errorf("%w: the port is empty", ErrNoPort)
)

// A HostKind is the rule of RFC 3986 that a host matches (section 3.2.2). Where IPv4address and reg-name both match, it
// is an IPv4address: the first match wins.
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

// String returns "undefined", "ipv4", "ipv6", "ipvfuture" or "reg-name".
func (k HostKind) String() string {
	if int(k) < len(hostKindNames) {
		return hostKindNames[k]
	}
	return "HostKind(" + strconv.Itoa(int(k)) + ")"
}

// HostKind returns the kind of the host. It looks at the bytes of the host and allocates nothing.
func (u URI) HostKind() HostKind { return HostKind(fsm.HostKindOf(u.s, &u.r)) }

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

// PortNumber returns the port as a number (RFC 3986, section 3.2.3). Leading zeros are allowed. If the port is
// undefined or empty, the error wraps [ErrNoPort]; if it is larger than 65535, the error is [ErrPortRange]. Nothing is
// allocated.
func (u URI) PortNumber() (uint16, error) {
	port, ok := u.Port()
	if !ok {
		return 0, errPortUndefined
	}
	if port == "" {
		return 0, errPortEmpty
	}
	n := uint32(0)
	for i := range len(port) {
		// n is at most 65535 here, so that this cannot overflow.
		if n = n*10 + uint32(port[i]-'0'); n > 65535 {
			return 0, ErrPortRange
		}
	}
	return uint16(n), nil
}
