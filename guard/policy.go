package guard

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
)

// Rules say what a [Policy] allows. In general, a list that is empty and a limit that is 0 allow everything, and a flag
// that is not set allows nothing: so the zero Rules limit no schemes, names and ports, but refuse a userinfo, hosts
// that are missing or odd, and addresses of all classes. [FetchRules] are for servers that fetch what users name.
type Rules struct {
	// Schemes are the schemes that are allowed, in any case. With one, relative references are refused.
	Schemes []string

	// Hosts are the hosts that are allowed, whatever their addresses are, and Deny those that are not, which comes
	// first. Each is one of these, in US-ASCII:
	//
	//   - "example.com": this name alone;
	//   - "*.example.com": all names under it, but not the name itself;
	//   - "192.0.2.1", "2001:db8::1" or "[2001:db8::1]": this address;
	//   - "192.0.2.0/24" or "2001:db8::/32": the addresses in the block (CIDR).
	//
	// Names are compared without regard to case, percent-encodings, and a dot at the end. Names that [host.AppendName]
	// does not accept are refused. So is a name with a label such as "xn--internal-": it is not an A-label (RFC 5891,
	// section 4.2), but some clients decode it to "internal".
	Hosts, Deny []string

	// Addresses are the classes that an address may have if it is not in a list. "localhost" and the names under it are
	// of the class [host.ClassLoopback].
	Addresses host.AddressClass

	// UnusualIPv4 allows what [HazardUnusualIPv4] is about if it is an IPv4 address to inet_aton, which then is taken
	// for that. Not everybody reads the same address there.
	UnusualIPv4 bool

	// Dotless allows a name of one label that is in no list, such as "intranet": search lists make anything of it.
	Dotless bool

	// NoHost allows references without a host, and with an empty one.
	NoHost bool

	// Userinfo allows a userinfo.
	Userinfo bool

	// Ports are the ports that are allowed. Where none is written, it is the scheme's default port that counts; if that
	// is not known (see [uri.DefaultPort]), the reference is refused, unless it has no host. A port of more than 65535
	// is always refused.
	Ports []uint16

	// MaxLength, MaxSegments and MaxPairs limit the bytes of the reference, the segments of its path, as [uri.Segments]
	// gives them, and the pairs of its query, which here is split at "&" and ";" both.
	MaxLength, MaxSegments, MaxPairs int

	// Hazards are those that are refused. If there are any, a check costs an [Audit] more.
	Hazards Hazards
}

// FetchRules returns rules for a server that fetches URIs from users: absolute URIs of http and https on the ports 80
// and 443, whose host is an address that the Internet routes, or a name with a dot that is not in the list Deny. They
// allow no userinfo and at most [MaxLength] bytes. Change the rules as you need; every call returns new ones.
//
// Deny has names that the Internet does not resolve, or resolves to nothing of use, but that a private network, a cloud
// or the server itself may resolve to a service that is not meant for users:
//
//   - names reserved by RFCs for local use or for protocols other than DNS: *.local (RFC 6762), home.arpa (RFC 8375),
//     resolver.arpa (RFC 9462), service.arpa (RFC 9665), *.alt (RFC 9476), *.onion (RFC 7686);
//   - endings that ICANN reserves for private use, *.internal, or does not delegate since private networks use them:
//     *.corp, *.home, *.mail;
//   - the other endings that are common in private networks (RFC 6762, appendix G): *.intranet, *.lan, *.private;
//   - aliases of localhost in /etc/hosts: *.localdomain, *.localdomain4, *.localdomain6;
//   - cluster and cloud software: *.svc, *.pod, *.default and *.kube-system (Kubernetes; *.local covers
//     *.cluster.local), *.consul (Consul), *.dns.podman (Podman), *.lxd and *.incus, *.novalocal and *.openstacklocal
//     (OpenStack), *.internal.cloudapp.net (Azure);
//   - metadata services of clouds: metadata.goog and the names under it, and the address 168.63.129.16 of Azure, which
//     IANA's registries call global. *.internal covers metadata.google.internal, and the classes of addresses cover
//     169.254.169.254 and the like.
//
// *.test, *.example and *.invalid (RFC 6761) are allowed: programs test with them. A network that has services under
// such a name should add it.
//
// "localhost" and the names under it are refused as addresses (see [Rules.Addresses]); names without a dot, such as
// "metadata", "instance-data" and "kubernetes", are refused because Dotless is not set.
//
// The rules are not enough. Any name can have any address, and another address at the next lookup; and a search list
// can complete a name that has a dot. So a server must also check the address that it connects to, by
// [Policy.CheckAddr], and every redirect, by [Policy.Check].
func FetchRules() Rules {
	return Rules{
		Schemes: []string{"http", "https"},
		Deny: []string{
			"*.local", "home.arpa", "*.home.arpa", "resolver.arpa", "*.resolver.arpa", "service.arpa", "*.service.arpa",
			"*.alt", "*.onion",
			"*.internal", "*.corp", "*.home", "*.mail",
			"*.intranet", "*.lan", "*.private",
			"*.localdomain", "*.localdomain4", "*.localdomain6",
			"*.svc", "*.pod", "*.default", "*.kube-system", "*.consul", "*.dns.podman", "*.lxd", "*.incus",
			"*.novalocal", "*.openstacklocal", "*.internal.cloudapp.net",
			"metadata.goog", "*.metadata.goog", "168.63.129.16",
		},
		Ports:     []uint16{80, 443},
		MaxLength: MaxLength,
	}
}

