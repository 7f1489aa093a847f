package uri

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/textio"
)

// These errors are variables, so that HostAddr does not allocate.
var (
	errHostUndefined error = &causedError{ErrNoAddress, "the host is undefined"}
	errHostRegName   error = &causedError{ErrNoAddress, "the host is a registered name"}
)

// A causedError is an error and its cause. Unlike the errors of [fmt.Errorf], it can be made without an allocation when
// the program starts.
type causedError struct {
	error
	cause string
}

func (e *causedError) Error() string { return e.error.Error() + ": " + e.cause }
func (e *causedError) Unwrap() error { return e.error }

// A HostKind is the rule of RFC 3986 that a host matches (section 3.2.2). A host that matches both IPv4address and
// reg-name is an IPv4address: the first match wins.
type HostKind uint8

const (
	HostUndefined = HostKind(fsm.NoHost)    // there is no host
	HostIPv4      = HostKind(fsm.IPv4)      // IPv4address: "192.0.2.16"
	HostIPv6      = HostKind(fsm.IPv6)      // IPv6address in brackets: "[2001:db8::7]"
	HostIPvFuture = HostKind(fsm.IPvFuture) // IPvFuture in brackets: "[v1.fe80::a+en1]"
	HostRegName   = HostKind(fsm.RegName)   // reg-name: "example.com", "", "1.2.3.256"
)

// String returns "undefined", "ipv4", "ipv6", "ipvfuture" or "reg-name".
func (k HostKind) String() string {
	if k == HostUndefined || k > HostRegName {
		return textio.Name([]string{"undefined"}, k, "HostKind")
	}
	return fsm.HostKind(k).String()
}

// HostKind returns the kind of the host. It reads the host each time, and allocates nothing.
func (u URI) HostKind() HostKind {
	var r fsm.Ranges
	u.ranges(&r)
	return HostKind(fsm.HostKindOf(u.s, &r))
}

// HostAddr returns the host as an IP address if it is an IPv4address or an IPv6address. The address has no zone,
// because RFC 3986 has no place for one. An IPv4-mapped IPv6 address is returned as such. [host.ParseAddr] also parses
// the unusual forms of IPv4 addresses, which RFC 3986 reads as registered names.
//
// Otherwise HostAddr returns the zero Addr and an error: [ErrAddressMechanism] for an IPvFuture, and one that wraps
// [ErrNoAddress] for a registered name and for an undefined host. It looks nothing up and does not allocate.
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

// Hostname returns the host without the brackets of an IPv6 address, like [net/url.URL.Hostname]. If the host is
// undefined or empty, it returns "". It returns any other host as [URI.Host] does, not decoded. An IPvFuture keeps its
// brackets, because without them it would be a registered name. It does not allocate.
//
// The host of a valid URI is not always a name. It can be "evil.example%2F.example.com", which [net/url.Parse] refuses,
// but which ends with ".example.com". To compare a host with trusted names, use a Policy of package
// github.com/urispan/uri/guard, or compare the result of AppendName of package github.com/urispan/uri/host.
func (u URI) Hostname() string {
	name, _ := u.Host()
	if strings.HasPrefix(name, "[") && name[1]|0x20 != 'v' { // an IPvFuture begins with "[v" or "[V"
		return name[1 : len(name)-1]
	}
	return name
}

// HostPort returns the address to connect to, as [net.Dial] takes it: host, ":" and port. It is the Host of a
// [net/url.URL], with a port even if that has none. If the port is undefined or empty, it is the [DefaultPort] of the
// scheme. Leading zeros of the port are removed. An IP-literal keeps its brackets.
//
// ok is false if u has no such address: the host is undefined, empty or an IPvFuture, the port is larger than 65535, or
// there is neither a port nor a default port. HostPort does not decode the host, and does not check whether it is safe
// to connect to: see package [github.com/urispan/uri/guard]. It allocates the result only if the text of u does not
// contain it.
func (u URI) HostPort() (hostPort string, ok bool) {
	var r fsm.Ranges
	u.ranges(&r)
	name, _ := u.text(r.Host())
	if name == "" || fsm.HostKindOf(u.s, &r) == fsm.IPvFuture {
		return "", false
	}
	port, hasPort := u.text(r.Port())
	number, err := portNumber(port, hasPort)
	if err == ErrPortRange {
		return "", false
	}
	if err != nil {
		scheme, _ := u.text(r.Scheme())
		if number, ok = DefaultPort(scheme); !ok {
			return "", false
		}
	}
	var buf [len("65535")]byte
	digits := strconv.AppendUint(buf[:0], uint64(number), 10)
	if port == string(digits) {
		lo, _, _ := r.Host()
		_, hi, _ := r.Port()
		return u.s[lo:hi], true
	}
	return name + ":" + string(digits), true
}

// These errors are variables, so that PortNumber does not allocate.
var (
	errPortUndefined error = &causedError{ErrNoPort, "the port is undefined"}
	errPortEmpty     error = &causedError{ErrNoPort, "the port is empty"}
)

// PortNumber returns the port as a number (RFC 3986, section 3.2.3). Leading zeros are allowed. If the port is
// undefined or empty, the error wraps [ErrNoPort]; if it is larger than 65535, the error is [ErrPortRange]. It does not
// allocate.
func (u URI) PortNumber() (uint16, error) { return portNumber(u.Port()) }

func portNumber(port string, ok bool) (uint16, error) {
	if !ok {
		return 0, errPortUndefined
	}
	if port == "" {
		return 0, errPortEmpty
	}
	value, n := octet.Uint16(port)
	if n < len(port) {
		return 0, ErrPortRange
	}
	return value, nil
}

// Username returns the user name, decoded, like [net/url.Userinfo.Username]: the text of the userinfo before the first
// ":", or all of it if there is no ":". If the userinfo is undefined, ok is false (RFC 3986, section 3.2.1).
//
// Some programs put a token there. Some encode the ":" before a password as "%3A": then the result contains the
// password. Username allocates only if there is something to decode.
func (u URI) Username() (name string, ok bool) {
	userinfo, ok := u.Userinfo()
	name, _, _ = strings.Cut(userinfo, ":")
	return decoded(name), ok
}

// Password returns the password, decoded, like [net/url.Userinfo.Password]: the text of the userinfo after the first
// ":". If u has no userinfo, or a userinfo without a ":", ok is false. The password of "//u:@h" is empty. It allocates
// only if there is something to decode.
func (u URI) Password() (password string, ok bool) {
	userinfo, _ := u.Userinfo()
	_, password, ok = strings.Cut(userinfo, ":")
	return decoded(password), ok
}

// decoded decodes a part of a URI. It cannot fail: every percent-encoding that the grammar allows can be decoded.
func decoded(raw string) string {
	text, _ := Decode(raw, 0)
	return text
}

// DefaultPort returns the default port of a scheme, which may be in upper or lower case (RFC 3986, section 3.2.3). ok
// is false for schemes that have no default port, and for schemes that are neither registered with IANA nor in wide
// use. It does not allocate for schemes of up to 64 bytes.
func DefaultPort(scheme string) (port uint16, ok bool) { return schemes.DefaultPort(scheme) }
