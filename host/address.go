package host

import (
	"net/netip"
	"strings"

	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

// ParseAddr parses the host of a URI as an IP address.
//
// If the host is an IPv4address or an IPv6address in brackets (RFC 3986, section 3.2.2), unusual is false. If it is an
// IPv4 address only to inet_aton or to browsers (section 7.4; WHATWG URL, section 3.5), unusual is true. These forms of
// 127.0.0.1 are unusual:
//
//	0x7f.0.0.1     numbers can be hexadecimal, or octal with a leading 0
//	127.1          the last of one to four numbers fills all bytes that are left
//	2130706433
//	127.0.0.1.     a dot at the end
//	%31%32%37.1    percent-encoding
//	127.0.0.1%20x  white space and any text after it, for inet_aton
//
// If ok is false, the host is not an address. In that case, unusual reports whether it ends in a number, as "1.2.3.256"
// and "a.1" do. Browsers refuse such a host. Digits outside US-ASCII, which browsers also read, are not recognized.
//
// ParseAddr takes time linear in len(text) and does not allocate.
func ParseAddr(text string) (addr netip.Addr, unusual, ok bool) {
	if text == "" {
		return netip.Addr{}, false, false
	}
	if text[0] == '[' {
		inner, closed := strings.CutSuffix(text[1:], "]")
		if !closed {
			return netip.Addr{}, false, false
		}
		addr, _, fault := hostname.ParseIPv6(inner)
		return addr, false, fault == 0
	}
	if !hostname.MayEndInNumber(text) && strings.IndexByte(text, '%') < 0 {
		return netip.Addr{}, false, false
	}
	return parseNumbers(text)
}

// parseNumbers implements ParseAddr for text that may be numbers with dots between them.
func parseNumbers(text string) (addr netip.Addr, unusual, ok bool) {
	var (
		n     number // the number being read
		bytes uint32 // the numbers before it, one byte each
		dots  int
		bad   bool // one of the numbers before it is not a byte, or there are more than three
	)
	for i, size := 0, 0; i < len(text); i += size {
		var b byte
		b, size = octet.First(text[i:])
		unusual = unusual || size > 1
		if '\t' <= b && b <= '\r' || b == ' ' {
			break
		}
		if b != '.' {
			n.add(b)
			continue
		}
		if i+size == len(text) && n.size > 0 {
			unusual = true
			break
		}
		bad = bad || !n.hasValue() || n.value > 0xff || dots == 3
		unusual = unusual || n.base != 10
		bytes = bytes<<8 | uint32(n.value&0xff)
		dots++
		n = number{}
	}
	if !n.isNumber() {
		return netip.Addr{}, false, false
	}
	width := 32 - 8*min(dots, 4) // the number of bits that are left for the last number
	if bad || !n.hasValue() || n.value>>width != 0 {
		return netip.Addr{}, true, false
	}
	bytes = uint32(uint64(bytes)<<width | n.value)
	addr = addrOf(bytes)
	return addr, unusual || n.base != 10 || dots < 3, true
}

// A number is one of the numbers of an IPv4 address, read digit by digit.
type number struct {
	value     uint64 // exact up to 1<<32, otherwise any larger number
	base      uint64 // 8, 10 or 16; 0 before the first digit
	size      int    // the number of bytes, with "0x"
	notOctal  bool   // a digit is 8 or 9
	notNumber bool
}

func (n *number) add(digit byte) {
	switch n.size++; {
	case n.size == 1:
		n.base = 10
	case n.size > 2 || n.value > 0:
	case digit|0x20 == 'x':
		n.base = 16
		return
	default:
		n.base = 8
	}
	value := uint64(octet.HexValue(digit))
	if value >= max(n.base, 10) {
		n.notNumber = true
		return
	}
	if n.value <= 1<<32 {
		n.value = n.value*n.base + value
	}
	n.notOctal = n.notOctal || value > 7
}

// isNumber reports whether a host that ends with n ends in a number, by the URL Standard.
func (n *number) isNumber() bool { return n.size > 0 && !n.notNumber }

// hasValue reports whether n is a number, and not octal with a digit 8 or 9.
func (n *number) hasValue() bool { return n.isNumber() && !(n.base == 8 && n.notOctal) }
