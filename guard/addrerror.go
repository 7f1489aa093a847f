package guard

import (
	"net/netip"
	"strings"

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
	var buffer nameBuffer
	name, ok := buffer.read(text)
	if !ok {
		return ""
	}
	switch entry := p.lists.denies(name); {
	case entry != "":
		return "Deny: " + entry
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
	block, ok := p.lists.denyingBlock(addr)
	switch {
	case !ok:
		return "Hosts"
	case block.IsSingleIP():
		return "Deny: " + block.Addr().String()
	}
	return "Deny: " + block.String()
}

func addressesRule(class host.AddressClass) string { return "Addresses: " + class.String() }

// denies returns the most specific entry of Deny for a name, or "".
func (l *lists) denies(name string) string {
	if l.names[name]&denied != 0 {
		return name
	}
	for _, above, ok := strings.Cut(name, "."); ok; _, above, ok = strings.Cut(above, ".") {
		if l.names[above]&deniedUnder != 0 {
			return "*." + above
		}
	}
	return ""
}
