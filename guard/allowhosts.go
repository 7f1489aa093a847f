package guard

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri"
)

// ports are the ports of the entries of AllowHosts that have the same host.
type ports struct {
	usual bool     // there is an entry without a port, so Rules.Ports applies
	own   []uint16 // of the entries with a port
}

// splitPort splits an entry of AllowHosts before its port. Without one, port is 0. If the entry is refused, the text
// reason explains it; otherwise reason is "".
func splitPort(text string) (before string, port uint16, reason string) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 || strings.Contains(text, "://") || strings.IndexByte(text, ':') < i && text[i-1] != ']' {
		return text, 0, "" // two colons without brackets are an IPv6 address
	}
	n, err := strconv.ParseUint(text[i+1:], 10, 16)
	switch {
	case err != nil || n == 0:
		return text, 0, "want a port from 1 to 65535"
	case strings.Contains(text, "/"):
		return text, 0, "a block of addresses has no port"
	}
	return text[:i], uint16(n), ""
}

// addPort adds an entry of AllowHosts with its port, or 0.
func (l *lists) addPort(e entry, port uint16) {
	if l.exemptPorts == nil {
		l.exemptPorts = map[entry]ports{}
	}
	p := l.exemptPorts[e]
	if port == 0 {
		p.usual = true
	} else {
		p.own = append(p.own, port)
	}
	l.exemptPorts[e] = p
}

// isExempt is a Refusal inside this package: AllowHosts has the host, so exemptHost decides. No function returns it to a
// program.
const isExempt Refusal = 255

// A dispute decides between AllowHosts and Deny for a host. It takes the entries for the host one after the other, the most
// specific first.
type dispute struct {
	port    uint16
	usual   bool    // whether entries of AllowHosts without a port allow the port
	refusal Refusal // RefusedHost until an entry of AllowHosts has another port; then RefusedPort
}

// settle takes an entry with the lists that have it, and its ports in AllowHosts. It reports whether the entry decides. Then
// d.refusal is the result.
func (d *dispute) settle(marks listing, p ports) bool {
	if marks&exempt != 0 {
		if p.usual && d.usual || slices.Contains(p.own, d.port) {
			d.refusal = 0
			return true
		}
		d.refusal = RefusedPort
	}
	return marks&denied != 0
}

// exemptAddr settles the dispute for an address. An IPv4 address that is denied cannot be reached by an IPv6 address.
func (l *lists) exemptAddr(addr netip.Addr, port uint16, usual bool) Refusal {
	if len(l.exemptPorts) == 0 || l.denyEmbedded(addr) {
		return RefusedHost
	}
	d := dispute{port, usual, RefusedHost}
	for e, marks := range l.withAddr(addr) {
		if d.settle(marks, l.exemptPorts[e]) {
			break
		}
	}
	return d.refusal
}

// exemptHost settles the dispute for a host, after checkHost has returned isExempt for it.
func (p *Policy) exemptHost(text string, port uint16, usual bool) Refusal {
	if addr, _, ok := readAddr(text); ok {
		return p.lists.exemptAddr(addr, port, usual)
	}
	var buffer nameBuffer
	name, _ := buffer.read(text)
	d := dispute{port, usual, RefusedHost}
	e, marks, ok := entry{name: name}, p.lists.names[name]&exact, true
	for ok && !d.settle(marks, p.lists.exemptPorts[e]) {
		e, marks, ok = p.lists.above(e)
	}
	return d.refusal
}

// exemptURI settles the dispute for the host and port of a URI, after checkHost has returned isExempt.
func (p *Policy) exemptURI(u *uri.URI) Refusal {
	name, _ := u.Host()
	port, usual := p.portOf(u)
	return p.exemptHost(name, port, usual)
}
