package guard

import (
	"errors"
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

// A dispute decides between the entries of AllowHosts and Deny for one host and port. It takes them one after the other,
// the most specific first.
type dispute struct {
	port    uint16
	usual   bool    // whether entries without a port allow the port
	refusal Refusal // RefusedHost until an entry of AllowHosts has another port; then RefusedPort
}

// settle takes the entries of one name or block, which have the marks of the two lists. It reports whether they decide.
// Then d.refusal is the result.
func (d *dispute) settle(exempt, denied bool, p ports) bool {
	if exempt {
		if p.usual && d.usual || slices.Contains(p.own, d.port) {
			d.refusal = 0
			return true
		}
		d.refusal = RefusedPort
	}
	return denied
}

// exemptName settles the dispute for a name in the form of host.AppendName.
func (l *lists) exemptName(name string, d dispute) Refusal {
	marks := l.names[name]
	if d.settle(marks&exempt != 0, marks&denied != 0, l.exemptPorts[entry{name: name}]) {
		return d.refusal
	}
	for _, above, ok := strings.Cut(name, "."); ok; _, above, ok = strings.Cut(above, ".") {
		marks := l.names[above]
		if d.settle(marks&exemptUnder != 0, marks&deniedUnder != 0, l.exemptPorts[entry{name: above, under: true}]) {
			break
		}
	}
	return d.refusal
}

// exemptAddr settles the dispute for an address. An IPv4 address that is denied cannot be reached by an IPv6 address.
func (l *lists) exemptAddr(addr netip.Addr, d dispute) Refusal {
	if len(l.exemptPorts) == 0 || l.denyEmbedded(addr) {
		return RefusedHost
	}
	for block, marks := range l.blocksWith(addr) {
		if d.settle(marks&exempt != 0, marks&denied != 0, l.exemptPorts[entry{block: block}]) {
			break
		}
	}
	return d.refusal
}

// exemptHost returns the refusal of a host, or 0, after checkHost has returned isExempt for it. If usual is set,
// entries without a port allow the port.
func (p *Policy) exemptHost(text string, port uint16, usual bool) Refusal {
	d := dispute{port, usual, RefusedHost}
	if addr, _, ok := readAddr(text); ok {
		return p.lists.exemptAddr(addr, d)
	}
	var buffer nameBuffer
	name, _ := buffer.read(text)
	return p.lists.exemptName(name, d)
}

// exemptURI returns the refusal of the host and port of a URI, or 0, after checkHost has returned isExempt.
func (p *Policy) exemptURI(u *uri.URI) Refusal {
	port, err := u.PortNumber() // 0, which is in no entry, if it is too large
	if errors.Is(err, uri.ErrNoPort) {
		port, _ = uri.DefaultPort(u.Scheme())
	}
	name, _ := u.Host()
	return p.exemptHost(name, port, p.checkPort(u))
}