// A Policy says which URIs a program deals with. [NewPolicy] makes one. The zero Policy and the nil *Policy refuse all
// URIs and addresses, with RefusedZeroPolicy. A Policy does not change, and is safe for concurrent use.
//
// It is about the text of a URI, which is a part of the truth: see [Policy.CheckAddr] for the rest.
type Policy struct {
	rules        Rules // without the lists
	tooLong      int   // from how many bytes on; 0 in the zero Policy alone
	looksFurther bool  // whether path and query matter

	anyScheme bool
	schemes   []scheme
	http      schemeVerdict // what is in schemes, or follows from anyScheme
	https     schemeVerdict
	ports     map[uint16]bool // nil for all

	listed        bool // whether Hosts is not empty
	addressesOnly bool // whether Hosts is not empty and has no name
	byName        map[string]listing
	byBlock       map[netip.Prefix]listing // an address is a block of one

	// These are to find what is in the maps with few lookups.
	tails     [256]listing // in which lists names with these last bytes can be: see tailOf
	labels    int          // how many labels the longest name behind a "*." has
	blockBits []int        // how many bits the blocks have
}

type scheme struct {
	name    string
	verdict schemeVerdict
}

type schemeVerdict struct {
	allowed     bool
	defaultPort bool // whether it is known that its default port is allowed
}

// A listing says in which lists a name or block is, in the form of flags.
type listing uint8

const (
	allowed      listing = 1 << iota
	denied               //
	allowedUnder         // behind "*."
	deniedUnder          //
	local                // "localhost"
	localUnder           // and the names under it

	under = allowedUnder | deniedUnder | localUnder
)

// A Refusal is the rule by which a [Policy] refuses. It is an error to switch on: [errors.As] finds it. It says nothing
// of what was refused, so that it can be logged and shown.
type Refusal uint8

const (
	_                  Refusal = iota
	RefusedLength              // longer than MaxLength
	RefusedScheme              // not one of the Schemes, or none
	RefusedUserinfo            // there is a userinfo
	RefusedHost                // none, in Deny, not in Hosts, or not what a name has to be
	RefusedUnusualIPv4         // an IPv4 address in an unusual form, or nearly one: see HazardUnusualIPv4
	RefusedAddress             // of a class that is not in Addresses
	RefusedPort                // not one of the Ports, or none at all
	RefusedSegments            // more than MaxSegments
	RefusedPairs               // more than MaxPairs
	RefusedHazard              // one of the Hazards; Audit tells which
	RefusedZeroPolicy          // everything: the Policy is nil or the zero one, and not from NewPolicy
)

