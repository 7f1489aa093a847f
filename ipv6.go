package uri

import (
	"strings"

	"github.com/urispan/uri/host"
)

// This file reads IPv6 addresses in normal form (RFC 5952), for a reader.

// literalLen is the length of the longest IP-literal with an IPv6 address in normal form.
const literalLen = len("[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]")

// initAddress prepares StepAddress for a host that is an IP-literal.
func (x *reader) initAddress() {
	lo, hi, _ := x.r.Host()
	if isPlainIPv6(x.s[lo+1 : hi-1]) {
		return
	}
	var room [literalLen]byte
	if literal := x.appendLiteral(room[:0]); len(literal) > 0 && x.s[lo:hi] != string(literal) {
		x.address = uint8(len(literal))
	}
}

// isPlainIPv6 is a glance at an IPv6 address. If it returns true, the address is in normal form: all pieces are in
// lower case without leading zeros, no piece is zero, "::" is for two or more pieces, and the address is not
// IPv4-mapped.
func isPlainIPv6(text string) bool {
	pieces, begin, double := 0, true, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == ':':
			double = double || begin
			begin = true
		case c < '0' || '9' < c && c < 'a' || begin && c == '0':
			return false
		case begin:
			pieces++
			begin = false
		}
	}
	return !(double && pieces == 7) && !strings.HasPrefix(text, "::f")
}

// appendLiteral appends the host in normal form if it is an IPv6 address, and nothing if it is an IPvFuture.
func (x *reader) appendLiteral(dst []byte) []byte {
	lo, hi, _ := x.r.Host()
	addr, _, fault := host.ParseIPv6(x.s[lo+1 : hi-1])
	if fault != 0 {
		return dst
	}
	return append(addr.AppendTo(append(dst, '[')), ']')
}

// fillFromLiteral fills buf from its end with bytes from the end of the IP-literal that replaces the host. It returns
// their number.
func (x *reader) fillFromLiteral(buf []byte) int {
	var room [literalLen]byte
	rest := x.appendLiteral(room[:0])[:x.literal]
	n := min(len(buf), len(rest))
	copy(buf[len(buf)-n:], rest[len(rest)-n:])
	x.literal -= uint8(n)
	return n
}
