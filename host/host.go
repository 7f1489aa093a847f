// Package host knows what hosts are: names of the Domain Name System, IP addresses in all the forms in which programs
// read them, and classes of addresses. Every other package that has a question about a host asks this one.
//
// RFC 3986 leaves most of this open. It distinguishes IPv4 addresses, IP literals in brackets and registered names, and
// nearly any text is a registered name (section 3.2.2).
//
// Functions take the text of a host as a URI has it: "example.com", "192.0.2.16", "[2001:db8::7]". Each says whether it
// decodes percent-encoded octets. None of them looks up a name.
//
// Three packages build on this one. They are separate because of their size and their dependencies:
//
//   - [github.com/urispan/uri/host/idna] maps names to and from A-labels ("xn--...");
//   - [github.com/urispan/uri/host/suffix] finds public suffixes and registrable domains;
//   - [github.com/urispan/uri/host/lookalike] finds names that look like others.
package host
