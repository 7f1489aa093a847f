package uri

import (
	"strconv"
	"strings"

	"github.com/urispan/uri/fsm"
)

// This file gives host and port in the forms that a client needs to connect.

// Hostname returns the host without the brackets of an IPv6 address, like [net/url.URL.Hostname]. If the host is
// undefined or empty, it returns "". Other hosts are returned as [URI.Host] returns them: nothing is decoded, and an
// IPvFuture keeps its brackets, because without them it would be a registered name. Nothing is allocated.
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
// ok is false if there is no such address: the host is undefined, empty or an IPvFuture, the port is larger than 65535,
// or there is neither a port nor a default port. The host is as written, and HostPort does not check whether it is
// safe to connect to: see package [github.com/urispan/uri/guard]. It allocates the result only if the text of u does
// not have it.
func (u URI) HostPort() (hostPort string, ok bool) {
	var r fsm.Ranges
	u.ranges(&r)
	name, _ := u.text(r.Host())
	if name == "" || hostKindOf[fsm.HostKindOf(u.s, &r)] == HostIPvFuture {
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
	var room [len("65535")]byte
	digits := strconv.AppendUint(room[:0], uint64(number), 10)
	if port == string(digits) {
		lo, _, _ := r.Host()
		_, hi, _ := r.Port()
		return u.s[lo:hi], true
	}
	return name + ":" + string(digits), true
}
