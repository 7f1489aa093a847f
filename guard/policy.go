package guard

import (
	"cmp"
	"errors"
	"math"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
)

// A Policy decides which URIs and addresses a program accepts. [NewPolicy] makes one from [Rules]. The zero Policy and
// the nil *Policy refuse all URIs and addresses, with RefusedZeroPolicy. A Policy does not change, and is safe for
// concurrent use.
//
// [Policy.Parse] and [Policy.Check] check the text of a URI. A program that connects must also check the address: see
// [Policy.CheckHostAddr].
type Policy struct {
	rules         Rules // without the lists
	tooLong       int   // the smallest length that is refused; 0 only in the zero Policy
	limitsTheTail bool  // whether path and query must be checked for more than hazards

	schemes  []scheme        // empty if all are allowed
	ports    map[uint16]bool // nil if all are allowed
	prefixes []string        // of paths; empty if all are allowed

	lists lists
}

type scheme struct {
	name        string // in lower case
	defaultPort bool   // whether the scheme has a known default port and that is allowed
}

// NewPolicy returns the policy with the rules r. It copies r, so that r may be changed afterwards. The error names a
// rule that makes no sense, such as a block with bits set after its prefix, a name with an empty label, or a name that
// looks like an address.
func NewPolicy(r Rules) (*Policy, error) {
	p := &Policy{
		rules:         r,
		tooLong:       min(cmp.Or(r.MaxLength, math.MaxInt), math.MaxInt-1) + 1,
		limitsTheTail: len(r.PathPrefixes) > 0 || r.MaxSegments > 0 || r.MaxPairs > 0,
		lists:         newLists(len(r.Hosts) > 0),
	}
	p.rules.Schemes, p.rules.Hosts, p.rules.Deny, p.rules.AllowHosts = nil, nil, nil, nil
	p.rules.NAT64, p.rules.Ports, p.rules.PathPrefixes = nil, nil, nil
	err := errors.Join(
		each("Ports", r.Ports, p.addPort),
		each("Schemes", r.Schemes, p.addScheme), // reads the ports
		each("PathPrefixes", r.PathPrefixes, p.addPrefix),
		each("Hosts", r.Hosts, func(text string) string { return p.lists.addEntry(text, allowed) }),
		each("Deny", r.Deny, func(text string) string { return p.lists.addEntry(text, denied) }),
		each("AllowHosts", r.AllowHosts, func(text string) string { return p.lists.addEntry(text, exempt) }),
		each("NAT64", r.NAT64, p.lists.addNAT64),
	)
	if r.MaxLength < 0 || r.MaxSegments < 0 || r.MaxPairs < 0 {
		err = errors.Join(err, errors.New("guard: a limit is less than 0"))
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Policy) addPort(port uint16) (reason string) {
	if port == 0 {
		return "nobody can connect to port 0"
	}
	if p.ports == nil {
		p.ports = map[uint16]bool{}
	}
	p.ports[port] = true
	return ""
}

func (p *Policy) addScheme(name string) (reason string) {
	if name == "" || schemes.Len(name) != len(name) {
		return "not a scheme"
	}
	port, _ := uri.DefaultPort(name)
	p.schemes = append(p.schemes, scheme{strings.ToLower(name), p.allowsPort(port)})
	return ""
}

func (p *Policy) addPrefix(prefix string) (reason string) {
	u, err := uri.Parse("//h" + prefix)
	switch {
	case err != nil, u.Path() != prefix, prefix == "":
		return "not a path that begins with /"
	case !u.HasPathPrefix(prefix):
		return "a server can read a dot segment there"
	}
	p.prefixes = append(p.prefixes, prefix)
	return ""
}

// Parse parses s like [uri.Parse] and checks the result like [Policy.Check]. If s is not a URI-reference, it returns a
// [*uri.Error]. If p does not allow the URI, it returns a [Refusal]. With an error, it returns the zero URI, so that a
// program that overlooks the error does not use a URI that is refused.
//
// A string longer than Rules.MaxLength is refused with RefusedLength before it is read, even if it is not a
// URI-reference. The zero Policy and nil refuse every string in the same way, with RefusedZeroPolicy. Parse takes time
// linear in the length of s, and allocates only a *uri.Error.
//
// Use it in fetchers, proxies and crawlers. For most URIs of the web, it takes less time than uri.Parse and Check
// together, because it reads s only once.
func (p *Policy) Parse(s string) (uri.URI, error) {
	if p == nil || len(s) >= p.tooLong {
		return uri.URI{}, p.refuseAll()
	}
	var k reference.Known
	h, quick := quickAudit(s, k.Ranges())
	if !quick {
		if _, ok := fsm.Scan(s, k.Ranges()); !ok {
			_, err := uri.Parse(s)
			return uri.URI{}, err
		}
	}
	u := uri.Known(k.Of(s))
	if refusal := p.check(&u, quick && h == 0); refusal != 0 {
		return uri.URI{}, refusal
	}
	return u, nil
}

// Check returns nil if p allows u. Otherwise it returns a [Refusal]. If several rules refuse u, it returns the first of
// them in the order of the constants, with two exceptions: RefusedUnusualIPv4 comes before RefusedHost, and
// RefusedAddress also does unless the host is in Deny. Check takes time linear in the length of u, and allocates
// nothing. Programs that also parse the text call [Policy.Parse].
//
// Check does not know the addresses of a name: see [Policy.CheckHostAddr].
func (p *Policy) Check(u uri.URI) error {
	s := u.String()
	if p == nil || len(s) >= p.tooLong {
		return p.refuseAll()
	}
	h, quick := quickAudit(s, nil)
	if refusal := p.check(&u, quick && h == 0); refusal != 0 {
		return refusal // an interface that holds one byte needs no allocation
	}
	return nil
}

// check applies all rules but MaxLength. If plain is set, quickAudit has found that u has no hazards. Then the scheme is
// http or https, userinfo and port are undefined, and the host already has the form of host.AppendName.
func (p *Policy) check(u *uri.URI, plain bool) Refusal {
	v := *u
	isAllowed, defaultPort := p.allowsScheme(v.Scheme())
	if !isAllowed {
		return RefusedScheme
	}
	if !plain && !p.rules.Userinfo {
		if _, ok := v.Userinfo(); ok {
			return RefusedUserinfo
		}
	}
	name, _ := v.Host()
	refusal := Refusal(0)
	if plain {
		refusal = p.judgeName(name)
	} else {
		refusal = p.checkHost(name)
	}
	switch refusal {
	case 0:
		if _, ok := v.Port(); ok || !defaultPort {
			if _, ok := p.portOf(u); !ok {
				return RefusedPort
			}
		}
	case isExempt:
		if refusal := p.exemptURI(u); refusal != 0 {
			return refusal
		}
	default:
		return refusal
	}
	if p.limitsTheTail {
		if refusal := p.checkTail(u); refusal != 0 {
			return refusal
		}
	}
	if !plain && p.rules.hazards() != 0 && p.rules.refuse(auditComponents(u)) {
		return RefusedHazard
	}
	return 0
}

// refuseAll returns the refusal of a URI that is too long. In the zero Policy tooLong is 0, so every URI is too long.
// PERF: it is not inlined, so that Check is small.
//
//go:noinline
func (p *Policy) refuseAll() error {
	if p.isZero() {
		return RefusedZeroPolicy
	}
	return RefusedLength
}

// isZero reports whether p is not from NewPolicy.
func (p *Policy) isZero() bool { return p == nil || p.tooLong == 0 }

// allowsScheme reports whether p allows a scheme, and whether it is known to allow its default port.
func (p *Policy) allowsScheme(name string) (ok, defaultPort bool) {
	for _, s := range p.schemes {
		if octet.EqualFold(name, s.name) {
			return true, s.defaultPort
		}
	}
	return len(p.schemes) == 0, p.ports == nil
}

// portOf returns the port of u or, without one, the default port of its scheme, and whether p allows it. The port is 0 if
// it is not known or too large.
func (p *Policy) portOf(u *uri.URI) (port uint16, ok bool) {
	port, err := u.PortNumber()
	switch {
	case err == nil:
		return port, p.allowsPort(port)
	case errors.Is(err, uri.ErrNoPort):
		name, _ := u.Host()
		port, _ = uri.DefaultPort(u.Scheme())
		return port, name == "" || p.allowsPort(port)
	}
	return 0, false
}

// allowsPort reports whether p allows a port, which is 0 if it is not known. No list has 0.
func (p *Policy) allowsPort(port uint16) bool { return p.ports == nil || p.ports[port] }

// checkTail checks path and query by all rules except the rules for hazards. It counts segments and pairs only if there
// are enough bytes to exceed the limit.
func (p *Policy) checkTail(u *uri.URI) Refusal {
	if len(p.prefixes) > 0 && !slices.ContainsFunc(p.prefixes, u.HasPathPrefix) {
		return RefusedPath
	}
	if most := p.rules.MaxSegments; most > 0 && len(u.Path()) > most && countSegments(u.Path()) > most {
		return RefusedSegments
	}
	if most := p.rules.MaxPairs; most > 0 {
		if query, _ := u.Query(); len(query) >= most && 1+strings.Count(query, "&")+strings.Count(query, ";") > most {
			return RefusedPairs
		}
	}
	return 0
}

// hazards returns the hazards that r refuses anywhere.
func (r *Rules) hazards() Hazards { return r.Hazards | r.PathHazards | r.QueryHazards }

// refuse reports whether r refuses one of the hazards h in the place where it is.
func (r *Rules) refuse(h placed) bool {
	return h.all()&r.Hazards|h.path&r.PathHazards|h.query&r.QueryHazards != 0
}

// countSegments returns the number of segments that uri.Segments yields.
func countSegments(path string) int {
	n := strings.Count(path, "/")
	if !strings.HasPrefix(path, "/") && path != "" {
		n++
	}
	return n
}

// checkHost checks a host. The result is isExempt if AllowHosts has it.
func (p *Policy) checkHost(text string) Refusal {
	if text == "" && p.rules.NoHost {
		return 0
	}
	addr, unusual, ok := readAddr(text)
	switch {
	case unusual && !(ok && p.rules.UnusualIPv4):
		return RefusedUnusualIPv4
	case ok && p.lists.exemptPorts != nil && p.lists.findAddr(addr)&exempt != 0:
		return isExempt
	case ok:
		return p.checkAddr(addr, p.rules.Addresses, p.lists.hasHosts)
	}
	var buffer nameBuffer
	name, ok := buffer.read(text)
	if !ok {
		return RefusedHost
	}
	return p.judgeName(name)
}

// readAddr is like host.ParseAddr, but also reads an IPv6 address without brackets, with or without a zone, as dialers
// do.
func readAddr(text string) (addr netip.Addr, unusual, ok bool) {
	if text != "" && text[0] != '[' && strings.Contains(text, ":") {
		text, _, _ = strings.Cut(text, "%")
		addr, _, fault := hostname.ParseIPv6(text)
		return addr, false, fault == 0
	}
	return host.ParseAddr(text)
}

// judgeName checks a name in the form of host.AppendName. The result is isExempt if AllowHosts has it.
func (p *Policy) judgeName(name string) Refusal {
	l := p.lists.find(name)
	isLocal := l&local != 0
	switch {
	case l&exempt != 0:
		return isExempt
	case l&denied != 0:
		return RefusedHost
	case l&allowed != 0:
		return 0
	case isLocal && p.rules.Addresses&host.ClassLoopback == 0:
		return RefusedAddress
	case p.lists.hasHosts, !isLocal && !p.rules.Dotless && strings.LastIndexByte(name, '.') < 0:
		return RefusedHost
	}
	return 0
}

// CheckAddr returns nil if p allows connections to the address and port. Otherwise it returns an [*AddrError]. Call
// CheckAddr with the exact address that you connect to, before each connection. A name that [Policy.Check] allowed can
// have any address. Its owner can change the address after you have looked it up (DNS rebinding). In a [net.Dialer],
// [Policy.Control] calls CheckAddr. If you know the name, call [Policy.CheckHostAddr] instead, as the clients of
// package guardhttp do.
//
// An address in Deny is refused. An address in Hosts or AllowHosts is allowed: see [Rules] for one that is also in Deny.
// If Hosts has only addresses, all others are refused. Otherwise, an address is allowed if Addresses has all flags of
// its class. If Hosts has a name, this includes addresses that no listed name has, because CheckAddr does not know the
// name. Names in AllowHosts make no difference.
//
// An IPv4-mapped IPv6 address is treated as the IPv4 address, as operating systems do. Other IPv6 addresses that embed
// an IPv4 address have the class [host.ClassEmbeddedIPv4], or under a prefix of Rules.NAT64 the class of the IPv4
// address. Deny applies to both addresses, Hosts and AllowHosts to the IPv6 address alone. Zones make no difference.
// CheckAddr allocates only the error.
func (p *Policy) CheckAddr(addr netip.AddrPort) error {
	if p.isZero() {
		return &AddrError{addr, "", RefusedZeroPolicy}
	}
	usual := p.allowsPort(addr.Port())
	isExempt := p.lists.exemptAddr(addr.Addr().Unmap(), addr.Port(), usual) == 0
	return p.checkAddrPort(addr, addrRules{p.rules.Addresses, p.lists.addressesOnly, usual || isExempt}, isExempt)
}

// CheckHostAddr returns nil if p allows connections to addr for the host with the given name. Otherwise it returns an
// [*AddrError]. The name is the host of the URI, or the text that a dialer looks up, such as "www.example.com",
// "192.0.2.1" or "::1". CheckHostAddr also refuses the hosts that [Policy.Check] refuses. If the name is in Hosts or
// AllowHosts, the address may have more classes: see [Rules]. Otherwise, if Hosts is not empty, the address must be in
// Hosts or AllowHosts. CheckHostAddr allocates only the error.
func (p *Policy) CheckHostAddr(name string, addr netip.AddrPort) error {
	if p.isZero() {
		return &AddrError{addr, "", RefusedZeroPolicy}
	}
	r := addrRules{p.rules.Addresses, p.lists.hasHosts, p.allowsPort(addr.Port())}
	refusal := p.checkHost(name)
	switch {
	case refusal == 0 && p.listsName(name):
		r.classes, r.mustBeListed = r.classes|p.rules.HostAddresses, false
	case refusal == isExempt:
		refusal, r.portOK = p.exemptHost(name, addr.Port(), r.portOK), true
		if _, _, isAddr := readAddr(name); !isAddr {
			r.classes, r.mustBeListed = r.classes|p.rules.HostAddresses|host.ClassPrivate|host.ClassShared, false
			if host.IsLocalhost(name) {
				r.classes |= host.ClassLoopback
			}
		}
	}
	if refusal != 0 {
		return &AddrError{addr, p.hostRule(name, refusal), refusal}
	}
	return p.checkAddrPort(addr, r, p.lists.exemptAddr(addr.Addr().Unmap(), addr.Port(), true) == 0)
}

// listsName reports whether a name is in Hosts.
func (p *Policy) listsName(text string) bool {
	var buffer nameBuffer
	name, ok := buffer.read(text)
	return ok && p.lists.find(name)&allowed != 0
}

// addrRules are the rules for an address and its port.
type addrRules struct {
	classes      host.AddressClass // that the address may have
	mustBeListed bool              // the address must be in Hosts
	portOK       bool              // the port is allowed
}

// checkAddrPort checks an address, unless that is exempt, and its port.
func (p *Policy) checkAddrPort(addr netip.AddrPort, r addrRules, isExempt bool) error {
	ip := addr.Addr().Unmap()
	if !isExempt {
		if refusal := p.checkAddr(ip, r.classes, r.mustBeListed); refusal != 0 {
			return &AddrError{addr, p.addrRule(ip, r.classes, refusal), refusal}
		}
	}
	if !r.portOK {
		return &AddrError{addr, "Ports", RefusedPort}
	}
	return nil
}

// checkAddr checks an address. Its class may have the given flags and no others. If mustBeListed is set, the address
// must be in Hosts.
func (p *Policy) checkAddr(addr netip.Addr, classes host.AddressClass, mustBeListed bool) Refusal {
	l := p.lists.findAddr(addr)
	switch {
	case l&denied != 0 || p.lists.denyEmbedded(addr):
		return RefusedHost
	case l&allowed != 0:
		return 0
	case p.lists.classOf(addr)&^classes != 0:
		return RefusedAddress
	case mustBeListed:
		return RefusedHost
	}
	return 0
}

// Control returns nil if p allows connections to address, which is an IP address and a port. Otherwise it returns an
// [*AddrError]. If address is something else, such as a Unix socket, it returns RefusedAddress.
//
// Control is a function for [net.Dialer].Control. The dialer calls it before each connection, with the address that it
// has found for a name. If an HTTP client uses a proxy, this is the address of the proxy, and only the proxy can check
// the address of the URI.
func (p *Policy) Control(network, address string, _ syscall.RawConn) error {
	addr, err := netip.ParseAddrPort(address)
	if err != nil {
		return RefusedAddress
	}
	return p.CheckAddr(addr)
}
