// Package host says whether the registered name of a URI is a name for the Domain Name System, and under which domain it
// was registered. RFC 3986 leaves that to those who look names up: nearly anything is a reg-name (section 3.2.2).
//
// [Check] and [IsName] read a host as it stands in a URI. Nothing is decoded, looked up or changed: a percent-encoded
// octet and a character outside US-ASCII are no part of a DNS name, and a host with such a character, as an IRI can
// have it, is to be converted to A-labels first.
//
// [Registrable] and [Suffix] consult the Public Suffix List, in the edition that is compiled into
// [golang.org/x/net/publicsuffix], whose List tells which one that is. It adds 90 KB to a program, and links net/http
// into one that is without it, which is 2.5 MB, whatever of this package is used: so it is a package of its own, and
// nobody who only parses pays for it.
package host

import (
	"strconv"

	"github.com/urispan/uri"
	"github.com/urispan/uri/tables"
)

// The limits of RFC 1034, section 3.1. It counts 255 octets on the wire, where each label has a length before it, and
// the root at the end is an empty label: that leaves 253 characters of text, not counting a trailing dot.
const (
	MaxName  = 253 // the length of a name in bytes, without the trailing dot
	MaxLabel = 63  // the length of a label in bytes
)

// An Error says where and why a host is not what was asked for. [Check], [NameOf], [Registrable] and [Suffix] return it
// as a pointer, to be found with [errors.As]. It holds nothing of the host.
type Error struct {
	// Offset is the first byte at which the host stops being the beginning of any DNS name, and the host's length if
	// all of it is such a beginning, but incomplete. Some of the reasons are about the host as a whole and define
	// another one. [NameOf] counts from the start of the URI.
	Offset int

	// Reason is what went wrong there.
	Reason Reason
}

// Error returns a text such as "illegal byte in DNS name at byte 3".
func (e *Error) Error() string { return e.Reason.String() + " at byte " + strconv.Itoa(e.Offset) }

// A Reason says why a host is not what was asked for. The zero Reason is that of no error.
type Reason uint8

const (
	_                   Reason = iota
	ReasonIllegalByte          // a byte that is no letter, digit or hyphen: "_", "%" and what is not US-ASCII, too
	ReasonEmptyLabel           // a label without a character; the root alone, ".", is no host
	ReasonHyphen               // a label that begins or ends with "-"; if it ends so, Offset is that behind it
	ReasonLabelTooLong         // a label of more than 63 bytes
	ReasonNameTooLong          // more than 253 bytes, not counting a trailing dot
	ReasonDottedDecimal        // four labels of digits: "1.2.3.4". Offset is the host's length

	ReasonNoHost       // a URI whose host is undefined. Offset is 0
	ReasonIPLiteral    // a URI whose host is in brackets. Offset is that of the "["
	ReasonSingleLabel  // one label, not in the Public Suffix List: nothing is registered. Offset is the host's length
	ReasonPublicSuffix // a public suffix: only a name below it is registrable. Offset is 0
)

var reasonNames = [...]string{
	0:                   "no error",
	ReasonIllegalByte:   "illegal byte in DNS name",
	ReasonEmptyLabel:    "empty label in DNS name",
	ReasonHyphen:        `hyphen at an end of a label in DNS name`,
	ReasonLabelTooLong:  "label of more than 63 bytes in DNS name",
	ReasonNameTooLong:   "DNS name of more than 253 bytes",
	ReasonDottedDecimal: "IPv4 address instead of DNS name",
	ReasonNoHost:        "no host",
	ReasonIPLiteral:     "IP-literal instead of DNS name",
	ReasonSingleLabel:   "single label instead of registrable domain",
	ReasonPublicSuffix:  "public suffix instead of registrable domain",
}

// String returns a few words for the reason, such as "empty label in DNS name".
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

