package surt

import (
	"bytes"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/octet"
)

// isAddress reports whether name is an IP-literal or an IPv4address (RFC 3986, section 3.2.2).
func isAddress(name string) bool {
	if name[0] == '[' {
		return true
	}
	_, unusual, ok := host.ParseAddr(name)
	return ok && !unusual
}

// withoutEndDots returns name without the dots at its end, unless it consists of dots.
func withoutEndDots(name string) string {
	if short := strings.TrimRight(name, "."); short != "" {
		return short
	}
	return name
}

// appendReversed appends the labels of name, the last one first, with commas between them. A comma in a label becomes a
// dot.
func appendReversed(dst []byte, name string) []byte {
	dst = slices.Grow(dst, len(name))
	for {
		dot := strings.LastIndexByte(name, '.')
		begin := len(dst)
		dst = append(dst, name[dot+1:]...)
		swapCommas(dst[begin:])
		if dot < 0 {
			return dst
		}
		dst = append(dst, ',')
		name = name[:dot]
	}
}

func swapCommas(label []byte) {
	for i, c := range label {
		if c == ',' {
			label[i] = '.'
		}
	}
}

// appendCleanHost appends the host that browsers would use: decoded until no percent-encoding is left, with A-labels,
// without empty labels, and with IPv4 addresses in their usual form. isAddr reports whether it is an IPv4 address or an
// IP-literal, which is in normal form.
func appendCleanHost(dst []byte, raw string) (_ []byte, isAddr bool) {
	if raw == "" {
		return dst, false
	}
	if raw[0] == '[' {
		return append(dst, raw...), true
	}
	begin := len(dst)
	dst = appendDecoded(dst, raw)
	name := dst[begin:]
	if text := octet.Text(name); !octet.IsASCII(text) && utf8.Valid(name) {
		var buf [stackSize]byte
		if ascii, err := idna.Browser.AppendASCII(buf[:0], strings.Clone(text)); err == nil {
			dst = append(dst[:begin], ascii...)
			name = dst[begin:]
		}
	}
	octet.ToLower(name)
	name = removeEmpty(name, '.')
	name = bytes.TrimSuffix(bytes.TrimPrefix(name, []byte(".")), []byte("."))
	if addr, ok := parseIPv4(octet.Text(name)); ok {
		return addr.AppendTo(dst[:begin]), true
	}
	return append(dst[:begin], name...), false
}

// parseIPv4 parses an IPv4 address in any of the forms that browsers read. It rejects the white space that inet_aton
// allows after an address.
func parseIPv4(name string) (addr netip.Addr, ok bool) {
	if strings.Trim(name, ".0123456789abcdefx") != "" {
		return addr, false
	}
	addr, _, ok = host.ParseAddr(name)
	return addr, ok
}

// cutWWW returns name without its first label if that is www, www1, www23 and so on.
func cutWWW(name []byte) []byte {
	rest, ok := bytes.CutPrefix(name, []byte("www"))
	if !ok {
		return name
	}
	rest = bytes.TrimLeft(rest, "0123456789")
	if rest, ok = bytes.CutPrefix(rest, []byte(".")); ok {
		return rest
	}
	return name
}
