package fsm

import (
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/textio"
)

// A HostKind is the ABNF rule that a host matched (RFC 3986, section 3.2.2).
type HostKind uint8

const (
	NoHost    HostKind = iota // the host is undefined
	IPv4                      // IPv4address
	IPv6                      // an IP-literal with an IPv6address
	IPvFuture                 // an IP-literal with an IPvFuture
	RegName                   // reg-name, which may be empty
)

var hostKindNames = [...]string{"", "ipv4", "ipv6", "ipvfuture", "reg-name"}

// String returns "ipv4", "ipv6", "ipvfuture" or "reg-name". It returns "" for NoHost, and if k is not one of the
// constants.
func (k HostKind) String() string { return textio.Name(hostKindNames[:], k, "") }

// HostKindOf returns the kind of the host of s. r holds the ranges that Scan found in s. A host that matches both
// IPv4address and reg-name is an IPv4 address: the first match wins.
func HostKindOf[T string | []byte](s T, r *Ranges) HostKind {
	return hostKind(textOf(any(s)), r.offsets())
}

// hostKind implements HostKindOf.
func hostKind(s string, r *ranges.Offsets) HostKind {
	if r.Authority == 0 {
		return NoHost
	}
	switch text := s[r.Host:r.HostEnd]; {
	case len(text) > 0 && text[0] == '[':
		if text[1]|0x20 == 'v' {
			return IPvFuture
		}
		return IPv6
	case hostname.IsIPv4(text):
		return IPv4
	}
	return RegName
}