var refusals = [...]string{
	RefusedLength:      "URI too long",
	RefusedScheme:      "scheme not allowed",
	RefusedUserinfo:    "userinfo not allowed",
	RefusedHost:        "host not allowed",
	RefusedUnusualIPv4: "unusual form of an IPv4 address",
	RefusedAddress:     "address not allowed",
	RefusedPort:        "port not allowed",
	RefusedSegments:    "too many segments in path",
	RefusedPairs:       "too many pairs in query",
	RefusedHazard:      "URI has a hazard that is not allowed",
	RefusedZeroPolicy:  "policy not set up, allows nothing",
}

// Error returns a few words such as "scheme not allowed".
func (r Refusal) Error() string {
	if 0 < r && int(r) < len(refusals) {
		return refusals[r]
	}
	return "not allowed"
}

// NewPolicy returns the policy with the rules r, which may be changed afterwards. The error tells what in them makes no
// sense, such as a block with bits behind its prefix, an empty label, or a name that looks like an address.
func NewPolicy(r Rules) (*Policy, error) {
	p := &Policy{
		rules:         r,
		tooLong:       min(cmp.Or(r.MaxLength, math.MaxInt), math.MaxInt-1) + 1,
		looksFurther:  r.MaxSegments > 0 || r.MaxPairs > 0 || r.Hazards != 0,
		anyScheme:     len(r.Schemes) == 0,
		listed:        len(r.Hosts) > 0,
		addressesOnly: len(r.Hosts) > 0,
		byName:        map[string]listing{},
		byBlock:       map[netip.Prefix]listing{},
	}
	p.rules.Schemes, p.rules.Hosts, p.rules.Deny, p.rules.Ports = nil, nil, nil, nil
	p.addName(host.Localhost, local|localUnder)
	err := errors.Join(
		p.addPorts(r.Ports),
		p.addSchemes(r.Schemes), // which looks at the ports
		p.addHosts("Hosts", r.Hosts, allowed, allowedUnder),
		p.addHosts("Deny", r.Deny, denied, deniedUnder),
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
			return fmt.Errorf("guard: Schemes[%d]: no scheme", i)
		}
		p.schemes = append(p.schemes, scheme{name, schemeVerdict{true, p.allowsDefaultPort(name)}})
	}
	p.http, p.https = p.findScheme("http"), p.findScheme("https")
	return nil
}

// addHosts marks the hosts in the list as exact, and those that begin with "*." as under.
func (p *Policy) addHosts(list string, hosts []string, exact, under listing) error {
	for i, text := range hosts {
		mark := exact
		name, wild := strings.CutPrefix(text, "*.")
		if wild {
			mark = under
		}
		block, isBlock, reason := readBlock(text)
		if !isBlock {
			name, reason = readName(name)
		}
		switch {
		case reason != "":
			return fmt.Errorf("guard: %s[%d]: %s", list, i, reason)
		case isBlock:
			p.addBlock(block, mark)
		default:
			p.addName(name, mark)
			p.addressesOnly = p.addressesOnly && mark&(allowed|allowedUnder) == 0
		}
	}
	return nil
}

// readBlock parses an entry of a list as an address or a block of addresses; ok is false if it is neither. The reason
// says why the block is refused, or is "".
func readBlock(text string) (block netip.Prefix, ok bool, reason string) {
	var err error
	if strings.Contains(text, "/") {
		block, err = netip.ParsePrefix(text)
		if err != nil {
			return block, true, "no block of addresses"
		}
	} else {
		if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			text = text[1 : len(text)-1]
		}
		addr, err := netip.ParseAddr(text)
		if err != nil {
			return block, false, ""
		}
		if addr.Zone() != "" {
			return block, true, "an address in a URI has no zone"
		}
		block = netip.PrefixFrom(addr, addr.BitLen())
	}
	switch {
	case block != block.Masked():
		return block, true, "the block has bits behind its prefix"
	case block.Addr().Is4In6():
		return block, true, "IPv4-mapped: write it as IPv4"
	}
	return block, true, ""
}

