package guard

import (
	"iter"
	"math/bits"
	"strings"

	"github.com/urispan/uri/internal/textio"
)

// Hazards is a set of properties of a URI that can mislead people and programs: see [Audit]. A hazard is not an error,
// and most hazards have honest uses.
//
// Below, "encoded" means percent-encoded, with hex digits in upper or lower case. Hazards of a path apply to all paths,
// including an opaque path such as "a/../b" in "urn:a/../b".
type Hazards uint64

// The hazards, from the left of a URI to its right.
const (
	// The userinfo (RFC 3986, sections 3.2.1 and 7.6).

	HazardUserinfo     Hazards = 1 << iota // there is a userinfo, possibly empty
	HazardUserinfoHost                     // people can take its text before the first ":" or "%" for a host

	// The host as an address (RFC 3986, section 7.4). See [host.AddressClass] for the blocks.

	// HazardUnusualIPv4 means that the host ends in a number but is not an IPv4address. Examples are "0x7f.1",
	// "2130706433", "127.0.0.1." and "1.2.3.256". Other parsers read an IPv4 address there, or refuse it.
	HazardUnusualIPv4

	HazardLoopback     // a loopback address, or "localhost" or a name under it (RFC 6761, section 6.3)
	HazardPrivate      // an address of a private network
	HazardLinkLocal    // a link-local address
	HazardUnspecified  // the unspecified address
	HazardMulticast    // a multicast address
	HazardShared       // an address that a carrier shares with its customers
	HazardReserved     // a reserved address
	HazardEmbeddedIPv4 // an IPv6 address that contains an IPv4 address; the hazards of that are also set

	// The host as a name, and the port (RFC 3986, sections 3.2.2 and 3.2.3).

	HazardEmptyHost   // the host is defined and empty
	HazardTrailingDot // a registered name ends with ".", possibly encoded
	HazardPercentHost // a registered name has percent-encodings
	HazardNotDNSHost  // the host is neither empty nor an address nor a DNS name: see host.CheckName
	HazardPortEmpty   // the port is defined and empty
	HazardPortZero    // the port is 0
	HazardPortRange   // the port is larger than 65535
	HazardPortZeros   // the port has at least two digits and begins with a zero

	// Path and query (RFC 3986, sections 3.3, 3.4 and 7.3), and the URI as a whole.

	HazardDotSegment        // a segment of the path is "." or "..", alone or before a ";"
	HazardEncodedDotSegment // path or query has an encoded dot segment: see Audit
	HazardEncodedSlash      // path or query has an encoded "/"
	HazardEncodedBackslash  // path or query has an encoded "\"
	HazardEncodedNUL        // path or query has an encoded octet 0
	HazardEncodedCR         // path or query has an encoded carriage return
	HazardEncodedLF         // path or query has an encoded line feed
	HazardDoubleEncoding    // path or query has "%25" and then two hex digits, themselves encoded or not
	HazardDoubleSlash       // the path has "//": an empty segment
	HazardSemicolon         // path or query has ";": a parameter or a separator for some servers, neither for most
	HazardRepeatedKey       // two pairs of the query have the same key: see Audit
	HazardTooLong           // the URI has more than MaxLength bytes
	HazardDiffersInNetURL   // package net/url reads the URI differently: see Audit
	HazardDiffersInWHATWG   // parsers of the WHATWG's URL Standard, such as browsers, read it differently: see Audit
	HazardEncodedControl    // path or query has an encoded control (category Cc) other than NUL, CR and LF
	HazardEncodedBidi       // path or query has an encoded bidirectional control, such as "%E2%80%AE"
	HazardEncodedNotUTF8    // path or query has percent-encoded octets that are not UTF-8
	HazardOverlongUTF8      // path or query has ".", "/", "\\" or NUL in overlong UTF-8, as "%C0%AE" for "."
	HazardEncodedSemicolon  // path or query has an encoded ";"

	hazardEnd // add a new hazard directly before it, so that the other values stay
)

// AllHazards is the set of all hazards.
const AllHazards = hazardEnd - 1

const (
	// HazardAddress is the set of the hazards that are classes of addresses.
	HazardAddress = HazardLoopback | HazardPrivate | HazardLinkLocal | HazardUnspecified | HazardMulticast |
		HazardShared | HazardReserved | HazardEmbeddedIPv4

	// HazardDiffers is the set of the hazards that are different readings.
	HazardDiffers = HazardDiffersInNetURL | HazardDiffersInWHATWG
)

// MaxLength is the length of a URI in bytes that all software for HTTP should support (RFC 9110, section 4.1).
const MaxLength = 8000

