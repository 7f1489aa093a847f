package fsm

import (
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/ranges"
)

// A PathRule is the ABNF rule that a path matched (RFC 3986, section 3.3).
type PathRule uint8

const (
	PathEmpty    PathRule = iota // empty, without an authority before it
	PathAbempty                  // after an authority: begins with "/" or is empty
	PathAbsolute                 // begins with "/" but not "//"
	PathNoscheme                 // in a relative reference: begins with a segment without a colon
	PathRootless                 // in a URI: begins with a segment
)

var pathRuleNames = [...]string{"path-empty", "path-abempty", "path-absolute", "path-noscheme", "path-rootless"}

// String returns the name of the rule in the RFC, such as "path-absolute". It returns "" if p is not one of the
// constants.
func (p PathRule) String() string {
	if int(p) < len(pathRuleNames) {
		return pathRuleNames[p]
	}
	return ""
}

// PathRuleOf returns the rule that the path of s matched. r holds the ranges that Scan found in s.
func PathRuleOf[T string | []byte](s T, r *Ranges) PathRule {
	o := r.offsets()
	switch {
	case o.Authority != 0:
		return PathAbempty
	case o.Path == o.PathEnd:
		return PathEmpty
	case s[o.Path] == '/':
		return PathAbsolute
	case o.SchemeEnd == 0:
		return PathNoscheme
	}
	return PathRootless
}

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
func (k HostKind) String() string {
	if int(k) < len(hostKindNames) {
		return hostKindNames[k]
	}
	return ""
}

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