// readName returns a name of a list in the form in which names are compared. The reason says why the name is refused; it
// is "" if the name is good.
func readName(text string) (name, reason string) {
	if _, number, isAddr := host.ParseAddr(text); number || isAddr {
		return "", "a name that ends in a number is read as an IPv4 address"
	}
	compared, ok := host.AppendName(nil, text)
	if !ok || strings.Contains(text, "%") || hasFalseALabel(compared) {
		const form = "not a name: want labels of 1 to %d letters, digits, hyphens and underscores, %d bytes in all"
		return "", fmt.Sprintf(form, host.MaxLabel, host.MaxName)
	}
	return string(compared), ""
}

func (p *Policy) addName(name string, mark listing) {
	p.byName[name] |= mark
	p.tails[tailOf(name)] |= mark
	if mark&under != 0 {
		p.labels = max(p.labels, strings.Count(name, ".")+1)
	}
}

func (p *Policy) addBlock(block netip.Prefix, mark listing) {
	p.byBlock[block] |= mark
	if !slices.Contains(p.blockBits, block.Bits()) {
		p.blockBits = append(p.blockBits, block.Bits())
	}
}

// Check returns nil if p allows u, and otherwise a [Refusal]: the first one, in the order of the constants. If p is nil
// or the zero Policy, it is RefusedZeroPolicy. Check takes time linear in u, and allocates nothing.
//
// That a URI is allowed says nothing about the addresses of its host: see [Policy.CheckAddr].
func (p *Policy) Check(u uri.URI) error {
	if p == nil {
		return RefusedZeroPolicy
	}
	if refusal := p.check(&u); refusal != 0 {
		return refusal // in an interface, which is no allocation for one byte
	}
	return nil
}

// check does not copy the ranges: what a parser has just written in small pieces is slow to read in large ones.
func (p *Policy) check(u *uri.URI) Refusal {
	text, r := inside.Parts(u)
	s := *text
	if len(s) >= p.tooLong {
		return p.refuseAtOnce()
	}
	_, end, _ := r.Scheme()
	scheme := p.verdictOn(s, end)
	if !scheme.allowed {
		return RefusedScheme
	}
	if _, _, ok := r.Userinfo(); ok && !p.rules.Userinfo {
		return RefusedUserinfo
	}
	lo, hi, _ := r.Host()
	if refusal := p.checkHost(s[lo:hi]); refusal != 0 {
		return refusal
	}
	if _, _, ok := r.Port(); (ok || !scheme.defaultPort) && !p.checkPort(u) {
		return RefusedPort
	}
	if p.looksFurther {
		return p.lookFurther(u)
	}
	return 0
}

// refuseAtOnce is for what is too long, as everything is for the zero Policy. It is kept out of line, so that check is
// as fast as without it.
//
//go:noinline
func (p *Policy) refuseAtOnce() Refusal {
	if p.isZero() {
		return RefusedZeroPolicy
	}
	return RefusedLength
}

// isZero reports whether p is not from NewPolicy.
func (p *Policy) isZero() bool { return p == nil || p.tooLong == 0 }

// verdictOn returns the verdict on the scheme that s begins with, up to end. Those of the web are told at a glance.
func (p *Policy) verdictOn(s string, end int) schemeVerdict {
	switch {
	case strings.HasPrefix(s, "https:"):
		return p.https
	case strings.HasPrefix(s, "http:"):
		return p.http
	}
	return p.findScheme(s[:end])
}

func (p *Policy) findScheme(name string) schemeVerdict {
	for _, s := range p.schemes {
		if strings.EqualFold(name, s.name) {
			return s.verdict
		}
	}
	return schemeVerdict{p.anyScheme, p.ports == nil}
}

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

// lookFurther looks at path and query; for a limit only if they are long enough for more than that.
func (p *Policy) lookFurther(u *uri.URI) Refusal {
	if most := p.rules.MaxSegments; most > 0 && len(u.Path()) > most && segments(u.Path()) > most {
		return RefusedSegments
	}
	if most := p.rules.MaxPairs; most > 0 {
		if query, _ := u.Query(); len(query) >= most && 1+strings.Count(query, "&")+strings.Count(query, ";") > most {
			return RefusedPairs
		}
	}
	if p.rules.Hazards != 0 && Audit(*u)&p.rules.Hazards != 0 {
		return RefusedHazard
	}
	return 0
}

