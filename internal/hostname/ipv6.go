package hostname

import (
	"net/netip"
	"strconv"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// An IPv6Fault is a reason why a string is not an IPv6 address, by the URL Standard (WHATWG, section 3.5). The zero
// IPv6Fault means no fault.
type IPv6Fault uint8

const (
	_                          IPv6Fault = iota
	IPv6InvalidCompression               // the text begins with a single ":", as in ":1"
	IPv6TooManyPieces                    // more than 8 pieces
	IPv6MultipleCompression              // a second "::"
	IPv6InvalidCodePoint                 // neither a hex digit nor ":", or the end of the text after ":"
	IPv6TooFewPieces                     // less than 8 pieces and no "::"
	IPv4InIPv6TooManyPieces              // an IPv4 address after more than 6 pieces
	IPv4InIPv6InvalidCodePoint           // a part of an IPv4 address that is not a decimal number, or a fifth part
	IPv4InIPv6OutOfRangePart             // a part of an IPv4 address that exceeds 255
	IPv4InIPv6TooFewParts                // less than four parts of an IPv4 address
)

var ipv6FaultNames = [...]string{
	0:                          "no fault",
	IPv6InvalidCompression:     "IPv6 address begins with a single colon",
	IPv6TooManyPieces:          "IPv6 address of more than 8 pieces",
	IPv6MultipleCompression:    "second :: in IPv6 address",
	IPv6InvalidCodePoint:       "illegal character or end in IPv6 address",
	IPv6TooFewPieces:           "IPv6 address of less than 8 pieces",
	IPv4InIPv6TooManyPieces:    "IPv4 address after more than 6 pieces of IPv6 address",
	IPv4InIPv6InvalidCodePoint: "illegal character in IPv4 address in IPv6 address",
	IPv4InIPv6OutOfRangePart:   "part greater than 255 in IPv4 address in IPv6 address",
	IPv4InIPv6TooFewParts:      "less than four parts in IPv4 address in IPv6 address",
}

// String returns a few words for the fault, such as "second :: in IPv6 address".
func (f IPv6Fault) String() string { return textio.Name(ipv6FaultNames[:], f, "IPv6Fault") }

// ParseIPv6 parses an IPv6 address, without brackets, by the IPv6 parser of the URL Standard. It accepts the strings
// that [netip.ParseAddr] accepts as IPv6 addresses without a zone. It does not allocate.
//
// If fault is not 0, offset is the index of the byte that is wrong, or len(text) if the text ends too soon.
func ParseIPv6(text string) (addr netip.Addr, offset int, fault IPv6Fault) {
	p := ipv6Parser{text: text, compress: -1}
	if fault := p.parse(); fault != 0 {
		return netip.Addr{}, p.pointer, fault
	}
	return netip.AddrFrom16(p.address), 0, 0
}

// An ipv6Parser holds the variables of the standard's IPv6 parser. A piece of address has two bytes.
type ipv6Parser struct {
	text       string
	pointer    int
	address    [16]byte
	pieceIndex int
	compress   int // -1 is null
}

// c returns the byte at the pointer, or 0 at the end of the text. No address contains the byte 0.
func (p *ipv6Parser) c() byte {
	if p.pointer < len(p.text) {
		return p.text[p.pointer]
	}
	return 0
}

func (p *ipv6Parser) atEnd() bool { return p.pointer >= len(p.text) }

func (p *ipv6Parser) parse() IPv6Fault {
	if p.c() == ':' {
		p.pointer++
		if p.c() != ':' {
			return IPv6InvalidCompression
		}
		p.pointer++
		p.pieceIndex++
		p.compress = p.pieceIndex
	}
	for !p.atEnd() {
		if p.pieceIndex == 8 {
			return IPv6TooManyPieces
		}
		if p.c() == ':' {
			if p.compress >= 0 {
				return IPv6MultipleCompression
			}
			p.pointer++
			p.pieceIndex++
			p.compress = p.pieceIndex
			continue
		}
		value, length := p.piece()
		switch {
		case p.c() == '.':
			if fault := p.ipv4(length); fault != 0 {
				return fault
			}
			return p.decompress() // the loop ends here: an IPv4 address extends to the end
		case p.c() == ':':
			if p.pointer++; p.atEnd() {
				return IPv6InvalidCodePoint
			}
		case !p.atEnd():
			return IPv6InvalidCodePoint
		}
		p.address[2*p.pieceIndex], p.address[2*p.pieceIndex+1] = byte(value>>8), byte(value)
		p.pieceIndex++
	}
	return p.decompress()
}

// piece parses up to four hex digits, and returns their value and their number.
func (p *ipv6Parser) piece() (value uint16, length int) {
	for length < 4 && tables.Is(p.c(), tables.HEXDIG) {
		value = value<<4 | uint16(octet.HexValue(p.c()))
		p.pointer++
		length++
	}
	return value, length
}

// ipv4 parses an IPv4 address up to the end of the text. Its first length digits were parsed as a piece.
func (p *ipv6Parser) ipv4(length int) IPv6Fault {
	if length == 0 {
		return IPv4InIPv6InvalidCodePoint
	}
	p.pointer -= length
	if p.pieceIndex > 6 {
		return IPv4InIPv6TooManyPieces
	}
	numbersSeen := 0
	for ; !p.atEnd(); numbersSeen++ {
		if numbersSeen > 0 {
			if p.c() != '.' || numbersSeen == 4 {
				return IPv4InIPv6InvalidCodePoint
			}
			p.pointer++
		}
		number, fault := p.ipv4Piece()
		if fault != 0 {
			return fault
		}
		p.address[2*p.pieceIndex+numbersSeen] = number
	}
	if numbersSeen != 4 {
		return IPv4InIPv6TooFewParts
	}
	p.pieceIndex += 2
	return 0
}

// ipv4Piece parses a decimal number up to 255 without leading zeros.
func (p *ipv6Parser) ipv4Piece() (number byte, fault IPv6Fault) {
	if !tables.Is(p.c(), tables.DIGIT) {
		return 0, IPv4InIPv6InvalidCodePoint
	}
	value := int(p.c() - '0')
	for p.pointer++; tables.Is(p.c(), tables.DIGIT); p.pointer++ {
		if value == 0 {
			return 0, IPv4InIPv6InvalidCodePoint
		}
		if value = value*10 + int(p.c()-'0'); value > 255 {
			return 0, IPv4InIPv6OutOfRangePart
		}
	}
	return byte(value), 0
}

// decompress moves the pieces after "::" to the end of the address.
func (p *ipv6Parser) decompress() IPv6Fault {
	if p.compress < 0 {
		if p.pieceIndex != 8 {
			return IPv6TooFewPieces
		}
		return 0
	}
	lo, hi := 2*p.compress, 2*p.pieceIndex
	to := len(p.address) - (hi - lo)
	copy(p.address[to:], p.address[lo:hi])
	clear(p.address[lo:min(to, hi)])
	return 0
}

// AppendIPv6 appends an IPv6 address to dst as the IPv6 serializer of the URL Standard writes it (WHATWG, section 3.6):
// in lower case, with "::" for the first of the longest runs of two or more zeros, and never with an IPv4 address at
// the end. So ::ffff:127.0.0.1 becomes "::ffff:7f00:1". A zone is left out. An IPv4 address and the zero Addr are
// written as [netip.Addr.AppendTo] writes them. AppendIPv6 allocates only if the capacity of dst is too small.
func AppendIPv6(dst []byte, addr netip.Addr) []byte {
	addr = addr.WithZone("")
	if !addr.Is4In6() {
		return addr.AppendTo(dst)
	}
	b := addr.As16()
	dst = append(dst, "::ffff:"...)
	dst = strconv.AppendUint(dst, uint64(b[12])<<8|uint64(b[13]), 16)
	dst = append(dst, ':')
	return strconv.AppendUint(dst, uint64(b[14])<<8|uint64(b[15]), 16)
}
