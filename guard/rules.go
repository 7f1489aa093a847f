package guard

import "github.com/urispan/uri/host"

// Rules describe the URIs that a [Policy] allows. An empty list and a limit of 0 do not restrict anything. Flags that
// are not set forbid something. So the zero Rules allow all schemes, names and ports, but refuse a userinfo, a missing
// host, a host that is neither an address nor a name, and addresses of all special classes. [FetchRules] returns rules
// for servers that fetch URIs from users.
type Rules struct {
	// Schemes are the allowed schemes, in upper or lower case. If the list is not empty, relative references are
	// refused.
	Schemes []string

	// Hosts are the only hosts that are allowed. An empty list allows all hosts that the other rules allow. Deny are hosts
	// that are refused. A host in both is refused. Each entry is one of these, in US-ASCII:
	//
	//   - "example.com": this name alone;
	//   - "*.example.com": all names under it, but not the name itself;
	//   - "192.0.2.1", "2001:db8::1" or "[2001:db8::1]": this address;
	//   - "192.0.2.0/24" or "2001:db8::/32": the addresses in the block (CIDR).
	//
	// With no other rules, Check decides:
	//
	//	                                       a.example    b.a.example    8.8.8.8    10.0.0.7
	//	no list                                allowed      allowed        allowed    refused
	//	Hosts: a.example                       allowed      refused        refused    refused
	//	Hosts: *.a.example                     refused      allowed        refused    refused
	//	Hosts: 10.0.0.0/8                      refused      refused        refused    allowed
	//	Deny: *.a.example                      allowed      refused        allowed    refused
	//	Hosts: *.a.example; Deny: b.a.example  refused      refused        refused    refused
	//
	// An address in Hosts is allowed whatever its class is, as 10.0.0.7 is above. A name in Hosts does not allow every
	// address: when a program connects, the address of the name must also be in Hosts, or each flag of its class in
	// Addresses or HostAddresses.
	//
	// An IPv4 address in Deny also denies the IPv6 addresses that lead to it, such as the addresses of NAT64 and 6to4:
	// see [host.EmbeddedIPv4]. An IPv4 address in Hosts does not allow them.
	//
	// Names are compared without regard to case, percent-encodings, and a dot at the end. Names that [host.AppendName]
	// does not accept are refused. So is a name with a label such as "xn--internal-": it is not an A-label (RFC 5891,
	// section 4.2), but some clients decode it to "internal".
	Hosts, Deny []string

	// AllowHosts are hosts that are allowed besides those that the other rules allow. With FetchRules, a server fetches
	// from the Internet and from a few hosts of its own network:
	//
	//	rules := guard.FetchRules()
	//	rules.AllowHosts = []string{"n8n.lan:5678", "*.apps.corp.example", "10.1.2.0/24", "[fd00::7]:8080"}
	//
	// The entries have the form of those of Hosts and Deny, and a name or an address may have a port. Then the entry
	// allows that port alone, whatever Ports has; without a port, Ports applies. If no entry for a host allows the port of
	// a URI, the URI is refused, even if the host is public.
	//
	// Hosts, Dotless and the class of the host do not apply to these hosts. All rules for the scheme, the userinfo, the
	// length, the path and the hazards do. If a host is also in Deny, the most specific entry decides, for example the
	// first one here: "a.b.lan", "*.b.lan", "*.lan"; and here: "10.1.2.3", "10.1.2.0/24", "10.0.0.0/8". If both lists
	// have that entry, AllowHosts decides.
	//
	// When a program connects:
	//
	//   - An address or a block allows itself, for every host that Check allows.
	//   - A listed name may have private and shared addresses, and those with the classes in Addresses and HostAddresses.
	//     "localhost" and the names under it may also have loopback addresses. An address in Deny is refused unless an
	//     address or a block of the list allows it. So list only names of your own: "*.com" allows private addresses for
	//     every name under it.
	//
	// With FetchRules and the list above:
	//
	//	http://n8n.lan:5678/ at 10.9.9.9             allowed
	//	http://n8n.lan:5678/ at 10.1.2.3             allowed
	//	http://n8n.lan:5678/ at 8.8.8.8              allowed
	//	http://n8n.lan:5678/ at 127.0.0.1            refused: list it as an address, or set HostAddresses
	//	http://n8n.lan:5678/ at 169.254.169.254      refused
	//	http://n8n.lan:5678/ at fd00:ec2::254        refused: private, but in Deny
	//	http://n8n.lan/ at 10.9.9.9                  refused: another port
	//	http://x.n8n.lan:5678/ at 10.9.9.9           refused: *.lan is in Deny
	//	http://a.apps.corp.example/ at 10.9.9.9      allowed
	//	http://www.example.com/ at 10.9.9.9          refused
	//	http://www.example.com/ at 10.1.2.3          allowed: the address allows itself
	//	http://10.1.2.3/ at 10.1.2.3                 allowed
	//	http://10.1.2.3/ at 10.9.9.9                 refused
	//
	// So the owner of a public name or page can make the server connect to an address in the list: the name can have
	// that address, and the page can redirect to any listed host. Do not list a service that trusts its network.
	//
	// [Policy.CheckAddr] and [Policy.Control] know no name, so only addresses and blocks count there. The clients of
	// package guardhttp know the name.
	AllowHosts []string

	// Addresses are the special classes that an address may have if it is in none of the lists. "localhost" and the names
	// under it have the class [host.ClassLoopback].
	Addresses host.AddressClass

	// HostAddresses are the special classes that the address of a name in Hosts or AllowHosts may have, besides those in
	// Addresses. With [host.ClassPrivate], the names of an intranet work, and all other names still need public addresses.
	// To allow whatever the names resolve to, set all flags: ^host.AddressClass(0). An address in Deny is refused anyway.
	//
	// The flags apply where the name is known: in [Policy.CheckHostAddr], and in the clients of package guardhttp. They
	// do not apply in [Policy.CheckAddr] and [Policy.Control].
	HostAddresses host.AddressClass

	// NAT64 are the prefixes that the networks of the server use to translate IPv6 to IPv4 (RFC 6052), in the form
	// "64:ff9b::/96". They have 32, 40, 48, 56, 64 or 96 bits. An address with such a prefix has the class of the IPv4
	// address in it, because packets go there. It is refused if one of the two addresses is in Deny. An IPv4 address in
	// Hosts or AllowHosts does not allow it. If the bits 64 to 71 or the bits after the IPv4 address are not 0, the
	// class is [host.ClassReserved]. If an address has several prefixes, the longest counts.
	//
	// All other addresses of NAT64, and those of 6to4 and Teredo, have the class [host.ClassEmbeddedIPv4]. So an address
	// in 64:ff9b:1::/48, the prefix for local use (RFC 8215), is refused unless its network is here:
	//
	//	                                           64:ff9b::8.8.8.8  64:ff9b::10.0.0.7  64:ff9b:1:2::8.8.8.8
	//	NAT64: 64:ff9b::/96                        allowed           refused            refused
	//	NAT64: 64:ff9b::/96 64:ff9b:1:2::/96       allowed           refused            allowed
	NAT64 []string

	// UnusualIPv4 allows a host with [HazardUnusualIPv4] if inet_aton reads it as an IPv4 address. The policy then
	// applies to that address. Other programs may read another address there.
	UnusualIPv4 bool

	// Dotless allows a name of one label that is in no list, such as "intranet". A resolver may complete such a name to
	// any other name by its search list.
	Dotless bool

	// NoHost allows references with an undefined or empty host.
	NoHost bool

	// Userinfo allows a userinfo.
	Userinfo bool

	// Ports are the allowed ports. A reference without a port is treated as if it had the default port of its scheme
	// (see [uri.DefaultPort]). If the scheme has no known default port, the reference is refused, unless it has no host
	// either. A port larger than 65535 is always refused.
	Ports []uint16

	// PathPrefixes are the paths that are allowed, each with all paths below it. If the list is not empty, a path must
	// have one of them as its prefix, by the rules of [uri.URI.HasPathPrefix]. So a path is refused if a server can
	// read a dot segment there, plain or percent-encoded. Each entry is a path as in a URI. It begins with "/" and has
	// no dot segments.
	PathPrefixes []string

	// MaxLength limits the bytes of the reference. MaxSegments limits the segments of its path, as [uri.Segments]
	// counts them. MaxPairs limits the pairs of its query, which for this purpose is split at "&" and ";".
	MaxLength, MaxSegments, MaxPairs int

	// Hazards are refused everywhere, PathHazards in the path, and QueryHazards in the query. A hazard in two of the sets
	// is refused where either set refuses it, and a hazard in none is allowed:
	//
	//	                                                /a%2Fb     /a?b=%2Fc    /a;b       /a?b;c
	//	Hazards: encoded slash                          refused    refused      allowed    allowed
	//	PathHazards: encoded slash                      refused    allowed      allowed    allowed
	//	QueryHazards: encoded slash                     allowed    refused      allowed    allowed
	//	Hazards: semicolon; PathHazards: encoded slash  refused    allowed      refused    refused
	//
	// Most hazards of a path have honest uses in a query: "/login?next=https%3A%2F%2Fwww.example.com%2Fhome" has
	// HazardEncodedSlash. So a server or a proxy should have the hazards that change segments in PathHazards only, as
	// [ServeRules] do.
	//
	// A hazard is in the path or in the query if the range of its [Finding] is. HazardTooLong is in neither. A hazard that
	// cannot be in a path, such as HazardUserinfo, has no effect in PathHazards. If one of the sets is not empty, a check
	// includes an [Audit].
	Hazards, PathHazards, QueryHazards Hazards
}