// segments counts what uri.Segments gives.
func segments(path string) int {
	n := strings.Count(path, "/")
	if !strings.HasPrefix(path, "/") && path != "" {
		n++
	}
	return n
}

// checkHost checks a host. Nearly all hosts are plain names, which it judges itself.
func (p *Policy) checkHost(text string) Refusal {
	dotted, ok := isPlainName(text)
	if !ok {
		return p.checkOddHost(text)
	}
	if dotted && !p.listed && p.tails[tailOf(text)] == 0 {
		return 0 // as nearly all are where no hosts are listed
	}
	return p.judge(find(p, text), dotted)
}

func (p *Policy) checkOddHost(text string) Refusal {
	if text == "" && p.rules.NoHost {
		return 0
	}
	addr, unusual, ok := host.ParseAddr(text)
	switch {
	case unusual && !(ok && p.rules.UnusualIPv4):
		return RefusedUnusualIPv4
	case ok:
		return p.checkAddr(addr, p.listed)
	}
	var room [host.MaxName + 1]byte
	name, ok := host.AppendName(room[:0], text)
	if !ok || hasFalseALabel(name) {
		return RefusedHost
	}
	return p.judge(find(p, name), slices.Contains(name, '.'))
}

// judge checks a name that is in the lists l.
func (p *Policy) judge(l listing, dotted bool) Refusal {
	switch {
	case l&(denied|deniedUnder) != 0:
		return RefusedHost
	case l&(allowed|allowedUnder) != 0:
		return 0
	case l&(local|localUnder) != 0:
		dotted = true
		if p.rules.Addresses&host.ClassLoopback == 0 {
			return RefusedAddress
		}
	}
	if p.listed || !dotted && !p.rules.Dotless {
		return RefusedHost
	}
	return 0
}

// find returns in which lists a name is, in lower case and without a dot at the end. For most names that are in none it
// takes no lookup; otherwise one, and one for each label, up to as many as the longest name behind a "*." has.
func find[T string | []byte](p *Policy, name T) (l listing) {
	candidates := p.tails[tailOf(name)]
	if candidates&^under != 0 {
		l = p.byName[string(name)] &^ under
	}
	if candidates&under == 0 {
		return l
	}
	for i, labels := len(name)-1, 0; i > 0 && labels < p.labels; i-- {
		if name[i] == '.' {
			l |= p.byName[string(name[i+1:])] & under
			labels++
		}
	}
	return l
}

// tailOf mixes the last two bytes of a name. A name has the same ones as that behind the "*." that it is under: before
// a name of one byte stands ".".
func tailOf[T string | []byte](name T) uint8 {
	last := len(name) - 1
	before := byte('.')
	if last > 0 {
		before = name[last-1]
	}
	return name[last] ^ (before<<3 | before>>5)
}

// isPlainName reports whether a host is a name that [host.AppendName] would not change: in lower case, without
// percent-encoding, without a dot at the end. It may return false for such a name where this is quicker: if the name is
// very short or long, or if it has rare characters or a label that does not begin with a letter or ends with "-".
//
// It reads words of eight bytes that overlap by a byte, and nearly always three of them: a processor cannot predict
// where a host ends.
func isPlainName(name string) (dotted, ok bool) {
	n := len(name)
	if n < 8 || n > host.MaxLabel || name[n-1] <= '.' || name[0] < 'a' {
		return false, false
	}
	var l look
	l.add(word(name[:8]))
	l.add(word(name[min(7, n-8):]))
	for at := 14; at < n-8; at += 7 {
		l.add(word(name[at:]))
	}
	l.add(word(name[n-8:]))
	return l.dots&highBits != 0, (l.bad|l.odd)&highBits == 0
}

