// Package host parses, checks and classifies hosts: names of the Domain Name System, IP addresses in all forms that
// programs read, and the special purposes of addresses.
//
//	err := host.CheckName("example.com")               // nil, because it is a DNS name
//	name, ok := host.CanonicalName("EXAMPLE.com.")     // example.com, to compare names
//	addr, unusual, ok := host.ParseAddr("0x7f.1")      // 127.0.0.1, true, true
//	loopback := host.ClassOf(addr)&host.ClassLoopback != 0
//
// The functions take the text of a host as a URI contains it: "example.com", "192.0.2.16", "[2001:db8::7]". The
// documentation of each function tells whether it decodes percent-encoded octets. The functions do not look up names.
//
// RFC 3986 leaves most of this open. It distinguishes IPv4 addresses, IP literals in brackets and registered names, and
// nearly any string is a registered name (section 3.2.2). The other packages use this one for all rules about hosts.
//
// Three packages build on this one. They are separate because of their size and their dependencies:
//
//   - [github.com/urispan/uri/host/idna] maps names to and from A-labels ("xn--...");
//   - [github.com/urispan/uri/host/suffix] finds public suffixes and registrable domains;
//   - [github.com/urispan/uri/host/lookalike] finds names that look like other names.
package host
