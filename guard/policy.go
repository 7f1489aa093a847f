package guard

import (
	"cmp"
	"errors"
	"fmt"
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

	anyScheme bool
	schemes   []scheme
	ports     map[uint16]bool // nil if all are allowed
	prefixes  []string        // of paths; empty if all are allowed

	lists lists
}

type scheme struct {
	name    string // in lower case
	verdict schemeVerdict
}

type schemeVerdict struct {
	allowed     bool
	defaultPort bool // whether the scheme has a known default port and that is allowed
}

// NewPolicy returns the policy with the rules r. It copies r, so that r may be changed afterwards. The error names a
// rule that makes no sense, such as a block with bits set after its prefix, a name with an empty label, or a name that
// looks like an address.
func NewPolicy(r Rules) (*Policy, error) {
	p := &Policy{
		rules:         r,
		tooLong:       min(cmp.Or(r.MaxLength, math.MaxInt), math.MaxInt-1) + 1,
		limitsTheTail: len(r.PathPrefixes) > 0 || r.MaxSegments > 0 || r.MaxPairs > 0,
		anyScheme:     len(r.Schemes) == 0,
		lists:         newLists(len(r.Hosts) > 0),
	}
	p.rules.Schemes, p.rules.Hosts, p.rules.Deny, p.rules.AllowHosts = nil, nil, nil, nil
	p.rules.NAT64, p.rules.Ports, p.rules.PathPrefixes = nil, nil, nil
	err := errors.Join(
		p.addPorts(r.Ports),
		p.addSchemes(r.Schemes), // reads the ports
		p.addPrefixes(r.PathPrefixes),
		p.lists.add("Hosts", r.Hosts, allowed, allowedUnder),
		p.lists.add("Deny", r.Deny, denied, deniedUnder),
		p.lists.add("AllowHosts", r.AllowHosts, exempt, exemptUnder),
		p.lists.addNAT64(r.NAT64),
	)
	if r.MaxLength < 0 || r.MaxSegments < 0 || r.MaxPairs < 0 {
		err = errors.Join(err, errors.New("guard: a limit is less than 0"))
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Policy) addPorts(ports []uint16) error {
	for i, port := range ports {
		if port == 0 {
			return fmt.Errorf("guard: Ports[%d]: nobody can connect to port 0", i)
		}
		if p.ports == nil {
			p.ports = map[uint16]bool{}
		}
		p.ports[port] = true
	}
	return nil
}

func (p *Policy) addSchemes(names []string) error {
	for i, name := range names {
		u, err := uri.ParseAbsoluteURI(name + ":")
		if err != nil || u.Scheme() != name {
			return fmt.Errorf("guard: Schemes[%d]: not a scheme", i)
		}
		p.schemes = append(p.schemes, scheme{strings.ToLower(name), schemeVerdict{true, p.allowsDefaultPort(name)}})
	}
	return nil
}

func (p *Policy) addPrefixes(prefixes []string) error {
	for i, prefix := range prefixes {
		u, err := uri.Parse("//h" + prefix)
		if err != nil || u.Path() != prefix || prefix == "" {
			return fmt.Errorf("guard: PathPrefixes[%d]: not a path that begins with /", i)
		}
		if !u.HasPathPrefix(prefix) {
			return fmt.Errorf("guard: PathPrefixes[%d]: a server can read a dot segment there", i)
		}
	}
	p.prefixes = slices.Clone(prefixes)
	return nil
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

// check applies all rules but MaxLength. If plain is set, quickAudit has found that u has no hazards. Then the scheme is http
// or https, userinfo and port are undefined, and the host already has the form of host.AppendName.
func (p *Policy) check(u *uri.URI, plain bool) Refusal {
	v := *u
	verdict := p.verdictOn(v.Scheme())
	if !verdict.allowed {
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
		if _, ok := v.Port(); (ok || !verdict.defaultPort) && !p.checkPort(u) {
			return RefusedPort
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

// verdictOn returns the verdict on a scheme.
func (p *Policy) verdictOn(name string) schemeVerdict {
	for _, s := range p.schemes {
		if octet.EqualFold(name, s.name) {
			return s.verdict
		}
	}
	return schemeVerdict{p.anyScheme, p.ports == nil}
}

// checkPort reports whether p allows the port of u, or the default port if u has none.
func (p *Policy) checkPort(u *uri.URI) bool {
	port, err := u.PortNumber()
	switch {
	case err == nil:
		return p.allowsPort(port)
	case errors.Is(err, uri.ErrNoPort):
		name, _ := u.Host()
		return name == "" || p.allowsDefaultPort(u.Scheme())
	}
	return false
}

func (p *Policy) allowsPort(port uint16) bool { return p.ports == nil || p.ports[port] }

func (p *Policy) allowsDefaultPort(scheme string) bool {
	port, ok := uri.DefaultPort(scheme)
	return p.ports == nil || ok && p.ports[port]
}

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
	isLocal := l&(local|localUnder) != 0
	switch {
	case l&(exempt|exemptUnder) != 0:
		return isExempt
	case l&(denied|deniedUnder) != 0:
		return RefusedHost
	case l&(allowed|allowedUnder) != 0:
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
	ip, usual := addr.Addr().Unmap(), p.allowsPort(addr.Port())
	if p.lists.exemptAddr(ip, dispute{addr.Port(), usual, RefusedHost}) == 0 {
		return nil
	}
	if refusal := p.checkAddr(ip, p.rules.Addresses, p.lists.addressesOnly); refusal != 0 {
		return &AddrError{addr, p.addrRule(ip, p.rules.Addresses, refusal), refusal}
	}
	if !usual {
		return &AddrError{addr, "Ports", RefusedPort}
	}
	return nil
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
	ip, port := addr.Addr().Unmap(), addr.Port()
	classes, mustBeListed, usual := p.rules.Addresses, p.lists.hasHosts, p.allowsPort(port)
	refusal := p.checkHost(name)
	switch {
	case refusal == 0 && p.listsName(name):
		classes, mustBeListed = classes|p.rules.HostAddresses, false
	case refusal == isExempt:
		refusal, usual = p.exemptHost(name, port, usual), true
		if _, _, isAddr := readAddr(name); !isAddr {
			classes, mustBeListed = classes|p.rules.HostAddresses|host.ClassPrivate|host.ClassShared, false
			if host.IsLocalhost(name) {
				classes |= host.ClassLoopback
			}
		}
	}
	if refusal != 0 {
		return &AddrError{addr, p.hostRule(name, refusal), refusal}
	}
	if p.lists.exemptAddr(ip, dispute{port, true, RefusedHost}) != 0 {
		if refusal := p.checkAddr(ip, classes, mustBeListed); refusal != 0 {
			return &AddrError{addr, p.addrRule(ip, classes, refusal), refusal}
		}
	}
	if !usual {
		return &AddrError{addr, "Ports", RefusedPort}
	}
	return nil
}

// listsName reports whether a name is in Hosts.
func (p *Policy) listsName(text string) bool {
	var buffer nameBuffer
	name, ok := buffer.read(text)
	return ok && p.lists.find(name)&(allowed|allowedUnder) != 0
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