// A look is the result of looking at words of eight bytes. The high bit of each byte is the one that counts.
type look struct {
	bad  uint64 // the byte is not a letter in lower case, a digit, "-" or "."
	odd  uint64 // the byte is not a letter and follows a ".", or it is a "." and follows a "-"
	dots uint64
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// add looks at w. In a host of a URI, all bytes from 0x60 to 0x7a are letters.
func (l *look) add(w uint64) {
	lower := w << 1 & (w << 2)
	dot := ^((w ^ '.'*eachByte) + 0x7f*eachByte)
	hyphen := ^((w ^ '-'*eachByte) + 0x7f*eachByte) & highBits
	aboveMarks, belowMarks := w+(0x7f-'9')*eachByte, ^(w + (0x80-'-')*eachByte)
	l.bad |= (aboveMarks|belowMarks)&^lower | (w + (0x7f-'z')*eachByte)
	l.odd |= dot<<8&^lower | hyphen<<8&dot
	l.dots |= dot
}

func word(b string) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// hasFalseALabel reports whether a name in lower case has a label with the prefix of an A-label that is the Punycode of
// its own letters, digits and hyphens, such as "xn--internal-" (RFC 3492, section 5).
func hasFalseALabel(name []byte) bool {
	const prefix = "xn--"
	for len(name) > 0 {
		label, rest, _ := bytes.Cut(name, dot)
		if len(label) > len(prefix) && string(label[:len(prefix)]) == prefix && label[len(label)-1] == '-' {
			return true
		}
		name = rest
	}
	return false
}

var dot = []byte(".")

// CheckAddr returns nil if p allows connections to the address and port, and otherwise a [Refusal]. If p is nil or the
// zero Policy, it is RefusedZeroPolicy. Call CheckAddr with the very address that you connect to, before each
// connection: a name that [Policy.Check] allowed can have any address, and its owner can change the address after you
// have looked (DNS rebinding). In a [net.Dialer], [Policy.Control] does that.
//
// An address in Deny is refused, and one in Hosts is allowed. Another address is allowed if Addresses has all flags of
// its class, unless Hosts has only addresses. An IPv4-mapped IPv6 address is treated as the IPv4 address, as systems
// do. Other IPv6 addresses that embed an IPv4 address are of [host.ClassEmbeddedIPv4]; the embedded address is not
// looked for in the lists. Zones make no difference. CheckAddr allocates nothing.
func (p *Policy) CheckAddr(addr netip.AddrPort) error {
	if p.isZero() {
		return RefusedZeroPolicy
	}
	if refusal := p.checkAddr(addr.Addr().Unmap(), p.addressesOnly); refusal != 0 {
		return refusal
	}
	if !p.allowsPort(addr.Port()) {
		return RefusedPort
	}
	return nil
}

// checkAddr checks an address. If mustBeListed is set, the address must be in Hosts.
func (p *Policy) checkAddr(addr netip.Addr, mustBeListed bool) Refusal {
	l := p.blocksOf(addr)
	switch {
	case (l|p.blocksOf(addr.Unmap()))&denied != 0:
		return RefusedHost
	case l&allowed != 0:
		return 0
	case host.ClassOf(addr)&^p.rules.Addresses != 0:
		return RefusedAddress
	case mustBeListed:
		return RefusedHost
	}
	return 0
}

// blocksOf returns in which lists a block is that addr is in.
func (p *Policy) blocksOf(addr netip.Addr) (l listing) {
	for _, bits := range p.blockBits {
		if block, err := addr.Prefix(bits); err == nil {
			l |= p.byBlock[block]
		}
	}
	return l
}

// Control returns nil if p allows to connect to the address and port that are written in address, and otherwise a
// [Refusal]. It is a function for [net.Dialer].Control, called with the address that a name led to, before each
// connection. What is no IP address, such as a Unix socket, is refused. Where the dialer is that of a client behind a
// proxy, the address is that of the proxy, and the proxy is who has to check.
func (p *Policy) Control(network, address string, _ syscall.RawConn) error {
	addr, err := netip.ParseAddrPort(address)
	if err != nil {
		return RefusedAddress
	}
	return p.CheckAddr(addr)
}