// A Finding is a hazard and its place.
type Finding struct {
	Hazard Hazards // exactly one

	// Lo and Hi are the range of the hazardous bytes in the text, half-open. For an empty component, both are the place
	// where its text would be.
	Lo, Hi int
}

// hazardTable describes the hazards, in the order of the constants.
var hazardTable = [...]struct{ name, text string }{
	{"userinfo", "It has a userinfo before the @, which can hold a password or pose as the host."},
	{"userinfo like a host", "The text before the @ looks like the host, but is not."},
	{"unusual IPv4", "The host ends in a number: some read an IPv4 address there, others a name, and some refuse it."},
	{"loopback", "The host is a loopback address or localhost: a program that connects to it reaches its own machine."},
	{"private", "The host is an address of a private network."},
	{"link-local", "The host is a link-local address; in clouds, one of these serves the secrets of the machine."},
	{"unspecified", "The host is the unspecified address, 0.0.0.0 or ::, by which many systems reach themselves."},
	{"multicast", "The host is a multicast address."},
	{"shared", "The host is an address that carriers share with their customers, which is not public."},
	{"reserved", "The host is a reserved address, for documentation or protocols, say, which is not public."},
	{"embedded IPv4", "The host is an IPv6 address with an IPv4 address in it, which filters may overlook."},
	{"empty host", "The host is empty."},
	{"trailing dot", "The host ends with a dot: the DNS ignores it, but programs that compare texts do not."},
	{"percent-encoded host", "The host has percent-encodings, which some programs do not decode."},
	{"not a DNS name", "The host is neither an address nor a name that the DNS can have."},
	{"empty port", "The port is empty: there is nothing after its colon."},
	{"port 0", "The port is 0, to which nobody can connect."},
	{"port out of range", "The port is larger than 65535; some cut it to 16 bits, which is another port."},
	{"zeros before port", "The port begins with zeros: the same port is written without them."},
	{"dot segment", "The path has a dot segment, . or .., which some remove and others do not, some also before a semicolon."},
	{"encoded dot segment", "Path or query has a dot segment, . or .., after decoding."},
	{"encoded slash", "Path or query has a percent-encoded slash: decoded too early, it splits a segment in two."},
	{"encoded backslash", "Path or query has a percent-encoded backslash, which some take for a slash."},
	{"encoded NUL", "Path or query has a percent-encoded NUL, at which some programs cut the text off."},
	{"encoded CR", "Path or query has a percent-encoded carriage return, which can end a line of a header or log."},
	{"encoded LF", "Path or query has a percent-encoded line feed, which can end a line of a header or log."},
	{"double encoding", "Path or query has a percent-encoded percent-encoding: decoded twice, it is another text."},
	{"double slash", "The path has an empty segment, which some drop."},
	{"semicolon", "Path or query has a semicolon, which begins a parameter to some and separates pairs to others."},
	{"repeated key", "A key occurs in the query more than once: some take its first value, others its last or all."},
	{"too long", "It is longer than 8000 bytes, which is the length that all software for HTTP should support."},
	{"differs in net/url", "Go's package net/url reads it differently."},
	{"differs in WHATWG", "Browsers, and other programs that follow the WHATWG's URL Standard, read it differently."},
	{"encoded control", "Path or query has a percent-encoded control, which some programs drop and terminals obey."},
	{"encoded bidi control", "Path or query has a percent-encoded control that changes the order of the text after it."},
	{"not UTF-8", "Path or query has percent-encoded octets that are not UTF-8: some replace them, others keep them."},
	{"overlong UTF-8", "Path or query has a dot, a slash, a backslash or NUL in overlong UTF-8, which some decode."},
	{"encoded semicolon", "Path or query has a percent-encoded semicolon: decoded too early, it begins a parameter."},
}

// All returns an iterator over the hazards in h, in the order of the constants.
func (h Hazards) All() iter.Seq[Hazards] {
	return func(yield func(Hazards) bool) {
		for ; h != 0 && yield(h&-h); h &= h - 1 {
		}
	}
}

// String returns the short names of the hazards in h, such as "userinfo, dot segment", or "none" if h is 0.
func (h Hazards) String() string {
	return textio.Flags(uint64(h), "Hazards", hazardNames)
}

// hazardNames are the names in hazardTable.
var hazardNames = func() (names []string) {
	for _, hazard := range hazardTable {
		names = append(names, hazard.name)
	}
	return names
}()

// Text returns an English sentence for each hazard in h, separated by spaces.
func (h Hazards) Text() string {
	var sentences []string
	for bit := range (h & AllHazards).All() {
		sentences = append(sentences, hazardTable[bits.TrailingZeros64(uint64(bit))].text)
	}
	return strings.Join(sentences, " ")
}
