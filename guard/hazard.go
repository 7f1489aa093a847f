package guard

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"

	"github.com/urispan/uri/internal/glance"
)

// Hazards is a set of what in a URI can lead those astray who trust it, in the form of flags: see [Audit]. None of them
// is an error, and most have honest uses.
//
// "Encoded" is percent-encoded, with hex digits of either case. What is said of a path holds for all paths, opaque ones
// such as that of "urn:a/../b" among them.
type Hazards uint64

// The userinfo (RFC 3986, sections 3.2.1 and 7.6).
const (
	HazardUserinfo     Hazards = 1 << iota // there is a userinfo, be it empty
	HazardUserinfoHost                     // what is in front of its first ":" or "%" looks like a host, to people
)

// The host as an address (RFC 3986, section 7.4). See [host.AddressClass] for the blocks.
const (
	// HazardUnusualIPv4: the host ends in a number, as "0x7f.1", "2130706433", "127.0.0.1." and "1.2.3.256" do, but is
	// no IPv4address. Others read an IPv4 address there, or refuse it.
	HazardUnusualIPv4 Hazards = 1 << (iota + 2)

	HazardLoopback     // an address of the host itself, or "localhost" or a name under that (RFC 6761, section 6.3)
	HazardPrivate      // of a private network
	HazardLinkLocal    // of the same link
	HazardUnspecified  // no address in particular
	HazardMulticast    // of a group
	HazardShared       // between a carrier and its customers
	HazardReserved     // not for general use
	HazardEmbeddedIPv4 // of IPv6, with an IPv4 address in it; the flags of that one are there, too
)

// The host as a name, and the port (RFC 3986, sections 3.2.2 and 3.2.3).
const (
	HazardEmptyHost   Hazards = 1 << (iota + 11) // the host is defined and empty
	HazardTrailingDot                            // a registered name ends with ".", be it encoded
	HazardPercentHost                            // a registered name has percent-encodings
	HazardNotDNSHost                             // a host is no address, not empty, and no DNS name: see host.CheckName

	HazardPortEmpty // the port is defined and empty
	HazardPortZero  // it is 0
	HazardPortRange // it is larger than 65535
	HazardPortZeros // a zero stands before its last digit and behind no other digit
)

// Path and query (RFC 3986, sections 3.3, 3.4 and 7.3), and the whole.
const (
	HazardDotSegment        Hazards = 1 << (iota + 19) // a segment of the path is "." or ".."
	HazardEncodedDotSegment                            // so it would be with percent-encodings decoded: see below
	HazardEncodedSlash                                 // an encoded "/" in path or query
	HazardEncodedBackslash                             // an encoded "\"
	HazardEncodedNUL                                   // an encoded octet 0
	HazardEncodedCR                                    // an encoded carriage return
	HazardEncodedLF                                    // an encoded line feed
	HazardDoubleEncoding                               // "%25" and two hex digits behind it, in path or query

	HazardDoubleSlash // "//" in the path
	HazardSemicolon   // ";" in path or query: a parameter to some, a separator to others, nothing to most
	HazardRepeatedKey // two pairs of the query have the same key: see below
	HazardTooLong     // it has more than MaxLength bytes

	HazardDiffersInNetURL // package net/url reads it differently: see [Audit]
	HazardDiffersInWHATWG // and so does a parser of the URL Standard, such as a browser's

	hazardEnd
)

// AllHazards are all of them.
const AllHazards = hazardEnd - 1

const (
	// HazardAddress are those that tell the class of an address.
	HazardAddress = HazardLoopback | HazardPrivate | HazardLinkLocal | HazardUnspecified | HazardMulticast |
		HazardShared | HazardReserved | HazardEmbeddedIPv4

	// HazardDiffers are those that tell who reads the reference differently.
	HazardDiffers = HazardDiffersInNetURL | HazardDiffersInWHATWG
)

// MaxLength is the length in bytes up to which everybody is to support the URIs of HTTP (RFC 9110, section 4.1).
const MaxLength = glance.MaxLength