// Check returns nil if host is a DNS name as RFC 3986 describes it (section 3.2.2, after RFC 1034, section 3.5, and
// RFC 1123, section 2.1): labels separated by ".", each of 1 to 63 letters, digits and hyphens, that begins and ends
// with a letter or digit, 253 bytes in all, and possibly one more "." at the end. Otherwise it returns an [*Error].
//
// What has the form of an IPv4 address is none, even if it is out of range ("1.2.3.256") or has a trailing dot: RFC
// 1123 rules all of that form out. So that is stricter than RFC 3986, which reads such a host as a reg-name. Other
// names may end in digits: "1.2.3" is one. An underscore is not allowed: there are such names in the DNS ("_dmarc.a"),
// but not of hosts. The empty host is no DNS name. That an A-label ("xn--...") can be decoded is not checked.
//
// The time is linear in len(host). Nothing is allocated but the Error.
func Check(host string) error {
	if offset, reason := check(host); reason != 0 {
		return &Error{offset, reason}
	}
	return nil
}

// IsName reports whether [Check] returns nil for host. It never allocates.
func IsName(host string) bool {
	_, reason := check(host)
	return reason == 0
}

// NameOf returns the host of u, as written, if it is defined and a DNS name. Otherwise it returns "" and an [*Error],
// whose Offset is one in the text of u. It allocates nothing but the Error.
func NameOf(u uri.URI) (string, error) {
	lo, _, ok := u.Ranges().Host()
	if !ok {
		return "", &Error{0, ReasonNoHost}
	}
	host, _ := u.Host()
	offset, reason := check(host)
	if kind := u.HostKind(); kind == uri.HostIPv6 || kind == uri.HostIPvFuture {
		offset, reason = 0, ReasonIPLiteral
	}
	if reason != 0 {
		return "", &Error{lo + offset, reason}
	}
	return host, nil
}

// check is Check; the reason is 0 if host is a name.
func check(host string) (offset int, reason Reason) {
	for lo := 0; ; {
		hi := lo
		for hi < len(host) && (tables.Is(host[hi], tables.ALPHA|tables.DIGIT) || host[hi] == '-') {
			hi++
		}
		if offset, reason := checkLabel(host, lo, hi); reason != 0 {
			return offset, reason
		}
		lo = hi + 1 // behind the dot; an empty label may stand there only if it is the root's
		if lo >= len(host) {
			break
		}
	}
	if isDottedDecimal(host) {
		return len(host), ReasonDottedDecimal
	}
	return 0, 0
}

// checkLabel is about the label at host[lo:hi], which has only letters, digits and hyphens, and what stands behind it.
func checkLabel(host string, lo, hi int) (offset int, reason Reason) {
	end := min(lo+MaxLabel, MaxName) // a label may go so far
	switch {
	case hi == lo && (hi == len(host) || host[hi] == '.'):
		return hi, ReasonEmptyLabel
	case hi == lo:
		return hi, ReasonIllegalByte
	case lo >= MaxName:
		return lo, ReasonNameTooLong
	case host[lo] == '-':
		return lo, ReasonHyphen
	case hi >= end && host[end-1] == '-':
		return end - 1, ReasonHyphen // no letter or digit fits in behind it
	case hi > end && end == lo+MaxLabel:
		return end, ReasonLabelTooLong
	case hi > end:
		return end, ReasonNameTooLong
	case hi < len(host) && host[hi] != '.':
		return hi, ReasonIllegalByte
	case host[hi-1] == '-':
		return hi, ReasonHyphen
	}
	return 0, 0
}

// isDottedDecimal reports whether host, which is made of valid labels, has the form #.#.#.# (RFC 1123, section 2.1).
func isDottedDecimal(host string) bool {
	dots := 0
	for i := len(host) - 1; i >= 0; i-- { // from the end, where nearly all names have a letter
		switch b := host[i]; {
		case b == '.' && i < len(host)-1:
			dots++
		case b != '.' && !tables.Is(b, tables.DIGIT):
			return false
		}
	}
	return dots == 3
}