// FetchRules returns rules for a server that fetches URIs from users. They allow absolute URIs of http and https on the
// ports 80 and 443. The host must be an address that is routed on the Internet, or a name with a dot, and not be in the
// list Deny. The rules allow no userinfo and at most [MaxLength] bytes. Change the rules as you need; every call
// returns new ones.
//
// Deny has names that do not resolve to anything useful on the Internet, but that a private network, a cloud or the
// server itself may resolve to an internal service. It also has addresses that IANA's registries call global, although
// a host in one's own network can answer there and no web server of the Internet does. [host.ClassOf] follows the
// registries. This is the whole list:
//
//	*.local                                                  multicast DNS (RFC 6762), Kubernetes (*.cluster.local)
//	*.arpa                                                   the DNS itself (RFC 3172), home networks (RFC 8375)
//	*.alt *.onion                                            not for DNS (RFC 9476, RFC 7686)
//	*.internal                                               reserved for private use by ICANN; metadata.google.internal
//	*.corp *.home *.mail                                     not delegated by ICANN, because private networks use them
//	*.intranet *.lan *.private                               others that private networks use (RFC 6762, appendix G)
//	*.intra                                                  not delegated; a short form of intranet
//	*.localdomain *.localdomain4 *.localdomain6              aliases of localhost in /etc/hosts
//	*.svc *.pod *.default *.kube-system                      Kubernetes
//	*.consul *.dns.podman *.lxd *.incus                      Consul, Podman, LXD, Incus
//	*.novalocal *.openstacklocal *.internal.cloudapp.net     OpenStack, Azure
//	metadata.goog *.metadata.goog                            metadata of Google Cloud
//	168.63.129.16                                            Azure serves its virtual machines there
//	100.100.100.200 fd00:100::100:200                        metadata of Alibaba Cloud
//	fd00:ec2::/32 fd20:ce::254 fd00:c1::a9fe:a9fe            metadata of AWS, Google Cloud and Oracle Cloud
//	fd00:a9fe:a9fe::1 fd00:42::42                            metadata of Akamai and Scaleway
//	2001::/23                                                protocols (RFC 2928): TURN, AMT, AS112, Teredo
//	192.31.196.0/24 192.175.48.0/24 2620:4f:8000::/48        AS112, the nearest DNS server for private addresses
//	192.52.193.0/24                                          AMT, the nearest relay for multicast (RFC 7450)
//
// A name such as wpad.example.com is allowed, although browsers of its network get the settings of their proxy from it.
// Its address is checked, like that of any other name.
//
// NAT64 has 64:ff9b::/96, the prefix that most networks without IPv4 use. A public IPv4 address is allowed under it.
//
// PathHazards has the two encodings of "..", which browsers or servers read as a dot segment in a path:
// "/public/%2e%2e/admin" and "/public/%c0%ae%c0%ae/admin". Both are allowed in a query, where they are data.
//
// The metadata services at 169.254.169.254 and other special addresses need no entry, because Addresses has no class.
// Those at private and shared addresses have one, because a name in AllowHosts may have such an address.
//
// *.test, *.example and *.invalid (RFC 6761) are allowed, because programs test with them. If services in your network
// have such names, add them to Deny.
//
// "localhost" and the names under it are refused as addresses (see [Rules].Addresses). Names without a dot, such as
// "metadata", "instance-data" and "kubernetes", are refused because Dotless is not set.
//
// The rules are not enough. Any name can have any address, and another address at the next lookup. A search list can
// also complete a name that has a dot. So a server must check the address that it connects to with [Policy.CheckAddr],
// and the target of every redirect with [Policy.Check]. The clients of package guardhttp do both.
func FetchRules() Rules {
	return Rules{
		Schemes: []string{"http", "https"},
		Deny: []string{
			"*.local", "*.arpa", "*.alt", "*.onion",
			"*.internal", "*.corp", "*.home", "*.mail",
			"*.intranet", "*.lan", "*.private", "*.intra",
			"*.localdomain", "*.localdomain4", "*.localdomain6",
			"*.svc", "*.pod", "*.default", "*.kube-system", "*.consul", "*.dns.podman", "*.lxd", "*.incus",
			"*.novalocal", "*.openstacklocal", "*.internal.cloudapp.net",
			"metadata.goog", "*.metadata.goog", "168.63.129.16",
			"100.100.100.200", "fd00:100::100:200", "fd00:ec2::/32", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:a9fe:a9fe::1",
			"fd00:42::42",
			"2001::/23", "192.31.196.0/24", "192.175.48.0/24", "2620:4f:8000::/48", "192.52.193.0/24",
		},
		NAT64:       []string{"64:ff9b::/96"},
		Ports:       []uint16{80, 443},
		MaxLength:   MaxLength,
		PathHazards: HazardEncodedDotSegment | HazardOverlongUTF8,
	}
}

