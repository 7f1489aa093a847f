package guard

import (
	"net/netip"

	"github.com/urispan/uri/host"
)

// An AddrError is the error of [Policy.CheckAddr] and [Policy.CheckHostAddr], and of the clients of package guardhttp for
// a connection. It wraps the [Refusal] and has its text, which may be shown to users. Write Addr and Rule only to the
// log, because an address tells users about the network.
type AddrError struct {
	Addr netip.AddrPort

	// Rule is the field of Rules that refuses the name or the address. Addresses and Deny have details:
	//
	//	Addresses: link-local, embedded IPv4    the flags of the class that are not in Addresses
	//	Deny: *.lan                             the entry
	//	Hosts                                   not listed
	//	AllowHosts                              listed with another port
	//	Ports, Dotless, UnusualIPv4
	//
	// It is empty if the name cannot be a host, and for the zero Policy.
	Rule string

	Refusal Refusal
}

// Error returns the text of e.Refusal.
func (e *AddrError) Error() string { return e.Refusal.Error() }

// Unwrap returns e.Refusal.
func (e *AddrError) Unwrap() error { return e.Refusal }

// hostRule returns the Rule of an AddrError for a host that is refused.
func (p *Policy) hostRule(text string, refusal Refusal) string {
	addr, _, isAddr := readAddr(text)
	switch {
	case refusal == RefusedUnusualIPv4:
		return "UnusualIPv4"
	case refusal == RefusedPort:
		return "AllowHosts"
	case isAddr:
		return p.addrRule(addr, p.rules.Addresses, refusal)
	case refusal == RefusedAddress:
		return addressesRule(host.ClassLoopback)
	}
	name, ok := new(nameBuffer).read(text)
	if !ok {
		return ""
	}
	e, marks, ok := entry{name: name}, p.lists.names[name]&exact, true
	for ok && marks&denied == 0 {
		e, marks, ok = p.lists.above(e)
	}
	switch {
	case ok:
		return "Deny: " + e.String()
	case p.lists.hasHosts:
		return "Hosts"
	}
	return "Dotless"
}

// addrRule returns the Rule of an AddrError for an address that checkAddr refuses.
func (p *Policy) addrRule(addr netip.Addr, classes host.AddressClass, refusal Refusal) string {
	if refusal == RefusedAddress {
		return addressesRule(p.lists.classOf(addr) &^ classes)
	}
	if e, ok := p.lists.denying(addr); ok {
		return "Deny: " + e.String()
	}
	return "Hosts"
}

func addressesRule(class host.AddressClass) string { return "Addresses: " + class.String() }

// denying returns the most specific entry of Deny that has addr, or an IPv4 address that addr leads to.
func (l *lists) denying(addr netip.Addr) (e entry, ok bool) {
	for e, marks := range l.withAddr(addr) {
		if marks&denied != 0 {
			return e, true
		}
	}
	for v4 := range l.ledTo(addr) {
		if e, ok := l.denying(v4); ok {
			return e, true
		}
	}
	return entry{}, false
}