// MaxKeys is the number of keys in one query that are kept apart: where there are more, a key counts as repeated.
const MaxKeys = 128

var hazardNames = [...]struct{ name, text string }{
	{"userinfo", "It has a userinfo before the @, which can hold a password or pose as the host."},
	{"userinfo like a host", "What stands before the @ looks like the host, but is not."},
	{"unusual IPv4", "The host ends in a number: some read an IPv4 address there, others a name, and some refuse it."},
	{"loopback", "The host is a loopback address or localhost: whoever connects to it reaches their own machine."},
	{"private", "The host is an address of a private network."},
	{"link-local", "The host is a link-local address; in clouds, one of these serves the secrets of the machine."},
	{"unspecified", "The host is the unspecified address, 0.0.0.0 or ::, by which many systems reach themselves."},
	{"multicast", "The host is a multicast address."},
	{"shared", "The host is an address that carriers share with their customers, which is not public."},
	{"reserved", "The host is a reserved address, for documentation or protocols, say, which is not public."},
	{"embedded IPv4", "The host is an IPv6 address with an IPv4 address in it, which filters may overlook."},
	{"empty host", "The host is empty."},
	{"trailing dot", "The host ends with a dot: to the DNS it is the same without, but not to those who compare texts."},
	{"percent-encoded host", "The host has percent-encodings, which not everybody decodes."},
	{"not a DNS name", "The host is neither an address nor a name that the DNS can have."},
	{"empty port", "The port is empty: there is nothing behind its colon."},
	{"port 0", "The port is 0, to which nobody can connect."},
	{"port out of range", "The port is larger than 65535; some cut it to 16 bits, which is another port."},
	{"zeros before port", "The port begins with zeros: the same port is written without them."},
	{"dot segment", "The path has a dot segment, . or .., which some remove and others do not."},
	{"encoded dot segment", "Path or query has a dot segment, . or .., once it is decoded."},
	{"encoded slash", "Path or query has a percent-encoded slash: who decodes it too early sees other segments."},
	{"encoded backslash", "Path or query has a percent-encoded backslash, which some take for a slash."},
	{"encoded NUL", "Path or query has a percent-encoded NUL, at which some programs cut the text off."},
	{"encoded CR", "Path or query has a percent-encoded carriage return, which can end a line of a header or log."},
	{"encoded LF", "Path or query has a percent-encoded line feed, which can end a line of a header or log."},
	{"double encoding", "Path or query has a percent-encoded percent-encoding: decoded twice, it is another text."},
	{"double slash", "The path has an empty segment, which some drop."},
	{"semicolon", "Path or query has a semicolon, which begins a parameter to some and separates pairs to others."},
	{"repeated key", "A key stands in the query more than once: some take its first value, others its last or all."},
	{"too long", "It is longer than 8000 bytes, which is the length that everybody is asked to support."},
	{"differs in net/url", "Go's package net/url reads it differently."},
	{"differs in WHATWG", "Browsers, and what else follows the WHATWG's URL Standard, read it differently."},
}

// All returns the hazards in h one by one, in the order of the constants.
func (h Hazards) All() iter.Seq[Hazards] {
	return func(yield func(Hazards) bool) {
		for ; h != 0 && yield(h&-h); h &= h - 1 {
		}
	}
}

// String returns the short names of the hazards in h, such as "userinfo, dot segment"; "none" for none.
func (h Hazards) String() string {
	if h == 0 {
		return "none"
	}
	return h.join(", ", func(i int) string {
		if i < len(hazardNames) {
			return hazardNames[i].name
		}
		return "Hazards(1<<" + strconv.Itoa(i) + ")"
	})
}

// Text returns a sentence in English for each hazard in h, for people to read, with spaces in between.
func (h Hazards) Text() string {
	return (h & AllHazards).join(" ", func(i int) string { return hazardNames[i].text })
}

func (h Hazards) join(separator string, name func(i int) string) string {
	var names []string
	for bit := range h.All() {
		names = append(names, name(bits.TrailingZeros64(uint64(bit))))
	}
	return strings.Join(names, separator)
}