// ServeRules returns rules for a server or a reverse proxy, for the URIs that its clients request. They allow http and
// https, every host and port, and at most [MaxLength] bytes. Which hosts are served is for the program to decide, by its
// mappings or by Hosts. Change the rules as you need; every call returns new ones.
//
// PathHazards are the hazards by which two servers read two paths, so that one checks a path and another serves a
// different one. This is the whole list:
//
//	dot segment           ".." is removed by some and kept by others, as in "/public/../admin"
//	encoded dot segment   the same after decoding, as in "/public/%2e%2e/admin" and "/public/..%2Fadmin"
//	encoded slash         "/a%2Fb" has one segment or two
//	encoded backslash     "/a%5Cb" has two segments on Windows, and for servers that correct it
//	double slash          "/a//b" is "/a/b" for most, and "//b" alone is a host for those that resolve it
//	semicolon             "/admin;x" is "/admin" for Tomcat, Jetty and Spring
//	encoded semicolon     the same for servers that decode first
//	encoded NUL           "/admin%00.png" ends before the NUL for programs in C
//	encoded CR            it ends a line of a header field or a log
//	encoded LF            the same
//	encoded control       terminals obey it, and browsers drop some in a Location
//	double encoding       "/%252e%252e/" is "/../" after two servers, one after the other, have decoded it
//	overlong UTF-8        "%C0%AE" is a dot for lenient decoders
//
// QueryHazards has the encoded NUL alone. All else is data in a query: a form with a textarea sends "%0D%0A", and a login
// sends "?next=%2Fhome".
func ServeRules() Rules {
	return Rules{
		Schemes:   []string{"http", "https"},
		Addresses: ^host.AddressClass(0),
		Dotless:   true,
		MaxLength: MaxLength,
		PathHazards: HazardDotSegment | HazardEncodedDotSegment | HazardEncodedSlash | HazardEncodedBackslash |
			HazardDoubleSlash | HazardSemicolon | HazardEncodedSemicolon | HazardEncodedNUL | HazardEncodedCR |
			HazardEncodedLF | HazardEncodedControl | HazardDoubleEncoding | HazardOverlongUTF8,
		QueryHazards: HazardEncodedNUL,
	}
}
